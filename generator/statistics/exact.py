"""Exact numbers: integers of any sign, and the decimals that floating-point numbers stand for."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from generator.statistics.counts import IntArray

Exact = int | float | Fraction

LARGEST = 1 << 62
"""A sum of integers that stays below it cannot overflow a 64-bit integer."""


def exact(value: Exact) -> Fraction:
    """Return the number as a fraction; a float is read as the shortest decimal that prints it.

    A threshold written 0.3 is 3/10, although the float nearest to it is a little smaller, so a
    ratio of counts that is exactly 3/10 reaches it. Two floats keep their order. ValueError for
    NaN and infinities.
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int | np.integer):
        return Fraction(int(value))
    if not math.isfinite(value):
        raise ValueError("a finite number is needed")
    return Fraction(float.__repr__(value))


def as_effects(values: npt.ArrayLike, name: str = "d") -> IntArray:
    """Return one integer a task, of either sign, as an int64 array of shape (tasks,).

    ValueError unless the values are integers whose sum over any resample fits 64 bits.
    """
    array = np.asarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must be one-dimensional: one entry a task")
    if array.size == 0:
        return np.empty(0, dtype=np.int64)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be integers, not {array.dtype.name}")
    if max(-int(array.min()), int(array.max())) * array.size >= LARGEST:
        raise ValueError(f"{name} is too large to be summed in 64 bits")
    return array.astype(np.int64, copy=False)
