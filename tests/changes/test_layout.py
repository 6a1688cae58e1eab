"""Every field that a report can have belongs to something: a new one needs a place in the table."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from generator.publication.base import Public
from generator.publication.changes.layout import KEYS, part_of
from generator.publication.report import Report

IDENTIFIES = {"arms[].arm"}
"""Fields that cannot differ, for an item is found again by them, in items that are no part."""


def placeless(of: Any, pattern: str) -> Iterator[str]:
    """The patterns below one at which a comparison ends without a part."""
    origin, inside = get_origin(of), get_args(of)
    if origin is Annotated:
        yield from placeless(inside[0], pattern)
    elif origin in (Union, UnionType):
        for each in inside:
            yield from placeless(each, pattern) if each is not NoneType else ()
    elif origin is dict:
        yield from () if part_of(pattern + "{}") else (pattern + "{}",)
    elif origin is list and inside[0] in KEYS:
        items = pattern + "[]"
        yield from () if part_of(items) else (items,)
        yield from placeless(inside[0], items)
    elif isinstance(of, type) and issubclass(of, Public):
        part = part_of(pattern)
        if part is None or not part.whole:
            types = get_type_hints(of, include_extras=True)
            names = zip(of.__struct_fields__, of.__struct_encode_fields__, strict=True)
            for name, spelled in names:
                yield from placeless(types[name], f"{pattern}.{spelled}".lstrip("."))
    elif part_of(pattern) is None:
        yield pattern


def test_every_field_of_a_report_has_its_place() -> None:
    assert set(placeless(Report, "")) == IDENTIFIES
