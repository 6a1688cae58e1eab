"""Mulberry32, the generator that the study harness draws with, all values of a block at once.

Its state is a counter, so value k depends on the seed and k alone: nothing is drawn in sequence.
"""

from __future__ import annotations

import numpy as np

from generator.statistics.counts import FloatArray

INCREMENT = 0x6D2B79F5
MASK = 0xFFFFFFFF


def mulberry32(seed: int, count: int) -> FloatArray:
    """Return the first `count` values in [0, 1) of the generator with this 32-bit seed.

    s_k = seed + k * 0x6D2B79F5, k = 1, 2, ..; t = (s ^ s >>> 15)(s | 1);
    t ^= t + (t ^ t >>> 7)(t | 61); value = (t ^ t >>> 14) / 2^32; all modulo 2^32. ValueError
    unless 0 <= seed < 2^32 and count is not negative. Source: Ettinger, public domain.
    """
    if not 0 <= seed <= MASK:
        raise ValueError("the seed must be a 32-bit unsigned integer")
    if count < 0:
        raise ValueError("count must not be negative")
    # Unsigned 32-bit arrays wrap as the definition asks; the count itself may go round.
    steps = np.arange(1, count + 1, dtype=np.uint64).astype(np.uint32)
    state = steps * np.uint32(INCREMENT) + np.uint32(seed)
    mixed = (state ^ (state >> np.uint32(15))) * (state | np.uint32(1))
    mixed ^= mixed + (mixed ^ (mixed >> np.uint32(7))) * (mixed | np.uint32(61))
    values: FloatArray = (mixed ^ (mixed >> np.uint32(14))) / 4294967296.0
    return values
