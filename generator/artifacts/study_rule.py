"""The reader of decision-rule.json, the frozen rule that a study is decided by.

Every threshold is taken from it. What the analysis here does in one way only is checked word by
word: a rule that asks for another unit, another correction or another map of decisions is refused.
"""

from __future__ import annotations

from generator.artifacts.checks import (
    Check,
    Wrong,
    amount,
    count,
    duration,
    each,
    flag,
    number,
    one_of,
    text,
    whole,
)
from generator.artifacts.fields import Fields
from generator.artifacts.records import JsonValue
from generator.artifacts.study_checks import ARM, digest, level, seed, share
from generator.artifacts.study_rule_records import (
    ContentRule,
    NoTrapRule,
    PairRule,
    Population,
    PowerTarget,
    Rule,
    TimingRule,
)
from generator.artifacts.study_rule_shape import SHAPES, unknown_keys
from generator.artifacts.study_words import Arm, InvalidReason
from generator.errors import Problem, UnusableInput

BOTH_PRIMARIES, TIMING_ONLY = 12, 13
"""The versions that are understood, by what they register."""

_REASON = one_of(InvalidReason)
_TIMING_FAMILY, _CONTENT_FAMILY = "H6_TIMING_REPEATED_FAILURE", "H6_CONTENT_COMPOUND"
_OUTCOMES = {
    BOTH_PRIMARIES: {
        "PASS": "timing=SUPPORTED and content=SUPPORTED",
        "PARTIAL": "exactly one primary is SUPPORTED and the other is REJECTED",
        "REJECT": "timing=REJECTED and content=REJECTED",
        "NOT_ESTIMABLE": "either primary is NOT_ESTIMABLE",
    },
    TIMING_ONLY: {
        "PASS": "timing=SUPPORTED",
        "REJECT": "timing=REJECTED",
        "NOT_ESTIMABLE": "timing=NOT_ESTIMABLE",
    },
}


def parse_rule(values: dict[str, JsonValue]) -> Rule:
    """Return the rule that a file states; one that is not understood whole is refused."""
    version = _known_version(values)
    if places := sorted(set(unknown_keys(values, SHAPES[version]))):
        raise UnusableInput(*(_unknown_key(place, version) for place in places))
    fields, both = Fields(values), version == BOTH_PRIMARIES
    analysis = fields.inner("analysis")
    _check_shuffle(analysis.inner("shuffle"))
    _check_family(analysis.inner("multiplicity"), both=both)
    bootstrap = analysis.inner("bootstrap")
    bootstrap.required("group", _exactly("task"))
    bootstrap.required("method", _exactly("percentile"))
    completeness, hypotheses = fields.inner("completeness"), fields.inner("hypotheses")
    outcomes = fields.inner("outcomes")
    completeness.required("rerunTaskResults", _no)
    for name, meaning in _OUTCOMES[version].items():
        outcomes.required(name, _exactly(meaning))
    rule = Rule(
        version=version,
        preregistration_hash=fields.inner("preregistration").required("sha256", digest),
        population=_population(fields.inner("analysisPopulation")),
        draws=bootstrap.required("draws", whole(1)),
        level=bootstrap.required("confidenceLevel", level),
        alpha=analysis.required("alpha", level),
        timing=_timing(hypotheses.inner("H6-timing")),
        content=_content(hypotheses.inner("H6-content"), _content_facts(fields)) if both else None,
        no_trap=_no_trap(fields.inner("timidity")) if both else None,
        imputed=frozenset() if both else _imputed(fields.inner("invalidRowPolicy")),
        power=_power(fields.inner("power")),
        arms=tuple(Arm) if both else _arms(fields.inner("design")),
        host_fault_retries=completeness.required("hostFaultRetriesAfterFirstTry", count),
        invalid_reasons=frozenset(completeness.required("invalidReasons", each(_REASON)) or ()),
    )
    fields.done()
    return rule


def _known_version(values: dict[str, JsonValue]) -> int:
    fields = Fields(values)
    version = fields.required("version", count)
    fields.done()
    if version not in SHAPES:
        known = " and ".join(map(str, SHAPES))
        raise UnusableInput(
            Problem(
                "OTHER_VERSION",
                f"The decision rule is of version {version}, and only {known} are understood.",
                "Nothing is decided by a rule that is not understood: leave the run out, or keep "
                "the rule's digest alone beside it, as decision-rule.sha256.",
                field="version",
            )
        )
    return version


def _unknown_key(place: str, version: int) -> Problem:
    return Problem(
        "UNKNOWN_KEY",
        f"The decision rule has a key here that version {version} does not have, and it may be a "
        "condition.",
        "Nothing is decided by a rule that is not understood whole: use the frozen rule as it was "
        "registered.",
        field=place or None,
    )


def _exactly(word: str) -> Check[object]:
    """Return the check of a value that the analysis here takes for granted."""

    def check(value: JsonValue) -> object:
        if value != word:
            raise Wrong("OTHER_ANALYSIS", f"must be {word}: no other analysis is known here")
        return value

    return check


def _yes(value: JsonValue) -> bool:
    if not flag(value):
        raise Wrong("OTHER_ANALYSIS", "must be true: no other analysis is known here")
    return True


def _no(value: JsonValue) -> bool:
    if flag(value):
        raise Wrong("OTHER_ANALYSIS", "must be false: no other analysis is known here")
    return False


