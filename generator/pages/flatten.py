"""Public records as flat rows: one column a field, named by its path in report.json.

The columns follow from the types, so a field that a report gains is a column that a download
gains. Lists of records and maps have files of their own and are left out here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import inspect

from generator.pages.columns import Column, Field, Holds, Part, Value
from generator.publication.base import Public


class _Leaf(NamedTuple):
    """A column, and the attributes that lead from its record to its value."""

    column: Column
    way: tuple[str, ...]


@cache
def _leaves(record: type[Public]) -> tuple[_Leaf, ...]:
    """Return every value of a record that is one cell of a row."""
    found = inspect.type_info(record)
    return tuple(_walk(found, (), "", None)) if isinstance(found, inspect.StructType) else ()


def _walk(
    struct: inspect.StructType, above: tuple[str, ...], path: str, missing: Part | None
) -> Iterator[_Leaf]:
    """Yield the leaves of a record; `missing` is the nearest part above that may be null."""
    names = frozenset(field.encode_name for field in struct.fields)
    for field in struct.fields:
        name, way = f"{path}{field.encode_name}", (*above, field.name)
        kind, optional = without_none(field.type), may_be_null(field.type)
        here = Field(struct.cls.__name__, field.encode_name, names)
        if isinstance(kind, inspect.StructType):
            yield from _walk(kind, way, f"{name}.", Part(name, here) if optional else missing)
        elif not isinstance(kind, inspect.DictType) and not holds_records(kind):
            listed = isinstance(kind, inspect.ListType)
            holds = _holds(kind.item_type if isinstance(kind, inspect.ListType) else kind)
            yield _Leaf(Column(name, holds, here, kind, listed, optional, missing), way)


def without_none(kind: inspect.Type) -> inspect.Type:
    """Return the type that a value has where it is there."""
    rest = kinds(kind)
    return rest[0] if len(rest) == 1 else kind


def may_be_null(kind: inspect.Type) -> bool:
    """Whether a value of the type may be null."""
    return isinstance(kind, inspect.UnionType) and kind.includes_none


def kinds(kind: inspect.Type) -> list[inspect.Type]:
    """Return the types that a value may have where it is there."""
    if isinstance(kind, inspect.UnionType):
        return [part for part in kind.types if not isinstance(part, inspect.NoneType)]
    return [kind]


def _holds(kind: inspect.Type) -> Holds:
    """Return what a value is; one that may be of several types is mixed."""
    found = {_holds_one(part) for part in kinds(kind)}
    return found.pop() if len(found) == 1 else "mixed"


def _holds_one(kind: inspect.Type) -> Holds:
    if isinstance(kind, inspect.LiteralType):
        of: dict[type, Holds] = {bool: "boolean", int: "integer", str: "text"}
        return of[type(kind.values[0])]
    kinds: dict[type[inspect.Type], Holds] = {
        inspect.StrType: "text",
        inspect.IntType: "integer",
        inspect.FloatType: "number",
        inspect.BoolType: "boolean",
    }
    return kinds[type(kind)]


def holds_records(kind: inspect.Type) -> bool:
    """Whether a value is a list of records, which has a table of its own."""
    return isinstance(kind, inspect.ListType) and isinstance(kind.item_type, inspect.StructType)


def columns(record: type[Public]) -> tuple[Column, ...]:
    """Return the columns of a record."""
    return tuple(leaf.column for leaf in _leaves(record))


def row(record: Public) -> tuple[Value, ...]:
    """Return the values of a record, in the order of its columns."""
    return tuple(_follow(record, leaf.way) for leaf in _leaves(type(record)))


def _follow(record: Any, way: tuple[str, ...]) -> Any:
    for attribute in way:
        record = None if record is None else getattr(record, attribute)
    return record
