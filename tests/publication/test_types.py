"""Every string that a public report can hold is of a closed class: a walk over every type."""

from __future__ import annotations

import enum
import json
import re
import types
import typing
from collections.abc import Iterator
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest

from generator.errors import UnusableInput
from generator.publication import strings
from generator.publication.report import Report, checked, json_schema
from tests.sample_report import sample_report

PATTERNS = {
    get_args(each)[1].pattern
    for each in vars(strings).values()
    if get_origin(each) is typing.Annotated and get_args(each)[0] is str
}
"""The patterns of the closed classes; whatever has another one is of none of them."""


def walk(kind: Any, place: str, seen: set[type]) -> Iterator[tuple[str, Any]]:
    """Yield every leaf of a type with the place where it stands."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind in seen:
            return
        seen.add(kind)
        hints = typing.get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            yield from walk(hints[field.name], f"{kind.__name__}.{field.name}", seen)
        yield place, kind
    elif get_origin(kind) in (Union, types.UnionType, list, tuple, dict):
        for each in get_args(kind):
            yield from walk(each, place, seen)
    else:
        yield place, kind


LEAVES = list(walk(Report, "Report", set()))


def test_the_walk_reaches_every_room_of_the_report() -> None:
    reached = {kind.__name__ for _, kind in LEAVES if isinstance(kind, type)}
    assert reached >= {"Arm", "Case", "Comparison", "Ledger", "Study", "Audit", "Provenance"}


@pytest.mark.parametrize(("place", "kind"), LEAVES, ids=[place for place, _ in LEAVES])
def test_every_leaf_is_of_a_closed_class(place: str, kind: Any) -> None:
    if get_origin(kind) is Literal:
        assert all(value is None or isinstance(value, str | int | bool) for value in get_args(kind))
    elif get_origin(kind) is typing.Annotated:
        plain, *meta = get_args(kind)
        if plain is str:
            assert any(each.pattern in PATTERNS for each in meta), place
        else:
            assert plain in (int, float), place
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        assert kind.__struct_config__.forbid_unknown_fields, place
        assert kind.__struct_config__.frozen, place
    elif isinstance(kind, type) and issubclass(kind, enum.Enum):
        assert all(isinstance(member.value, str) for member in kind), place
    else:
        assert kind in (int, float, bool, type(None), Ellipsis), place


def test_the_schema_is_closed_everywhere() -> None:
    def objects(node: Any) -> Iterator[dict[str, Any]]:
        if isinstance(node, dict):
            if node.get("type") == "object":
                yield node
            for each in node.values():
                yield from objects(each)
        elif isinstance(node, list):
            for each in node:
                yield from objects(each)

    found = list(objects(json.loads(json_schema())))
    assert len(found) > 50
    for each in found:
        assert each.get("additionalProperties") is False or "properties" not in each


@pytest.mark.parametrize(
    "text", ["OPS 017", "A-3f09c2d1 ", "A-3f09c2d1\n", "", "A-", "<b>A-1</b>", "A-3f09/c2d1"]
)
def test_a_report_with_a_case_that_is_no_alias_cannot_be_made(text: str) -> None:
    report = sample_report()
    case = msgspec.structs.replace(report.arms[0].cases[0], case=text)
    arm = msgspec.structs.replace(report.arms[0], cases=[case])
    with pytest.raises(UnusableInput, match="not of the class"):
        checked(msgspec.structs.replace(report, arms=[arm]))


@pytest.mark.parametrize("pattern", sorted(PATTERNS))
def test_no_class_lets_a_line_break_follow(pattern: str) -> None:
    samples = (
        "A-3f09c2d1",
        "https://example.org/a",
        "2026-11-09",
        "0" * 64,
        "V1",
        "PF",
        "MISSING_ROW",
        "timing.p",
    )
    said = [each for each in samples if re.search(pattern, each)]
    assert said, "no sample is of this class"
    assert not [each for each in said if re.search(pattern, f"{each}\n")]


def test_digits_of_other_scripts_make_no_date() -> None:
    with pytest.raises(UnusableInput, match="not of the class"):
        checked(msgspec.structs.replace(sample_report(), published_on="\u0662026-11-09"))
