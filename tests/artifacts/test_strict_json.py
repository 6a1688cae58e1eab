"""JSON that two readers could understand differently is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.artifacts.strict_json import JsonRefused, nests_deeper, parse, parse_object

DEPTH = 64


def refused(data: bytes, fields: frozenset[str] = frozenset()) -> JsonRefused:
    with pytest.raises(JsonRefused) as caught:
        parse_object(data, DEPTH, fields)
    return caught.value


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"a": 1, "a": 2}', "DOUBLED_KEY"),
        (b'{"a": 1, "\\u0061": 1}', "DOUBLED_KEY"),  # one key in two spellings
        (b'{"x": [{"y": {"a": 1, "a": 1}}]}', "DOUBLED_KEY"),
        (b'{"a": NaN}', "BAD_NUMBER"),
        (b'{"a": Infinity}', "BAD_NUMBER"),
        (b'{"a": [-Infinity]}', "BAD_NUMBER"),
        (b'{"a": 1e400}', "BAD_NUMBER"),
        (b'{"a": -1E+400}', "BAD_NUMBER"),
        (b'{"a": 1' + b"0" * 400 + b".0}", "BAD_NUMBER"),
        (b'{"a": 18446744073709551616}', "BAD_NUMBER"),
        (b'{"a": -9223372036854775809}', "BAD_NUMBER"),
        (b'{"a": ' + b"9" * 5000 + b"}", "BAD_NUMBER"),  # past Python's own limit on digits
        (b"[" * 200_000, "TOO_DEEP"),
        (b'{"a":' * 65 + b"1" + b"}" * 65, "TOO_DEEP"),
        (b"null", "NOT_AN_OBJECT"),
        (b"[]", "NOT_AN_OBJECT"),
        (b"3", "NOT_AN_OBJECT"),
        (b'"text"', "NOT_AN_OBJECT"),
        (b"{} {}", "NOT_JSON"),
        (b'{"a": 1}{"a": 2}', "NOT_JSON"),
        (b"{'a': 1}", "NOT_JSON"),
        (b'{"a": 1,}', "NOT_JSON"),
        (b'{"a": 01}', "NOT_JSON"),
        (b'{"a": "\x01"}', "NOT_JSON"),
        (b'{"a": "\xff"}', "NOT_UTF8"),
        (b'{"a": "\xed\xa0\x80"}', "NOT_UTF8"),  # a surrogate in UTF-8's clothes
    ],
)
def test_inexact_json_is_refused(data: bytes, code: str) -> None:
    assert refused(data).problem.code == code


@pytest.mark.parametrize(
    ("data", "torn"),
    [
        (b'{"a": 1', True),
        (b'{"a": "\xe2\x82', True),  # cut within a character
        (b'{"a": 1e400', True),
        (b'{"a": {"b": 1, "b": 2}, ', True),
        (b'{"a": [[[[1', True),
        (b"\x00" * 40, True),
        (b'{"a": 1e400}', False),
        (b'{"a": 1, "a": 2}', False),
        (b"12", False),
    ],
)
def test_only_what_is_not_whole_may_be_torn(data: bytes, *, torn: bool) -> None:
    assert refused(data).torn is torn


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'{"a": 18446744073709551615}', 2**64 - 1),
        (b'{"a": -9223372036854775808}', -(2**63)),
        (b'{"a": 1e308}', 1e308),
        (b'{"a": 1e-400}', 0.0),
        (b'{"a": 0.1234567890123456789012345}', 0.1234567890123456789012345),
        (b'{"a": "1e400 and 99999999999999999999"}', "1e400 and 99999999999999999999"),
        (b'{"a": "\\ud800"}', "\ud800"),  # for whoever keeps it to refuse
        ('{"a": "x\u2028y\u0085z"}'.encode(), "x\u2028y\u0085z"),
        (b'\t {"a": 1} \r', 1),
    ],
)
def test_exact_json_is_read(data: bytes, value: object) -> None:
    assert parse_object(data, DEPTH) == {"a": value}


def test_a_document_may_nest_as_deep_as_the_limit() -> None:
    assert parse(b"[" * 64 + b"]" * 64, 64)
    with pytest.raises(JsonRefused):
        parse(b"[" * 65 + b"]" * 65, 64)


@pytest.mark.parametrize(
    "data",
    [
        json.dumps({"t": "[" * 500}).encode(),
        json.dumps({"t": '\\"[{' * 500}).encode(),
        json.dumps([[] for _ in range(500)]).encode(),
        json.dumps({f"k{n}": {"v": [n]} for n in range(500)}).encode(),
    ],
)
def test_brackets_in_strings_and_side_by_side_are_no_depth(data: bytes) -> None:
    assert not nests_deeper(data, 4)


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**63), 2**64 - 1)
        | st.text()
        | st.floats(allow_nan=False, allow_infinity=False),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=30,
    )
)
def test_what_the_standard_library_writes_is_read_the_same(value: object) -> None:
    assert parse(json.dumps(value).encode(), 1000) == value


def test_a_field_of_the_format_is_named_and_no_other() -> None:
    known = frozenset({"score"})
    assert refused(b'{"score": NaN}', known).problem.field == "score"
    assert refused(b'{"score": 1, "score": 2}', known).problem.field == "score"
    assert refused(b'{"secret": NaN}', known).problem.field is None
    assert refused(b'{"secret": 1, "secret": 2}', known).problem.field is None


def test_the_line_within_a_document_is_told() -> None:
    assert refused(b'{\n"a": 1,\n}').row == 3
    assert refused(b'{\n"a": "\xff"}').row == 2
