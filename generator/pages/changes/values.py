"""Any value of a report in a few words, and what differs between two of a kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Any, get_type_hints

from generator.pages import ledger_words, numbers, words
from generator.pages.changes.field_words import field_name
from generator.pages.escape import Markdown, md, md_join
from generator.pages.sentences import many
from generator.publication.accounts import FailureModes, States
from generator.publication.base import Bracket, Interval, Public, Share
from generator.publication.case import Case, Order, Variant
from generator.publication.comparison import Difference, OddsRatio
from generator.publication.eio import LedgerCorrelation
from generator.publication.estimates import IntraClassCorrelation

NOTHING = Markdown("none")
_THERE = Markdown("there")
_HELD_BACK = Markdown("withheld")
_NOWHERE = Markdown("")
_REASON = field_name("undefined")
_MARK = field_name("withheld")
_SINGLE = (Interval, Bracket, Order)
"""Records that are read as one value."""

_WITHHELD: Mapping[type[Public], frozenset[str]] = {
    Case: frozenset({"passed"}),
    Variant: frozenset({"passed"}),
    States: frozenset({"valid_task_success", "valid_task_failure"}),
    FailureModes: frozenset({"no_deliverable", "oracle_judged"}),
}
"""Counts that are absent only where they would tell what is withheld."""

_NO_SHARES = (IntraClassCorrelation, LedgerCorrelation, OddsRatio)
"""Records whose interval is of something else than a share."""

_CODES: Mapping[str, str] = {
    code: word.short
    for listed in (
        *(words.REASONS, words.SUPPRESSED, words.OUTCOMES, words.VERDICTS, words.STAGES),
        *(words.EVIDENCE, words.ROLES, words.SCOPES, words.TIERS, words.AUDITS, words.BREACHES),
        *(words.ESCALATIONS, words.AUDIT_CAUSES, ledger_words.BANDS),
    )
    for code, word in listed.items()
}

_DIGITS = 3
_MOST = 6
"""Of more single values than this that differ in one part, the others are counted."""

Show = Callable[[Any], Markdown]
"""How one value of a field is shown, where it is there."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two single values that differ: their name, what they are part of, and how they are shown."""

    within: Markdown
    name: Markdown
    old: Any
    new: Any
    show: Show
    absent: Markdown


def moved(old: object, new: object, fields: Sequence[str] = ()) -> Markdown:
    """Say what differs between two values, field by field where they have fields."""
    pairs = list(_pairs(old, new, fields))
    said = [
        md("{}: {}", within, md_join(", ", map(_moved, those)))
        if within
        else md_join("; ", map(_moved, those))
        for within, those in groupby(pairs[:_MOST], key=lambda pair: pair.within)
    ]
    if len(pairs) > _MOST:
        said.append(md("and {}", many(len(pairs) - _MOST, "more value", "more values")))
    return md_join("; ", said)


def _pairs(
    old: Any, new: Any, only: Sequence[str] = (), within: Markdown = _NOWHERE
) -> Iterator[_Pair]:
    """Yield the single values that differ between two records or maps of one type."""
    if isinstance(old, Public) and type(old) is type(new) and not isinstance(old, _SINGLE):
        fields = zip(old.__struct_fields__, old.__struct_encode_fields__, strict=True)
        for attribute, spelled in fields:
            if not only or spelled in only:
                one, other = getattr(old, attribute), getattr(new, attribute)
                show, absent = _show(type(old), attribute)
                yield from _inside(one, other, within, field_name(spelled), show, absent)
    elif isinstance(old, dict) and isinstance(new, dict):
        for key in sorted({*old, *new}):
            one, other = _counts(old.get(key), new.get(key))
            yield from _inside(one, other, within, value(key), value, NOTHING)
    elif type(old) is not type(new) or old != new:
        yield _Pair(within, Markdown(""), old, new, value, NOTHING)


def _inside(
    old: Any, new: Any, within: Markdown, name: Markdown, show: Show, absent: Markdown
) -> Iterator[_Pair]:
    """Yield what differs in one field: of what is no record or map, the whole of it."""
    both = type(old) is type(new) and isinstance(old, Public | dict)
    if both and not isinstance(old, _SINGLE):
        yield from _pairs(old, new, (), md("{}, {}", within, name) if within else name)
    elif type(old) is not type(new) or old != new:
        yield _Pair(within, name, old, new, show, absent)


