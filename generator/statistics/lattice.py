"""Exact counting over sums of integers, each count a field of bits in one big integer.

A polynomial whose coefficients are counts is held as its value at 2^width, with a width that no
coefficient can outgrow. Multiplying by (1 + x^s) is then one shift and one addition, a power is
one power, and every count is exact: nothing is rounded, so nothing that is equal is ever unequal.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDEST = 1 << 24
"""Bits of the largest polynomial that is still counted in a second or two."""


class LatticeTooWideError(ValueError):
    """The sums have too many possible values to be counted one by one; draw them instead."""

    def __init__(self) -> None:
        super().__init__("too many tasks or too fine a denominator to count exactly: use draws")


@dataclass(frozen=True, slots=True)
class SumLaw:
    """The law of a sum of independent draws: `ways[i]` of `total` give `lowest + i * step`."""

    lowest: int
    step: int
    ways: tuple[int, ...]
    total: int

    def at_most(self, bound: int) -> int:
        """Return the number of ways to a sum of at most `bound`."""
        if bound < self.lowest:
            return 0
        return sum(self.ways[: (bound - self.lowest) // self.step + 1])


def subsets_reaching(sizes: Sequence[int], at_least: int) -> int:
    """Return how many of the 2^m subsets of m positive integers have a sum of at least `at_least`.

    The product of (1 + x^size), cut at x^at_least; the sum of its fields is its remainder modulo
    2^width - 1, as the sum of decimal digits is a remainder modulo 9. `at_least` is not negative.
    LatticeTooWideError where the product would not fit.
    """
    width = len(sizes) + 2
    if width * sum(sizes) > WIDEST:
        raise LatticeTooWideError
    counts = 1
    for size in sizes:
        counts += counts << (width * size)
    return (counts >> (width * at_least)) % ((1 << width) - 1)


def sum_law(values: Sequence[int], draws: int) -> SumLaw:
    """Return the exact law of the sum of `draws` values drawn with replacement.

    The generating polynomial of the values to the power `draws`. ValueError without values;
    LatticeTooWideError where the power would not fit.
    """
    if not values:
        raise ValueError("there is no value to draw")
    lowest = min(values)
    step = math.gcd(*(value - lowest for value in values)) or 1
    places = draws * (max(values) - lowest) // step + 1
    total = len(values) ** draws
    field = total.bit_length() // 8 + 1
    if 8 * field * places > WIDEST:
        raise LatticeTooWideError
    polynomial = sum(1 << (8 * field * ((value - lowest) // step)) for value in values) ** draws
    packed = polynomial.to_bytes(field * places, "little")
    ways = (packed[field * place : field * (place + 1)] for place in range(places))
    return SumLaw(
        lowest=draws * lowest,
        step=step,
        ways=tuple(int.from_bytes(way, "little") for way in ways),
        total=total,
    )
