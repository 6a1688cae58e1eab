"""YAML is data: whatever could run, multiply, or be read in two ways is refused with its line."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.errors import UnusableInput
from generator.spec.safe_yaml import parse_yaml, read_yaml

FILE = Path("spec.yml")
BOMB = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [*{inner}, *{inner}]\n"
    for inner, name in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (BOMB, "NOT_PLAIN_YAML", 1),
        ("a: 1\nb: &x 2\n", "NOT_PLAIN_YAML", 2),
        ("a: &x {<<: *x}\n", "NOT_PLAIN_YAML", 1),
        ("a: !!python/object/apply:os.system [id]\n", "NOT_PLAIN_YAML", 1),
        ("a: !!str 1\n", "NOT_PLAIN_YAML", 1),
        ("a: ! 1\n", "NOT_PLAIN_YAML", 1),
        ("a: 1\n---\nb: 2\n", "NOT_PLAIN_YAML", 2),
        ("? [a, b]\n: 1\n", "NOT_PLAIN_YAML", 1),
        ("a: 1\nb: 2\na: 3\n", "DOUBLED_KEY", 3),
        ("a: {b: 1, 'b': 2}\n", "DOUBLED_KEY", 1),
        ("a:\n\tb: 1\n", "NOT_YAML", 2),
        ("a: [1, 2\nb: 3\n", "NOT_YAML", 2),
        ("a: 'open\n", "NOT_YAML", 2),
        ("a: 1\nb: \x01\n", "NOT_YAML", 2),
        ("a: *nothing\n", "NOT_PLAIN_YAML", 1),
        ("[" * 5000, "NOT_PLAIN_YAML", 1),
        ("{a: " * 3000 + "}" * 3000, "NOT_PLAIN_YAML", 1),
    ],
)
def test_what_is_not_plain_data_is_refused(text: str, code: str, line: int) -> None:
    with pytest.raises(UnusableInput) as caught:
        parse_yaml(text.encode(), FILE)
    (problem,) = caught.value.problems
    assert (problem.code, problem.file, problem.line) == (code, FILE, line)


def test_messages_quote_nothing() -> None:
    for text in ("secret: [1\nsecret: 2", "secret: 1\nsecret: 2", "a: !secret 1", "a: &secret 1"):
        with pytest.raises(UnusableInput) as caught:
            parse_yaml(text.encode(), FILE)
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-7", -7),
        ("+7", 7),
        ("0.95", 0.95),
        (".5", 0.5),
        ("1e-3", 1e-3),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("'1'", "1"),
        ('"true"', "true"),
        ("True", "True"),
        ("yes", "yes"),
        ("NO", "NO"),
        ("on", "on"),
        ("010", "010"),
        ("0o17", "0o17"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2026-09-15", "2026-09-15"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("1234567890123456789", "1234567890123456789"),
        ("<<", "<<"),
        ("|\n  two\n  lines\n", "two\nlines\n"),
    ],
)
def test_scalars_are_what_is_written(text: str, value: object) -> None:
    read = parse_yaml(f"key: {text}\n".encode(), FILE).values
    assert read == {"key": value}
    assert isinstance(read, dict)
    assert type(read["key"]) is type(value)


def test_every_value_has_its_line() -> None:
    document = parse_yaml(b"a:\n  b: 1\n  c:\n    - x\n    - y\n", FILE)
    assert [document.line(place) for place in (("a",), ("a", "b"), ("a", "c", 1))] == [1, 2, 5]
    assert document.line(("a", "b", "nothing")) == 2


def test_a_byte_order_mark_is_read_and_other_encodings_are_not() -> None:
    assert parse_yaml(b"\xef\xbb\xbfa: 1", FILE).values == {"a": 1}
    for data in ("a: 1".encode("utf-16"), b"a: \xff"):
        with pytest.raises(UnusableInput):
            parse_yaml(data, FILE)


def test_a_file_far_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large.yml"
    path.write_bytes(b"#" * (4 * 2**20 + 1))
    with pytest.raises(UnusableInput):
        read_yaml(path)


@given(st.text() | st.text("[]{}:,-?!&*|>'\"\n \t#%@`ab1"))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(UnusableInput):
        parse_yaml(text.encode("utf-8", "surrogatepass"), FILE)
