"""Cells of a table as values: text that spells a number, a time or nothing is read as what it is.

The numbers of a CSV file are text; those of JSON lines are numbers already. Both are read alike.
"""

from __future__ import annotations

import re

from generator.artifacts.checks import Wrong, amount, count, identifier, instant, number
from generator.artifacts.checks import tally as whole_number
from generator.artifacts.records import Instant, JsonValue

NOTHING = frozenset({"", "null", "none", "nan", "na", "n/a", "<na>"})
"""How tables spell that nothing is there."""

_INTEGER = re.compile(r"[-+]?\d{1,20}", re.ASCII)
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d{1,3})?", re.ASCII)
_SPACED = re.compile(r"(\d{4}-\d\d-\d\d) (.*)", re.ASCII)


def empty(value: JsonValue) -> bool:
    """Whether a cell says that nothing is there."""
    return value is None or (isinstance(value, str) and value.strip().casefold() in NOTHING)


def spelled(value: JsonValue) -> str:
    """Return how a cell of few words is spelled: true, 1, passed."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | dict):
        raise Wrong("WRONG_TYPE", "must be a word, a number, true or false")
    return str(value).strip()


def name(value: JsonValue) -> str:
    """Return the name of a task or an arm: a text, or a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return identifier(value)


def _as_number(value: JsonValue) -> JsonValue:
    """Return the number that a text spells; what is no such text stays what it is."""
    text = value.strip() if isinstance(value, str) else ""
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _NUMBER.fullmatch(text) else value


def decimal(value: JsonValue) -> float:
    """Return a number that may be spelled as text."""
    return number(_as_number(value))


def tally(value: JsonValue) -> int:
    """Return a count that may be spelled as text, with a decimal point or without."""
    return whole_number(_as_number(value))


def figure(value: JsonValue) -> float:
    """Return a figure that is not negative and may be spelled as text."""
    return amount(_as_number(value))


def trial(value: JsonValue) -> int:
    """Return a trial's number, which may be spelled as text."""
    return count(_as_number(value))


def time(value: JsonValue) -> Instant:
    """Return a time with an offset; a space may stand where RFC 3339 has a T."""
    match = _SPACED.fullmatch(value) if isinstance(value, str) else None
    return instant("T".join(match.groups()) if match else value)
