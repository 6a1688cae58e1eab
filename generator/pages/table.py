"""Tables of the pages: a heading one can link to, a note, columns, and rows with anchors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.pages import numbers
from generator.pages.escape import Markdown, finalize, md
from generator.publication.base import Interval

Align = Literal["left", "right"]

_RULES: dict[Align, str] = {"left": "---", "right": "--:"}


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, and to which side its cells stand."""

    heading: str
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class Table:
    """A table under its anchor; each row is a tuple of cells, one a column."""

    anchor: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[object, ...], ...]

    def __bool__(self) -> bool:
        """A table with no rows is not shown."""
        return bool(self.rows)


def text(*headings: str) -> tuple[Column, ...]:
    """Return columns of text."""
    return tuple(Column(heading) for heading in headings)


def numeric(*headings: str) -> tuple[Column, ...]:
    """Return columns of numbers."""
    return tuple(Column(heading, "right") for heading in headings)


def interval_column(
    values: Sequence[Interval | None], show: Callable[[Interval], Markdown]
) -> tuple[Column, list[Markdown]]:
    """Return a column of intervals; its heading names their method where they share one."""
    method = numbers.shared_method(values)
    heading = md("Interval, {}", method) if method else Markdown("Interval")
    cells = [
        numbers.DASH
        if value is None
        else show(value)
        if method
        else md("{} {}", show(value), numbers.method(value))
        for value in values
    ]
    return Column(heading, "right"), cells


def without_empty(table: Table, keep: Sequence[str] = ()) -> Table:
    """Return the table without the columns in which no row has anything to say."""
    shown = [
        i
        for i, column in enumerate(table.columns)
        if column.heading in keep or any(row[i] not in ("", "—") for row in table.rows)
    ]
    return Table(
        table.anchor,
        tuple(table.columns[i] for i in shown),
        tuple(tuple(row[i] for i in shown) for row in table.rows),
    )


def without_column(table: Table, heading: str) -> Table:
    """Return the table without the column of that heading."""
    shown = [i for i, column in enumerate(table.columns) if column.heading != heading]
    return Table(
        table.anchor,
        tuple(table.columns[i] for i in shown),
        tuple(tuple(row[i] for i in shown) for row in table.rows),
    )


def row_anchor(anchor: str, text: str) -> Markdown:
    """Return the first cell of a row that one can link to: it links to itself."""
    return md("[{}](#{}){{ #{} }}", text, Markdown(anchor), Markdown(anchor))


def markdown(table: Table) -> Markdown:
    """Return a table as Markdown, every cell escaped by its type."""
    lines = [
        _line(column.heading for column in table.columns),
        _line(Markdown(_RULES[column.align]) for column in table.columns),
        *(_line(row) for row in table.rows),
    ]
    return Markdown("\n".join(lines))


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(finalize(cell) for cell in cells)} |"
