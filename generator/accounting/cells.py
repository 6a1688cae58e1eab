"""Published cells, each observation counted once: reprints set aside, agreeing copies folded.

A run is what one published page says of one arm under one tag. Pages carry no time: an arm's runs
stand in the order of their pages' names, and on one page in the order of the tags.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.artifacts.cell_records import Cell, CellArtifact, RunTag
from generator.artifacts.cells import OBSERVED
from generator.errors import Problem, UnusableInput

_TAG_ORDER: tuple[RunTag, ...] = ("primary", "retest")
"""A makeup is no run of its own: it stands in for an attempt of another one."""


@dataclass(frozen=True, slots=True)
class CellRun:
    """One page's cells of one arm under one tag, by case; `stand_ins` are the scored makeups."""

    arm_id: str
    source: str
    tag: RunTag
    cells: Mapping[str, Cell]
    stand_ins: Mapping[str, Cell]

    @property
    def run_id(self) -> str:
        """What tells this run from every other."""
        return _run_id(self.arm_id, self.source, self.tag)


@dataclass(frozen=True, slots=True)
class CellArm:
    """One arm of the pages: the labels it is printed under, its runs, and its makeups.

    `unplaced` are the scored makeups for which there is no single cell to stand in for.
    """

    arm_id: str
    labels: frozenset[str]
    runs: tuple[CellRun, ...]
    makeups: tuple[Cell, ...]
    unplaced: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CellAccount:
    """All arms of the pages by their ids, every cell once, and how many were printed again."""

    arms: tuple[CellArm, ...]
    homes: tuple[Cell, ...]
    reprints: tuple[Cell, ...]
    folded: int


def cell_run_id(cell: Cell) -> str:
    """Return the id of the run that a cell belongs to."""
    return _run_id(cell.arm_id, cell.source, cell.run_tag)


def _run_id(arm_id: str, source: str, tag: RunTag) -> str:
    """No id of a run directory holds a NUL, so these are none of theirs."""
    return f"{arm_id}\0{source}\0{tag}"


def account_cells(artifacts: Iterable[CellArtifact]) -> CellAccount:
    """Count every home cell once; two that differ are refused, naming both rows."""
    in_order = sorted(artifacts, key=lambda each: str(each.file))
    homes: dict[tuple[str, str, str, str], tuple[Cell, Path]] = {}
    reprints: list[Cell] = []
    labels: defaultdict[str, set[str]] = defaultdict(set)
    folded = 0
    for artifact in in_order:
        folded += artifact.folded
        for arm_id, label in artifact.labels:
            labels[arm_id].add(label)
        for cell in artifact.cells:
            if cell.reprint:
                reprints.append(cell)
            elif not _is_first(cell, artifact.file, homes):
                folded += 1
    by_arm: defaultdict[str, list[Cell]] = defaultdict(list)
    for key in sorted(homes):
        cell, _ = homes[key]
        by_arm[cell.arm_id].append(cell)
    return CellAccount(
        arms=tuple(
            _account_arm(arm_id, frozenset(labels[arm_id]), by_arm[arm_id])
            for arm_id in sorted(by_arm)
        ),
        homes=tuple(cell for cell, _ in homes.values()),
        reprints=tuple(reprints),
        folded=folded,
    )


def _is_first(
    cell: Cell, file: Path, homes: dict[tuple[str, str, str, str], tuple[Cell, Path]]
) -> bool:
    """Whether no file before states this observation; one that states another is refused."""
    key = (cell.source, cell.case, cell.arm_id, cell.run_tag)
    first, where = homes.setdefault(key, (cell, file))
    if first is cell:
        return True
    field = next((each for each in OBSERVED if getattr(first, each) != getattr(cell, each)), None)
    if field is not None:
        remedy = "Correct one of them, or mark the reprint as republished."
        what = "Two rows are of one source, case, arm and run but do not say the same."
        raise UnusableInput(
            Problem("CELLS_DIFFER", what, remedy, where, first.row, field),
            Problem("CELLS_DIFFER", "This is the other one.", remedy, file, cell.row, field),
        )
    return False


def _account_arm(arm_id: str, labels: frozenset[str], cells: Sequence[Cell]) -> CellArm:
    found: defaultdict[tuple[str, RunTag], dict[str, Cell]] = defaultdict(dict)
    for cell in cells:
        if cell.run_tag != "makeup":
            found[cell.source, cell.run_tag][cell.case] = cell
    makeups = tuple(cell for cell in cells if cell.run_tag == "makeup")
    stand_ins, unplaced = _place(makeups, found)
    runs = tuple(
        CellRun(arm_id, source, tag, found[source, tag], stand_ins[source, tag])
        for source, tag in sorted(found, key=lambda run: (run[0], _TAG_ORDER.index(run[1])))
    )
    return CellArm(arm_id, labels, runs, makeups, unplaced)


def _place(
    makeups: Sequence[Cell], runs: Mapping[tuple[str, RunTag], Mapping[str, Cell]]
) -> tuple[defaultdict[tuple[str, RunTag], dict[str, Cell]], tuple[Cell, ...]]:
    """Let every scored makeup stand in for the one cell of its case that has no outcome.

    Those that find it on their own page come first; where there is none, or more than one, a
    makeup stands in for nothing.
    """
    stand_ins: defaultdict[tuple[str, RunTag], dict[str, Cell]] = defaultdict(dict)
    left = [makeup for makeup in makeups if makeup.status.scored]
    for own_page in (True, False):
        for makeup in tuple(left):
            waiting = [
                run
                for run, cells in runs.items()
                if makeup.case in cells
                and not cells[makeup.case].status.scored
                and makeup.case not in stand_ins[run]
                and (run[0] == makeup.source or not own_page)
            ]
            if len(waiting) == 1:
                stand_ins[waiting[0]][makeup.case] = makeup
                left.remove(makeup)
    return stand_ins, tuple(left)
