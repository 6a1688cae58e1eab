"""Checks of single values: each returns the value typed, or raises `Wrong` with what it must be.

Types are exact: true is not 1, 1.0 is not an integer where one is asked for, "1" is no number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TypeVar

from generator.artifacts.records import Instant, JsonValue
from generator.artifacts.times import BadTime, parse_instant

T = TypeVar("T")
Check = Callable[[JsonValue], T]

# What the columns of counts downstream hold; sums of real counts stay far below.
_LARGEST_COUNT = 2**63 - 1


class Wrong(ValueError):
    """A value is not what its field must be; the message says what that is, never the value."""

    def __init__(self, code: str, what: str) -> None:
        self.code = code
        super().__init__(what)


def text(value: JsonValue) -> str:
    """Return a text that can be written down again: without NUL, without half a character."""
    if not isinstance(value, str):
        raise Wrong("WRONG_TYPE", "must be text")
    if "\0" in value:
        raise Wrong("BAD_TEXT", "must not hold a NUL character")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise Wrong("BAD_TEXT", "must not hold an unpaired surrogate") from None
    return value


def identifier(value: JsonValue) -> str:
    """Return a text that is not empty."""
    if value == "":
        raise Wrong("EMPTY_ID", "must not be empty")
    return text(value)


def flag(value: JsonValue) -> bool:
    """Return a truth value."""
    if not isinstance(value, bool):
        raise Wrong("WRONG_TYPE", "must be true or false")
    return value


def whole(least: int) -> Check[int]:
    """Return the check of an integer that is at least `least`."""

    def check(value: JsonValue) -> int:
        if type(value) is not int:
            raise Wrong("WRONG_TYPE", "must be an integer")
        if not least <= value <= _LARGEST_COUNT:
            raise Wrong("OUT_OF_RANGE", f"must be at least {least} and fit 64 bits")
        return value

    return check


def number(value: JsonValue) -> float:
    """Return a finite number, held exactly."""
    if type(value) is float and math.isfinite(value):
        return value
    if type(value) is not int:
        raise Wrong("WRONG_TYPE", "must be a finite number")
    if float(value) != value:
        raise Wrong("OUT_OF_RANGE", "must not have more digits than a double holds")
    return float(value)


def amount(value: JsonValue) -> float:
    """Return a number that is not negative."""
    found = number(value)
    if found < 0:
        raise Wrong("OUT_OF_RANGE", "must not be negative")
    return found


def duration(value: JsonValue) -> float:
    """Return a number that is more than nothing."""
    found = number(value)
    if found <= 0:
        raise Wrong("OUT_OF_RANGE", "must be more than 0")
    return found


def tally(value: JsonValue) -> int:
    """Return a count that the format calls a number: whole, however it is written."""
    found = amount(value)
    if not found.is_integer():
        raise Wrong("OUT_OF_RANGE", "must be a whole number")
    return count(value if type(value) is int else int(found))


def instant(value: JsonValue) -> Instant:
    """Return a time with an offset."""
    if not isinstance(value, str):
        raise Wrong("BAD_TIME", "must be an RFC 3339 time with an offset, as text")
    try:
        return parse_instant(value)
    except BadTime as bad:
        raise Wrong("BAD_TIME", str(bad)) from None


def array(value: JsonValue) -> list[JsonValue]:
    """Return a list."""
    if not isinstance(value, list):
        raise Wrong("WRONG_TYPE", "must be a list")
    return value


def mapping(value: JsonValue) -> dict[str, JsonValue]:
    """Return an object."""
    if not isinstance(value, dict):
        raise Wrong("WRONG_TYPE", "must be an object")
    return value


def each(check: Check[T]) -> Check[tuple[T, ...]]:
    """Return the check of a list of which every item passes another check."""

    def check_all(value: JsonValue) -> tuple[T, ...]:
        try:
            return tuple(check(item) for item in array(value))
        except Wrong as wrong:
            if not isinstance(value, list):
                raise
            raise Wrong(wrong.code, f"must be a list of which every item {wrong}") from None

    return check_all


def one_of(members: Iterable[T]) -> Check[T]:
    """Return the check of a closed vocabulary of words or of small numbers."""
    allowed: dict[object, T] = {
        member if isinstance(member, int) else str(member): member for member in members
    }
    kinds = {type(member) for member in allowed}
    words = ", ".join(map(str, allowed))

    def check(value: JsonValue) -> T:
        if type(value) not in kinds:
            raise Wrong("WRONG_TYPE", f"must be one of {words}")
        if value not in allowed:
            raise Wrong("UNKNOWN_VALUE", f"must be one of {words}")
        return allowed[value]

    return check


count = whole(0)
