from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.resampling import (
    bootstrap_exact,
    bootstrap_from_draws,
    draw_tasks,
    percentile_type7,
    task_bootstrap,
)
from tests.statistics.golden_cases import check, golden

H6_LIKE = [12, 9, 7, 15, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, 4]
few_effects = st.lists(st.integers(-15, 15), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("function", "case"), golden(percentile_type7, bootstrap_exact, bootstrap_from_draws)
)
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


# Percentiles


@given(
    st.lists(st.integers(-(10**6), 10**6), min_size=1, max_size=60),
    st.sampled_from([0, 0.025, 0.05, 0.5, 0.9, 0.975, 1]),
)
def test_percentiles_are_numpys_linear_ones(x: list[int], q: float) -> None:
    assert percentile_type7(x, q) == pytest.approx(np.percentile(x, 100 * q), abs=1e-9)
    assert percentile_type7([-value for value in x], 1 - q) == pytest.approx(
        -np.percentile(x, 100 * q), abs=1e-9
    )


def test_a_percentile_of_zeros_between_other_values_is_zero() -> None:
    assert percentile_type7([-3, 0, 0, 0, 5], 0.3) == 0


def test_percentiles_at_the_edges() -> None:
    assert percentile_type7([], 0.5) is None
    assert percentile_type7([4], 0.975) == 4
    assert percentile_type7([0.1, 0.3], 1) == 0.3


@pytest.mark.parametrize(
    ("x", "q", "message"),
    [
        ([1, float("nan")], 0.5, "finite"),
        ([1, 2], 1.5, "q must"),
        ([[1, 2]], 0.5, "one-dim"),
        (["a"], 0.5, "numbers"),
    ],
)
def test_impossible_percentiles_are_refused(x: Any, q: float, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        percentile_type7(x, q)


# The exact bootstrap


def every_resample(d: list[int]) -> list[int]:
    return sorted(sum(draw) for draw in itertools.product(d, repeat=len(d)))


@given(few_effects, st.sampled_from([0.5, 0.8, 0.9, 0.95]))
def test_the_exact_bootstrap_is_that_of_every_resample(d: list[int], level: float) -> None:
    sums = every_resample(d)
    tail = (1 - Fraction(str(level))) / 2
    first, last = (math.ceil(q * len(sums)) - 1 for q in (tail, 1 - tail))
    found = bootstrap_exact(d, 15, level)
    assert found == {
        "p_le0": sum(total <= 0 for total in sums) / len(sums),
        "p_lt0": sum(total < 0 for total in sums) / len(sums),
        "lo": float(Fraction(sums[first], 15 * len(d))),
        "hi": float(Fraction(sums[last], 15 * len(d))),
    }


@given(st.lists(st.integers(-15, 15), min_size=1, max_size=18), st.randoms())
def test_tasks_have_no_order_and_arms_mirror(d: list[int], rng: Any) -> None:
    found, mirrored = bootstrap_exact(d, 15, 0.95), bootstrap_exact([-x for x in d], 15, 0.95)
    rng.shuffle(d)
    assert bootstrap_exact(d, 15, 0.95) == found
    assert mirrored["p_lt0"] == pytest.approx(1 - found["p_le0"], abs=1e-15)  # type: ignore[operator]
    assert found["lo"] <= sum(d) / (15 * len(d)) + 1e-12  # type: ignore[operator]
    assert found["hi"] >= sum(d) / (15 * len(d)) - 1e-12  # type: ignore[operator]


def test_a_probability_too_small_for_a_drawn_bootstrap_is_exact() -> None:
    assert bootstrap_exact([15] * 9 + [0] * 9, 15, 0.95)["p_le0"] == 2.0**-18
    assert bootstrap_exact([1] + [0] * 17, 15, 0.95)["p_le0"] == pytest.approx((17 / 18) ** 18)


def test_without_tasks_there_is_no_bootstrap() -> None:
    rng = np.random.default_rng(0)
    assert bootstrap_exact([], 15, 0.95) == {"p_le0": None, "p_lt0": None, "lo": None, "hi": None}
    assert task_bootstrap([], 15, 0.95, 10, rng) == {"lo": None, "hi": None}


# The bootstrap over given draws


@given(
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 15)), min_size=1, max_size=6),
    st.integers(0, 2**32 - 1),
    st.integers(1, 30),
)
def test_given_draws_are_summed_as_fractions_would_be(
    tasks: list[tuple[int, int]], seed: int, draws: int
) -> None:
    chosen = draw_tasks(len(tasks), draws, np.random.default_rng(seed))
    benefits, reductions = [], []
    for row in chosen.tolist():
        before = sum(tasks[index][0] for index in row)
        after = sum(tasks[index][1] for index in row)
        benefits.append(Fraction(before - after, 15 * len(tasks)))
        if before:
            reductions.append(Fraction(before - after, before))

    def percentile(values: list[Fraction], q: Fraction) -> float | None:
        if not values:
            return None
        position = (len(values) - 1) * q
        below = math.floor(position)
        ordered = [*sorted(values), Fraction(0)]
        return float(ordered[below] + (ordered[below + 1] - ordered[below]) * (position - below))

    baseline, candidate = ([task[arm] for task in tasks] for arm in (0, 1))
    found = bootstrap_from_draws(baseline, candidate, 15, chosen, 0.95)
    low, high = Fraction(1, 40), Fraction(39, 40)
    assert found["benefit_lo"] == percentile(benefits, low)
    assert found["benefit_hi"] == percentile(benefits, high)
    assert found["rrr_lo"] == pytest.approx(percentile(reductions, low))
    assert found["rrr_hi"] == pytest.approx(percentile(reductions, high))
    assert found["non_estimable"] == draws - len(reductions)


