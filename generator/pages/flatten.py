"""Public records as flat rows: one column a field, named by its path in report.json.

The columns follow from the types, so a field that a report gains is a column that a download
gains. Lists of records and maps have files of their own and are left out here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import inspect

from generator.pages.figures.table import Cell
from generator.publication.base import Public

Path = tuple[tuple[str, str], ...]
"""The way to a value: at each step the attribute, and its name in report.json."""


@cache
def paths(record: type[Public]) -> tuple[Path, ...]:
    """Return the way to every value of a record that fits one cell."""
    found = inspect.type_info(record)
    return tuple(_walk(found, ())) if isinstance(found, inspect.StructType) else ()


def _walk(struct: inspect.StructType, above: Path) -> Iterator[Path]:
    for field in struct.fields:
        here = (*above, (field.name, field.encode_name))
        kind = without_none(field.type)
        if isinstance(kind, inspect.StructType):
            yield from _walk(kind, here)
        elif not isinstance(kind, inspect.DictType) and not _holds_records(kind):
            yield here


def without_none(kind: inspect.Type) -> inspect.Type:
    """Return the type that a value has where it is there."""
    if isinstance(kind, inspect.UnionType):
        rest = [part for part in kind.types if not isinstance(part, inspect.NoneType)]
        return rest[0]
    return kind


def _holds_records(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.ListType) and isinstance(kind.item_type, inspect.StructType)


def header(record: type[Public]) -> tuple[str, ...]:
    """Return the columns of a record."""
    return tuple(".".join(name for _, name in path) for path in paths(record))


def row(record: Public) -> tuple[Cell, ...]:
    """Return the cells of a record, in the order of its columns."""
    return tuple(_cell(_follow(record, path)) for path in paths(type(record)))


def _follow(record: Any, path: Path) -> Any:
    for attribute, _ in path:
        record = None if record is None else getattr(record, attribute)
    return record


def _cell(value: Any) -> Cell:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(str(item) for item in value)
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"a {type(value).__name__} does not fit one cell")
