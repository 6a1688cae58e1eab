"""The rows of a Parquet table.

Columns that nobody asks for are not decoded, and memory holds a batch of rows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.artifacts.files import MIB, SafeFile
from generator.artifacts.records import JsonValue
from generator.errors import Problem, UnusableInput

PARQUET = ".parquet"
_BATCH = 1024
_BATCH_OF_ALL = 64
"""Rows of all columns at once: a transcript can be among them."""

_MOST_VALUES = 1 << 24
"""A few bytes can claim rows, or lists in them, without end: of more nothing is read."""

TOO_MANY_VALUES = "TOO_MANY_VALUES"


class ParquetFile:
    """The rows of one file; `columns` are the names of those asked for, by what they hold."""

    def __init__(self, path: Path, columns: Mapping[str, str]) -> None:
        self.sha256 = ""
        self._path = path
        self._columns = columns

    def __iter__(self) -> Iterator[dict[str, JsonValue]]:
        """Yield the cells of each row by what they hold."""
        with SafeFile(self._path) as file:
            while file.read(MIB):
                pass
            with _refusing(), pq.ParquetFile(self._path, memory_map=False) as table:
                self._check(table.schema_arrow.names)
                names = list(dict.fromkeys(self._columns.values()))
                for batch in table.iter_batches(_BATCH, columns=names):
                    for row in batch.to_pylist():
                        yield {held: _plain(row[name]) for held, name in self._columns.items()}
            self.sha256 = file.finish()

    def _check(self, names: list[str]) -> None:
        lacking = [held for held, name in self._columns.items() if names.count(name) != 1]
        if lacking:
            what = f"The table does not have one column for each of {', '.join(lacking)}."
            raise _refused("NO_COLUMN", what, "Correct the entry's table in the spec.")


def parquet_columns(path: Path) -> tuple[str, ...]:
    """Return the names of a table's columns."""
    with _refusing():
        return tuple(pq.read_schema(path).names)


def parquet_texts(path: Path) -> Iterator[tuple[str, str]]:
    """Yield every text in a table, however deep in a cell, with its column's name."""
    with SafeFile(path), _refusing(), pq.ParquetFile(path, memory_map=False) as table:
        names = table.schema_arrow.names
        yield from ((name, name) for name in names)
        for batch in table.iter_batches(_BATCH_OF_ALL):
            for name, column in zip(names, batch.columns, strict=True):
                yield from ((name, text) for cell in _cells(column) for text in _texts_in(cell))


def parquet_values(data: bytes) -> Iterator[str]:
    """Yield all that a table in memory says, and what is noted beside it, as texts.

    A value that a column has more than once is told once a batch.
    """
    with _refusing(), pq.ParquetFile(pa.BufferReader(data)) as table:
        noted = table.metadata.metadata or {}
        yield from (part.decode(errors="replace") for pair in noted.items() for part in pair)
        yield str(table.metadata.created_by)
        yield from table.schema_arrow.names
        left = _MOST_VALUES
        for batch in table.iter_batches(_BATCH):
            left -= len(batch) + sum(map(_size, batch.columns))
            if left < 0:
                what = f"The table has more than {_MOST_VALUES:,} values."
                raise _refused(TOO_MANY_VALUES, what, "Divide it.")
            for column in batch.columns:
                said = dict.fromkeys(text for cell in _cells(column) for text in _values_in(cell))
                yield from said


def _size(column: Any) -> int:
    """Return how many values a column holds, with those in its lists and structures."""
    if isinstance(column, pa.StructArray):
        return len(column) + sum(map(_size, column.flatten()))
    if isinstance(column, pa.MapArray):
        return len(column) + _size(column.keys) + _size(column.items)
    if isinstance(column, pa.ListArray | pa.LargeListArray | pa.FixedSizeListArray):
        return len(column) + _size(column.flatten())
    return len(column)


def _cells(column: Any) -> list[Any]:
    try:
        return list(column.to_pylist())
    except (ValueError, OverflowError):  # times finer or further away than Python's
        return list(column.cast(pa.string()).to_pylist())


def _texts_in(cell: Any) -> Iterator[str]:
    if isinstance(cell, str):
        yield cell
    elif isinstance(cell, bytes):
        yield cell.decode(errors="replace")
    elif isinstance(cell, dict):
        yield from (text for part in cell.items() for text in _texts_in(part))
    elif isinstance(cell, list | tuple):
        yield from (text for part in cell for text in _texts_in(part))


def _values_in(cell: Any) -> Iterator[str]:
    """Yield the texts in a cell, and its numbers, which can be names."""
    if isinstance(cell, int | float | Decimal | datetime):
        yield str(cell)
    elif isinstance(cell, list | tuple):
        yield from (text for part in cell for text in _values_in(part))
    else:
        yield from _texts_in(cell)


@contextmanager
def _refusing() -> Iterator[None]:
    """Refuse what the package cannot read; its own messages quote names and values."""
    try:
        yield
    except (pa.ArrowException, OSError):
        what = "This is not a whole Parquet table."
        raise _refused("NOT_PARQUET", what, "Write the table again.") from None
    except (ValueError, OverflowError):
        what = "The table holds a text that is no UTF-8, or a time that is too far away."
        raise _refused("NOT_PARQUET", what, "Correct it, and write the table again.") from None


def _plain(value: Any) -> JsonValue:
    """Return a value as JSON lines would hold it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, float) and math.isnan(value):
        return None  # how data frames spell that nothing is there
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return []  # no cell that a mapping can use; the check of what it holds says so


def _refused(code: str, what: str, remedy: str) -> UnusableInput:
    return UnusableInput(Problem(code, what, remedy, line=1))
