"""The published numbers of this and earlier versions as one system over the withheld counts.

Withheld are the passes of a screened case that recovered, and those of its variants, until it is
confirmed. What is taken into account of an arm that has any:

- its total of successes; its total of failures, its ways to fail and its claimed deliveries only
  say again or less, and go when it does; without it, the contested attempts that are failures;
- counts, verdicts and first passes of all its cases, passes of their variants and whether one
  moved, most frequent scores and distributions of scores against the threshold;
- the outcomes of its full runs, case by case, which deltas, flips and severity drift only say
  again;
- what recovery and fresh recovery differ by;
- what earlier versions say of the same case, where its trials only grew: by how much at most, and
  where the order of rows shows that the runs since are later ones, that an order of outcomes that
  is shown begins with the older trials.

What is not, and why:

- pass@k and pass^k, recovery, regression, dependence, named lists, orders, intervals, brackets and
  differences of arms, rounded or not: no withheld case is in them, and the counts of those that
  are stand beside them; both readings of contested ends leave the same cases out;
- comparisons' tables: they are of first passes, which are told;
- bounds on cases that never passed, side effects, cost, caps, plan, states without an outcome: no
  count of passes is in them;
- sets of hits of a screened case, which are withheld with a recovery;
- pages, figures, badges, CSV files and the history of a site: they are made of the report;
- studies, ledgers, and published cells: nothing in them is an arm's withheld count; a rate over too
  few tasks is left out because it says little, and its tasks are named instead;
- an arm whose aliases were made with another key: nothing public ties it to the older one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from generator.publication.arm import Arm
from generator.publication.inference.cells import ArmCells, arm_cells
from generator.publication.inference.system import System
from generator.publication.inference.totals import add_first_trials, add_total, total_of
from generator.publication.inference.variants import add_variants, has_withheld_variants
from generator.publication.inference.versions import Opened, link, link_first_trials
from generator.publication.report import Report

Withheld = tuple[str, str]
"""An arm's name and a case's alias, with the variant's name where it is one of its variants."""

VARIANT = " "
"""What stands between a case's alias and the name of its variant; neither has one."""

Place = tuple[str, str, str]
"""A version, and what is withheld in it."""

Total = tuple[str, str]
"""A version and an arm's name: the arm's total of successes in that version."""


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
        places = {place: number for place, number in self.unknowns.items() if place[1:] in wanted}
        judged = self.system.judged(set(places.values()))
        return Given(
            away={place for place, number in places.items() if number in judged.determined},
            unsettled={place for place, number in places.items() if number in judged.unsettled},
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


def has_total(arm: Arm) -> bool:
    """Whether anything is published of an arm's total of successes."""
    return total_of(arm) is not None


def totals_of(reports: Iterable[Report]) -> set[Total]:
    """Return every total that reports publish anything of."""
    return {(each.version, arm.arm) for each in reports for arm in each.arms if has_total(arm)}


def published(reports: Sequence[Report], arms: Iterable[str], totals: Iterable[Total]) -> Published:
    """Return what reports, newest first, say of some arms, each under one name.

    Of the arms' totals only those of the stated versions and arms are taken.
    """
    made, taken = Published(), set(totals)
    for name in dict.fromkeys(arms):
        history = _History(made, name)
        for report in reports:
            for arm in report.arms:
                if arm.arm == name:
                    history.add(report, arm, with_total=(report.version, name) in taken)
    return made


class _History:
    """One arm, version by version from the newest on."""

    def __init__(self, made: Published, name: str) -> None:
        self._made = made
        self._name = name
        self._newer: ArmCells | None = None
        self._version = ""
        self._opened: dict[str, Opened] = {}

    def add(self, report: Report, arm: Arm, *, with_total: bool) -> None:
        """Add a version. One that says of the arm what the newer one says adds no unknown."""
        found, newer = arm_cells(report, arm), self._newer
        if newer is not None and (found.arm, found.past) == (newer.arm, newer.past):
            self._same_again(report.version, found)
        else:
            self._add_cells(report, found)
        if with_total and (total := total_of(arm)):
            add_total(
                self._made.system,
                total,
                found,
                report.rules,
                lambda case, variant: self._number(report.version, case, variant),
            )
        self._newer, self._version = found, report.version

    def _number(self, version: str, case: str, variant: str | None = None) -> int:
        name = case if variant is None else of_variant(case, variant)
        return self._made.unknowns[version, self._name, name]

    def _same_again(self, version: str, found: ArmCells) -> None:
        unknowns = self._made.unknowns
        for name, case in found.cases.items():
            hidden = (of_variant(name, each.variant) for each in case.variants)
            for each in (name, *hidden):
                if (number := unknowns.get((self._version, self._name, each))) is not None:
                    unknowns[version, self._name, each] = number

    def _add_cells(self, report: Report, found: ArmCells) -> None:
        system, unknowns = self._made.system, self._made.unknowns
        for name, cell in found.cells.items():
            number = system.unknown(cell.low, cell.high)
            unknowns[report.version, self._name, name] = number
            if cell.valid and has_withheld_variants(found.cases[name]):
                passes = add_variants(system, number, cell, found.cases[name])
                for variant, each in passes.items():
                    unknowns[report.version, self._name, of_variant(name, variant)] = each
        numbers = {name: self._number(report.version, name) for name in found.cells}
        if newer := self._newer:
            both = {
                name: (self._number(self._version, name), number)
                for name, number in numbers.items()
                if name in newer.cells
            }
            link(system, newer, found, both)
            link_first_trials(system, self._opened, found, numbers)
        first = add_first_trials(system, found, report.rules)
        self._opened |= {
            name: Opened(found, first.get(name), report.rules.screen)
            for name, case in found.cases.items()
            if case.order is not None or name in first
        }
