"""The past runs of an arm that published pages state, and the arms that share a printed label."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from generator.accounting.cells import CellArm, CellRun, cell_run_id
from generator.artifacts.cell_records import Cell, CellStatus
from generator.artifacts.records import InvalidCause
from generator.measures.history import (
    FailSetDelta,
    Grade,
    InvalidMeasure,
    PastRole,
    PastRun,
    fail_set_delta,
)

ArmPart = Literal["model", "lane", "band"]
_PARTS: tuple[ArmPart, ...] = ("model", "lane", "band")


@dataclass(frozen=True, slots=True)
class RelatedMeasure:
    """Two arms that a page prints under one label: what differs, and how their outcomes do.

    A change of the model on one lane is version drift; another lane is another arm outright.
    """

    a: str
    b: str
    differs: tuple[ArmPart, ...]
    delta: FailSetDelta


def past_cell_runs(arm: CellArm) -> list[PastRun]:
    """Return what the pages print of an arm, one run a page and tag, in the order of pages."""
    return [
        _past_run(run, full=run.tag == "primary" or _covers_a_primary(run, arm.runs[:place]))
        for place, run in enumerate(arm.runs)
    ]


def invalid_cells(arm: CellArm, runs: Sequence[PastRun]) -> list[InvalidMeasure]:
    """Return the cells that are invalid or pending; a makeup may be one as well."""
    outcomes = {
        (run.run_id, case): outcome for run in runs for case, outcome in run.outcomes.items()
    }
    cells = [cell for run in arm.runs for cell in run.cells.values()]
    return [
        InvalidMeasure(
            run_id := cell_run_id(cell),
            cell.case,
            _cause(cell),
            1,
            outcomes.get((run_id, cell.case), _outcome(cell)),
        )
        for cell in sorted((*cells, *arm.makeups), key=lambda cell: (cell_run_id(cell), cell.case))
        if _is_invalid(cell)
    ]


def related_arms(arms: Sequence[CellArm]) -> list[RelatedMeasure]:
    """Compare every two arms that share a label by their first outcomes, the earlier page first."""
    by_label: defaultdict[str, set[str]] = defaultdict(set)
    for arm in arms:
        for label in arm.labels:
            by_label[label].add(arm.arm_id)
    pairs = {pair for ids in by_label.values() for pair in combinations(sorted(ids), 2)}
    known = {arm.arm_id: arm for arm in arms}
    return [_relate(known[a], known[b]) for a, b in sorted(pairs)]


def _relate(one: CellArm, other: CellArm) -> RelatedMeasure:
    a, b = sorted((one, other), key=_first_page)
    of_a, of_b = _parts(a.arm_id), _parts(b.arm_id)
    differs = tuple(
        part for part, in_a, in_b in zip(_PARTS, of_a, of_b, strict=True) if in_a != in_b
    )
    return RelatedMeasure(a.arm_id, b.arm_id, differs, fail_set_delta(_first(a), _first(b)))


def _first_page(arm: CellArm) -> tuple[str, str]:
    return (min((run.source for run in arm.runs), default=""), arm.arm_id)


def _parts(arm_id: str) -> tuple[str, str, str]:
    """Split `model@lane:band`; an arm without a band has an empty one."""
    model, _, place = arm_id.partition("@")
    lane, _, band = place.partition(":")
    return model, lane, band


def _first(arm: CellArm) -> PastRun:
    """Every case's first outcome, whatever page it stands on."""
    outcomes: dict[str, str] = {}
    for run in past_cell_runs(arm):
        outcomes = {case: "pass" if passed else "fail" for case, passed in run.valid.items()} | (
            outcomes
        )
    return PastRun(run_id="", role="primary", full=True, outcomes=outcomes)


def _covers_a_primary(retest: CellRun, earlier: Sequence[CellRun]) -> bool:
    """Whether a retest lists every case of a primary run before it: then it ran that set again."""
    return any(run.tag == "primary" and run.cells.keys() <= retest.cells.keys() for run in earlier)


def _past_run(run: CellRun, *, full: bool) -> PastRun:
    standing = {case: run.stand_ins.get(case, cell) for case, cell in run.cells.items()}
    role: PastRole = "retest" if run.tag == "retest" else "primary"
    return PastRun(
        run_id=run.run_id,
        role=role,
        full=full,
        outcomes={case: _outcome(cell) for case, cell in sorted(standing.items())},
        made_up=frozenset(run.stand_ins),
        grades={case: grade for case, cell in standing.items() if (grade := _grade(cell))},
    )


def _outcome(cell: Cell) -> str:
    """The outcome in the words of trials; an attempt that was spoiled is owed another."""
    if cell.status.scored:
        return "pass" if cell.status is CellStatus.PASS else "fail"
    if cell.unscored_cause is not None:
        return "owed"
    return "missing" if cell.status is CellStatus.MISSING else "pending"


def _grade(cell: Cell) -> Grade | None:
    """What the cell shows; text that is no number can be told from other text, and no more."""
    if cell.score is not None:
        return Grade((cell.score, cell.out_of), cell.score, cell.out_of)
    return None if cell.detail is None else Grade((cell.detail,))


def _is_invalid(cell: Cell) -> bool:
    return cell.status is CellStatus.UNSCORED or cell.unscored_cause is not None


def _cause(cell: Cell) -> InvalidCause | None:
    return None if cell.unscored_cause is None else cell.unscored_cause.invalid_cause
