"""Which one of several changes of a kind a change is, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import LiteralString

from generator.pages.changes.field_words import field_name
from generator.pages.changes.names import Names
from generator.pages.escape import Markdown, md
from generator.pages.words import AUDIT_CAUSES, BASES, IDENTITY
from generator.publication.changes.records import Change, Kind

_ITEMS: Mapping[str, LiteralString] = {
    "arms[].runs[]": "run {}",
    "arms[].budget[]": "run {}",
    "arms[].caps[]": "time caps of {}",
    "arms[].deltas[]": "{} to {}",
    "arms[].pass_hat_k[]": "pass^{}",
    "arms[].pass_at_k[]": "pass@{}",
    "audit.arms[].runs[]": "run {}",
    "audit.arms[].deltas[]": "moves from {} to {}",
    "audit.arms[].other_runs[]": "run {}, no repeat",
    "audit.arms[].other_deltas[]": "moves from {} to {}, no repeat",
    "audit.arms[].flips[]": "outcomes of {} that moved",
    "audit.arms[].severity_drift[]": "score of {} from {} to {}",
    "audit.arms[].invalid[]": "invalid attempts of {1} in {0} ({2})",
    "ledgers[].occurrence[]": "finding {}",
    "ledgers[].recurrence[]": "claim {}",
    "ledgers[].finding_bands{}": "finding {}",
}
"""What an item of a list is called, with places for what identifies it."""

_NAMES: Mapping[str, Markdown] = {
    **{cause: Markdown(word.short) for cause, word in AUDIT_CAUSES.items()},
    **{basis: Markdown(word.short) for basis, word in BASES.items()},
    **{field: Markdown(name.lower()) for field, name in IDENTITY.items()},
}
"""Keys that are codes, and what they are called."""

_OF_SEVERAL_PARTS: frozenset[Kind] = frozenset(
    {"shown", "states", "plan", "dependence", "invalid", "history", "other"}
)
"""Kinds whose title leaves open which part of a report it is, even where it is the only one."""


def label(change: Change, names: Names, of: int) -> Markdown:
    """Return which one of `of` changes it is; empty where the title says it already."""
    where = change.where
    if where.basis and where.field == "audit.arms[]":
        return md("past of the arm, as {} state it", _NAMES[where.basis])
    if where.case:
        return names.case(where.arm, where.case)
    if where.item:
        return _item(where.field, where.item)
    if change.kind == "rule" or (of == 1 and change.kind not in _OF_SEVERAL_PARTS):
        return Markdown("")
    if where.field == "arms[].recovery":
        return Markdown("recovery after fail")
    return field_name(where.field)


def _item(field: str, item: str) -> Markdown:
    if field in _ITEMS:
        return md(_ITEMS[field], *(_NAMES.get(key, key) for key in item.split(" ")))
    if field == "arms[].identity{}":
        return _NAMES.get(item, md("{}", item))
    return md("{} {}", field_name(field), item)
