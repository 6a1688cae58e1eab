"""Every difference between two reports, found by walking both at once along their types.

Nothing is asked about what a value means: what belongs together is taken together, everything else
is compared value by value, so that no difference can be missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from generator.publication.base import Public
from generator.publication.changes.layout import KEYS, Part, part_of
from generator.publication.changes.records import Kind, Where
from generator.publication.last_digits import same_number
from generator.publication.report import Report

_PLACES: Mapping[str, tuple[str, ...]] = {
    "arms[]": ("arm",),
    "audit.arms[]": ("arm", "basis"),
    "audit.related_arms[]": ("arm", "other_arm"),
    "comparisons[]": ("arm", "other_arm"),
    "arms[].cases[]": ("case",),
    "ledgers[]": ("ledger",),
    "studies[]": ("study",),
}
"""Which part of a place the keys of an item are; those of any other item name the item alone."""

_MARKS = frozenset({"withheld"})
"""Fields that only say why a count beside them is null; releases before them did not."""

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Two values that are not the same; `respelled` where they differ in spelling alone."""

    kind: Kind
    where: Where
    fields: tuple[str, ...]
    old: Any
    new: Any
    respelled: bool = False


def differences(old: Report, new: Report) -> Iterator[Difference]:
    """Yield every difference, in the order of the report's fields."""
    for name, path in _fields(old):
        yield from _values(path, Where(field=path), getattr(old, name), getattr(new, name))


def same(old: object, new: object) -> bool:
    """Whether two values have one spelling: type, order and last digit."""
    return msgspec.json.encode(old) == msgspec.json.encode(new)


def _fields(record: Public) -> Iterator[tuple[str, str]]:
    """Yield the fields of a record by attribute and by name in the report."""
    return zip(record.__struct_fields__, record.__struct_encode_fields__, strict=True)


def _values(pattern: str, where: Where, old: Any, new: Any) -> Iterator[Difference]:
    if same(old, new):
        return
    part = part_of(pattern)
    if isinstance(old, Public) and type(old) is type(new):
        if part is not None:
            yield from _part(part, where, old, new)
        if part is None or not part.whole:
            for name, spelled in _fields(old):
                path = f"{pattern}.{spelled}"
                at = msgspec.structs.replace(where, field=path)
                yield from _values(path, at, getattr(old, name), getattr(new, name))
    elif isinstance(old, dict) and isinstance(new, dict):
        yield from _map(pattern, where, old, new)
    elif isinstance(old, list) and isinstance(new, list) and _keyed([*old, *new]):
        yield from _list(pattern, where, old, new)
    else:
        kind: Kind = part.kind if part else "other"
        yield Difference(kind, where, (), old, new, respelled(old, new))


def _part(part: Part, where: Where, old: Public, new: Public) -> Iterator[Difference]:
    """Yield one difference for each kind of field in a part that changed."""
    changed: dict[Kind, list[tuple[str, str]]] = {}
    for name, spelled in _fields(old):
        taken = part.whole or name in part.apart
        if taken and not same(getattr(old, name), getattr(new, name)):
            kind = part.apart.get(name, part.kind)
            changed.setdefault(kind, []).append((name, spelled))
    for kind, names in changed.items():
        alike = all(
            name in _MARKS or respelled(getattr(old, name), getattr(new, name)) for name, _ in names
        )
        yield Difference(kind, where, tuple(spelled for _, spelled in names), old, new, alike)


def _map(
    pattern: str, where: Where, old: dict[str, Any], new: dict[str, Any]
) -> Iterator[Difference]:
    part = part_of(pattern + "{}")
    for key in sorted({*old, *new}):
        at = msgspec.structs.replace(where, field=pattern + "{}", item=key)
        if key in old and key in new:
            yield from _values(pattern + "{}", at, old[key], new[key])
        else:
            yield Difference(part.kind if part else "other", at, (), old.get(key), new.get(key))
    if [key for key in old if key in new] != [key for key in new if key in old]:
        yield Difference("other", where, (), list(old), list(new), respelled=True)


def _list(
    pattern: str, where: Where, old: Sequence[Public], new: Sequence[Public]
) -> Iterator[Difference]:
    items = pattern + "[]"
    part = part_of(items)
    kind: Kind = part.kind if part else "other"
    olds, news = _by_key(old), _by_key(new)
    for key in [*news, *(key for key in olds if key not in news)]:
        at = _at(items, where, key)
        if key in olds and key in news:
            yield from _values(items, at, olds[key], news[key])
        elif key in news:
            yield Difference(part.added or kind if part else kind, at, (), None, news[key])
        else:
            yield Difference(part.removed or kind if part else kind, at, (), olds[key], None)
    before = [_named(key) for key in olds if key in news]
    after = [_named(key) for key in news if key in olds]
    if before != after:
        yield Difference("other", where, (), before, after, respelled=True)


def _keyed(items: Sequence[object]) -> bool:
    return all(type(item) in KEYS for item in items)


def _by_key(items: Sequence[Public]) -> dict[Key, Public]:
    """Return items by what identifies them, and by a number where that is not unique."""
    seen: Counter[Key] = Counter()
    found: dict[Key, Public] = {}
    for item in items:
        key = tuple(getattr(item, name) for name in KEYS[type(item)])
        seen[key] += 1
        found[(*key, seen[key]) if seen[key] > 1 else key] = item
    return found


def _at(pattern: str, where: Where, key: Key) -> Where:
    names = _PLACES.get(pattern, ())
    parts: dict[str, Any] = dict(zip(names, key, strict=False))
    rest = key[len(names) :]
    if rest:
        parts["item"] = _named((*([where.item] if where.item else []), *rest))
    return msgspec.structs.replace(where, field=pattern, **parts)


def _named(key: Key) -> str:
    return " ".join(str(part) for part in key if part is not None)


def respelled(old: object, new: object) -> bool:
    """Whether two values are the same but for last digits or order."""
    if isinstance(old, bool) or isinstance(new, bool):
        return old is new
    if isinstance(old, int | float) and isinstance(new, int | float):
        return same_number(old, new)
    if isinstance(old, Public) and isinstance(new, Public):
        names = old.__struct_fields__
        return type(old) is type(new) and all(
            respelled(getattr(old, name), getattr(new, name)) for name in names
        )
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(respelled(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(
            respelled(one, other) for one, other in zip(_sorted(old), _sorted(new), strict=True)
        )
    return old == new


def _sorted(values: list[Any]) -> list[Any]:
    return sorted(values, key=msgspec.json.encode)