@cache
def _show(record: type[Public], attribute: str) -> tuple[Show, Markdown]:
    """Return how a field of a record is shown, and what is said where it is not there."""
    if attribute in _WITHHELD.get(record, ()):
        return value, _HELD_BACK
    hint = str(get_type_hints(record, include_extras=True)[attribute])
    if "float" not in hint and "Interval" not in hint:
        return value, NOTHING
    if attribute in _SHOWN:
        return _SHOWN[attribute], NOTHING
    if issubclass(record, Difference):
        return _points, NOTHING
    if attribute.endswith("p_value") or attribute.startswith("p_") or attribute == "tarone_p":
        return numbers.p_value, NOTHING
    share = str(Share) in hint or "publication.base.Interval" in hint
    return (_percent if share and not issubclass(record, _NO_SHARES) else value), NOTHING


def _percent(given: float | Interval) -> Markdown:
    if isinstance(given, Interval):
        return numbers.interval(given)
    return numbers.percent(given)


def _points(given: float | Interval) -> Markdown:
    if isinstance(given, Interval):
        return md("{} points", numbers.points_interval(given))
    return md("{} points", numbers.points(given))


def _error(given: float) -> Markdown:
    """Return a standard error of a share in percentage points, without a sign."""
    return md("{} points", numbers.decimal(given * 100, 1))


_SHOWN: Mapping[str, Show] = {
    "standard_error": _error,
    "standard_error_trials": _error,
    "pass_1_standard_error": _error,
    "pass_1_standard_error_trials": _error,
    "pass_k_standard_error": _error,
    "pass_k_standard_error_trials": _error,
    "p_value": numbers.p_value,
    "level": numbers.level,
    "wall_s": numbers.seconds,
    "cap_s": numbers.seconds,
    "timeout_s": numbers.seconds,
    "cost_usd": numbers.dollars,
    "window_share": numbers.windows,
    "expected_window_share": numbers.windows,
    "actual_window_share": numbers.windows,
}
"""How measured fields of these names are shown, whatever record they stand in."""


def _counts(old: object, new: object) -> tuple[object, object]:
    """Return the values of a map's key; where there is a count on one side, the other has 0."""
    return (0 if old is None and type(new) is int else old), (
        0 if new is None and type(old) is int else new
    )


def _moved(pair: _Pair) -> Markdown:
    old, new = pair.old, pair.new
    if pair.name == _REASON:
        return md("{} → {}", *(_reason(each) for each in (old, new)))
    if pair.name == _MARK and None in (old, new):
        return md("{} {} → {}", pair.name, *(value(each is not None) for each in (old, new)))
    if isinstance(old, list) and isinstance(new, list):
        said = _lists(old, new)
    elif _THERE in (value(old), value(new)):
        said = Markdown("is new" if old is None else "is gone" if new is None else "is another")
    else:
        said = _between(pair)
    return md("{} {}", pair.name, said) if pair.name else said


def _reason(code: object) -> Markdown:
    return Markdown("a figure") if code is None else md("no figure ({})", value(code))


def _lists(old: list[Any], new: list[Any]) -> Markdown:
    before, after = (Counter(map(repr, values)) for values in (old, new))
    more, fewer = (after - before).total(), (before - after).total()
    # Of records, one more and one fewer is one that changed; a name is another name.
    changed = min(more, fewer) if any(isinstance(each, Public) for each in old) else 0
    if not (more or fewer):
        return Markdown("in another order")
    count = numbers.integer(len(new))
    if changed == more == fewer:
        return md("({} of {} not as before)", numbers.integer(changed), count)
    parts = [
        md("{} {}", numbers.integer(each), Markdown(said))
        for each, said in (
            (changed, "not as before"),
            (more - changed, "came"),
            (fewer - changed, "left"),
        )
        if each
    ]
    return md("({}; {} in all)", md_join(", ", parts), count)


def _between(pair: _Pair) -> Markdown:
    """Return both values with an arrow, exact where rounding would show them alike."""
    said = [pair.absent if each is None else pair.show(each) for each in (pair.old, pair.new)]
    if said[0] == said[1]:
        return between(pair.old, pair.new)
    return md("{} → {}", *said)


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
            ends = (given.lower, given.upper)
            shown = md("[{}, {}]", *(value(end, exact=exact) for end in ends))
            return md("{} {}", shown, numbers.method(given)) if exact else shown
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
