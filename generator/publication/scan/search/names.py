"""When a name tells something, and how it is looked for: what keeps common words from alarms.

A private id may be `test`, `a` or `case-12`; the site says such things without having read it. What
everybody can read in the program's own text, and what the spec declares public, names nothing.

Not looked for at all, because anything would be found: a text of fewer than four letters and digits
(`a1`, `t-2`, a sample's `17`), a number of fewer than ten digits (`0001`, a date), and common words
with or without a number where they are short (`run1`, `task-12`). That none of these goes out where
it has no business is for the positive gate alone to see.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

from generator.publication.scan.search.fold import fold, runs_of, squash

SHORTEST = 4
"""Fewer letters and digits than this are never looked for."""

SHORTEST_MIXED, SHORTEST_WORDS = 6, 8
"""From here on names that mix letters and digits, or that are letters alone, may have gaps."""

SHORTEST_ANYWHERE = 12
"""From here on a name is found wherever it stands, between other letters, too."""

SHORTEST_MENTIONED = 16
"""How long a name must be that no field states and that only stands in some text."""

_SHORTEST_NUMBER = 10
_TELLING_NUMBER = re.compile(r"(?<![0-9])[0-9]{4,}(?![0-9])")
"""A number that lets a common word with it be a name."""

_RUN = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}")
_NUMBER = re.compile(r"[-+]?[0-9]*[.,]?[0-9]+(?:[eE][-+]?[0-9]+)?%?")
_DIGITS = re.compile(r"[0-9]+")
_HEX = re.compile(r"[0-9a-f]+")
_COUNTED = re.compile(r"([a-z]+)[0-9]{1,4}")
_PUBLIC_ALIAS = re.compile(r"A-[0-9a-f]{8}")


class Look(Enum):
    """How a name is looked for, from the most generous to the strictest."""

    ANYWHERE = "its letters in a row, whatever stands around and between them"
    APART = "the same with no other letter next to them; as it is written, on one side is enough"
    JOINTED = "as APART, but with gaps only where it has its own, or after every letter"
    UNBROKEN = "as APART, but without a space in it"
    LITERAL = "as it is written, with no other letter next to it"


@dataclass(frozen=True)
class Common:
    """What is public anyway: squashed texts, every word in them, and declared names squashed.

    `files` are the SHA-256 digests of whole files that everybody has, such as those of the theme.
    """

    texts: bytes
    words: frozenset[str]
    declared: frozenset[bytes]
    files: frozenset[bytes] = frozenset()

    @classmethod
    def of(
        cls,
        texts: Iterable[str],
        code: Iterable[str],
        declared: Iterable[str],
        files: Iterable[bytes] = (),
    ) -> Common:
        """Take in texts that everybody can read, and what the spec declares public.

        `code` is public as well, but the shortened names in it are no words.
        """
        names = list(declared)
        listed = [fold(text) for text in (*texts, *names)]
        return cls(
            texts=b"\0".join(squash(text) for text in (*listed, *code)),
            words=runs(listed),
            declared=frozenset(each for each in map(squash, names) if len(each) >= SHORTEST_MIXED),
            files=frozenset(hashlib.sha256(data).digest() for data in files),
        )

    def has(self, run: str) -> bool:
        """Whether a run of letters and digits tells nothing by itself."""
        counted = _COUNTED.fullmatch(run)
        stem = counted[1] if counted else run
        return len(stem) <= 2 or bool(_DIGITS.fullmatch(run)) or stem in self.words


@dataclass(frozen=True)
class Name:
    """A private text as it is looked for: its letters, and how.

    `joints` are its own gaps; a part of a name knows the `whole` of it and where in it it stands.
    """

    letters: bytes
    look: Look
    literal: str = ""
    joints: frozenset[int] = frozenset()
    whole: bytes = b""
    at: int = 0


def telling(text: str, common: Common, *, mentioned: bool = False) -> Name | None:
    """Return how to look for a name, None where it tells nothing."""
    letters = squash(text)
    plain = letters.decode(errors="replace")
    if len(plain) < SHORTEST or letters in common.texts or _PUBLIC_ALIAS.fullmatch(text):
        return None
    if mentioned and len(plain) < SHORTEST_MENTIONED:
        return None
    look = _look(text, plain, common)
    return Name(letters, look, _core(fold(text)), frozenset(_joints(text))) if look else None


def _look(text: str, plain: str, common: Common) -> Look | None:
    if _DIGITS.fullmatch(plain) or _NUMBER.fullmatch(text.strip()):
        number = _NUMBER.fullmatch(text.strip()) and not _DIGITS.fullmatch(text.strip())
        return None if number or len(plain) < _SHORTEST_NUMBER else Look.LITERAL
    if _TIME.match(text):
        return Look.ANYWHERE
    if all(common.has(run) for run in _words(text)):
        told = len(plain) >= SHORTEST_ANYWHERE or (
            len(plain) >= SHORTEST_WORDS and _TELLING_NUMBER.search(text)
        )
        return Look.LITERAL if told else None
    if len(plain) >= SHORTEST_ANYWHERE:
        return Look.ANYWHERE
    mixed = any(char.isdigit() for char in plain)
    if _HEX.fullmatch(plain) or len(plain) < (SHORTEST_MIXED if mixed else SHORTEST_WORDS):
        return Look.LITERAL
    return Look.APART if mixed else Look.JOINTED


def own_letters(text: str, common: Common) -> Iterator[bool]:
    """Yield for each squashed letter of a name whether it is of a word that is not common."""
    for run in _words(text):
        own = not common.has(run)
        yield from (own for _ in squash(run))


def _words(text: str) -> list[str]:
    """Return the words of a name, those that only a capital parts as well."""
    return _RUN.findall(fold(_HUMP.sub(" ", text)))


def _joints(text: str) -> Iterator[int]:
    """Yield after how many squashed letters a name has a gap of its own."""
    at = 0
    for run in _RUN.findall(fold(text))[:-1]:
        at += len(squash(run))
        yield at


def _core(literal: str) -> str:
    """Return a literal from its first letter or digit to its last."""
    found = list(_RUN.finditer(literal))
    return literal[found[0].start() : found[-1].end()] if found else ""


def runs(texts: Iterable[str]) -> frozenset[str]:
    """Return every run of letters and digits in some folded texts."""
    return frozenset().union(*map(runs_of, texts))
