"""What an arm's runs, laid side by side, show: fail-set deltas, flips and severity drift.

A past run is one column of the case x arm matrix, whether a run directory or a published page
states it. Nothing here is a rate: an audit of what happens to be there has no sample size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from generator.artifacts.records import InvalidCause

PastRole = Literal["primary", "repeat", "observational", "retest"]


@dataclass(frozen=True, slots=True)
class Grade:
    """What a run shows of a case beyond pass and fail.

    Two grades are alike where `compared` is equal; `score` is there where it is a single number.
    """

    compared: tuple[object, ...]
    score: float | None = None
    out_of: float | None = None


@dataclass(frozen=True, slots=True)
class PastRun:
    """One run: the outcome of every case it lists, and where known its day and its grade.

    `made_up` are the cases whose outcome is that of a makeup. A `full` run set out to run the
    whole case set, so that its fail set can be held against another's.
    """

    run_id: str
    role: PastRole
    full: bool
    outcomes: Mapping[str, str]
    made_up: frozenset[str] = frozenset()
    days: Mapping[str, str] = field(default_factory=dict)
    grades: Mapping[str, Grade] = field(default_factory=dict)

    @property
    def valid(self) -> dict[str, bool]:
        """Whether each case with an outcome passed."""
        return {
            case: outcome == "pass"
            for case, outcome in self.outcomes.items()
            if outcome in ("pass", "fail")
        }

    @property
    def fail_set(self) -> list[str]:
        """The cases that failed."""
        return [case for case, passed in self.valid.items() if not passed]


@dataclass(frozen=True, slots=True)
class FailSetDelta:
    """Who moved between two runs, over the cases valid in both; the others by where they are valid.

    `same_day` is None where the day of a compared outcome is not known.
    """

    before: PastRun
    after: PastRun
    same_day: bool | None
    compared: tuple[str, ...]
    fail_to_pass: tuple[str, ...]
    pass_to_fail: tuple[str, ...]
    stayed_failed: tuple[str, ...]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlipMeasure:
    """A case whose outcome moved: `pattern` has its outcomes in the order of the runs."""

    case_id: str
    pattern: str

    @property
    def fail_to_pass(self) -> int:
        """How often it went from fail to pass."""
        return self.pattern.count("FP")

    @property
    def pass_to_fail(self) -> int:
        """How often it went from pass to fail."""
        return self.pattern.count("PF")


@dataclass(frozen=True, slots=True)
class DriftMeasure:
    """A case that ended alike in two runs in succession, but with another grade."""

    case_id: str
    before: PastRun
    after: PastRun
    outcome: str


@dataclass(frozen=True, slots=True)
class InvalidMeasure:
    """Attempts of a run at one case that were no outcome, by cause; `outcome` is what stands now.

    A published cell may be invalid or pending without a cause.
    """

    run_id: str
    case_id: str
    cause: InvalidCause | None
    attempts: int
    outcome: str


def fail_set_delta(
    before: PastRun, after: PastRun, left_out: AbstractSet[str] = frozenset()
) -> FailSetDelta:
    """Compare two runs over the cases valid in both, without those that are left out."""
    was = {case: passed for case, passed in before.valid.items() if case not in left_out}
    now = {case: passed for case, passed in after.valid.items() if case not in left_out}
    common = sorted(was.keys() & now.keys())
    return FailSetDelta(
        before=before,
        after=after,
        same_day=_same_day(before, after, common),
        compared=tuple(common),
        fail_to_pass=tuple(case for case in common if now[case] and not was[case]),
        pass_to_fail=tuple(case for case in common if was[case] and not now[case]),
        stayed_failed=tuple(case for case in common if not was[case] and not now[case]),
        only_before=tuple(sorted(was.keys() - now.keys())),
        only_after=tuple(sorted(now.keys() - was.keys())),
    )


def _same_day(before: PastRun, after: PastRun, common: Sequence[str]) -> bool | None:
    if not common or any(case not in run.days for run in (before, after) for case in common):
        return None
    return all(before.days[case] == after.days[case] for case in common)


def deltas_in_order(runs: Sequence[PastRun], left_out: AbstractSet[str]) -> list[FailSetDelta]:
    """Compare every full run with the nearest one before it that shares a case with it."""
    full = [run for run in runs if run.full]
    found = []
    for place, after in enumerate(full):
        earlier = (fail_set_delta(before, after, left_out) for before in reversed(full[:place]))
        delta = next((delta for delta in earlier if delta.compared), None)
        if delta is not None:
            found.append(delta)
    return found


def outcome_patterns(runs: Sequence[PastRun], left_out: AbstractSet[str]) -> dict[str, str]:
    """Return the valid outcomes of every case in the order of the runs: `PFP`."""
    patterns: dict[str, str] = {}
    for run in runs:
        for case, passed in run.valid.items():
            if case not in left_out:
                patterns[case] = patterns.get(case, "") + ("P" if passed else "F")
    return dict(sorted(patterns.items()))


def find_flips(patterns: Mapping[str, str]) -> list[FlipMeasure]:
    """Return the cases that moved at least once."""
    return [
        FlipMeasure(case, pattern) for case, pattern in patterns.items() if len(set(pattern)) > 1
    ]


def severity_drift(runs: Sequence[PastRun]) -> list[DriftMeasure]:
    """Return every change of grade without a change of outcome, by case and then in run order."""
    graded: dict[str, list[PastRun]] = {}
    for run in runs:
        for case in run.valid:
            graded.setdefault(case, []).append(run)
    return [
        DriftMeasure(case, before, after, before.outcomes[case])
        for case in sorted(graded)
        for before, after in pairwise(graded[case])
        if before.outcomes[case] == after.outcomes[case] and _other_grade(before, after, case)
    ]


def _other_grade(before: PastRun, after: PastRun, case: str) -> bool:
    was, now = before.grades.get(case), after.grades.get(case)
    return was is not None and now is not None and was.compared != now.compared
