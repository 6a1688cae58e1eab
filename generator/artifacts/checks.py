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

# Far beyond what a run can spend or score, and far within what a double adds up and prints
# digit by digit: a number beyond them is a slip of whoever wrote it.
_LARGEST_AMOUNT = 1e9
_LARGEST_NUMBER = 1e15
MOST_TRIALS = 100_000
"""How many trials of a case one run can have: each is a mark in a figure and a slot in a table."""
MOST_TASKS = 100_000
"""How many tasks a file can count without naming them: each is a case of its own."""


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


def whole(least: int, most: int = _LARGEST_COUNT) -> Check[int]:
    """Return the check of an integer from `least` to `most`."""
    end = "fit 64 bits" if most == _LARGEST_COUNT else f"at most {most:,}"

    def check(value: JsonValue) -> int:
        if type(value) is not int:
            raise Wrong("WRONG_TYPE", "must be an integer")
        if not least <= value <= most:
            raise Wrong("OUT_OF_RANGE", f"must be at least {least} and {end}")
        return value

    return check


def number(value: JsonValue) -> float:
    """Return a finite number of a size that any score can have, held exactly."""
    found = _held(value)
    if abs(found) > _LARGEST_NUMBER:
        raise Wrong("OUT_OF_RANGE", "must lie between -1e15 and 1e15")
    return found


def _held(value: JsonValue) -> float:
    """Return a finite number that a double holds exactly."""
    if type(value) is float and math.isfinite(value):
        return value
    if type(value) is not int:
        raise Wrong("WRONG_TYPE", "must be a finite number")
    if float(value) != value:
        raise Wrong("OUT_OF_RANGE", "must not have more digits than a double holds")
    return float(value)


def amount(value: JsonValue) -> float:
    """Return a number that is not negative."""
    found = _held(value)
    if not 0 <= found <= _LARGEST_AMOUNT:
        raise Wrong("OUT_OF_RANGE", "must be a number from 0 to 1e9")
    return found


def duration(value: JsonValue) -> float:
    """Return a number that is more than nothing."""
    found = _held(value)
    if not 0 < found <= _LARGEST_AMOUNT:
        raise Wrong("OUT_OF_RANGE", "must be more than 0, and at most 1e9")
    return found


def tally(value: JsonValue) -> int:
    """Return a count that the format calls a number: whole, however it is written."""
    if type(value) is not float:
        return count(value)
    found = _held(value)
    if not found.is_integer():
        raise Wrong("OUT_OF_RANGE", "must be a whole number")
    return count(int(found))


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
