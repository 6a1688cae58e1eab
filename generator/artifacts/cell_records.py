"""The records of published result cells: one cell of a table of cases and arms."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Literal

from generator.artifacts.records import InvalidCause, Record, Source
from generator.errors import Problem

Face = Literal["ops", "build", "verify", "review", "text", "vision", "ui-build", "req-drift"]
RunTag = Literal["primary", "makeup", "retest"]


class CellStatus(StrEnum):
    """What a published cell says of a case and an arm."""

    PASS = "pass"  # noqa: S105 - an outcome, not a password
    FAIL = "fail"
    UNSCORED = "invalid_or_pending"
    MISSING = "missing"

    @property
    def scored(self) -> bool:
        """Whether the cell has an outcome."""
        return self in (CellStatus.PASS, CellStatus.FAIL)


class UnscoredCause(StrEnum):
    """Why a cell has no outcome."""

    TIMEOUT = "infrastructure_timeout"
    TIMEOUT_OWED = "infrastructure_timeout_owed"
    DELIVERY_BUDGET = "model_delivery_budget_burn"

    @property
    def invalid_cause(self) -> InvalidCause:
        """The cause in the words of attempts."""
        if self is UnscoredCause.DELIVERY_BUDGET:
            return InvalidCause.DELIVERY_BUDGET
        return InvalidCause.HARNESS_TIMEOUT


class Cell(Record, frozen=True):
    """One cell. `row` is the line that states it, `case` a public alias already.

    `score`, and `out_of` where one is printed, are read from `detail` where it is a number;
    a reprinted cell's home is another page, and it is counted never.
    """

    row: int
    source: str
    section: str | None
    case: str
    face: Face | None
    arm_label: str
    arm_id: str
    run_tag: RunTag
    reprint: bool
    status: CellStatus
    detail: str | None
    score: float | None
    out_of: float | None
    unscored_cause: UnscoredCause | None


class CellArtifact(Record, frozen=True):
    """All that was read of one file of cells; `folded` home cells repeat another one.

    `labels` are the headings under which home cells of each arm_id are printed, folded ones too.
    """

    format: str
    file: Path
    cells: tuple[Cell, ...]
    sources: tuple[Source, ...]
    folded: int = 0
    labels: frozenset[tuple[str, str]] = frozenset()
    warnings: tuple[Problem, ...] = ()
