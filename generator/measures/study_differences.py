"""statistics.json as the harness recorded it, held against the replay of its rows.

Numbers must agree to the last digit. Every path that does not is a difference; what the harness
leaves out of its file where it says nothing is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.artifacts.records import JsonValue
from generator.artifacts.study_rule_records import Rule
from generator.artifacts.study_words import Arm
from generator.measures.study_comparison import Hypothesis
from generator.measures.study_recorded_cuts import cuts_of, objects, same_cuts, same_rows
from generator.measures.study_replay import Effects, Primary, StudyReplay
from generator.statistics import PrimaryDecision, ReplayedLimits, StudyDecision

Value = None | bool | int | float | str
Statistics = Mapping[str, "Value | Statistics"]
"""A part of statistics.json: its names in the harness's spelling."""

SCHEMA_VERSION = 1

_WORDS = frozenset(
    {"CONFIRMATORY", "EXPLORATORY_COMPLETE_TASKS", "timing_only"}
    | {*map(str, Arm), *map(str, PrimaryDecision), *map(str, StudyDecision)}
)
"""The words that a recorded value may be; of any other it is said only that it differs."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One path of statistics.json, what is recorded there, and what the rows give.

    A part that is not recorded has None; lists are compared by what is in them, and counted.
    """

    path: str
    recorded: Value
    replayed: Value


def find_differences(
    recorded: dict[str, JsonValue], replay: StudyReplay, rule: Rule
) -> tuple[Difference, ...]:
    """Return every path at which the recorded statistics differ from the replay."""
    return (
        *_compare(_head(replay, rule), recorded, ""),
        *_cuts(recorded.get("cuts"), replay),
        *_holm(recorded.get("holm"), replay),
        *_no_trap(recorded.get("timidity"), replay, rule),
        *_imputed(recorded.get("imputedRows"), replay),
    )


def _head(replay: StudyReplay, rule: Rule) -> Statistics:
    """Return all of the harness's file that is neither a list nor the no-trap check."""
    decisions = replay.verdict.decisions
    content = replay.content
    return {
        "schemaVersion": SCHEMA_VERSION,
        "seed": replay.seed,
        "draws": replay.draws,
        "level": rule.level,
        "alpha": rule.alpha,
        "timing": _primary(replay.timing, rule.level),
        "content": _primary(content, rule.level) if content else None,
        "contentCompoundP": replay.verdict.compound_p,
        "decisions": {
            "timing": str(decisions.timing),
            "content": None if decisions.content is None else str(decisions.content),
        },
        "studyDecision": str(decisions.study),
        "hypothesisSet": "timing_only" if rule.timing_only else None,
    }


def _primary(primary: Primary, level: float) -> Statistics:
    comparison, effects = primary.comparison, primary.effects
    return {
        "taskCount": len(comparison.tasks),
        "baselineArm": str(comparison.baseline),
        "candidateArm": str(comparison.candidate),
        "interpretation": interpretation(cut=bool(comparison.cuts)),
        "repeatedFailureBenefit": effects.failure,
        "repeatedFailureBenefitInterval": _interval(effects.failure_limits, level),
        "relativeRiskReduction": effects.reduction,
        "relativeRiskReductionInterval": _interval(effects.reduction_limits, level),
        "nonEstimableRrrDraws": effects.non_estimable_draws,
        "repeatedFailureP": effects.failure_p,
        "taskPassBenefit": effects.passed,
        "taskPassBenefitInterval": _interval(effects.passed_limits, level),
        "taskPassP": effects.passed_p,
    }


def interpretation(*, cut: bool) -> str:
    """Return what may be made of a comparison's estimates."""
    return "EXPLORATORY_COMPLETE_TASKS" if cut else "CONFIRMATORY"


def _interval(limits: ReplayedLimits | None, level: float) -> Statistics | None:
    if limits is None:
        return None
    return {"lower": limits.lower, "upper": limits.upper, "level": level}


