"""Which keys a decision rule of each known version has; one that has another is not understood.

A rule decides what may be claimed, so that a key nobody here knows of cannot be passed over: it
might be a condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.artifacts.records import JsonValue

Shape = Mapping[str, "Shape"]
"""The keys of an object, each with the shape of what it holds; a leaf has no keys."""

_LEAF: Shape = {}


def _keys(*names: str, **inner: Shape) -> Shape:
    return {**dict.fromkeys(names, _LEAF), **inner}


_TIMING_FACTS = _keys(
    "factCount",
    "requireSameFactIds",
    "requireSameCitationHashes",
    "requireSameRenderedTokenCount",
)
_CONTENT_FACTS = _keys(
    "factCount",
    "requireSamePathShape",
    "requireSameActionShape",
    textSimilarity=_keys("metric", "minimumInclusive", "maximumInclusive"),
    tokenCountGap=_keys("maximumAbsolute", "maximumRelative", "requireBoth"),
)
_TIMING = _keys(
    "baselineArm",
    "candidateArm",
    "metric",
    "minimumRelativeRiskReduction",
    "minimumAbsoluteRepeatedFailureBenefit",
    "requireRepeatedFailureBenefitIntervalLowerStrictlyAbove",
    "requireHolmAdjustedPStrictlyBelow",
    "zeroBaselineDecision",
)
_CONTENT = _keys(
    "baselineArm",
    "candidateArm",
    "metrics",
    "requireRepeatedFailureBenefitIntervalLowerStrictlyAbove",
    "requireTaskPassBenefitIntervalLowerStrictlyAbove",
    "requireHolmAdjustedCompoundPStrictlyBelow",
    "unmatchedPairDecision",
)
_NO_TRAP = _keys(
    "baselineArm",
    "candidateArm",
    "population",
    "confidenceLevel",
    "passRateMargin",
    "stepsMargin",
    "requireIntervalsStrictlyInsideMargins",
    "minimumSimulatedPower",
    "gatePassRate",
)
_POPULATION = (
    "datasetVersion",
    "datasetInventoryHash",
    "split",
    "taskCount",
    "seedsPerModelProfile",
    "modelProfileCount",
    "unit",
    "pairingKey",
    "maximumPrimaryTaskCuts",
)
_PILOT = _keys(
    "runId",
    "manifestArtifactHash",
    "powerArtifactHash",
    "decisionRuleHash",
    "preregistrationHash",
    "harnessSourceHash",
    "analysisVersion",
    "timingPower",
)


def _analysis(*of_family: str) -> Shape:
    return _keys(
        "alpha",
        bootstrap=_keys("draws", "group", "confidenceLevel", "method"),
        shuffle=_keys("draws", "group", "alternative", "plusOneCorrection"),
        multiplicity=_keys("method", "family", *of_family),
    )


_COMMON: Shape = _keys(
    "version",
    "name",
    "gateStatuses",
    preregistration=_keys("path", "sha256"),
    trapAudit=_keys(
        "minimumTrappedRate", "minimumNonFixedRate", "maximumInvalidRows", "requireCompleteRows"
    ),
    completeness=_keys(
        "expectedRowsFormula",
        "primaryArmCount",
        "hostFaultRetriesAfterFirstTry",
        "rerunTaskResults",
        "invalidReasons",
    ),
)

SHAPES: Mapping[int, Shape] = {
    12: {
        **_COMMON,
        "analysisPopulation": _keys(*_POPULATION),
        "analysis": _analysis("contentCompoundP"),
        "factMatching": {"timing": _TIMING_FACTS, "content": _CONTENT_FACTS},
        "hypotheses": {"H6-timing": _TIMING, "H6-content": _CONTENT},
        "power": _keys(
            "simulationDraws",
            "minimumTimingPower",
            "minimumContentPower",
            "sourceSplit",
            "increaseIndependentTasksIfBelowThreshold",
        ),
        "timidity": _NO_TRAP,
        "outcomes": _keys("PASS", "PARTIAL", "REJECT", "NOT_ESTIMABLE"),
    },
    13: {
        **_COMMON,
        "design": _keys("armsMode", "arms"),
        "analysisPopulation": _keys(*_POPULATION, "registeredSeeds"),
        "analysis": _analysis(),
        "invalidRowPolicy": _keys("VAGUE_CHECK"),
        "factMatching": {"timing": _TIMING_FACTS},
        "hypotheses": {"H6-timing": _TIMING},
        "power": _keys(
            "simulationDraws",
            "minimumTimingPower",
            "sourceSplit",
            transferredPilotEvidence=_PILOT,
        ),
        "outcomes": _keys("PASS", "REJECT", "NOT_ESTIMABLE"),
    },
}
"""The known versions: 12 registers timing, content and the no-trap check, 13 timing alone."""


def unknown_keys(values: Mapping[str, JsonValue], shape: Shape, place: str = "") -> Iterator[str]:
    """Yield where an object holds a key that its shape has not, never which."""
    for name, value in values.items():
        if name not in shape:
            yield place
        elif shape[name] and isinstance(value, dict):
            yield from unknown_keys(value, shape[name], f"{place}.{name}" if place else name)