def test_a_mean_of_exactly_nothing_is_nothing() -> None:
    # 0.1 + 0.2 - 0.3 in floats is 5e-17, and a limit of that size would lie above zero.
    found = bootstrap_from_draws([3, 2, 0], [2, 0, 3], 10, [[0, 1, 2]] * 20, 0.95)
    assert (found["benefit_lo"], found["benefit_hi"]) == (0, 0)


def test_no_draws_give_no_limits() -> None:
    found = bootstrap_from_draws([3, 2], [1, 1], 15, [], 0.95)
    assert set(found.values()) == {None, 0}


@pytest.mark.parametrize(
    ("baseline", "candidate", "denom", "draws", "level", "message"),
    [
        ([1, 2], [1], 15, [[0, 1]], 0.95, "for each task"),
        ([1, -2], [1, 2], 15, [[0, 1]], 0.95, "non-negative"),
        ([1, 2], [1, 2], 0, [[0, 1]], 0.95, "denom"),
        ([1, 2], [1, 2], 15, [[0]], 0.95, "as many task indices"),
        ([1, 2], [1, 2], 15, [[0, 2]], 0.95, "not there"),
        ([1, 2], [1, 2], 15, [[0, -1]], 0.95, "not there"),
        ([1, 2], [1, 2], 15, [[0.0, 1.0]], 0.95, "as many task indices"),
        ([1, 2], [1, 2], 15, [[0, 1]], 1, "level"),
    ],
)
def test_impossible_comparisons_are_refused(
    baseline: Any, candidate: Any, denom: int, draws: Any, level: float, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        bootstrap_from_draws(baseline, candidate, denom, draws, level)


# The fast drawn bootstrap


def test_the_same_seed_gives_the_same_limits_in_any_order_of_tasks() -> None:
    one = task_bootstrap(H6_LIKE, 15, 0.95, 10_000, np.random.default_rng(4))
    other = task_bootstrap(sorted(H6_LIKE), 15, 0.95, 10_000, np.random.default_rng(4))
    assert one == other


@pytest.mark.parametrize("scale", [1, 10**6])
def test_drawn_limits_are_those_of_scipy_and_of_the_exact_law(scale: int) -> None:
    """At scale 10^6 the steps keep one unit; one odd effect makes the lattice too wide to draw."""
    d = [scale * effect for effect in H6_LIKE]
    d[0] += 1 if scale > 1 else 0
    denom = 15 * scale
    found = task_bootstrap(d, denom, 0.95, 20_000, np.random.default_rng(8))
    exact = bootstrap_exact(H6_LIKE, 15, 0.95)
    theirs = stats.bootstrap(
        (np.array(H6_LIKE) / 15,),
        np.mean,
        n_resamples=20_000,
        method="percentile",
        rng=np.random.default_rng(9),
    ).confidence_interval
    for mine, ideal, other in (
        (found["lo"], exact["lo"], theirs.low),
        (found["hi"], exact["hi"], theirs.high),
    ):
        assert mine == pytest.approx(ideal, abs=0.006)
        assert mine == pytest.approx(other, abs=0.012)


def test_equal_effects_give_no_width() -> None:
    found = task_bootstrap([3] * 12, 15, 0.9, 1000, np.random.default_rng(0))
    assert found == {"lo": 0.2, "hi": 0.2}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (([0.5], 15, 0.95, 10), "integers"),
        (([1], 0, 0.95, 10), "denom"),
        (([1], 15, 0, 10), "level"),
        (([1], 15, 0.95, 0), "draw"),
    ],
)
def test_impossible_bootstraps_are_refused(args: tuple[Any, int, float, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        task_bootstrap(*args, np.random.default_rng(0))


def test_task_indices_cover_all_tasks_evenly() -> None:
    tally = np.bincount(draw_tasks(7, 10_000, np.random.default_rng(2)).ravel(), minlength=7)
    assert stats.chisquare(tally).pvalue > 0.001
    with pytest.raises(ValueError, match="at least one"):
        draw_tasks(0, 5, np.random.default_rng(2))
