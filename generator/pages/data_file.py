"""What a download is: a table in three forms, with columns that do not depend on the report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from generator.pages.columns import Column, Value, key, spelled
from generator.pages.figures.table import Cell, table
from generator.pages.flatten import columns, row
from generator.pages.json_rows import json_rows
from generator.pages.parquet import parquet
from generator.publication.base import Public
from generator.publication.report import Report

Keys = tuple[Value, ...]
Form = Literal["csv", "json", "parquet"]


@dataclass(frozen=True)
class DataFile:
    """One download: its name, what one row of it is, its columns and its rows."""

    name: str
    one_row: str
    record: type[Public] | None
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]

    @cached_property
    def forms(self) -> Mapping[Form, bytes]:
        """The bytes of the table in each form."""
        names = [column.name for column in self.columns]
        cells = ([_cell(value) for value in each] for each in self.rows)
        return {
            "csv": table(names, cells).encode(),
            "json": json_rows(names, self.rows),
            "parquet": parquet(self.columns, self.rows),
        }

    def path(self, form: Form) -> str:
        """Return where one form of it stands in a version's folder."""
        return f"data/{self.name}.{form}"


@dataclass(frozen=True, slots=True)
class DataKind:
    """A download before a report: the keys before each row, and the record that fills it."""

    name: str
    one_row: str
    keys: tuple[str, ...]
    record: type[Public] | None
    rows: Callable[[Report], Iterable[tuple[Keys, Public | None]]]

    @property
    def columns(self) -> tuple[Column, ...]:
        """Its columns, the keys first."""
        return (*map(key, self.keys), *(columns(self.record) if self.record else ()))

    def of(self, report: Report) -> DataFile:
        """Return the download of one report."""
        rows = (
            keys + (row(record) if record is not None else ()) for keys, record in self.rows(report)
        )
        return DataFile(self.name, self.one_row, self.record, self.columns, tuple(rows))


def _cell(value: Value) -> Cell:
    """Return a value as one cell; a list stands in it with spaces between."""
    return spelled(value) if isinstance(value, bool | list) else value
