"""The published numbers of this and earlier versions as one system over the withheld counts.

What is taken into account: an arm's total of successes, which its total of failures and its ways to
fail only say again; the counts, verdicts and first passes of its cases; the outcomes of its full
runs; whether a variant moved; and what an earlier version says of the same case of the same arm,
where its trials only grew.

What is not: the margins and modal scores of partial-credit cases, which the rules of the protocol
publish of a screened case, too. Sets of hits and claimed deliveries are withheld where they could
give its count back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from generator.publication.arm import Arm
from generator.publication.inference.cells import ArmCells, arm_cells, need_of
from generator.publication.inference.system import System
from generator.publication.inference.variants import add_variants, has_withheld_variants
from generator.publication.report import Report

Withheld = tuple[str, str]
"""An arm's name and a case's alias, with the variant's name where it is one of its variants."""

VARIANT = " "
"""What stands between a case's alias and the name of its variant; neither has one."""

Place = tuple[str, str, str]
"""A version, and what is withheld in it."""


@dataclass(frozen=True, slots=True)
class Given:
    """The places of counts that published numbers give away, and of those nothing settled."""

    away: set[Place]
    unsettled: set[Place]


@dataclass(slots=True)
class Published:
    """Reports as a system; `unknowns` are the passes of each case and variant."""

    system: System = field(default_factory=System)
    unknowns: dict[Place, int] = field(default_factory=dict)

    def given(self, asked: Iterable[Withheld]) -> Given:
        """Return where the count of one of the asked cases is given away, or may be."""
        wanted = set(asked)
        places = {number: place for place, number in self.unknowns.items() if place[1:] in wanted}
        judged = self.system.judged(places)
        return Given(
            away={places[each] for each in judged.determined},
            unsettled={places[each] for each in judged.unsettled},
        )


def withheld(report: Report) -> list[Withheld]:
    """Return the counts that a report withholds and whose verdict leaves more than one value."""
    named = []
    for found in (arm_cells(report, arm) for arm in report.arms):
        for name, cell in found.cells.items():
            case = found.cases[name]
            if case.verdict == "recovery_capable" and not cell.known:
                named.append((found.arm.arm, name))
            if case.valid and has_withheld_variants(case):
                hidden = (each.variant for each in case.variants if each.passed is None)
                named += [(found.arm.arm, of_variant(name, each)) for each in hidden]
    return named


def of_variant(case: str, variant: str) -> str:
    """Return what names a variant of a case among what is withheld."""
    return f"{case}{VARIANT}{variant}"


def published(
    reports: Sequence[Report], arms: Iterable[str], totals: Iterable[tuple[str, str]]
) -> Published:
    """Return what reports, newest first, say of some arms.

    Of the arms' totals only those of the stated versions and arms are taken.
    """
    made, asked, taken = Published(), set(arms), set(totals)
    newer: dict[str, ArmCells] = {}
    versions: dict[str, str] = {}
    for report in reports:
        for arm in report.arms:
            if arm.arm not in asked:
                continue
            found = arm_cells(report, arm)
            _add_cells(made, report.version, found)
            if (report.version, arm.arm) in taken:
                _add_total(made, report, found)
            if arm.arm in newer:
                _link(made, versions[arm.arm], newer[arm.arm], report.version, found)
            newer[arm.arm], versions[arm.arm] = found, report.version
    return made


def has_total(arm: Arm) -> bool:
    """Whether an arm's total of successes is published."""
    return arm.states.valid_task_success is not None


def _add_cells(made: Published, version: str, found: ArmCells) -> None:
    for name, cell in found.cells.items():
        number = made.system.unknown(cell.low, cell.high)
        made.unknowns[version, found.arm.arm, name] = number
        if cell.valid and has_withheld_variants(found.cases[name]):
            passes = add_variants(made.system, number, cell, found.cases[name])
            for variant, each in passes.items():
                made.unknowns[version, found.arm.arm, of_variant(name, variant)] = each


def _add_total(made: Published, report: Report, found: ArmCells) -> None:
    """Add that the successes of first passes, repeats and other attempts make up the total.

    Attempts that are of no such trial can have ended either way.
    """
    states = found.arm.states
    if states.valid_task_success is None or states.valid_task_failure is None:
        return
    firsts, repeats = _first_passes(found), _repeats(made, report.version, found)
    later = _later_primaries(report, found)
    rest = states.valid_task_success + states.valid_task_failure
    rest -= firsts.attempts + repeats.attempts + later.attempts
    if rest < 0:
        return
    least, most = firsts.low + repeats.low + later.low, firsts.high + repeats.high + later.high
    total = states.valid_task_success
    if repeats.terms:
        made.system.require(repeats.terms, total - most - rest, total - least)


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


def _later_primaries(report: Report, found: ArmCells) -> _Sum:
    total = _Sum()
    for run in found.past:
        if run.role == "primary" and run.evidence != "first_pass":
            for name, outcome in run.outcomes.items():
                width = found.cells[name].width if name in found.cells else 1
                total.add(outcome, width, need_of(report.rules.case_rule, width))
    return total


def _repeats(made: Published, version: str, found: ArmCells) -> _Sum:
    """Sum the attempts of repeats: one a trial, or as many as there are variants."""
    total = _Sum()
    for name, cell in found.cells.items():
        total.attempts += cell.width * cell.valid
        number = made.unknowns[version, found.arm.arm, name]
        variants = found.cases[name].variants
        if cell.valid and has_withheld_variants(found.cases[name]):
            for each in variants:
                total.terms[
                    made.unknowns[version, found.arm.arm, of_variant(name, each.variant)]
                ] = 1
        elif variants and None not in (stated := [each.passed for each in variants]):
            known = sum(each or 0 for each in stated)
            total.low, total.high = total.low + known, total.high + known
        elif cell.known:
            least, most = cell.attempts(cell.low)
            total.low, total.high = total.low + least, total.high + most
        else:
            total.terms[number] = 1
    return total


def _link(made: Published, newer: str, after: ArmCells, older: str, before: ArmCells) -> None:
    """Tie the counts of one arm in two versions, where it kept its runs and its first passes."""
    kept = {run.run: run for run in after.arm.runs}
    same_runs = all(
        run.run in kept and kept[run.run].evidence == run.evidence for run in before.arm.runs
    )
    if not same_runs or after.arm.identity != before.arm.identity:
        return
    later = _only_later(before.arm, after.arm)
    for name, old in before.cells.items():
        new = after.cells.get(name)
        case, was = after.cases.get(name), before.cases[name]
        if new is None or case is None or new.width != old.width or new.valid < old.valid:
            continue
        if case.primary_outcome != was.primary_outcome:
            continue
        if new.known and old.known:
            continue
        one = made.unknowns[newer, after.arm.arm, name]
        other = made.unknowns[older, before.arm.arm, name]
        made.system.require({one: 1, other: -1}, 0, new.valid - old.valid)
        if later and case.order is not None and len(case.order.pattern) == new.valid:
            first = case.order.pattern[: old.valid].count("P")
            made.system.require({other: 1}, first, first)


def _only_later(before: Arm, after: Arm) -> bool:
    """Whether every run that came since began on a later day than all that were there."""
    known = {run.run for run in before.runs}
    old = [run.date for run in before.runs]
    new = [run.date for run in after.runs if run.run not in known]
    if None in old or None in new:
        return False
    return max(map(str, old), default="") < min(map(str, new), default="9")
