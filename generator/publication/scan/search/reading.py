"""One reading of a file, in which names are looked for the way each of them asks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

import numpy as np
import numpy.typing as npt

from generator.publication.scan.search.fold import letters_of, lowered
from generator.publication.scan.search.names import SHORTEST_ANYWHERE, Common, Look, Name

_RUN = re.compile(r"[^\W_]+")
_SPACE = re.compile(r"\s+")
_DIGITS_OF_ALIASES = re.compile(r"[0-9a-f]{6,}")
_BOUNDARY = re.compile(r"[,;|<>\[\]{}\0]|\":|\n\s*\n")
_SEPARATOR = re.compile(r"[\W_]+")
_SHORTEST_WORD = 3
_IS_ALNUM = np.array([byte < 128 and chr(byte).isalnum() for byte in range(256)])


class Reading:
    """A text folded, and squashed; `holds` says whether a name stands in it."""

    def __init__(self, text: str, common: Common) -> None:
        self._text = lowered(text)
        self._common = common
        self.letters = letters_of(self._text)

    def holds(self, name: Name) -> bool:
        """Whether a name stands in the text in the way it is looked for."""
        if name.look is Look.ANYWHERE and not name.literal:
            return name.letters in self.letters
        return any(self._fits(name, at) for at in self._found(name.letters))

    def _found(self, letters: bytes) -> Iterator[int]:
        at = self.letters.find(letters)
        while at >= 0:
            yield at
            at = self.letters.find(letters, at + 1)

    @cached_property
    def _places(self) -> npt.NDArray[np.int64]:
        """Where in the text each squashed letter stands."""
        if self._text.isascii():
            return np.flatnonzero(_IS_ALNUM[np.frombuffer(self._text.encode(), np.uint8)])
        found = [
            at
            for run in _RUN.finditer(self._text)
            for at, char in enumerate(run[0], run.start())
            for _ in char.encode("utf-8", errors="ignore")
        ]
        return np.array(found, np.int64)

    def _fits(self, name: Name, at: int) -> bool:
        begin, end = self._extended(name, at)
        places = self._places[begin:end]
        first, last = int(places[0]), int(places[-1]) + 1
        stands = self._text[first:last]
        sides = [self._text[max(first - 1, 0) : first], self._text[last : last + 1]]
        free = sum(not side.isalnum() for side in sides)
        gaps = set((np.flatnonzero(np.diff(places) > 1) + 1).tolist())
        if name.look is Look.ANYWHERE:
            return gaps <= name.joints or not self._ordinary(stands)
        if self._over_a_boundary(name, stands, len(places)):
            return False
        if name.look is Look.UNBROKEN:
            needed = 1 if len(name.letters) >= SHORTEST_ANYWHERE else 2
            return free >= needed and not _SPACE.search(stands)
        if name.look is not Look.LITERAL and free == len(sides):
            return self._fits_apart(name, stands, gaps)
        if name.look is not Look.LITERAL and (not free or self._in_digits(first, last)):
            return False
        alone = name.look is not Look.LITERAL or free == len(sides)
        return alone and _SPACE.sub(" ", stands) == name.literal

    def _fits_apart(self, name: Name, stands: str, gaps: set[int]) -> bool:
        """Whether a name that stands alone has its own gaps, or others that it may have."""
        if gaps <= name.joints:
            return True
        spread = name.look is Look.APART or len(gaps) == len(name.letters) - 1
        return spread and not self._ordinary(stands)

    def _over_a_boundary(self, name: Name, stands: str, letters: int) -> bool:
        """Whether two cells or fields side by side are a name only together."""
        spread = len(_SEPARATOR.findall(stands)) >= letters - 1
        return bool(_BOUNDARY.search(stands)) and not spread and not _BOUNDARY.search(name.literal)

    def _ordinary(self, stands: str) -> bool:
        """Whether common words and numbers alone stand there, which only together are a name."""
        runs = _RUN.findall(stands)
        return any(len(run) >= _SHORTEST_WORD for run in runs) and all(map(self._common.has, runs))

    def _in_digits(self, first: int, last: int) -> bool:
        """Whether a run of letters that begins or ends there is of the digits of an alias."""
        begin, end = first, last
        while begin and self._text[begin - 1].isalnum():
            begin -= 1
        while self._text[end : end + 1].isalnum():
            end += 1
        runs = _RUN.findall(self._text[begin:end])
        return any(_DIGITS_OF_ALIASES.fullmatch(run) for run in (runs[0], runs[-1]))

    def _extended(self, name: Name, at: int) -> tuple[int, int]:
        """Return where what is found begins and ends; a part goes on as its whole name does."""
        begin, end = at, at + len(name.letters)
        before, after = name.at, name.at + len(name.letters)
        while before and begin and name.whole[before - 1] == self.letters[begin - 1]:
            begin, before = begin - 1, before - 1
        while name.whole[after : after + 1] and (
            name.whole[after : after + 1] == self.letters[end : end + 1]
        ):
            end, after = end + 1, after + 1
        return begin, end
