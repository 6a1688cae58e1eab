"""The closed classes of public strings: every text field has one, and none lets more by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from generator.publication import strings
from generator.publication.base import Public
from generator.publication.report import Report, decode, encode, json_schema
from tests.sample_report import sample_report

CLASSES = {
    name: get_args(value)[1].pattern
    for name, value in vars(strings).items()
    if get_origin(value) is Annotated
}
VALID = {
    "Alias": ("A-3f09c2d1", "R-7", "case-Zq9"),
    "Label": ("Plover 3 @ Saltmarsh", "é 名 ≤ –"),
    "Declared": ("", "2026.09-1", "a|b <c>"),
    "Note": ("A sentence, with 5 words.",),
    "Address": ("https://example.org/a?b=c",),
    "Day": ("2026-09-15",),
    "Digest": ("0" * 64,),
    "Version": ("2026.09.15", "v1", "1"),
    "VariantName": ("V1", "V10"),
    "OrderPattern": ("PPPFF",),
    "ClassName": ("file-outside-workspace",),
    "CutReason": ("MISSING_ROW", "INVALID_ROW:CONTROL:MODEL_ERROR"),
    "StatisticsPath": ("benefit.lower", "no_trap"),
}
INVALID = {
    "Alias": ("3f09c2d1", "A-", "A-3f 09", "A-../x", "A-é"),
    "Label": ("", "a\u200bb", "a\u202eb", "a\x85b", "\ufeffa", "x" * 201),
    "Declared": ("a\x1bb", "a\u00adb", "x" * 201),
    "Note": ("", "a\tb", "x" * 2001),
    "Address": ("http://example.org", "https://", 'https://a/"b', "https://a b", "x"),
    "Day": ("2026-9-15", "2026-09-15T00", "٢٠٢٦-09-15"),
    "Digest": ("0" * 63, "0" * 65, "A" * 64),
    "Version": ("", ".", "a/b", "-a", "a..b"),
    "VariantName": ("V0", "v1", "V01"),
    "OrderPattern": ("", "PX"),
    "ClassName": ("", "-a", "a b"),
    "CutReason": ("MISSING", "MISSING_ROW:a"),
    "StatisticsPath": ("", "Benefit", "a.b.c.d.e"),
}


def texts(kind: Any, seen: set[type], where: str) -> Iterator[tuple[str, Any]]:
    """Yield the kind of every text in a public type, keys and all, with where it stands."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        assert issubclass(kind, Public), f"{where} is not of the closed base"
        if kind not in seen:
            seen.add(kind)
            for name, each in get_type_hints(kind, include_extras=True).items():
                yield from texts(each, seen, f"{kind.__name__}.{name}")
    elif kind is str or get_origin(kind) is Literal or get_args(kind)[:1] == (str,):
        yield where, kind
    else:
        for each in get_args(kind):
            yield from texts(each, seen, where)


def test_every_text_of_a_report_is_of_a_closed_class() -> None:
    seen: set[type] = set()
    found = list(texts(Report, seen, "Report"))
    assert len(seen) > 30
    assert len(found) > 80
    for where, kind in found:
        if get_origin(kind) is Literal:
            members = [each for each in get_args(kind) if isinstance(each, str)]
            assert all(re.fullmatch(r"[A-Za-z0-9_./-]{1,64}", each) for each in members), where
        else:
            assert get_origin(kind) is Annotated, f"{where} is an open text"
            assert get_args(kind)[1].pattern in CLASSES.values(), where


def test_every_class_is_tried_here() -> None:
    assert VALID.keys() == INVALID.keys() == CLASSES.keys()


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_holds_what_it_says(name: str) -> None:
    kind = getattr(strings, name)
    for text in VALID[name]:
        assert msgspec.convert(text, kind) == text
    # Every text that is right but for a line break behind it is wrong.
    for text in (*INVALID[name], *(f"{text}\n" for text in VALID[name])):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text, kind)


def test_a_report_takes_no_field_but_its_own() -> None:
    values = json.loads(encode(sample_report()))
    for place in (values, values["arms"][0], values["arms"][0]["cases"][0], values["provenance"]):
        place["note"] = "x"
        with pytest.raises(msgspec.ValidationError):
            decode(json.dumps(values).encode())
        del place["note"]
    assert decode(json.dumps(values).encode()) == sample_report()


def test_the_schema_is_closed_throughout() -> None:
    def objects(value: Any) -> Iterator[dict[str, Any]]:
        if isinstance(value, dict):
            if "properties" in value:
                yield value
            for each in value.values():
                yield from objects(each)
        elif isinstance(value, list):
            for each in value:
                yield from objects(each)

    found = list(objects(json.loads(json_schema())))
    assert len(found) > 30
    assert all(each.get("additionalProperties") is False for each in found)
