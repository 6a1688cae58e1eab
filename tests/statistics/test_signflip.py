from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.signflip import (
    draw_signs,
    mc_p,
    signflip_exact,
    signflip_from_draws,
    signflip_two_sided,
)
from tests.statistics.golden_cases import check, golden

effects = st.lists(st.integers(-15, 15), max_size=9)


@pytest.mark.parametrize(("function", "case"), golden(mc_p, signflip_exact, signflip_from_draws))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def patterns(d: list[int]) -> list[int]:
    """The sums of all 2^T patterns of signs, one by one."""
    signs = itertools.product((1, -1), repeat=len(d))
    return [sum(sign * effect for sign, effect in zip(row, d, strict=True)) for row in signs]


@given(effects)
def test_exact_counts_are_those_of_every_pattern(d: list[int]) -> None:
    sums = patterns(d)
    extreme = sum(total >= sum(d) for total in sums)
    assert signflip_exact(d) == {
        "count": extreme,
        "total": len(sums),
        "p": float(Fraction(extreme, len(sums))),
    }


@given(effects)
def test_two_sided_counts_are_those_of_every_pattern(d: list[int]) -> None:
    sums = patterns(d)
    extreme = sum(abs(total) >= abs(sum(d)) for total in sums)
    found = signflip_two_sided(d, 1, np.random.default_rng(0))
    assert found == {"p": extreme / len(sums), "exact": True}


@given(effects, st.integers(1, 1000), st.randoms())
def test_scale_order_and_tasks_without_effect_change_nothing(
    d: list[int], scale: int, rng: Any
) -> None:
    p = signflip_exact(d)["p"]
    changed = [scale * effect for effect in d] + [0, 0]
    rng.shuffle(changed)
    assert signflip_exact(changed)["p"] == p


@given(effects)
def test_exchanging_the_arms_leaves_the_ties_on_both_sides(d: list[int]) -> None:
    sums = patterns(d)
    ties = sums.count(sum(d))
    one, other = signflip_exact(d), signflip_exact([-effect for effect in d])
    assert one["count"] + other["count"] == one["total"] + ties


@pytest.mark.parametrize("m", range(1, 19))
def test_m_effects_of_one_sign_give_two_to_the_minus_m(m: int) -> None:
    assert signflip_exact([7] * m + [0] * (18 - m))["p"] == 2.0**-m


@pytest.mark.parametrize(
    ("d", "p"),
    [([1, -1, 1, 1, 1, -1], Fraction(11, 32)), ([1, 2, -3], Fraction(5, 8)), ([0] * 40, 1)],
)
def test_ties_that_floats_lose_are_kept(d: list[int], p: Fraction) -> None:
    assert signflip_exact(d)["p"] == float(p)


def test_no_task_is_no_evidence() -> None:
    assert signflip_exact([]) == {"count": 1, "total": 1, "p": 1.0}
    assert signflip_two_sided([], 1, np.random.default_rng(0)) == {"p": 1.0, "exact": True}


def test_hundreds_of_tasks_are_still_counted() -> None:
    # Equal magnitudes: the sum is that of a binomial count.
    expected = stats.binom.sf(169, 300, 0.5)
    assert signflip_exact([1] * 170 + [-1] * 130)["p"] == pytest.approx(expected, rel=1e-9)


@given(effects, st.integers(0, 2**32 - 1))
def test_drawn_patterns_are_counted_with_their_ties(d: list[int], seed: int) -> None:
    signs = draw_signs(len(d), 50, np.random.default_rng(seed))
    extreme = sum(
        sum(sign * effect for sign, effect in zip(row, d, strict=True)) >= sum(d)
        for row in signs.tolist()
    )
    assert signflip_from_draws(d, signs) == {"count": extreme, "p": (extreme + 1) / 51}


def test_drawn_and_exact_p_values_agree() -> None:
    d = [12, 9, 7, -15, 3, 1, 0, -1, -2, 4]
    exact = signflip_exact(d)["p"]
    signs = draw_signs(len(d), 40_000, np.random.default_rng(11))
    error = (exact * (1 - exact) / 40_000) ** 0.5
    assert abs(signflip_from_draws(d, signs)["p"] - exact) < 4 * error


def test_what_cannot_be_counted_is_drawn_and_says_so() -> None:
    rng = np.random.default_rng(5)
    d = [int(effect) for effect in rng.integers(-(10**9), 10**9, size=40)] + [10**9 + 1] * 3
    found = signflip_two_sided(d, 2000, np.random.default_rng(1))
    assert found["exact"] is False
    assert found == signflip_two_sided([-x for x in d], 2000, np.random.default_rng(1))
    by_normal = 2 * stats.norm.sf(abs(sum(d)) / sum(effect**2 for effect in d) ** 0.5)
    assert found["p"] == pytest.approx(by_normal, abs=0.05)
    with pytest.raises(ValueError, match="use draws"):
        signflip_exact(d)


@pytest.mark.parametrize(
    ("function", "args", "message"),
    [
        (mc_p, (3, 2), "exceed"),
        (mc_p, (-1, 2), "negative"),
        (mc_p, (0.5, 2), "integers"),
        (signflip_exact, ([0.5],), "integers"),
        (signflip_from_draws, ([1, 2], [[1], [1]]), "one sign for each task"),
        (signflip_from_draws, ([1, 2], [[1, 0]]), "1 or -1"),
        (draw_signs, (3, 0, np.random.default_rng(0)), "draw"),
    ],
)
def test_impossible_arguments_are_refused(function: Any, args: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        function(*args)
