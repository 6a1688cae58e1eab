"""A JSON object around one long list: the list's objects one by one, the asked members, no more."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from generator.artifacts.files import MIB
from generator.artifacts.json_list import Element
from generator.artifacts.json_members import JsonMembersFile
from generator.artifacts.json_shape import name_paths
from tests.artifacts.samples import LIMITS, refusal, said


def opened(folder: Path, data: bytes) -> JsonMembersFile:
    path = folder / "file.json"
    path.write_bytes(data)
    return JsonMembersFile(path, LIMITS, "rows", ("id", "count"))


@pytest.mark.parametrize(
    ("data", "rows", "members"),
    [
        (b"{}", [], {}),
        (b' \r\n{ "rows" : [ ] } \n', [], {}),
        (b'{"rows": [{"a": 1}, {}], "id": "x", "other": [1]}', [{"a": 1}, {}], {"id": "x"}),
        (b'{"count": 12, "rows": [{}], "id": null}', [{}], {"count": 12, "id": None}),
        (b'{"other": {"rows": [{"a": 1}]}, "rows": [{"b": "]}"}]}', [{"b": "]}"}], {}),
        (b'{"rows": null, "id": -1.5e3}', [], {"rows": None, "id": -1500.0}),
        (b'\xef\xbb\xbf{"i\\u0064": true}', [], {"id": True}),
    ],
)
def test_rows_and_members(
    tmp_path: Path, data: bytes, rows: list[object], members: dict[str, object]
) -> None:
    file = opened(tmp_path, data)
    assert [json.loads(each.data) for each in file] == rows
    assert file.members == members
    assert file.sha256 == hashlib.sha256(data).hexdigest()


def test_values_that_run_over_the_end_of_a_piece_are_whole(tmp_path: Path) -> None:
    for shift in range(4):
        before = b'{"pad": "' + b"x" * (MIB - 20 - shift) + b'", "count":'
        assert MIB - 8 < len(before) + 1 < MIB + 8
        file = opened(tmp_path, before + b' 123456789, "rows": [{"a": 2}]}')
        assert [json.loads(each.data) for each in file] == [{"a": 2}]
        assert file.members == {"count": 123456789}


def test_each_row_knows_its_line(tmp_path: Path) -> None:
    file = opened(tmp_path, b'{"id": 1,\n"rows": [\n{},\n\n{"a":\n1}]}')
    assert list(file) == [Element(3, b"{}"), Element(5, b'{"a":\n1}')]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "NOT_JSON"),
        (b"[]", "NOT_JSON"),
        (b'{"rows": [{}]', "NOT_JSON"),
        (b'{"rows": [{}],}', "NOT_JSON"),
        (b'{"rows": [{}] "id": 1}', "NOT_JSON"),
        (b'{"rows": [1]}', "NOT_AN_OBJECT"),
        (b'{"rows": [{}]}{}', "NOT_JSON"),
        (b'{"id": 1, "id": 1}', "DOUBLED_KEY"),
        (b'{"other": {"a": 1, "a": 2}}', "DOUBLED_KEY"),
        (b'{"other": NaN}', "BAD_NUMBER"),
        (b'{"id": 1e400}', "BAD_NUMBER"),
        (b'{"id": nul', "NOT_JSON"),
        (b"{1: 2}", "NOT_JSON"),
    ],
)
def test_what_is_not_such_an_object_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    (problem,) = said(refusal(lambda: list(opened(tmp_path, data))))
    assert problem.code == code


@pytest.mark.parametrize(
    ("prefix", "paths"),
    [
        (b"", set()),
        (b"[1]", set()),
        (b'{"a": 1, "b": {"c": [2]}}', {("a",), ("b",), ("b", "c")}),
        (b'{"a": [{"b": 1}, {"c": 1}]}', {("a",), ("a", "[]", "b")}),
        (b'{"a": [1, {"c": 1}]}', {("a",)}),
        (b'{"a": [[{"b": 1}]]}', {("a",), ("a", "[]", "[]", "b")}),
        (b'{"a": "{\\"b\\": 1}", "c": [', {("a",), ("c",)}),
        (b'\xef\xbb\xbf {"a": {"b": "cut o', {("a",), ("a", "b")}),
        (b'{"a": 1} {"b": 2}', {("a",)}),
        (b'{"a": "\xff"}', {("a",)}),
        (b"}}}]]{", set()),
    ],
)
def test_the_names_that_a_beginning_shows(prefix: bytes, paths: set[tuple[str, ...]]) -> None:
    assert name_paths(prefix) == paths
