"""The table twin of a figure: CSV text that a spreadsheet opens without running anything."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

Cell = str | int | float | None

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return rows as CSV text; a number that is not there is an empty cell."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return written.getvalue()


def _cell(value: Cell) -> str:
    """Spell one value; text that a spreadsheet would run as a formula is kept text by a quote."""
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return repr(value)
