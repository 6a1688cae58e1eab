"""What one published arm says of one case's passes on repeat, as bounds.

A count that stands in the report is known. A withheld one lies between what the verdict says and
what the full runs show, whose outcomes are published case by case.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.publication.arm import Arm
from generator.publication.audit import AuditRun
from generator.publication.case import Case
from generator.publication.inference.scores import shown_scores
from generator.publication.report import Report


@dataclass(frozen=True, slots=True)
class Cell:
    """One case of one arm: `low` <= its passes <= `high`, of `valid` trials.

    An attempt is made for each of its `width` variants, of which `need` must pass.
    """

    low: int
    high: int
    valid: int
    width: int
    need: int

    @property
    def known(self) -> bool:
        """Whether there is but one value already."""
        return self.low == self.high

    def attempts(self, passed: int) -> tuple[int, int]:
        """Return how few and how many attempts pass where so many trials do."""
        failed = self.valid - passed
        return self.need * passed, self.width * passed + (self.need - 1) * failed


@dataclass(frozen=True, slots=True)
class ArmCells:
    """One arm of one report, with the bounds of every case and the full runs of its past."""

    arm: Arm
    cells: Mapping[str, Cell]
    cases: Mapping[str, Case]
    past: tuple[AuditRun, ...]


def arm_cells(report: Report, arm: Arm) -> ArmCells:
    """Return what a report's arm says of each of its cases."""
    audited = report.audit.arms if report.audit else []
    past = tuple(
        run for each in audited if (each.arm, each.basis) == (arm.arm, "runs") for run in each.runs
    )
    return ArmCells(
        arm=arm,
        cells={case.case: _cell(case, past, report.rules.case_rule) for case in arm.cases},
        cases={case.case: case for case in arm.cases},
        past=past,
    )


def _cell(case: Case, past: tuple[AuditRun, ...], case_rule: str | int) -> Cell:
    width = max(1, len(case.variants))
    need = need_of(case_rule, width)
    low, high = _bounds(case, past)
    if case.passed is None and (scores := shown_scores(case)):
        # A trial passes with a score that does if one is enough, and fails with one that does not
        # if none may.
        low = max(low, scores.passed) if need == 1 else low
        high = min(high, case.valid - scores.failed) if need == width else high
    return Cell(min(low, high), high, case.valid, width, need)


def need_of(case_rule: str | int, width: int) -> int:
    """Return how many of a case's scored variants must pass."""
    if isinstance(case_rule, int):
        return min(case_rule, width)
    return width if case_rule == "all" else 1


def _bounds(case: Case, past: tuple[AuditRun, ...]) -> tuple[int, int]:
    if case.passed is not None:
        return case.passed, case.passed
    if case.verdict == "screen_incomplete":
        return 0, 0
    repeats = [run.outcomes.get(case.case) for run in past if run.role != "primary"]
    low, high = repeats.count("pass"), case.valid - repeats.count("fail")
    if case.verdict == "recovery_capable":
        low = max(low, 1)
        if len(case.variants) == 1:  # the case moved as its one variant did
            moved = case.variants[0].moved
            low = case.valid if moved is False else low
            high = min(high, case.valid - 1) if moved else high
    return low, high
