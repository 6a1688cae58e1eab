"""The inventory as text: its runs, cells and other files, then what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from generator.artifacts.inventory import Inventory, ProblemRow
from generator.artifacts.records import State
from generator.artifacts.reprints import Reprints
from generator.errors import printable

_STATE_HEADINGS = {
    State.SUCCESS: "success",
    State.FAILURE: "failure",
    State.INVALID: "invalid",
    State.VIOLATION: "violation",
    State.PENDING: "pending",
    State.DRIVER_EXCEPTION: "driver",
}


def as_table(inventory: Inventory) -> str:
    """Return the inventory as text: its runs, cells and other files, then what is wrong."""
    columns = ("path", "format", "run_id", "arm_id", "role", "cases", "attempts")
    runs = [
        (
            row.ordinal,
            *(getattr(row, column) for column in columns),
            *((row.states or {}).get(state) for state in _STATE_HEADINGS),
            row.folded,
        )
        for row in inventory.runs
    ]
    cells = [
        (row.ordinal, row.path, row.format, row.cells, row.reprints, row.folded)
        for row in inventory.cells
    ]
    ledgers = [
        (row.ordinal, row.path, row.format, row.run_id, row.claims, row.trials, row.folded)
        for row in inventory.ledgers
    ]
    study_columns = ("path", "format", "run_id", "phase", "rule_version", "rows", "expected")
    studies = [
        (row.ordinal, *(getattr(row, column) for column in study_columns))
        for row in inventory.studies
    ]
    others = [
        (row.ordinal, row.path, "a table: `sources` in the spec can map it" if row.table else "")
        for row in inventory.unrecognised
    ]
    blocks = (
        _aligned(("", *columns, *_STATE_HEADINGS.values(), "copies"), runs),
        _aligned(("", "path", "format", "cells", "reprints", "copies"), cells),
        _aligned(("", "path", "format", "run_id", "claims", "trials", "copies"), ledgers),
        _aligned(("", *study_columns), studies),
        _aligned(("", "not recognised", ""), others),
        _aligned(("", "left out"), [(row.ordinal, row.path) for row in inventory.skipped]),
        [_folded(inventory.reprints)],
        [f"problem: {_sentence(row)}" for row in inventory.problems],
        [f"warning: {_sentence(row)}" for row in inventory.warnings],
    )
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _folded(reprints: Reprints) -> str:
    return (
        f"reprints folded: runs {reprints.runs}, attempts {reprints.attempts}, cells "
        f"{reprints.cells}, cells stated twice {reprints.duplicate_cells}"
    )


def _sentence(row: ProblemRow) -> str:
    place = row.file if row.line is None else f"{row.file}:{row.line}"
    parts = (place, row.field and f"field {row.field}", f"{row.what} {row.remedy}")
    said = ": ".join(part for part in parts if part)
    return f"{said} [{row.ordinal}]" if row.ordinal else said


def _aligned(headings: tuple[str, ...], rows: Sequence[tuple[str | int | None, ...]]) -> list[str]:
    """Return the lines of a table with columns as wide as their widest cell; none without rows."""
    if not rows:
        return []
    texts = [headings, *(tuple(map(_cell, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(text, widths, strict=True)).rstrip()
        for text in texts
    ]


def _cell(value: str | int | None) -> str:
    return "-" if value is None else printable(str(value))
