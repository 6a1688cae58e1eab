"""Decision rules in the shape of the frozen ones."""

from __future__ import annotations

import hashlib
from typing import Any

Object = dict[str, Any]

ARMS = ("NO_MEMORY", "TURN_START_FAILURE", "TURN_START_SUCCESS", "PRE_ACTION_FAILURE", "BOTH")
TIMING_ARMS = ("TURN_START_FAILURE", "PRE_ACTION_FAILURE")
NO_TRAP_ARMS = ("NO_MEMORY", "PRE_ACTION_FAILURE")
REASONS = (
    "CORPUS_INVALID",
    "CORE_REPO_DIR_MISMATCH",
    "START_DRIFT",
    "TRACE_GAP",
    "VAGUE_CHECK",
    "MIXED_ARM_STATE",
    "UNMATCHED_FACTS",
    "WAIT_RULE_FAULT",
    "HOST_RETRIES_EXHAUSTED",
)
INVENTORY = hashlib.sha256(b"inventory").hexdigest()
PREREGISTRATION = hashlib.sha256(b"preregistration").hexdigest()


def rule(*, both: bool = True, tasks: int = 18, seeds: int = 5, **changes: Any) -> Object:
    """A decision rule in the shape of the frozen ones: version 12, or 13 for timing alone."""
    timing: Object = {
        "baselineArm": "TURN_START_FAILURE",
        "candidateArm": "PRE_ACTION_FAILURE",
        "metric": "repeatedFailure",
        "minimumRelativeRiskReduction": 0.3,
        "minimumAbsoluteRepeatedFailureBenefit": 0.05,
        "requireRepeatedFailureBenefitIntervalLowerStrictlyAbove": 0,
        "requireHolmAdjustedPStrictlyBelow": 0.05,
        "zeroBaselineDecision": "NOT_ESTIMABLE",
    }
    made: Object = {
        "version": 12 if both else 13,
        "name": "A decision rule for tests",
        "preregistration": {"path": "preregistration.md", "sha256": PREREGISTRATION},
        "analysisPopulation": {
            "datasetVersion": 1,
            "datasetInventoryHash": INVENTORY,
            "split": "main",
            "taskCount": tasks,
            "seedsPerModelProfile": seeds,
            "modelProfileCount": 1,
            "unit": "task",
            "pairingKey": ["taskId", "variantId", "seed", "modelProfileId", "modelProfileHash"],
            "maximumPrimaryTaskCuts": 0,
        },
        "analysis": {
            "bootstrap": {
                "draws": 10_000,
                "group": "task",
                "confidenceLevel": 0.95,
                "method": "percentile",
            },
            "shuffle": {
                "draws": 10_000,
                "group": "task",
                "alternative": "candidate_benefit",
                "plusOneCorrection": True,
            },
            "alpha": 0.05,
            "multiplicity": {"method": "HOLM", "family": ["H6_TIMING_REPEATED_FAILURE"]},
        },
        "factMatching": {
            "timing": {
                "factCount": 1,
                "requireSameFactIds": True,
                "requireSameCitationHashes": True,
                "requireSameRenderedTokenCount": True,
            }
        },
        "hypotheses": {"H6-timing": timing},
        "power": {"simulationDraws": 200, "minimumTimingPower": 0.8, "sourceSplit": "pilot"},
        "trapAudit": {
            "minimumTrappedRate": 0.3,
            "minimumNonFixedRate": 0.5,
            "maximumInvalidRows": 0,
            "requireCompleteRows": True,
        },
        "completeness": {
            "expectedRowsFormula": "taskCount*variantsPerTask*seedsPerModelProfile*"
            "modelProfileCount*armCount",
            "primaryArmCount": 5 if both else 2,
            "hostFaultRetriesAfterFirstTry": 5,
            "rerunTaskResults": False,
            "invalidReasons": list(REASONS),
        },
        "outcomes": {
            "PASS": "timing=SUPPORTED",
            "REJECT": "timing=REJECTED",
            "NOT_ESTIMABLE": "timing=NOT_ESTIMABLE",
        },
        "gateStatuses": ["NO_MATCH", "MATCH_WARN", "ERROR_FAIL_OPEN"],
    }
    if both:
        _register_content(made)
    else:
        made["design"] = {"armsMode": "timing_only", "arms": list(TIMING_ARMS)}
        made["invalidRowPolicy"] = {"VAGUE_CHECK": "WORST_CASE_AGAINST_CANDIDATE"}
    for path, value in changes.items():
        put(made, path.replace("__", "."), value)
    return made


def _register_content(made: Object) -> None:
    multiplicity = made["analysis"]["multiplicity"]
    multiplicity["family"].append("H6_CONTENT_COMPOUND")
    multiplicity["contentCompoundP"] = "max(repeatedFailureP,taskPassP)"
    made["factMatching"]["content"] = {
        "factCount": 1,
        "requireSamePathShape": True,
        "requireSameActionShape": True,
        "textSimilarity": {
            "metric": "normalized_token_set_jaccard",
            "minimumInclusive": 0.8,
            "maximumInclusive": 1,
        },
        "tokenCountGap": {"maximumAbsolute": 8, "maximumRelative": 0.05, "requireBoth": True},
    }
    made["hypotheses"]["H6-content"] = {
        "baselineArm": "TURN_START_SUCCESS",
        "candidateArm": "TURN_START_FAILURE",
        "metrics": ["repeatedFailure", "taskPassed"],
        "requireRepeatedFailureBenefitIntervalLowerStrictlyAbove": 0,
        "requireTaskPassBenefitIntervalLowerStrictlyAbove": 0,
        "requireHolmAdjustedCompoundPStrictlyBelow": 0.05,
        "unmatchedPairDecision": "NOT_ESTIMABLE",
    }
    made["power"] |= {
        "minimumContentPower": 0.8,
        "increaseIndependentTasksIfBelowThreshold": True,
    }
    made["timidity"] = {
        "baselineArm": "NO_MEMORY",
        "candidateArm": "PRE_ACTION_FAILURE",
        "population": "main_no_trap_revisions",
        "confidenceLevel": 0.9,
        "passRateMargin": 0.02,
        "stepsMargin": 2,
        "requireIntervalsStrictlyInsideMargins": True,
        "minimumSimulatedPower": 0.8,
        "gatePassRate": False,
    }
    made["outcomes"] = {
        "PASS": "timing=SUPPORTED and content=SUPPORTED",
        "PARTIAL": "exactly one primary is SUPPORTED and the other is REJECTED",
        "REJECT": "timing=REJECTED and content=REJECTED",
        "NOT_ESTIMABLE": "either primary is NOT_ESTIMABLE",
    }


def put(document: Object, path: str, value: Any) -> None:
    """Set what lies at a dotted path."""
    *way, last = path.split(".")
    for name in way:
        document = document[name]
    document[last] = value
