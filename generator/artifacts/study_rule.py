"""The reader of decision-rule.json, the frozen rule that the study is decided by.

What the analysis here does not do another way is checked word by word: a rule that asks for
another resampling unit, another correction or another map of decisions is refused, not bent.
"""

from __future__ import annotations

from generator.artifacts.checks import Check, Wrong, count, each, flag, number, one_of, text, whole
from generator.artifacts.fields import Fields
from generator.artifacts.records import JsonValue
from generator.artifacts.study_checks import DIGEST
from generator.artifacts.study_records import Arm, InvalidReason
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
from generator.errors import Problem, UnusableInput

_ARM = one_of(Arm)
_REASON = one_of(InvalidReason)
_TIMING_FAMILY, _CONTENT_FAMILY = "H6_TIMING_REPEATED_FAILURE", "H6_CONTENT_COMPOUND"
_PAIRING = ("taskId", "variantId", "seed", "modelProfileId", "modelProfileHash")
_OUTCOMES = {
    12: {
        "PASS": "timing=SUPPORTED and content=SUPPORTED",
        "PARTIAL": "exactly one primary is SUPPORTED and the other is REJECTED",
        "REJECT": "timing=REJECTED and content=REJECTED",
        "NOT_ESTIMABLE": "either primary is NOT_ESTIMABLE",
    },
    13: {
        "PASS": "timing=SUPPORTED",
        "REJECT": "timing=REJECTED",
        "NOT_ESTIMABLE": "timing=NOT_ESTIMABLE",
    },
}


def parse_rule(values: dict[str, JsonValue]) -> Rule:
    """Return the rule that a file states; one that is not understood whole is refused."""
    version = _known_version(values)
    places = sorted(set(unknown_keys(values, SHAPES[version])))
    if places:
        raise UnusableInput(*(_unknown_key(place, version) for place in places))
    fields = Fields(values)
    rule = Rule(
        version=version,
        preregistration_hash=fields.inner("preregistration").required("sha256", DIGEST),
        population=_population(fields.inner("analysisPopulation")),
        **_analysis(fields.inner("analysis"), both=version == 12),
        **_hypotheses(fields, both=version == 12),
        no_trap=_no_trap(fields.inner("timidity")) if version == 12 else None,
        imputed=_imputed(fields.inner("invalidRowPolicy")) if version == 13 else frozenset(),
        power=_power(fields.inner("power")),
        arms=_arms(fields.inner("design")) if version == 13 else tuple(map(str, Arm)),
        **_completeness(fields.inner("completeness")),
    )
    outcomes = fields.inner("outcomes")
    for name, meaning in _OUTCOMES[version].items():
        outcomes.required(name, _exactly(meaning))
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
                "Nothing is decided by a rule that is not understood; leave the run out, or put "
                "its digest alone beside it as decision-rule.sha256.",
                field="version",
            )
        )
    return version


def _unknown_key(place: str, version: int) -> Problem:
    return Problem(
        "UNKNOWN_KEY",
        f"The decision rule has a key here that version {version} has not, and it may be a "
        "condition.",
        "Nothing is decided by a rule that is not understood; use the frozen rule as it was "
        "registered.",
        field=place or None,
    )


def _exactly(*words: str | bool | int) -> Check[object]:
    """Return the check of a value that the analysis here takes for granted."""

    def check(value: JsonValue) -> object:
        if not any(type(value) is type(word) and value == word for word in words):
            told = " or ".join(str(word).lower() if word in (True, False) else str(word)
                               for word in words)
            raise Wrong("OTHER_ANALYSIS", f"must be {told}: no other analysis is known")
        return value

    return check


def _list_of(*words: str) -> Check[object]:
    def check(value: JsonValue) -> object:
        if value != list(words):
            raise Wrong("OTHER_ANALYSIS", f"must list {', '.join(words)}: no other is known")
        return value

    return check
