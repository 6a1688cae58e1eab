"""Exact JSON: what two readers could understand differently is refused.

Python's own parser keeps the last of two equal keys, reads NaN, makes infinity of 1e400 and stops
at no depth but its own. On an ordinary line every check runs at the speed of C; the slow ones run
only where a cheap look at the bytes finds something to check.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Collection
from typing import Any

from generator.artifacts.records import JsonValue
from generator.errors import Problem

_INTEGERS = range(-(2**63), 2**64)
_INTEGER_CHARACTERS = 20

# With every digit made 0: nineteen in a row may leave 64 bits, and an exponent of three may leave
# a double. Nothing shorter can: 1e99 stays finite behind eighteen digits.
_DIGITS_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")
_MAY_BE_LARGE = (b"0" * 19, b"e000", b"e+000")

_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NOT_BRACKETS = bytes(byte for byte in range(256) if byte not in b"[]{}")
_OPENING = frozenset(b"[{")


class JsonRefused(Exception):
    """A text that is not exact JSON.

    `row` is where in the text, for one of several lines; `torn` says that the text is not whole,
    as a write that was cut short leaves it.
    """

    def __init__(
        self,
        code: str,
        what: str,
        field: str | None = None,
        *,
        row: int | None = None,
        torn: bool = False,
    ) -> None:
        self.problem = Problem(code, what, "Correct it where the file is written.", field=field)
        self.row = row
        self.torn = torn
        super().__init__(what)


class _DoubledKey(ValueError):
    """The same key twice in one object; `key` is private unless the format defines it."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__()


class _BadNumber(ValueError):
    """A number that 64 bits do not hold."""


class _Number(str):
    """A number as it is written, told apart from a string."""

    __slots__ = ()


def parse_object(
    data: bytes, depth: int, fields: Collection[str] = frozenset()
) -> dict[str, JsonValue]:
    """Return the object that a text is, nested at most `depth` deep.

    `fields` are the names that the format defines: no other is ever named in a refusal.
    """
    value = parse(data, depth, fields)
    if not isinstance(value, dict):
        raise JsonRefused("NOT_AN_OBJECT", "This is not a JSON object.")
    return value


def parse(
    data: bytes,
    depth: int,
    fields: Collection[str] = frozenset(),
    *,
    nan_as_null: bool = False,
) -> JsonValue:
    """Return the value that a text is, nested at most `depth` deep.

    NaN and the infinities are refused, or read as null for a format that writes them for "none".
    """
    if nests_deeper(data, depth):
        raise _too_deep(depth)
    text = decoded(data)
    alike = data.translate(_DIGITS_ALIKE)
    careful = any(large in alike for large in _MAY_BE_LARGE)
    decoder = _DECODERS[careful, nan_as_null]
    try:
        value: JsonValue = decoder.decode(text)
    except json.JSONDecodeError as error:
        raise _not_whole(error) from None
    except RecursionError:
        raise _too_deep(depth) from None
    except _DoubledKey as doubled:
        _decode_loosely(text)
        field = doubled.key if doubled.key in fields else None
        raise JsonRefused("DOUBLED_KEY", "One object has the same key twice.", field) from None
    except _BadNumber:
        raise JsonRefused(
            "BAD_NUMBER",
            "This holds NaN, an infinity, or a number beyond 64 bits.",
            _field_of_bad_number(_decode_loosely(text), fields),
        ) from None
    return value


def decoded(data: bytes) -> str:
    """Return the text that the bytes are."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        raise JsonRefused("NOT_UTF8", "This is not UTF-8.", row=row, torn=True) from None


def nests_deeper(data: bytes, depth: int) -> bool:
    """Whether a JSON text nests deeper than `depth`; brackets within strings do not count."""
    if data.count(b"[") + data.count(b"{") <= depth:
        return False
    level = 0
    for bracket in _STRING.sub(b"", data).translate(None, _NOT_BRACKETS):
        level += 1 if bracket in _OPENING else -1
        if level > depth:
            return True
    return False


def _too_deep(depth: int) -> JsonRefused:
    return JsonRefused(
        "TOO_DEEP", f"This nests deeper than the {depth} levels that limits.json_depth allows."
    )


def _not_whole(error: json.JSONDecodeError) -> JsonRefused:
    return JsonRefused("NOT_JSON", "This is not whole JSON.", row=error.lineno, torn=True)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DoubledKey(key)
            seen.add(key)
    return found


def _fits(number: str) -> bool:
    """Whether 64 bits hold the number that is written here, as an integer or as a double."""
    if number.lstrip("-").isdigit():
        return len(number) <= _INTEGER_CHARACTERS and int(number) in _INTEGERS
    return math.isfinite(float(number))


def _integer(text: str) -> int:
    if not _fits(text):
        raise _BadNumber
    return int(text)


def _decimal(text: str) -> float:
    if not _fits(text):
        raise _BadNumber
    return float(text)


def _null(_constant: str) -> None:
    """Read NaN or an infinity as null."""


_DECODERS = {
    (careful, nan_as_null): json.JSONDecoder(
        object_pairs_hook=_unique,
        parse_constant=_null if nan_as_null else _decimal,
        parse_int=_integer if careful else None,
        parse_float=_decimal if careful else None,
    )
    for careful in (False, True)
    for nan_as_null in (False, True)
}
_LOOSE = json.JSONDecoder(parse_int=_Number, parse_float=_Number, parse_constant=_Number)


def _decode_loosely(text: str) -> object:
    """Decode a text that was refused, to explain why: what is not even whole is said to be so."""
    try:
        return _LOOSE.decode(text)
    except json.JSONDecodeError as error:
        raise _not_whole(error) from None


def _field_of_bad_number(value: object, fields: Collection[str]) -> str | None:
    """Return which of the format's own fields holds a number that does not fit, if one does."""
    if not isinstance(value, dict):
        return None
    return next(
        (
            key
            for key, each in value.items()
            if key in fields and isinstance(each, _Number) and not _fits(each)
        ),
        None,
    )
