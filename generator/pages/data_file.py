"""What a download is: a table with a header that does not depend on the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator.pages.figures.table import Cell, table
from generator.pages.flatten import header, row
from generator.publication.base import Public
from generator.publication.report import Report

Keys = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class DataFile:
    """One download: its name, what one row of it is, its header and its rows."""

    name: str
    one_row: str
    record: type[Public] | None
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def path(self) -> str:
        """Where it stands in a version's folder."""
        return f"data/{self.name}.csv"

    def encode(self) -> bytes:
        """Return the file's bytes."""
        return table(self.columns, self.rows).encode()


@dataclass(frozen=True, slots=True)
class DataKind:
    """A download before a report: the keys before each row, and the record that fills it."""

    name: str
    one_row: str
    keys: tuple[str, ...]
    record: type[Public] | None
    rows: Callable[[Report], Iterable[tuple[Keys, Public | None]]]

    def of(self, report: Report) -> DataFile:
        """Return the download of one report."""
        columns = self.keys + (header(self.record) if self.record else ())
        rows = (
            keys + (row(record) if record is not None else ()) for keys, record in self.rows(report)
        )
        return DataFile(self.name, self.one_row, self.record, columns, tuple(rows))
