"""What the passes of an arm's attempts come to, as it is published.

The successes of first passes, of repeats and of all other attempts make up the arm's total. Where
that is withheld, the contested attempts that are read as failures still say how many failed at
least. The passes that a case at confirmation size had in its first trials, which the fresh recovery
leaves out, are the difference to the whole one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.inference.cells import ArmCells, need_of
from generator.publication.inference.system import System
from generator.publication.inference.variants import has_withheld_variants
from generator.publication.report import Rules

NumberOf = Callable[[str, str | None], int]
"""Gives the unknown of a case by its alias, or of one of its variants."""


@dataclass(frozen=True, slots=True)
class Total:
    """How few and how many of an arm's valid attempts passed, and how many valid ones there are."""

    low: int
    high: int
    attempts: int


def total_of(arm: Arm) -> Total | None:
    """Return what is published of an arm's successes, None if nothing is."""
    states = arm.states
    if states.valid_task_success is not None and states.valid_task_failure is not None:
        passed = states.valid_task_success
        return Total(passed, passed, passed + states.valid_task_failure)
    contested = arm.policies
    if contested is None or contested.used != "as_failure":
        return None
    other = states.invalid_infrastructure + states.protocol_violation + states.pending_adjudication
    valid = arm.invalid_burden.attempts - other
    return Total(0, valid - contested.contested, valid)


def add_total(
    system: System, total: Total, found: ArmCells, rules: Rules, number_of: NumberOf
) -> None:
    """Add that the successes of first passes, repeats and other attempts make up the total.

    Attempts that are of no such trial can have ended either way. Where there are fewer attempts
    than trials take, nothing adds up and nothing can be settled.
    """
    parts = (_first_passes(found), _later_primaries(found, rules), _repeats(found, number_of))
    terms = parts[-1].terms
    rest = total.attempts - sum(each.attempts for each in parts)
    if not terms:
        return
    if rest < 0:
        system.require(terms, 1, 0)
        return
    least, most = sum(each.low for each in parts), sum(each.high for each in parts)
    system.require(terms, total.low - most - rest, total.high - least)


def add_first_trials(system: System, found: ArmCells, rules: Rules) -> dict[str, int]:
    """Add the passes in the first trials of each case whose recovery is measured, by its alias."""
    recovery = found.arm.recovery
    measured = [found.cases[name] for name in found.cells if _is_measured(found.cases[name])]
    first = {
        case.case: system.unknown(*_passes_at_first(case, rules.screen))
        for case in measured
        if case.passed is not None
    }
    if first and len(first) == recovery.cases:
        early = recovery.recovered - recovery.fresh.recovered
        system.require(dict.fromkeys(first.values(), 1), early, early)
    return first


def _is_measured(case: Case) -> bool:
    return (
        case.stage == "confirmation"
        and case.primary_outcome == "fail"
        and case.verdict != "boundary"
    )


def _passes_at_first(case: Case, screen: int) -> tuple[int, int]:
    passed = case.passed or 0
    if case.order is not None:
        passed = case.order.pattern[:screen].count("P")
        return passed, passed
    return max(0, passed - max(0, case.valid - screen)), min(passed, screen)


@dataclass(slots=True)
class _Sum:
    """Attempts, and between how few and how many of them passed besides the unknown terms."""

    attempts: int = 0
    low: int = 0
    high: int = 0
    terms: dict[int, int] = field(default_factory=dict)

    def add(self, outcome: str, width: int, need: int) -> None:
        """Add the attempts of one trial whose outcome is known."""
        if outcome in ("pass", "fail"):
            self.attempts += width
            self.low += need if outcome == "pass" else 0
            self.high += width if outcome == "pass" else need - 1


def _first_passes(found: ArmCells) -> _Sum:
    total = _Sum()
    for name, cell in found.cells.items():
        total.add(found.cases[name].primary_outcome, cell.width, cell.need)
    return total


def _later_primaries(found: ArmCells, rules: Rules) -> _Sum:
    total = _Sum()
    for name, outcome in _later_outcomes(found):
        width = found.cells[name].width if name in found.cells else 1
        total.add(outcome, width, need_of(rules.case_rule, width))
    return total


def _later_outcomes(found: ArmCells) -> Iterator[tuple[str, str]]:
    for run in found.past:
        if run.role == "primary" and run.evidence != "first_pass":
            yield from run.outcomes.items()


def _repeats(found: ArmCells, number_of: NumberOf) -> _Sum:
    """Sum the attempts of repeats: one a trial, or as many as there are variants."""
    total = _Sum()
    for name, cell in found.cells.items():
        total.attempts += cell.width * cell.valid
        variants = found.cases[name].variants
        if cell.valid and has_withheld_variants(found.cases[name]):
            total.terms |= {number_of(name, each.variant): 1 for each in variants}
        elif variants and None not in (stated := [each.passed for each in variants]):
            known = sum(each or 0 for each in stated)
            total.low, total.high = total.low + known, total.high + known
        elif cell.known:
            least, most = cell.attempts(cell.low)
            total.low, total.high = total.low + least, total.high + most
        else:
            total.terms[number_of(name, None)] = 1
    return total
