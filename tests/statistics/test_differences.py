from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.differences import paired_difference, task_effects
from generator.statistics.undefined import Undefined

arm = st.tuples(st.integers(1, 20), st.integers(0, 20)).map(
    lambda nc: (min(nc), max(nc, default=1))
)
arm = arm.filter(lambda passes_of: passes_of[1] > 0)
tasks = st.lists(st.tuples(arm, arm), min_size=2, max_size=12)


def columns(pairs: list[tuple[tuple[int, int], tuple[int, int]]]) -> list[list[int]]:
    return [[pair[of][part] for pair in pairs] for of in (0, 1) for part in (0, 1)]


@given(tasks)
def test_effects_are_the_differences_of_the_rates_over_one_denominator(pairs: Any) -> None:
    c1, n1, c2, n2 = columns(pairs)
    effects = task_effects(c1, n1, c2, n2)
    rates = np.array(c1) / n1 - np.array(c2) / n2
    assert effects.d / effects.denom == pytest.approx(rates, abs=1e-14)
    mirrored = task_effects(c2, n2, c1, n1)
    assert (mirrored.d == -effects.d).all()


@given(tasks)
def test_the_interval_is_that_of_the_paired_t_test(pairs: Any) -> None:
    c1, n1, c2, n2 = columns(pairs)
    found = paired_difference(*task_effects(c1, n1, c2, n2), 0.9)
    first, second = np.array(c1) / n1, np.array(c2) / n2
    if found["undefined"]:
        assert np.ptp(first - second) < 1e-12
        return
    theirs = stats.ttest_rel(first, second).confidence_interval(0.9)
    assert found["se"] == pytest.approx(stats.sem(first - second), rel=1e-6)
    assert found["lo"] == pytest.approx(max(-1, theirs.low), rel=1e-6, abs=1e-9)
    assert found["hi"] == pytest.approx(min(1, theirs.high), rel=1e-6, abs=1e-9)


def test_the_error_is_that_of_a_regression_clustered_on_tasks() -> None:
    rng = np.random.default_rng(12)
    passes = rng.binomial(5, rng.beta(1, 1, size=(2, 14)))
    found = paired_difference(*task_effects(passes[0], [5] * 14, passes[1], [5] * 14))
    outcomes, arms, clusters = [], [], []
    for arm_of in (0, 1):
        for task, passed in enumerate(passes[arm_of]):
            outcomes += [1] * passed + [0] * (5 - passed)
            arms += [1 - arm_of] * 5
            clusters += [task] * 5
    fit = sm.OLS(outcomes, sm.add_constant(arms)).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(clusters), "use_correction": False}
    )
    assert found["diff"] == pytest.approx(fit.params[1])
    assert found["se"] == pytest.approx(fit.bse[1] * np.sqrt(14 / 13))


@pytest.mark.parametrize(
    ("d", "diff", "reason"),
    [
        ([], None, Undefined.NO_TRIALS),
        ([6], 0.4, Undefined.ONE_TASK),
        ([3, 3, 3], 0.2, Undefined.ZERO_VARIANCE),
        ([0, 0], 0, Undefined.ZERO_VARIANCE),
    ],
)
def test_a_difference_without_error_says_why(
    d: list[int], diff: float | None, reason: Undefined
) -> None:
    found = paired_difference(d, 15)
    assert (found["diff"], found["undefined"]) == (diff, reason)
    assert found["tasks"] == len(d)
    assert (found["se"], found["lo"], found["hi"]) == (None, None, None)


def test_limits_stay_possible_differences() -> None:
    found = paired_difference([15, -15], 15, 0.99)
    assert (found["lo"], found["hi"]) == (-1, 1)


def test_a_task_without_trials_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="without valid trials"):
        task_effects([1, 0], [2, 0], [1, 1], [2, 2])


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (([1], [2], [1, 1], [2, 2]), "same tasks"),
        (([3], [2], [1], [2]), "exceed"),
        (([1.0], [2], [1], [2]), "integers"),
        (([1, 1, 1], [2**31 - 1, 2**31 - 19, 61], [1, 1, 1], [1, 1, 1]), "denominator"),
    ],
)
def test_impossible_counts_are_refused(args: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        task_effects(*args)


@pytest.mark.parametrize("args", [([1, 2], 0), ([16, 2], 15), ([1, 2], 15, 1.0)])
def test_impossible_effects_are_refused(args: Any) -> None:
    with pytest.raises(ValueError, match=r"denom|confidence"):
        paired_difference(*args)
