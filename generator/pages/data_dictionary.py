"""The data dictionary as a table of its own: every column of every table, in each of its forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from generator.pages.columns import Column, Holds, Value
from generator.pages.data_file import DataFile, DataKind
from generator.pages.dictionary import values
from generator.pages.meanings.lookup import meaning, why_null
from generator.pages.parquet import parquet_type

NAME = "dictionary"

_COLUMNS = ("table", "column", "values", "unit", "meaning", "null_means", "json", "csv", "parquet")
_OPTIONAL = ("unit", "null_means")

_JSON: Mapping[Holds, str] = {
    "text": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "mixed": "string, number or boolean",
}
_CSV: Mapping[Holds, str] = {
    "text": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
    "mixed": "text, number, true or false",
}


def data_dictionary(kinds: Iterable[DataKind]) -> DataFile:
    """Return the dictionary of tables, which lists its own columns last."""
    columns = tuple(Column(name, optional=name in _OPTIONAL) for name in _COLUMNS)
    tables = [*((kind.name, kind.columns) for kind in kinds), (NAME, columns)]
    rows = tuple(_row(name, column) for name, found in tables for column in found)
    return DataFile(NAME, "a column of a table", None, columns, rows)


def _row(table: str, column: Column) -> tuple[Value, ...]:
    field = column.field
    said = meaning(field.owner, field.name) if field else meaning(table, column.name)
    return (
        table,
        column.name,
        values(column.kind) if column.kind else _CSV[column.holds],
        said.unit or None,
        said.says,
        "; ".join(_null(table, column)) or None,
        f"array of {_JSON[column.holds]}" if column.listed else _JSON[column.holds],
        f"{_CSV[column.holds]}, spaces between" if column.listed else _CSV[column.holds],
        parquet_type(column),
    )


def _null(table: str, column: Column) -> Iterator[str]:
    """Yield every reason why a row may have nothing in a column."""
    if column.optional:
        yield why_null(*column.field) if column.field else why_null(table, column.name, ())
    if part := column.above:
        yield f"there is no {part.path}: {why_null(*part.field)}"
