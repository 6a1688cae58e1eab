"""JSON objects read part by part: what is wanted comes out whole, the rest is passed over."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from generator.artifacts.files import MIB
from generator.artifacts.json_object import JsonObjectFile, read_head
from generator.artifacts.json_walk import exact, members, one_spelling
from generator.artifacts.strict_json import JsonRefused
from tests.artifacts.samples import LIMITS, Said, refusal, said


def parts(path: Path) -> list[tuple[str, int | None, int, dict[str, str]]]:
    file = JsonObjectFile(path, LIMITS, {"n", "head"}, {"rows": {"id", "n"}})
    found = [(part.name, part.element, part.line, part.members) for part in file]
    assert len(file.sha256) == 64
    return found


def written(folder: Path, data: object) -> Path:
    path = folder / "a.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def test_parts_come_in_the_files_order(tmp_path: Path) -> None:
    text = b"""\xef\xbb\xbf {"x": [1, {"n": 2}],
      "rows": [{"id": "a\\"}", "y": {"id": 3}},

               {}],
      "head" : {"id": 1 } , "n":-1.50 }
    """
    assert parts(written(tmp_path, text)) == [
        ("rows", 0, 2, {"id": '"a\\"}"'}),
        ("rows", 1, 4, {}),
        ("head", None, 5, {"head": '{"id": 1 }'}),
        ("n", None, 5, {"n": "-1.50"}),
    ]


@pytest.mark.parametrize("value", [None, 5, "x", {"id": 1}])
def test_a_list_that_is_none_is_a_part_as_it_is(tmp_path: Path, value: object) -> None:
    (part,) = parts(written(tmp_path, {"rows": value}))
    assert part[:2] == ("rows", None)


@pytest.mark.parametrize("ahead", range(MIB - 12, MIB + 2))
def test_a_number_across_the_end_of_a_piece_is_whole(tmp_path: Path, ahead: int) -> None:
    start = b'{"x": "'
    text = start + b"x" * (ahead - len(start)) + b'", "n": 1234567}'
    assert parts(written(tmp_path, text)) == [("n", None, 1, {"n": "1234567"})]


def test_long_elements_are_whole(tmp_path: Path) -> None:
    rows = [{"pad": "€" * (MIB // 4), "id": number} for number in range(6)]
    found = parts(written(tmp_path, json.dumps({"rows": rows}, ensure_ascii=False).encode()))
    assert [each[3] for each in found] == [{"id": str(number)} for number in range(6)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", Said("NOT_JSON", 1, None)),
        (b"[]", Said("NOT_JSON", 1, None)),
        (b'{"n": 1', Said("NOT_JSON", 1, None)),
        (b'{"n": 1,}', Said("NOT_JSON", 1, None)),
        (b'{"n" 1}', Said("NOT_JSON", 1, None)),
        (b"{n: 1}", Said("NOT_JSON", 1, None)),
        (b'{"n": 1}\n{}', Said("NOT_JSON", 2, None)),
        (b'{"n": 1, "n": 1}', Said("DOUBLED_KEY", 1, "n")),
        (b'{"rows": [],\n"rows": []}', Said("DOUBLED_KEY", 2, "rows")),
        (b'{"rows": [{}, \n5]}', Said("NOT_AN_OBJECT", 2, "rows[1]")),
        (b'{"rows": [{}\n{}]}', Said("NOT_JSON", 2, None)),
        (b'{"rows": [{"id": 1, "id": 1}]}', Said("DOUBLED_KEY", 1, "rows[0].id")),
        (b'{"x": "\xff"}', Said("NOT_UTF8", 1, None)),
        (b'{"x": ' + b"[" * 200_000, Said("TOO_DEEP", 1, None)),
        ("{}".encode("utf-16"), Said("UTF16", None, None)),
        (b'{"x": "' + b"y" * 4 * MIB, Said("LINE_TOO_LONG", 1, None)),
    ],
)
def test_what_is_no_whole_object_is_refused(tmp_path: Path, text: bytes, expected: Said) -> None:
    path = written(tmp_path, text)
    assert said(refusal(lambda: parts(path))) == [expected]


@pytest.mark.parametrize(
    ("length", "whole"), [(MIB, True), (MIB + 1, False), (MIB + MIB // 2, False)]
)
def test_a_value_is_as_long_as_the_limit_and_no_longer(
    tmp_path: Path, length: int, whole: bool
) -> None:
    path = written(tmp_path, b'{"x": "' + b"y" * (length - 2) + b'", "n": 1}')
    if whole:
        assert parts(path) == [("n", None, 1, {"n": "1"})]
    else:
        assert said(refusal(lambda: parts(path))) == [Said("LINE_TOO_LONG", 1, None)]


def test_members_of_what_is_passed_over_may_be_odd() -> None:
    text = '{"a": 1, "x": NaN, "y": [1e999, {"z": 1, "z": 2}], "x": 2, "b": "c"}'
    assert members(text, {"a", "b"}) == {"a": "1", "b": '"c"'}


@pytest.mark.parametrize(
    ("text", "code", "field"),
    [
        ('{"a": 1, "a": 1}', "DOUBLED_KEY", "a"),
        ('{"a": 1', "NOT_JSON", None),
        ('{"a": 1}}', "NOT_JSON", None),
        ("null", "NOT_AN_OBJECT", None),
        ("[" * 200_000, "NOT_AN_OBJECT", None),
        ('{"b": ' + "[" * 200_000, "TOO_DEEP", None),
    ],
)
def test_what_has_no_members_is_refused(text: str, code: str, field: str | None) -> None:
    with pytest.raises(JsonRefused) as refused:
        members(text, {"a"})
    assert (refused.value.problem.code, refused.value.problem.field) == (code, field)


def test_the_name_of_a_doubled_key_is_private_where_all_are_wanted() -> None:
    with pytest.raises(JsonRefused) as refused:
        members('{"secret": 1, "secret": 2}')
    assert refused.value.problem.field is None


def test_what_is_taken_out_is_parsed_exactly() -> None:
    assert exact({"a": "[1, 2.5]", "b": "null"}, 4) == {"a": [1, 2.5], "b": None}
    assert exact({"a": "NaN"}, 4, nan_as_null=True) == {"a": None}
    for text, code in (("NaN", "BAD_NUMBER"), ("1e999", "BAD_NUMBER"), ("[[[[[]]]]]", "TOO_DEEP")):
        with pytest.raises(JsonRefused) as refused:
            exact({"a": text}, 4)
        assert (refused.value.problem.code, refused.value.problem.field) == (code, "a")


def test_two_spellings_of_a_value_are_one() -> None:
    assert one_spelling('{"a":1,  "b": [2]}') == one_spelling('{"b":[2],"a":1}')
    assert one_spelling('{"a": 1}') != one_spelling('{"a": 2}')


def test_members_of_an_object_within_are_wanted_by_their_place(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"a": 1, "in": {"a": 2, "rows": [{"x": 3, "y": 4}], "b": {}}, "rows": [5]}')
    file = JsonObjectFile(path, LIMITS, {"a", "in.a"}, {"in.rows": {"x"}}, {"in"})
    parts = [(part.name, part.field, part.members) for part in file]
    assert parts == [
        ("a", "a", {"a": "1"}),
        ("in.a", "in.a", {"in.a": "2"}),
        ("in.rows", "in.rows[0]", {"x": "3"}),
    ]
    assert file.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize(
    "text", ['{"in": {"a": 1, "a": 1}}', '{"in": {}, "in": {}}', '{"in": {"a": 1, "a": 2}}']
)
def test_a_member_within_that_stands_there_twice_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    file = JsonObjectFile(path, LIMITS, {"in.a"}, {}, {"in"})
    (problem,) = refusal(lambda: list(file))
    assert problem.code == "DOUBLED_KEY"


@pytest.mark.parametrize("text", ['{"in": 3, "a": 1}', '{"in": [{"a": 2}], "a": 1}'])
def test_what_is_no_object_within_is_passed_over(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    parts = JsonObjectFile(path, LIMITS, {"a", "in.a"}, {}, {"in"})
    assert [part.name for part in parts] == ["a"]


def test_the_head_of_a_file_is_read_past_long_lists(tmp_path: Path) -> None:
    rows = [{"pad": "x" * (MIB // 2)}] * 3
    path = written(tmp_path, {"id": 7, "rows": rows, "more": [1], "n": None})
    head = read_head(path, LIMITS, {"id", "n"}, ["rows"])
    assert head.members == {"id": "7", "n": "null"}
    assert head.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_what_was_there_is_known_even_of_an_empty_list(tmp_path: Path) -> None:
    for data, found in (({"rows": []}, {"rows"}), ({"n": 1}, {"n"}), ({"x": 1}, set())):
        file = JsonObjectFile(written(tmp_path, data), LIMITS, {"n"}, {"rows": set()})
        assert list(file) is not None
        assert file.found == found
