"""Changes of one kind at one place, and places where the same is to be said: what is one thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from generator.pages.changes.worry import turned, worry
from generator.publication.changes.records import FRAME, Cause, Change, Changes, Kind

_ORDER = {kind: at for at, kind in enumerate(get_args(Kind))}


_FIGURES: Mapping[Kind, frozenset[str]] = {
    "headline": frozenset({"passed", "cases", "rate", "fail_set"}),
    "recovery": frozenset({"rate"}),
    "regression": frozenset({"rate"}),
    "pass_hat_k": frozenset({"estimate"}),
    "pass_at_k": frozenset({"estimate"}),
    "case_rate": frozenset({"rate"}),
}
"""Of a figure with its interval and counts, the fields that are the figure itself."""


def figure_stands(change: Change) -> bool:
    """Whether a figure is as it was, and only what stands around it changed."""
    figure = _FIGURES.get(change.kind)
    return figure is not None and bool(change.fields) and not figure & set(change.fields)


def other_failed_cases(change: Change) -> bool:
    """Whether a headline score is as it was, over other failed cases."""
    return change.kind == "headline" and set(change.fields) == {"fail_set"}


def grouped(changes: Iterable[Change]) -> list[list[Change]]:
    """Return changes in groups of one kind, place and direction, in the order they come in."""
    found: dict[tuple[object, ...], list[Change]] = {}
    for change in changes:
        found.setdefault(_key(change), []).append(change)
    return list(found.values())


def causes(group: Sequence[Change]) -> list[Cause]:
    """Return what caused a group of changes; where they differ, all that any of them names."""
    first = group[0].cause
    if all(change.cause == first for change in group):
        return first
    return sorted({cause for change in group for cause in change.cause})


def to_look_at(found: Changes) -> list[list[list[Change]]]:
    """Return what asks for a reviewer, the gravest first: for each thing the groups of its places.

    Places are one thing where the same kind of change has the same causes, and the same is said of
    whether to worry about it.
    """
    things: dict[tuple[object, ...], list[list[Change]]] = {}
    for group in grouped(change for change in found.changes if change.look):
        same = (_sort(group[0]), tuple(causes(group)), worry(group))
        things.setdefault(same, []).append(group)
    return list(things.values())


def rest_by_place(found: Changes) -> list[list[list[Change]]]:
    """Return what asks for nobody: the groups of each arm, ledger or study, places in order."""
    rest = [change for change in found.changes if not change.look and change.kind not in FRAME]
    places: dict[tuple[object, ...], list[Change]] = {}
    for change in sorted(rest, key=lambda change: (_place(change), _ORDER[change.kind])):
        places.setdefault(_place(change), []).append(change)
    return [grouped(changes) for changes in places.values()]


def _place(change: Change) -> tuple[str, ...]:
    where = change.where
    return tuple(name or "" for name in (where.arm, where.other_arm, where.ledger, where.study))


def _key(change: Change) -> tuple[object, ...]:
    return (_place(change), *_sort(change))


def _sort(change: Change) -> tuple[object, ...]:
    came, went = change.old is None, change.new is None
    way = turned(change) or (came, went, figure_stands(change), other_failed_cases(change))
    return (change.kind, way, change.cause[0] == "unexplained")
