"""Whether a measured move is more than noise alone would make, by what the reports themselves say.

A new rate is held against the old interval; a score over the same cases by how many moved each
way; a full repeat against the moves that the trials lead one to expect.
"""

from __future__ import annotations

from generator.publication.arm import Arm, Delta, Primary
from generator.publication.base import Interval
from generator.publication.case import Case
from generator.publication.changes.records import Moved, Noise
from generator.publication.eio import LedgerRate
from generator.publication.estimates import PassRow, Recovery, Regression
from generator.statistics.drift import moves_by_chance
from generator.statistics.paired import mcnemar_exact

_OUTCOMES = ("pass", "fail")


def moved_cases(old: Arm, new: Arm) -> Moved:
    """Pair the first passes of one arm in two versions, case by case."""
    before = {case.case: case.primary_outcome for case in old.cases}
    pairs = [
        (case.case, before[case.case], case.primary_outcome)
        for case in new.cases
        if before.get(case.case) in _OUTCOMES and case.primary_outcome in _OUTCOMES
    ]
    up = sorted(case for case, one, other in pairs if (one, other) == ("fail", "pass"))
    down = sorted(case for case, one, other in pairs if (one, other) == ("pass", "fail"))
    return Moved(
        compared=len(pairs),
        fail_to_pass=up,
        pass_to_fail=down,
        p_value=mcnemar_exact(len(up), len(down)),
    )


def headline_noise(old: Primary, new: Primary, moved: Moved, level: float) -> Noise:
    """Judge a headline: beyond noise if the paired test or the old interval says so."""
    if old.rate is None or new.rate is None:
        return "unknown"
    if moved.p_value < 1 - level:
        return "beyond"
    return _inside(new.rate, old.interval)


def rate_noise(old: object, new: object) -> Noise:
    """Judge rates by whether each lies in its old interval; without one, nothing can be said."""
    found = [
        _inside(after, interval)
        for (_, interval), (after, _) in zip(rates(old), rates(new), strict=False)
    ]
    if "beyond" in found:
        return "beyond"
    return "within" if found and set(found) == {"within"} else "unknown"


def rates(value: object) -> list[tuple[float | None, Interval | None]]:
    """Return the rates that a part of a report publishes, each with its interval."""
    match value:
        case Recovery() | Regression() | Case():
            return [(value.rate, value.interval)]
        case PassRow():
            return [(value.estimate, value.interval)]
        case LedgerRate():
            return [(value.pass_1, value.pass_1_interval), (value.pass_k, value.pass_k_interval)]
    return []


def delta_noise(delta: Delta, level: float) -> Noise:
    """Judge a full repeat: beyond noise if so many moves are rarer than the level allows."""
    if delta.expected_moves is None:
        return "unknown"
    moves = len(delta.fail_to_pass) + len(delta.pass_to_fail)
    return "beyond" if moves_by_chance(moves, delta.expected_moves) < 1 - level else "within"


def _inside(rate: float | None, interval: Interval | None) -> Noise:
    if rate is None or interval is None:
        return "unknown"
    low = interval.lower is None or interval.lower <= rate
    high = interval.upper is None or rate <= interval.upper
    return "within" if low and high else "beyond"
