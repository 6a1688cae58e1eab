"""When a name tells something: the rule that keeps common words from being alarms.

A private id may be `test`, `a` or `case-12`; the site says such things without having read it. What
everybody can read in the program's own text, and what the spec declares public, names nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from generator.publication.scan.search.fold import fold, squash

SHORTEST = 4
"""Fewer letters and digits than this are never looked for."""

SHORTEST_SQUASHED = 8
"""From here on a name of letters alone is found across spaces and tags, too."""

SHORTEST_MIXED = 6
"""From here on a name that mixes letters and digits is."""

SHORTEST_NUMBER = 10
SHORTEST_HEX = 12
SHORTEST_COMMON = 12
"""How long a number, a hexadecimal and a name made of common words and numbers must be."""

_TELLING_NUMBER = re.compile(r"(?<![0-9])[0-9]{4,}(?![0-9])")
"""A number that lets a common word be a name even if it is short, as in `zero-1777`."""

_RUN = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"[0-9]+")
_HEX = re.compile(r"[0-9a-f]+")
_COUNTED = re.compile(r"([a-z]+)[0-9]{1,4}")
_PUBLIC_ALIAS = re.compile(r"A-[0-9a-f]{8}")


@dataclass(frozen=True)
class Common:
    """What is public anyway: squashed texts, every word in them, and declared names squashed."""

    texts: bytes
    words: frozenset[str]
    declared: frozenset[bytes]

    @classmethod
    def of(cls, texts: Iterable[str], code: Iterable[str], declared: Iterable[str]) -> Common:
        """Take in texts that everybody can read, and what the spec declares public.

        `code` is public as well, but the shortened names in it are no words.
        """
        names = list(declared)
        listed = [fold(text) for text in (*texts, *names)]
        return cls(
            texts=b"\0".join(squash(text) for text in (*listed, *code)),
            words=runs(listed),
            declared=frozenset(filter(None, map(squash, names))),
        )

    def has(self, run: str) -> bool:
        """Whether a run of letters and digits tells nothing by itself."""
        counted = _COUNTED.fullmatch(run)
        stem = counted[1] if counted else run
        return len(stem) <= 2 or bool(_DIGITS.fullmatch(run)) or stem in self.words


@dataclass(frozen=True)
class Name:
    """A private name as it is looked for.

    `squashed` is set where it may be found across gaps; `literal` where it must stand by itself.
    """

    squashed: bytes | None
    literal: str | None


def telling(text: str, common: Common) -> Name | None:
    """Return how to look for a name, None where it tells nothing."""
    letters, literal = squash(text), fold(text)
    if len(letters) < SHORTEST or letters in common.texts or _PUBLIC_ALIAS.fullmatch(text):
        return None
    runs = _RUN.findall(literal)
    plain = letters.decode(errors="replace")
    if _DIGITS.fullmatch(plain):
        return Name(None, literal) if len(letters) >= SHORTEST_NUMBER else None
    if all(common.has(run) for run in runs):
        told = len(letters) >= SHORTEST_COMMON or (
            len(letters) >= SHORTEST_SQUASHED and _TELLING_NUMBER.search(literal)
        )
        return Name(None, literal) if told else None
    if _HEX.fullmatch(plain):
        return Name(letters if len(letters) >= SHORTEST_HEX else None, literal)
    mixed = any(char.isdigit() for char in plain)
    return Name(
        letters if len(letters) >= (SHORTEST_MIXED if mixed else SHORTEST_SQUASHED) else None,
        literal,
    )


def own_letters(text: str, common: Common) -> Iterator[bool]:
    """Yield for each squashed letter of a name whether it is of a run that is not common."""
    for run in _RUN.findall(fold(text)):
        own = not common.has(run)
        yield from (own for _ in squash(run))


def stands_alone(literal: str, text: str) -> bool:
    """Whether a literal stands in a folded text with no letter or digit next to it."""
    at = text.find(literal)
    while at >= 0:
        end = at + len(literal)
        if not text[max(at - 1, 0) : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(literal, at + 1)
    return False


def runs(texts: Iterable[str]) -> frozenset[str]:
    """Return every run of letters and digits in some folded texts."""
    return frozenset(run for text in texts for run in _RUN.findall(text))