def _listing(*words: str) -> Check[object]:
    """Return the check of a list that the analysis here takes for granted."""

    def check(value: JsonValue) -> object:
        if value != list(words):
            told = ", ".join(words)
            raise Wrong("OTHER_ANALYSIS", f"must list {told}: no other analysis is known here")
        return value

    return check


def _population(fields: Fields) -> Population:
    fields.required("unit", _exactly("task"))
    fields.required(
        "pairingKey", _listing("taskId", "variantId", "seed", "modelProfileId", "modelProfileHash")
    )
    if fields.required("maximumPrimaryTaskCuts", count):
        fields.wrong("maximumPrimaryTaskCuts", "OTHER_ANALYSIS", "must be 0: no cut is forgiven")
    return Population(
        dataset_inventory_hash=fields.required("datasetInventoryHash", digest),
        split=fields.required("split", text),
        tasks=fields.required("taskCount", whole(1)),
        seeds_per_profile=fields.required("seedsPerModelProfile", whole(1)),
        profiles=fields.required("modelProfileCount", whole(1)),
        seeds=fields.nullable("registeredSeeds", each(seed)),
    )


def _check_shuffle(fields: Fields) -> None:
    fields.required("draws", whole(1))
    fields.required("group", _exactly("task"))
    fields.required("alternative", _exactly("candidate_benefit"))
    fields.required("plusOneCorrection", _yes)


def _check_family(fields: Fields, *, both: bool) -> None:
    fields.required("method", _exactly("HOLM"))
    if both:
        fields.required("family", _listing(_TIMING_FAMILY, _CONTENT_FAMILY))
        fields.required("contentCompoundP", _exactly("max(repeatedFailureP,taskPassP)"))
    else:
        fields.required("family", _listing(_TIMING_FAMILY))


def _timing(fields: Fields) -> TimingRule:
    fields.required("metric", _exactly("repeatedFailure"))
    fields.required("zeroBaselineDecision", _exactly("NOT_ESTIMABLE"))
    above = "requireRepeatedFailureBenefitIntervalLowerStrictlyAbove"
    return TimingRule(
        baseline=fields.required("baselineArm", ARM),
        candidate=fields.required("candidateArm", ARM),
        minimum_benefit=fields.required("minimumAbsoluteRepeatedFailureBenefit", number),
        minimum_reduction=fields.required("minimumRelativeRiskReduction", number),
        benefit_above=fields.required(above, number),
        adjusted_p_below=fields.required("requireHolmAdjustedPStrictlyBelow", share),
    )


def _content_facts(fields: Fields) -> Fields:
    return fields.inner("factMatching").inner("content")


def _content(fields: Fields, facts: Fields) -> ContentRule:
    fields.required("metrics", _listing("repeatedFailure", "taskPassed"))
    fields.required("unmatchedPairDecision", _exactly("NOT_ESTIMABLE"))
    failure = "requireRepeatedFailureBenefitIntervalLowerStrictlyAbove"
    passing = "requireTaskPassBenefitIntervalLowerStrictlyAbove"
    return ContentRule(
        baseline=fields.required("baselineArm", ARM),
        candidate=fields.required("candidateArm", ARM),
        failure_benefit_above=fields.required(failure, number),
        pass_benefit_above=fields.required(passing, number),
        adjusted_p_below=fields.required("requireHolmAdjustedCompoundPStrictlyBelow", share),
        pairs=_pairs(facts),
    )


def _pairs(fields: Fields) -> PairRule:
    fields.required("requireSamePathShape", _yes)
    fields.required("requireSameActionShape", _yes)
    likeness, gap = fields.inner("textSimilarity"), fields.inner("tokenCountGap")
    likeness.required("metric", _exactly("normalized_token_set_jaccard"))
    gap.required("requireBoth", _yes)
    return PairRule(
        fact_count=fields.required("factCount", count),
        minimum_jaccard=likeness.required("minimumInclusive", share),
        maximum_jaccard=likeness.required("maximumInclusive", share),
        maximum_token_gap=gap.required("maximumAbsolute", amount),
        maximum_relative_token_gap=gap.required("maximumRelative", amount),
    )


def _no_trap(fields: Fields) -> NoTrapRule:
    fields.required("requireIntervalsStrictlyInsideMargins", _yes)
    gate = fields.nullable("gatePassRate", flag)
    return NoTrapRule(
        baseline=fields.required("baselineArm", ARM),
        candidate=fields.required("candidateArm", ARM),
        level=fields.required("confidenceLevel", level),
        pass_margin=fields.required("passRateMargin", duration),
        steps_margin=fields.required("stepsMargin", duration),
        gate_pass_rate=True if gate is None else gate,
        minimum_power=fields.nullable("minimumSimulatedPower", share),
    )


def _imputed(fields: Fields) -> frozenset[InvalidReason]:
    fields.required("VAGUE_CHECK", _exactly("WORST_CASE_AGAINST_CANDIDATE"))
    return frozenset({InvalidReason.VAGUE_CHECK})


def _power(fields: Fields) -> PowerTarget:
    return PowerTarget(
        experiments=fields.required("simulationDraws", whole(1)),
        minimum_timing=fields.nullable("minimumTimingPower", share),
        minimum_content=fields.nullable("minimumContentPower", share),
    )


def _arms(fields: Fields) -> tuple[Arm, ...]:
    fields.required("armsMode", _exactly("timing_only"))
    return fields.required("arms", each(ARM))
