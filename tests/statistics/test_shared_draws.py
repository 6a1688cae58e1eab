from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.statistics.resampling import bootstrap_from_draws, draw_tasks
from generator.statistics.shared_draws import (
    Scaled,
    bootstrap_limits,
    flip_counts,
)
from generator.statistics.signflip import signflip_exact

fractions = st.fractions(-3, 3, max_denominator=60)


@given(st.lists(st.integers(-50, 50), min_size=1), st.fractions(Fraction(1, 50), 2), fractions)
def test_bounds_are_met_exactly(numerators: list[int], unit: Fraction, bound: Fraction) -> None:
    numbers = Scaled(np.array(numerators), unit)
    values = [numerator * unit for numerator in numerators]
    assert numbers.above(bound).tolist() == [value > bound for value in values]
    assert numbers.below(bound).tolist() == [value < bound for value in values]
    assert numbers.at_least(bound).tolist() == [value >= bound for value in values]


@pytest.mark.parametrize("scale", [1, 10**8])  # the second needs double precision
@pytest.mark.parametrize(("draws", "level"), [(10_000, 0.95), (400, 0.9), (41, 0.95), (1, 0.5)])
def test_limits_are_those_of_each_experiment_over_the_same_draws(
    scale: int, draws: int, level: float
) -> None:
    effects = scale * np.random.default_rng(1).integers(-4, 9, size=(2, 6, 7))
    blocks: list[int] = []
    found = bootstrap_limits(effects, draws, level, np.random.default_rng(3), blocks.append)
    assert blocks == [6]
    drawn = draw_tasks(7, draws, np.random.default_rng(3))
    for metric, (lower, upper) in enumerate(found):
        for experiment in range(6):
            d = effects[metric, experiment]
            gain, loss = np.maximum(d, 0), np.maximum(-d, 0)
            expected = bootstrap_from_draws(gain, loss, 1, drawn, level)
            limits = [int(limit.numerators[experiment]) * limit.unit for limit in (lower, upper)]
            assert float(limits[0] / 7) == expected["benefit_lo"]
            assert float(limits[1] / 7) == expected["benefit_hi"]


def test_each_block_has_draws_of_its_own() -> None:
    same = np.array([[[3, 1, -2, 0]] * 600])
    blocks: list[int] = []
    ((lower, _),) = bootstrap_limits(same, 101, 0.9, np.random.default_rng(0), blocks.append)
    assert sum(blocks) == 600
    assert 1 < len(set(lower.numerators.tolist())) <= len(blocks)


@pytest.mark.parametrize(
    "d", [[3, 2, 0, -1, 0, 0], [5, 3, 4, -2, 1, 1, 2, -3, 4, 1, 2, -1, 3, 1, -2, 1]]
)
def test_counts_have_the_exact_share_whether_counted_or_drawn(d: list[int]) -> None:
    """Four effects are counted (16 patterns), sixteen are drawn (65,536 patterns)."""
    repeats, draws = 300, 2000
    shares = []
    for seed in range(repeats):
        rng = np.random.default_rng(seed)
        shares.append(flip_counts(np.array([d]), draws, rng)[0] / draws)
    p = signflip_exact(d)["p"]
    error = (p * (1 - p) / draws) ** 0.5
    assert np.mean(shares) == pytest.approx(p, abs=4 * error / repeats**0.5)
    assert np.std(shares) == pytest.approx(error, rel=0.2)


def test_every_experiment_gets_the_count_of_its_own_effects() -> None:
    effects = np.array([[-9, -9, -9], [0, 0, 0], [9, 9, 9], [0, 0, 0], [-9, -9, -9]])
    counts = flip_counts(effects, 10_000, np.random.default_rng(0))
    assert counts[[0, 1, 3, 4]].tolist() == [10_000] * 4
    assert counts[2] / 10_000 == pytest.approx(1 / 8, abs=0.02)


def test_equal_experiments_do_not_share_their_luck() -> None:
    for d in ([3, 2, 1, -1] + [0] * 12, [3, 1, -1, 2] * 4):
        counts = flip_counts(np.array([d] * 500), 2000, np.random.default_rng(0))
        assert len(set(counts.tolist())) > 1
