"""Keyed pseudonyms: the names under which private ids appear in public.

An alias is the beginning of HMAC-SHA256(key, kind + NUL + id) behind a prefix. Without the key
nobody can tell which id it stands for, not even by trying likely ones. Two ids whose aliases would
be one lengthen all aliases of their kind.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from generator.errors import Problem, UnusableInput
from generator.spec.model import AliasRule

Kind = Literal["case", "arm", "run", "task", "finding", "claim", "account"]

LENGTHEN_BY = 4
DIGEST_DIGITS = 64
PUBLIC_CASE = re.compile(r"A-[0-9a-f]{8}")
"""What a case id looks like that is public already."""


def keyed_digest(key: bytes, *parts: str) -> str:
    """Return HMAC-SHA256 of the parts joined by NUL, in lower-case hex."""
    return hmac.new(key, "\0".join(parts).encode(), hashlib.sha256).hexdigest()


@dataclass(slots=True)
class Aliases:
    """The aliases of one report: make it with all ids of a kind, then ask for each."""

    key: bytes
    rule: AliasRule
    given: Mapping[str, str] = field(default_factory=dict)
    _known: dict[Kind, dict[str, str]] = field(default_factory=dict)

    def learn(self, kind: Kind, ids: Iterable[str]) -> None:
        """Give every id of a kind its alias, all of one length that tells them apart."""
        everything = sorted(set(ids))
        kept = {each: stated for each in everything if (stated := self._stated(kind, each))}
        if len(set(kept.values())) != len(kept):
            _refuse_shared()
        computed = [each for each in everything if each not in kept]
        self._known[kind] = kept | self._computed(kind, computed, set(kept.values()))

    def of(self, kind: Kind, private: str) -> str:
        """Return the alias of an id that was learned."""
        return self._known[kind][private]

    def _stated(self, kind: Kind, private: str) -> str | None:
        """The alias a person's map states, or the id itself where it is a public alias already."""
        if private in self.given:
            return self.given[private]
        return private if kind == "case" and PUBLIC_CASE.fullmatch(private) else None

    def _computed(self, kind: Kind, ids: list[str], taken: set[str]) -> dict[str, str]:
        prefix = getattr(self.rule, kind)
        digests = {each: keyed_digest(self.key, kind, each) for each in ids}
        for digits in range(self.rule.digits, DIGEST_DIGITS + LENGTHEN_BY, LENGTHEN_BY):
            aliases = {each: f"{prefix}-{digest[:digits]}" for each, digest in digests.items()}
            if len(set(aliases.values()) | taken) == len(ids) + len(taken):
                return aliases
        raise AssertionError("two ids have one HMAC-SHA256")


def _refuse_shared() -> None:
    raise UnusableInput(
        Problem(
            "ALIAS_SHARED",
            "Two ids would appear under one alias.",
            "Give each id of the alias map an alias of its own.",
            field="alias.map_file",
        )
    )
