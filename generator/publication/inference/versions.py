"""One arm in several versions: under one name, and which of its trials came first.

An arm whose label changed is known by its runs, whose aliases stay as long as the key does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from generator.publication.arm import Arm, RunRow
from generator.publication.inference.cells import ArmCells
from generator.publication.inference.system import System
from generator.publication.relabelled import relabelled
from generator.publication.report import Report

_OWN = ("first_pass", "same_day", "cross_day", "undated")
"""The classes of evidence of runs whose trials are the arm's own."""


def under_one_name(reports: Sequence[Report]) -> list[Report]:
    """Return reports, newest first, in which each arm has the name it has in the newest of them."""
    known: dict[str, str] = {}
    renamed = []
    for report in reports:
        names = {arm.arm: _name(arm, known) for arm in report.arms}
        if len(set(names.values())) < len(names):
            names = {arm.arm: arm.arm for arm in report.arms}
        for arm in report.arms:
            known |= {run: names[arm.arm] for run in _own_runs(arm) if run not in known}
        labels = {old: new for old, new in names.items() if old != new}
        renamed.append(relabelled(report, labels))
    return renamed


def _name(arm: Arm, known: Mapping[str, str]) -> str:
    """Return the one name under which newer versions know some of an arm's runs, or its own."""
    names = {known[run] for run in _own_runs(arm) if run in known}
    return names.pop() if len(names) == 1 else arm.arm


def _own_runs(arm: Arm) -> list[str]:
    return [run.run for run in arm.runs if run.evidence in _OWN]


@dataclass(frozen=True, slots=True)
class Opened:
    """A case in a version that tells the order of its outcomes, or how many of the first passed.

    `first` is the unknown of its passes in as many trials as a `screen` has.
    """

    found: ArmCells
    first: int | None
    screen: int


def link(
    system: System, after: ArmCells, before: ArmCells, numbers: Mapping[str, tuple[int, int]]
) -> None:
    """Tie the counts of one arm in two versions, where it kept its runs and its first passes.

    `numbers` are the unknowns of each case after and before.
    """
    if not _keeps_runs(before.arm, after.arm):
        return
    for name, (one, other) in numbers.items():
        new, old = after.cells[name], before.cells[name]
        if _only_grew(after, before, name) and not (new.known and old.known):
            system.require({one: 1, other: -1}, 0, new.valid - old.valid)


def link_first_trials(
    system: System, opened: Mapping[str, Opened], before: ArmCells, numbers: Mapping[str, int]
) -> None:
    """Tie the counts of one version to the first outcomes that a newer one tells of its cases.

    `opened` has the newer version of each case that any has; `numbers` are its unknowns before.
    """
    for name, number in numbers.items():
        case = opened.get(name)
        if case is None or before.cells[name].known or not _only_grew(case.found, before, name):
            continue
        if not _keeps_runs(before.arm, case.found.arm):
            continue
        if not _only_later(before.arm, case.found.arm):
            continue
        valid = before.cells[name].valid
        order = case.found.cases[name].order
        if order is not None and len(order.pattern) == case.found.cells[name].valid:
            passed = order.pattern[:valid].count("P")
            system.require({number: 1}, passed, passed)
        elif case.first is not None and valid == case.screen:
            system.require({case.first: 1, number: -1}, 0, 0)


def _only_grew(after: ArmCells, before: ArmCells, name: str) -> bool:
    """Whether a case is the same in both versions, but for more trials."""
    new, old = after.cells[name], before.cells[name]
    same = after.cases[name].primary_outcome == before.cases[name].primary_outcome
    return same and new.width == old.width and new.valid >= old.valid


def _keeps_runs(before: Arm, after: Arm) -> bool:
    kept = {run.run: run.evidence for run in after.runs}
    same = all(kept.get(run.run) == run.evidence for run in before.runs)
    return same and after.identity == before.identity


def _only_later(before: Arm, after: Arm) -> bool:
    """Whether every run that came since began after all that were there.

    Runs stand in the order of their start, on one day, too.
    """
    known = {run.run for run in before.runs}
    own = [run for run in after.runs if run.evidence in _OWN]
    old = [place for place, run in enumerate(own) if run.run in known]
    new = [place for place, run in enumerate(own) if run.run not in known]
    return not _undated(own) and max(old, default=-1) < min(new, default=len(own))


def _undated(runs: Sequence[RunRow]) -> bool:
    return any(run.date is None for run in runs)