def _compare(replayed: Statistics, recorded: JsonValue, place: str) -> Iterator[Difference]:
    """Yield the paths below a place that differ; a name that is left out is as good as null."""
    values = recorded if isinstance(recorded, dict) else {}
    for name, value in replayed.items():
        found = values.get(name)
        if isinstance(value, Mapping):
            yield from _compare(value, found, f"{place}{name}.")
        elif not _same(value, found):
            yield Difference(f"{place}{name}", _shown(found), value)


def _same(replayed: Value, recorded: JsonValue) -> bool:
    if isinstance(replayed, bool) or isinstance(recorded, bool):
        return replayed is recorded
    if isinstance(replayed, int | float) and isinstance(recorded, int | float):
        return float(replayed) == float(recorded)
    return replayed == recorded


def _shown(recorded: JsonValue) -> Value:
    """Return a recorded value as a difference may hold it: a number, or a word that is known."""
    if isinstance(recorded, list | dict):
        return len(recorded)
    return None if isinstance(recorded, str) and recorded not in _WORDS else recorded


def _cuts(recorded: JsonValue, replay: StudyReplay) -> Iterator[Difference]:
    """Compare the cuts of each hypothesis; a difference counts them: their tasks are private."""
    known = 0
    for hypothesis in Hypothesis:
        stated = cuts_of(recorded, hypothesis)
        known += len(stated)
        found = [cut for cut in replay.cuts if cut.hypothesis is hypothesis]
        if not same_cuts(stated, found):
            yield Difference(f"cuts.{hypothesis}", len(stated), len(found))
    if isinstance(recorded, list) and len(recorded) != known:
        yield Difference("cuts", len(recorded), len(replay.cuts))


def _holm(recorded: JsonValue, replay: StudyReplay) -> Iterator[Difference]:
    members = objects(recorded)
    stated: dict[str, JsonValue] = {str(member.get("id")): member for member in members}
    replayed: Statistics = {
        str(row.hypothesis): {"rawP": row.raw, "adjustedP": row.adjusted, "rank": row.rank}
        for row in replay.verdict.family
    }
    if len(members) != len(stated) or stated.keys() - replayed.keys():
        yield Difference("holm", len(members), len(replayed))
    yield from _compare(replayed, stated, "holm.")


def _no_trap(recorded: JsonValue, replay: StudyReplay, rule: Rule) -> Iterator[Difference]:
    check = replay.no_trap
    if check is None or rule.no_trap is None:
        # Where the check is not registered the harness leaves it empty, its margins at defaults.
        if isinstance(recorded, dict):
            yield from _compare(_no_trap_effects(Effects(), 0, 0), recorded, "timidity.")
        return
    replayed: dict[str, Value | Statistics] = {
        **_no_trap_effects(check.effects, len(check.comparison.tasks), rule.no_trap.level),
        "intervalLevel": rule.no_trap.level,
        "passMargin": rule.no_trap.pass_margin,
        "stepsMargin": rule.no_trap.steps_margin,
        "equivalent": check.equivalent,
    }
    if isinstance(recorded, dict) and "passRateWithinMargin" in recorded:  # a later harness's field
        replayed["passRateWithinMargin"] = check.within
    yield from _compare(replayed, recorded, "timidity.")


def _no_trap_effects(effects: Effects, tasks: int, level: float) -> dict[str, Value | Statistics]:
    return {
        "taskCount": tasks,
        "passRateDifference": effects.passed,
        "passRateInterval": _interval(effects.passed_limits, level),
        "stepsDifference": effects.steps,
        "stepsInterval": _interval(effects.steps_limits, level),
        "equivalent": None,
    }


def _imputed(recorded: JsonValue, replay: StudyReplay) -> Iterator[Difference]:
    imputed = [row for comparison in replay.comparisons for row in comparison.imputed]
    stated = objects(recorded)
    if not same_rows(stated, imputed):
        yield Difference("imputedRows", len(stated), len(imputed))
