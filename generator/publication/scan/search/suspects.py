"""Private texts that the public side seems to hold, sifted from all of them as they stream past."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from generator.publication.scan.search.fold import fold, squash
from generator.publication.scan.search.grams import GAP, LONG, SHORT, Flags, PublicPieces, pieces
from generator.publication.scan.search.names import (
    SHORTEST,
    Common,
    Look,
    Name,
    own_letters,
    runs,
    telling,
)
from generator.publication.scan.search.private import Stated

SHORTEST_RUN, SHORTEST_PIECE = 24, 16
"""How many letters of a longer text in a row make an alarm, and how many if they stand apart.

Template text is no part of them.
"""

SHORTEST_PART = 8
"""How many letters of a name in a row make one; most of them must be of no common word."""

_LONGEST_WHOLE = 24
_LONGEST_NAME = 2000
_OWN_IN_PART, _OWN_IN_PIECE = 6, 8
_LETTERS_IN_PART = 3
_CHANCE_FREE = 16
"""So many digits of a hexadecimal are no coincidence, letters or not."""

_LETTERS_IN_RUN = 6
_TELLING_LETTER = re.compile(rb"[g-z\x80-\xff]")
_TAG = re.compile(r"<[^<>]*>")
_BATCH = 1 << 20
_MOST_SEEN = 1_000_000


@dataclass(frozen=True)
class Suspect:
    """A private text, or a part of one, in the spelling in which it has to be looked for."""

    stated: Stated
    name: Name


@dataclass
class _Batch:
    """Squashed texts side by side, until there are enough of them to look at together."""

    look: Callable[[bytes, list[int], list[Stated]], Iterator[Suspect]]
    texts: list[bytes] = field(default_factory=list)
    stated: list[Stated] = field(default_factory=list)
    size: int = 0

    def add(self, letters: bytes, stated: Stated) -> Iterator[Suspect]:
        self.texts.append(letters)
        self.stated.append(stated)
        self.size += len(letters) + 1
        if self.size >= _BATCH:
            yield from self.end()

    def end(self) -> Iterator[Suspect]:
        starts, at = [], 0
        for text in self.texts:
            starts.append(at)
            at += len(text) + 1
        if self.texts:
            yield from self.look(GAP.join(self.texts), starts, self.stated)
        self.texts, self.stated, self.size = [], [], 0


class Sieve:
    """Lets the private texts pass, and keeps those that the public side may hold."""

    def __init__(self, public: PublicPieces, words: AbstractSet[str], common: Common) -> None:
        self._public = public
        self._words = words
        self._common = common
        self._seen: set[int] = set()
        self._whole = _Batch(self._whole_ones)
        self._parts = _Batch(self._parts_of_names)
        self._long = _Batch(self._runs_of_texts)

    def take(self, stated: Stated) -> Iterator[Suspect]:
        """Look at one text, at once or with others later."""
        letters = squash(stated.text)
        if len(letters) < _LONGEST_WHOLE:
            # Ids come again and again; one look at each is enough.
            known = hash(letters)
            if known in self._seen or len(letters) < SHORTEST:
                return
            if len(self._seen) > _MOST_SEEN:
                self._seen.clear()
            self._seen.add(known)
        is_name = not any(char.isspace() for char in stated.text)
        if len(letters) < SHORT:
            yield from self._word(stated)
        elif len(letters) < _LONGEST_WHOLE or (is_name and len(letters) <= _LONGEST_NAME):
            yield from self._whole.add(letters, stated)
        else:
            yield from self._long.add(letters, stated)
            if "<" in stated.text:
                # Pages are read without their tags, so what is copied into one is too.
                bare = stated._replace(text=_TAG.sub("", stated.text))
                yield from self._long.add(squash(bare.text), bare)
        if is_name and not stated.mentioned and SHORTEST_PART < len(letters) <= _LONGEST_NAME:
            yield from self._parts.add(letters, stated)

    def end(self) -> Iterator[Suspect]:
        """Look at those that still wait."""
        for batch in (self._whole, self._parts, self._long):
            yield from batch.end()

    def _word(self, stated: Stated) -> Iterator[Suspect]:
        """A short name must stand alone, so all its runs must be words of the public side."""
        its = runs([fold(stated.text)])
        if its <= self._words and not all(self._common.has(run) for run in its):
            yield from self._suspect(stated)

    def _suspect(self, stated: Stated) -> Iterator[Suspect]:
        name = telling(stated.text, self._common, mentioned=stated.mentioned)
        if name is not None:
            yield Suspect(stated, name)

    def _whole_ones(
        self, text: bytes, starts: list[int], stated: list[Stated]
    ) -> Iterator[Suspect]:
        """Texts all pieces of which are public, at least one of them not everybody's."""
        short, _ = pieces(text)
        missing = np.concatenate([[0], np.cumsum(~self._public.short.has(short))])
        own = np.concatenate([[0], np.cumsum(self._public.own_short.has(short))])
        begin = np.array(starts)
        end = np.append(begin[1:] - 1, len(text)) - SHORT + 1
        for at in np.flatnonzero((missing[end] == missing[begin]) & (own[end] > own[begin])):
            yield from self._suspect(stated[at])

    def _parts_of_names(
        self, text: bytes, starts: list[int], stated: list[Stated]
    ) -> Iterator[Suspect]:
        """Parts of names, as long as they hold enough that is the name's own."""
        short, _ = pieces(text)
        for first, last in _stretches(self._public.own_short.has(short)):
            part = text[first : last + SHORT]
            letters = len(_TELLING_LETTER.findall(part))
            if len(part) < SHORTEST_PART or (
                letters < _LETTERS_IN_PART and len(part) < _CHANCE_FREE
            ):
                continue
            at = int(np.searchsorted(starts, first, side="right")) - 1
            begin = first - starts[at]
            if self._own(stated[at], begin, begin + len(part)) >= _OWN_IN_PART:
                end = text.find(GAP, first)
                whole = text[starts[at] : end if end >= 0 else len(text)]
                yield Suspect(stated[at], Name(part, Look.UNBROKEN, whole=whole, at=begin))

    def _runs_of_texts(
        self, text: bytes, starts: list[int], stated: list[Stated]
    ) -> Iterator[Suspect]:
        """Runs of a longer text that are nobody's but its own."""
        _, long = pieces(text)
        for first, last in _stretches(self._public.own_long.has(long)):
            run = text[first : last + LONG]
            if len(run) >= SHORTEST_PIECE and self._tells(run, text[max(0, first - LONG) : first]):
                at = int(np.searchsorted(starts, first, side="right")) - 1
                begin = first - starts[at]
                if len(run) >= SHORTEST_RUN:
                    yield Suspect(stated[at], Name(run, Look.ANYWHERE))
                elif self._own(stated[at], begin, begin + len(run)) >= _OWN_IN_PIECE:
                    yield Suspect(stated[at], Name(run, Look.APART))

    def _own(self, stated: Stated, begin: int, end: int) -> int:
        """Return how many letters of a stretch of a text are of words that are not common."""
        return sum(islice(own_letters(stated.text, self._common), begin, end))

    def _tells(self, run: bytes, before: bytes) -> bool:
        """Whether a run says enough beside the declared names in it, one of which may begin it."""
        around = before + run
        spans = sorted(
            (match.start(), match.end())
            for name in self._common.declared
            for match in re.finditer(re.escape(name), around)
        )
        left, longest = len(before), b""
        for start, end in [*spans, (len(around), len(around))]:
            longest = max(longest, around[left:start], key=len)
            left = max(left, end)
        return (
            len(longest) >= SHORTEST_PIECE
            and len(_TELLING_LETTER.findall(longest)) >= _LETTERS_IN_RUN
        )


def _stretches(flags: Flags) -> Iterator[tuple[int, int]]:
    """Yield the first and the last place of every stretch of places that are flagged."""
    places = np.flatnonzero(flags)
    if len(places):
        for stretch in np.split(places, np.flatnonzero(np.diff(places) > 1) + 1):
            yield int(stretch[0]), int(stretch[-1])
