"""On which line of a JSON text a field stands: found only once something is wrong with it."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

_BLANK = re.compile(r"[ \t\r\n]*")
_STEP = re.compile(r"[^.\[\]]+|\[\d+\]")
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)


class _Found(NamedTuple):
    """Where a name or an entry begins, and where its value does."""

    begins: int
    value: int


def line_of(text: str, field: str) -> int:
    """Return the line of a field such as `cases[2].threshold`, or of what should hold it.

    The text must be whole JSON, as one that was parsed is.
    """
    at = begins = _past_blanks(text, 0)
    for step in _STEP.findall(field):
        found = _entry(text, at, step)
        if found is None:
            break
        begins, at = found
    return text.count("\n", 0, begins) + 1


def _entry(text: str, at: int, step: str) -> _Found | None:
    """Return where an entry of the object or list at a place is, None if it has no such entry."""
    if text[at] not in "{[":
        return None
    keyed = text[at] == "{"
    index, at = 0, _past_blanks(text, at + 1)
    while text[at] not in "}]":
        begins, name = at, f"[{index}]"
        if keyed:
            name, at = _DECODER.raw_decode(text, at)
            at = _past_blanks(text, _past_blanks(text, at) + 1)
        if name == step:
            return _Found(begins, at)
        _, at = _DECODER.raw_decode(text, at)
        at = _past_blanks(text, at)
        at = _past_blanks(text, at + 1) if text[at] == "," else at
        index += 1
    return None


def _past_blanks(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at
