"""A table as Parquet: typed columns, and nothing in the file that tells of its making.

The bytes depend on the rows alone, neither on the machine nor on the release of the library. Pages
are not packed, so that a search of the file's bytes meets every text as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from generator.pages.columns import Column, Holds, Value, spelled

WRITER = f"pyarrow {pa.__version__}"
"""The library that writes the files, and its release, which they do not name."""

_TYPES: Mapping[Holds, Any] = {
    "text": pa.string(),
    "integer": pa.int64(),
    "number": pa.float64(),
    "boolean": pa.bool_(),
    "mixed": pa.string(),
}
_ROWS_TOGETHER = 16_384
_LARGEST_PAGE = 1 << 30
"""Each column of so few rows is one page of one encoding: where pages end is up to the library."""

_WRITER = re.compile(rb"\x28(.)(parquet-cpp-arrow)", re.DOTALL)
"""The footer's `created_by`: field 6, its length, and the name that the release comes after."""
_END = 8
"""The bytes of the footer's length and of the mark at the end of the file."""


def parquet(columns: Sequence[Column], rows: Sequence[Sequence[Value]]) -> bytes:
    """Return rows as a Parquet file; the same rows give the same bytes."""
    schema = pa.schema([pa.field(each.name, _type(each), each.nullable) for each in columns])
    arrays = [
        pa.array([_stored(row[at], each) for row in rows], _type(each))
        for at, each in enumerate(columns)
    ]
    written = pa.BufferOutputStream()
    with pq.ParquetWriter(
        written,
        schema,
        compression="none",
        write_statistics=False,
        store_schema=False,
        data_page_size=_LARGEST_PAGE,
        dictionary_pagesize_limit=_LARGEST_PAGE,
    ) as writer:
        if rows:
            writer.write_table(pa.table(arrays, schema=schema), row_group_size=_ROWS_TOGETHER)
    return _without_release(written.getvalue().to_pybytes())


def parquet_type(column: Column) -> str:
    """Return the type of a column as SQL on Parquet files names it."""
    names = {"integer": "BIGINT", "number": "DOUBLE", "boolean": "BOOLEAN"}
    name = names.get(column.holds, "VARCHAR")
    return f"{name}[]" if column.listed else name


def _type(column: Column) -> Any:
    one = _TYPES[column.holds]
    return pa.list_(pa.field("element", one, nullable=False)) if column.listed else one


def _stored(value: Value, column: Column) -> Value:
    """Return a value as the column stores it: one that may be of several types as its text."""
    return spelled(value) if column.holds == "mixed" and value is not None else value


def _without_release(data: bytes) -> bytes:
    """Leave the name of the library that wrote the file, and not which release of it that was."""
    start = len(data) - _END - int.from_bytes(data[-_END:-4], "little")
    footer = data[start:-_END]
    stamp = _WRITER.search(footer)
    if stamp is None:
        return data
    name = stamp[2]
    end = stamp.start(2) + stamp[1][0]
    plain = footer[: stamp.start(1)] + bytes([len(name)]) + name + footer[end:]
    return data[:start] + plain + len(plain).to_bytes(4, "little") + data[-4:]
