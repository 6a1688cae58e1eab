"""Short pieces of texts as numbers: which pieces the public side has that are not everybody's.

The public side is indexed and the private one streams past it, so memory is bounded by what is
published and time grows with either side, but not with their product.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]

SHORT, LONG = 6, 12
"""Letters of a piece: short ones find whole names, long ones find parts of longer texts."""

GAP = b"\0"
"""Stands between two texts; no squashed text holds it, so no piece runs across."""

_HALF = SHORT // 2
_NONE: Numbers = np.empty(0, np.uint64)
_MOST_BITS = 29
_SPARSE = 5
"""A set has 2^5 bits or more for each of its numbers, so that few others share one."""

_MANY = 1 << 22
_FACTOR = 0x9E3779B97F4A7C15
_LETTERS = np.frombuffer(
    b"".join(hashlib.sha256(bytes([letter])).digest()[:8] for letter in range(256)), "<u8"
).astype(np.uint64)
"""A number for each letter, the same on every machine: what was numbered once may be kept."""


def pieces(text: bytes) -> tuple[Numbers, Numbers]:
    """Return the number of the short and of the long piece that begin at each letter of a text."""
    one = _LETTERS[np.frombuffer(text, np.uint8)]
    two = _joined(one, one, 1)
    half = _joined(two, one, 2, letters=1)
    short = _joined(half, half, _HALF)
    return short, _joined(short, short, SHORT)


def _joined(first: Numbers, second: Numbers, at: int, letters: int | None = None) -> Numbers:
    """Number the pieces made of a first part and a second one, which begins `at` letters on."""
    power = np.uint64(pow(_FACTOR, at if letters is None else letters, 2**64))
    size = max(len(second) - at, 0)
    return first[:size] * power + second[at:]


class Pieces:
    """A set of pieces; a look at one bit rules most others out."""

    def __init__(self, numbers: Numbers) -> None:
        self._sorted = numbers
        size = min(len(numbers).bit_length() + _SPARSE, _MOST_BITS)
        self._drop = np.uint64(64 - size)
        self._bits = np.zeros(1 << (size - 3), np.uint8)
        # The numbers are in order, so those that share a byte stand together.
        bits = numbers >> self._drop
        places = bits >> np.uint64(3)
        begins = np.flatnonzero(np.concatenate([[True], places[1:] != places[:-1]])[: len(places)])
        if len(begins):
            self._bits[places[begins]] = np.bitwise_or.reduceat(_bit(bits), begins)

    def has(self, numbers: Numbers) -> Flags:
        """Return which of the pieces are in the set."""
        bits = numbers >> self._drop
        found: npt.NDArray[np.bool_] = (self._bits[bits >> np.uint64(3)] & _bit(bits)) != 0
        maybe = np.flatnonzero(found)
        at = np.searchsorted(self._sorted, numbers[maybe])
        at[at == len(self._sorted)] = 0
        if len(self._sorted):
            found[maybe] = self._sorted[at] == numbers[maybe]
        return found


def _bit(bits: Numbers) -> npt.NDArray[np.uint8]:
    return np.uint8(1) << (bits & np.uint64(7)).astype(np.uint8)


class PublicPieces:
    """The pieces of everything public, but for those of texts that everybody can read anyway.

    `short` and `long` are distinct and in order.
    """

    def __init__(self, short: Numbers, long: Numbers, known: Iterable[bytes]) -> None:
        known_short, known_long = distinct((text, True) for text in known)
        self.short = Pieces(short)
        self.own_short = Pieces(np.setdiff1d(short, known_short, assume_unique=True))
        self.own_long = Pieces(np.setdiff1d(long, known_long, assume_unique=True))


def distinct(
    texts: Iterable[tuple[bytes, bool]], before: Sequence[Numbers] = (_NONE, _NONE)
) -> tuple[Numbers, Numbers]:
    """Return the distinct short pieces of some texts, and the long ones of those that are plain.

    Each text comes with whether it is plain: between the tags of markup nobody writes. Those that
    were distinct `before` are among them.
    """
    short, long = _Merged(before[0]), _Merged(before[1])
    for text, plain in texts:
        shorter, longer = pieces(text)
        short.add(shorter)
        if plain:
            long.add(longer)
    return short.all(), long.all()


class _Merged:
    """A growing set of numbers; what comes in is merged in large portions."""

    def __init__(self, numbers: Numbers) -> None:
        self._merged = numbers
        self._waiting: list[Numbers] = []
        self._size = 0

    def add(self, numbers: Numbers) -> None:
        self._waiting.append(_sorted(numbers))
        self._size += len(numbers)
        if self._size > len(self._merged) + _MANY:
            self.all()

    def all(self) -> Numbers:
        self._merged = _sorted(np.concatenate([self._merged, *self._waiting]))
        self._waiting, self._size = [], 0
        return self._merged


def _sorted(numbers: Numbers) -> Numbers:
    """Return the distinct numbers in order; np.unique's hashing is slow on many distinct ones."""
    ordered = np.sort(numbers)
    first = np.concatenate([[True], ordered[1:] != ordered[:-1]])[: len(ordered)]
    distinct: Numbers = ordered[first]
    return distinct
