"""Any value of a report in a few words, and what differs between two of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.pages import numbers, words
from generator.pages.escape import Markdown, md, md_join
from generator.pages.sentences import many
from generator.publication.base import Bracket, Interval, Public
from generator.publication.case import Order

NOTHING = Markdown("not there")
_THERE = Markdown("there")
_HELD_BACK = Markdown("withheld")

_WITHHELD = frozenset(
    {"passed", "valid task success", "valid task failure", "no deliverable", "oracle judged"}
)
"""Counts, in words, that are absent only where they would tell what is withheld."""

_P_VALUES = frozenset({"p value", "p value of failing late", "tarone p"})

_NAMES: Mapping[str, str] = {
    "undefined": "why it is absent",
    "suppressed": "why it is withheld",
    "suppressed_state": "why it is withheld",
    "withheld": "why it is withheld",
    "cost_usd": "US dollars",
    "wall_s": "seconds",
    "cap_s": "cap in seconds",
    "p_value": "p value",
    "late_p_value": "p value of failing late",
}
"""Fields whose own name would not be understood."""

_CODES: Mapping[str, str] = {
    code: word.short
    for listed in (words.REASONS, words.SUPPRESSED, words.OUTCOMES, words.VERDICTS, words.STAGES)
    for code, word in listed.items()
}

_DIGITS = 3
_MOST = 6
"""Of more single values than this that differ in one part, the others are counted."""


def field_name(field: str) -> Markdown:
    """Return a field of the report as words."""
    last = field.replace("[]", "").replace("{}", "").rpartition(".")[2]
    return Markdown(_NAMES.get(last, last.replace("_", " ")))


def moved(old: object, new: object, fields: Sequence[str] = ()) -> Markdown:
    """Say what differs between two values, field by field where they have fields."""
    pairs = list(_pairs(old, new, Markdown(""), fields))
    said = [_moved(name, one, other) for name, one, other in pairs[:_MOST]]
    if len(pairs) > _MOST:
        said.append(md("and {}", many(len(pairs) - _MOST, "more value", "more values")))
    return md_join("; ", said)


def _pairs(
    old: Any, new: Any, name: Markdown, only: Sequence[str] = ()
) -> Iterator[tuple[Markdown, Any, Any]]:
    """Yield the single values that differ, with the way to each in words."""
    if isinstance(old, Public) and type(old) is type(new):
        fields = zip(old.__struct_fields__, old.__struct_encode_fields__, strict=True)
        for attribute, spelled in fields:
            if not only or spelled in only:
                inside = _under(name, field_name(spelled))
                yield from _pairs(getattr(old, attribute), getattr(new, attribute), inside)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            inside = _under(name, md("{}", key))
            yield from _pairs(*_counts(old.get(key), new.get(key)), inside)
    elif type(old) is not type(new) or old != new:
        yield name, old, new


def _counts(old: object, new: object) -> tuple[object, object]:
    """Return the values of a map's key; where there is a count on one side, the other has 0."""
    return (0 if old is None and type(new) is int else old), (
        0 if new is None and type(old) is int else new
    )


def _under(above: Markdown, name: Markdown) -> Markdown:
    return md("{}, {}", above, name) if above else name


def _moved(name: Markdown, old: Any, new: Any) -> Markdown:
    last = name.rpartition(", ")[2]
    if isinstance(old, list) and isinstance(new, list):
        said = _lists(old, new)
    elif last in _P_VALUES:
        said = md("{} → {}", numbers.p_value(old), numbers.p_value(new))
    elif _THERE in (value(old), value(new)):
        said = Markdown("is new" if old is None else "is gone" if new is None else "is another")
    elif None in (old, new) and last in _WITHHELD:
        said = md("{} → {}", *(_HELD_BACK if each is None else value(each) for each in (old, new)))
    else:
        said = between(old, new)
    return md("{} {}", name, said) if name else said


def _lists(old: list[Any], new: list[Any]) -> Markdown:
    before, after = (Counter(map(repr, values)) for values in (old, new))
    more, fewer = (after - before).total(), (before - after).total()
    # Of records, one more and one fewer is one that changed; a name is another name.
    changed = min(more, fewer) if any(isinstance(each, Public) for each in old) else 0
    parts = [
        md("{} {}", numbers.integer(count), Markdown(said))
        for count, said in (
            (changed, "changed"),
            (more - changed, "more"),
            (fewer - changed, "no longer"),
        )
        if count
    ]
    if not parts:
        return Markdown("in another order")
    return md("{} (now {})", md_join(", ", parts), numbers.integer(len(new)))


def between(old: object, new: object) -> Markdown:
    """Return two values with an arrow, exact where rounding would show them alike."""
    before, after = value(old), value(new)
    if before == after:
        before, after = value(old, exact=True), value(new, exact=True)
    return md("{} → {}", before, after)


def value(given: object, *, exact: bool = False) -> Markdown:
    """Return one value in a few words."""
    if isinstance(given, bool):
        return Markdown("yes" if given else "no")
    if isinstance(given, int | float):
        return _number(given, exact=exact)
    if isinstance(given, str):
        return Markdown(_CODES[given]) if given in _CODES else md("{}", given)
    if isinstance(given, list):
        return _listed(given)
    return NOTHING if given is None else _record(given, exact=exact)


def _record(given: object, *, exact: bool) -> Markdown:
    """Return a record that one can see whole; others are only there."""
    match given:
        case Interval():
            return md("[{}, {}]", *(value(end, exact=exact) for end in (given.lower, given.upper)))
        case Bracket():
            return numbers.bracket(given)
        case Order():
            return md("{}", given.pattern)
    return _THERE


def _number(given: float, *, exact: bool) -> Markdown:
    if exact or float(given).is_integer():
        return numbers.score(given)
    return numbers.decimal(given, _DIGITS)


def _listed(given: list[Any]) -> Markdown:
    if not given:
        return NOTHING
    if all(isinstance(each, str | int | float) for each in given) and len(given) <= _DIGITS * 2:
        return md_join(", ", [value(each) for each in given])
    return md("{} entries", numbers.integer(len(given)))
