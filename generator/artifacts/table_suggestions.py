"""The mapping that `sources:` could hold for a table, as comments for a person to correct."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from generator.artifacts.files import Limits
from generator.artifacts.plain_yaml import quoted
from generator.artifacts.table_guess import Seen, columns_in, guess, seen_in
from generator.spec.model import TableRule
from generator.spec.sources import READINGS

_MANY_COLUMNS = 30
_MANY_WORDS = 20
_LONG_WORD = 60
_VERDICTS = frozenset(
    word
    for each in msgspec.structs.fields(TableRule)
    if each.name in ("passes", "fails")
    for word in each.default
)


def suggest_table(path: Path, name: str, pattern: str, limits: Limits) -> Iterator[str]:
    """Yield the mapping of a table, or what its columns are where none shows trials."""
    columns = columns_in(path, limits)
    shown = ", ".join(quoted(each) for each in columns[:_MANY_COLUMNS])
    mapping = guess(columns)
    if not mapping:
        yield f"  # {quoted(name)} shows no table of trials. Its columns: {shown}"
        return
    seen = seen_in(path, limits, mapping)
    if "state" not in mapping and _tells_ends(seen):
        mapping["state"] = mapping.pop("outcome")
        seen = Seen(seen.scores, (), seen.outcomes)
    yield "  # A guess from the names of columns: correct it and take the `# ` away."
    yield f"  # The columns: {shown}"
    yield f"  # - path: {quoted(pattern)}"
    yield "  #   format: table"
    yield from _ends(seen, mapping)
    yield "  #   table:"
    yield from (f"  #     {held}: {quoted(column)}" for held, column in mapping.items())
    yield from _outcomes(seen)
    if "score" in mapping:
        yield _threshold(seen)


def _tells_ends(seen: Seen) -> bool:
    """Whether the column of outcomes holds other ends, such as crashes, beside its verdicts."""
    others = _others(seen)
    return 0 < len(others) < len(seen.outcomes) and not _no_few_words(others)


def _others(seen: Seen) -> list[str]:
    """The words of the outcome column that are no verdicts."""
    return [each for each in seen.outcomes if each.casefold() not in _VERDICTS]


def _no_few_words(words: Sequence[str]) -> bool:
    return len(words) > _MANY_WORDS or any(len(each) > _LONG_WORD for each in words)


def _threshold(seen: Seen) -> str:
    """Return the threshold where scores go to 1; of another scale only a person knows it."""
    if not seen.scores or 0 <= seen.scores[0] <= seen.scores[-1] <= 1:
        return "  #     threshold: 1"
    scale = f"the scores go from {seen.scores[0]:g} to {seen.scores[-1]:g}"
    return f"  #     threshold:  # {scale}: from which on does one pass?"


def _ends(seen: Seen, mapping: Mapping[str, str]) -> Iterator[str]:
    """Yield a place for the reading of each word of the state column that needs one."""
    judged = "outcome" in mapping or "score" in mapping
    words = [
        each
        for each in seen.states
        if each not in READINGS and (judged or each.casefold() not in _VERDICTS)
    ]
    if not words:
        return
    or_judged = ", or judged: the outcome or score decides" if judged else ""
    yield f"  #   ends:  # each word is read as a state{or_judged}"
    for word in words[:_MANY_WORDS]:
        if len(word) <= _LONG_WORD:
            yield f"  #     {quoted(word)}:"
    if _no_few_words(words):
        yield "  #     # and other words: is this the column of states?"


def _outcomes(seen: Seen) -> Iterator[str]:
    """Yield the words of the outcome column of which nobody has said what they mean."""
    words = _others(seen)
    if _no_few_words(words):
        yield "  #     # Its outcomes are no few words: is this the column of verdicts?"
    elif words:
        listed = ", ".join(map(quoted, words))
        yield f"  #     # Put into the lists `passes` and `fails`, with what they hold: {listed}"
