"""What a term of the glossary is."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One term; `anchor` is its place in the glossary, `{screen}` and the like are rule numbers."""

    anchor: str
    name: str
    short: str
    more: str = ""
