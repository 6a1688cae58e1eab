"""The meaning of a field, by the type that has it, or of a key, by its table."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.pages.meanings.arms import ARMS
from generator.pages.meanings.ledgers import LEDGERS
from generator.pages.meanings.meaning import Meaning
from generator.pages.meanings.parts import MISSING_PARTS
from generator.pages.meanings.shared import SHARED
from generator.pages.meanings.studies import STUDIES

MEANINGS: Mapping[str, Meaning] = {**SHARED, **ARMS, **LEDGERS, **STUDIES}
"""By `owner.field`, or by the field alone where it means the same everywhere."""

_REASONS = ("suppressed", "undefined", "suppressed_state")
"""The fields that hold the reason why a number beside them is not there."""


def spot(owner: str, field: str) -> str:
    """Return under which name the words of a field stand, or of a key of a table."""
    own = f"{owner}.{field}"
    return own if own in MEANINGS else field


def meaning(owner: str, field: str) -> Meaning:
    """Return the words of a field of a type, or of a key of a table."""
    return MEANINGS[spot(owner, field)]


def why_null(owner: str, field: str, beside: Collection[str]) -> str:
    """Return why a field that may be null is; `beside` are the names of the fields around it."""
    found = MEANINGS.get(spot(owner, field))
    said = MISSING_PARTS.get(f"{owner}.{field}") or (found.null if found else "")
    return said or f"{' or '.join(name for name in _REASONS if name in beside)} says why"
