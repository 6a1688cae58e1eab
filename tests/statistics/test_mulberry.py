from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.mulberry import mulberry32

MASK = 0xFFFFFFFF


def one_by_one(seed: int, count: int) -> list[float]:
    """The generator as a loop over whole numbers."""
    values = []
    for _ in range(count):
        seed = (seed + 0x6D2B79F5) & MASK
        t = seed
        t = ((t ^ (t >> 15)) * (t | 1)) & MASK
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & MASK)) & MASK
        values.append((t ^ (t >> 14)) / 2**32)
    return values


@given(st.integers(0, MASK), st.integers(0, 50))
def test_a_block_is_what_the_loop_draws(seed: int, count: int) -> None:
    assert mulberry32(seed, count).tolist() == one_by_one(seed, count)


@pytest.mark.parametrize("seed", [0, 1, 81, 2**31, MASK])
def test_a_long_block_is_too(seed: int) -> None:
    assert mulberry32(seed, 20_000).tolist() == one_by_one(seed, 20_000)


def test_first_values_as_printed_by_implementations_in_javascript() -> None:
    assert mulberry32(0, 1)[0] == 0.26642920868471265
    assert mulberry32(1, 1)[0] == 0.6270739405881613


def test_values_are_spread_evenly() -> None:
    assert stats.kstest(mulberry32(12345, 50_000), "uniform").pvalue > 0.001


@pytest.mark.parametrize(("seed", "count"), [(-1, 3), (2**32, 3), (0, -1)])
def test_impossible_arguments_are_refused(seed: int, count: int) -> None:
    with pytest.raises(ValueError, match=r"seed|count"):
        mulberry32(seed, count)
