"""One arm in several versions: under one name, and which of its trials came first.

An arm whose label changed is known by its runs, whose aliases stay as long as the key does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from generator.publication.arm import Arm, RunRow
from generator.publication.case import Case
from generator.publication.inference.cells import ArmCells
from generator.publication.inference.system import System
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
        renamed.append(_renamed(report, names))
    return renamed


def _name(arm: Arm, known: Mapping[str, str]) -> str:
    """Return the one name under which newer versions know some of an arm's runs, or its own."""
    names = {known[run] for run in _own_runs(arm) if run in known}
    return names.pop() if len(names) == 1 else arm.arm


def _own_runs(arm: Arm) -> list[str]:
    return [run.run for run in arm.runs if run.evidence in _OWN]


def _renamed(report: Report, names: Mapping[str, str]) -> Report:
    if all(old == new for old, new in names.items()):
        return report
    audit = report.audit and replace(
        report.audit,
        arms=[
            replace(each, arm=names.get(each.arm, each.arm) if each.basis == "runs" else each.arm)
            for each in report.audit.arms
        ],
    )
    arms = [replace(arm, arm=names[arm.arm]) for arm in report.arms]
    return replace(report, arms=arms, audit=audit)


def link(
    system: System,
    after: ArmCells,
    before: ArmCells,
    numbers: Mapping[str, tuple[int, int]],
    first: Mapping[str, int],
    screen: int,
) -> None:
    """Tie the counts of one arm in two versions, where it kept its runs and its first passes.

    `numbers` are the unknowns of each case after and before, `first` those of its passes in its
    first trials after, which are as many as a `screen` has.
    """
    if not _keeps_runs(before.arm, after.arm):
        return
    later = _only_later(before.arm, after.arm)
    for name, (one, other) in numbers.items():
        new, old = after.cells[name], before.cells[name]
        if new.width != old.width or new.valid < old.valid or (new.known and old.known):
            continue
        if after.cases[name].primary_outcome != before.cases[name].primary_outcome:
            continue
        system.require({one: 1, other: -1}, 0, new.valid - old.valid)
        if later and (shown := _passes_before(after.cases[name], old.valid)) is not None:
            system.require({other: 1}, shown, shown)
        if later and name in first and old.valid == screen:
            system.require({first[name]: 1, other: -1}, 0, 0)


def _keeps_runs(before: Arm, after: Arm) -> bool:
    kept = {run.run: run.evidence for run in after.runs}
    same = all(kept.get(run.run) == run.evidence for run in before.runs)
    return same and after.identity == before.identity


def _passes_before(case: Case, valid: int) -> int | None:
    """Return how many of a case's first trials passed, None where its order is not told."""
    if case.order is None or len(case.order.pattern) != case.valid:
        return None
    return case.order.pattern[:valid].count("P")


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
