"""What Inspect's scorers say of a sample, and which of several scorers decides.

Scores are read as Inspect's own metrics read them: C, true and 1 are full credit; I, N, false and 0
none; P half; numbers between are partial credit. Only full credit passes. A score of several
numbers (a dictionary) is as many scorers. What a number outside 0 to 1, a list or another word
means, the log does not say: such a scorer decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from generator.artifacts.json_walk import Members, exact, members
from generator.artifacts.records import JsonValue

_NULL = "null"


class Mark(StrEnum):
    """What a score says."""

    PASSED = "passed"
    FAILED = "failed"
    NO_ANSWER = "no_answer"
    PARTIAL = "partial"
    FRACTION = "fraction"
    UNREADABLE = "unreadable"


class Reading(NamedTuple):
    """A score as it is read; `credit` is None where it is unreadable."""

    mark: Mark
    credit: float | None


_LETTERS = {
    "C": Reading(Mark.PASSED, 1.0),
    "I": Reading(Mark.FAILED, 0.0),
    "P": Reading(Mark.PARTIAL, 0.5),
    "N": Reading(Mark.NO_ANSWER, 0.0),
}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
UNDECIDED = Reading(Mark.UNREADABLE, None)
"""A score that says neither passed nor failed."""

_BINARY = frozenset({Mark.PASSED, Mark.FAILED, Mark.NO_ANSWER, Mark.PARTIAL})

Scorer = tuple[str, ...]
"""A scorer's name; with the key, where its score is a dictionary."""

Readings = dict[Scorer, Reading]
"""What each scorer said of one sample; a scorer that said nothing is not in it."""


def read_scores(text: str, depth: int) -> Readings:
    """Return what the scorers said, from the text of a sample's `scores`."""
    found: Readings = {}
    if text == _NULL:
        return found
    for scorer, score in members(text).items():
        value = exact(_value(score), depth, nan_as_null=True).get("value")
        parts = value if isinstance(value, dict) else None
        if parts is None:
            _put(found, (scorer,), value)
        else:
            for key, part in parts.items():
                _put(found, (scorer, key), part)
    return found


def _value(score: str) -> Members:
    return members(score, {"value"}) if score != _NULL else {}


def _put(found: Readings, scorer: Scorer, value: JsonValue) -> None:
    # NaN is what Inspect writes where a scorer came to no verdict; it is read as null.
    if value is not None:
        found[scorer] = read_value(value)


def read_value(value: JsonValue) -> Reading:
    """Return a single value as it is read."""
    if isinstance(value, bool | int | float):
        return _of_number(float(value))
    if not isinstance(value, str):
        return UNDECIDED
    if value in _LETTERS:
        return _LETTERS[value]
    word = value.lower()
    if word in _WORDS:
        return _of_number(_WORDS[word])
    try:
        return _of_number(float(value))
    except ValueError:
        return UNDECIDED


def _of_number(value: float) -> Reading:
    if value == 1:
        return Reading(Mark.PASSED, 1.0)
    if value == 0:
        return Reading(Mark.FAILED, 0.0)
    return Reading(Mark.FRACTION, value) if 0 < value < 1 else UNDECIDED


class Decision(NamedTuple):
    """The scorer that decides (none, where none can), its number, and how many there are."""

    scorer: Scorer | None
    number: int
    scorers: int


def deciding_scorer(samples: Iterable[Readings]) -> Decision:
    """Return the scorer that decides in a log.

    It is the first, in the order of the first sample that names it, of which every score in the
    log is binary (partial letters included); with none, the first of which every score lies
    between 0 and 1; with none, no scorer decides. The samples come in an order of their own.
    """
    marks: dict[Scorer, set[Mark]] = {}
    for readings in samples:
        for scorer, reading in readings.items():
            marks.setdefault(scorer, set()).add(reading.mark)
    for allowed in (_BINARY, _BINARY | {Mark.FRACTION}):
        for number, (scorer, said) in enumerate(marks.items(), start=1):
            if said <= allowed:
                return Decision(scorer, number, len(marks))
    return Decision(None, 0, len(marks))
