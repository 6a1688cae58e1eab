from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.icc import (
    design_effect,
    icc_anova,
    icc_f_ci,
    icc_fleiss_cuzick,
    icc_session,
    icc_smith_se,
)
from generator.statistics.undefined import Undefined
from tests.statistics.golden_cases import check, golden

tasks = st.lists(
    st.integers(1, 20).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    min_size=2,
    max_size=12,
)


@pytest.mark.parametrize(
    ("function", "case"), golden(icc_anova, icc_f_ci, icc_smith_se, icc_fleiss_cuzick)
)
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def outcomes(n: int, c: int) -> list[int]:
    return [1] * c + [0] * (n - c)


@given(tasks)
def test_mean_squares_are_those_of_a_one_way_analysis(pairs: list[tuple[int, int]]) -> None:
    n, c = zip(*pairs, strict=True)
    assume(sum(n) > len(n) and 0 < sum(c) < sum(n))
    groups = [outcomes(*pair) for pair in pairs]
    found = icc_anova(n, c)
    assert found["msb"] is not None
    assert found["msw"] is not None
    if found["msw"] > 0:
        expected = stats.f_oneway(*groups).statistic
        assert found["msb"] / found["msw"] == pytest.approx(expected, rel=1e-7, abs=1e-9)
    within = sum(((np.array(g) - np.mean(g)) ** 2).sum() for g in groups) / (sum(n) - len(n))
    assert found["msw"] == pytest.approx(within, abs=1e-12)


def test_rho_ends_at_one_and_at_its_lower_end() -> None:
    assert icc_anova([5, 5, 5], [5, 0, 5])["rho"] == 1
    assert icc_anova([6, 6, 6], [3, 3, 3])["rho"] == pytest.approx(-1 / 5, rel=1e-12)
    assert icc_anova([3, 6, 9], [1, 2, 3])["msb"] == 0


def test_rho_estimates_the_correlation_of_beta_binomial_trials() -> None:
    rng = np.random.default_rng(11)
    for rho in (0.0, 0.3, 0.7):
        shape = (1 - rho) / (2 * rho) if rho else math.inf
        rates = rng.beta(shape, shape, 20_000) if rho else np.full(20_000, 0.5)
        c = rng.binomial(10, rates)
        for found in (icc_anova([10] * 20_000, c)["rho"], icc_fleiss_cuzick([10] * 20_000, c)):
            assert found == pytest.approx(rho, abs=0.015)


@given(tasks, st.randoms())
def test_passes_or_failures_in_any_order_of_tasks(
    pairs: list[tuple[int, int]], random: Any
) -> None:
    mirrored = [(n, n - c) for n, c in random.sample(pairs, len(pairs))]
    one, other = (icc_anova(*zip(*some, strict=True)) for some in (pairs, mirrored))
    assert one["undefined"] == other["undefined"]
    for key in ("msb", "msw", "n0", "rho"):
        left, right = one[key], other[key]
        assert left == (right if right is None else pytest.approx(right, abs=1e-9))


@given(tasks, st.sampled_from([0.8, 0.95, 0.99]))
def test_the_f_interval_leaves_its_tails(pairs: list[tuple[int, int]], level: float) -> None:
    n, c = zip(*pairs, strict=True)
    parts, (lower, upper) = icc_anova(n, c), icc_f_ci(n, c, level)
    if lower is None or upper is None:
        assert parts["rho"] in (None, 1)
        return
    rho, size = parts["rho"], parts["n0"]
    assert rho is not None
    assert size is not None
    ratio = parts["msb"] / parts["msw"]  # type: ignore[operator]
    df = len(n) - 1, sum(n) - len(n)
    for limit, tail in ((lower, (1 + level) / 2), (upper, (1 - level) / 2)):
        if ratio > 0 and limit < 1:
            at_limit = (1 + (size - 1) * limit) / (1 - limit)
            assert stats.f.cdf(ratio / at_limit, *df) == pytest.approx(tail, rel=1e-6)


@pytest.mark.parametrize(
    ("n", "c", "reason"),
    [
        ([], [], "NO_TRIALS"),
        ([0], [0], "NO_TRIALS"),
        ([20], [7], "ONE_TASK"),
        ([1, 1], [1, 0], "TOO_FEW_TRIALS"),
        ([5, 5], [5, 5], "NO_VARIATION"),
        ([5, 5], [0, 0], "NO_VARIATION"),
    ],
)
def test_what_cannot_be_judged_says_why(n: list[int], c: list[int], reason: str) -> None:
    assert icc_anova(n, c)["rho"] is None
    assert icc_anova(n, c)["undefined"] == reason
    assert icc_f_ci(n, c) == (None, None)
    assert icc_smith_se(n, c) is None
    assert design_effect(n, c) is None


def test_tasks_that_never_vary_have_no_f_interval() -> None:
    assert icc_anova([5, 5], [5, 0])["rho"] == 1
    assert icc_f_ci([5, 5], [5, 0]) == (None, None)


def test_the_design_effect_is_the_variance_of_a_mean_against_independent_trials() -> None:
    n, c = [20] * 6, [20, 18, 10, 3, 0, 20]
    rho = icc_anova(n, c)["rho"]
    assert rho is not None
    assert design_effect(n, c) == pytest.approx(1 + 19 * rho)


def test_sessions_within_one_task_are_its_classes() -> None:
    n, c = [5, 8, 3, 6], [5, 2, 1, 6]
    found = icc_session(n, c, [7, 7, 7, 7])
    assert found["rho"] == pytest.approx(icc_anova(n, c)["rho"])
    assert found["interval"] == pytest.approx(icc_f_ci(n, c))
    assert found["sessions"] == 4


def test_sessions_are_compared_within_their_task() -> None:
    # Tasks differ, the sessions of a task do not: no correlation within sessions.
    alike = icc_session([6, 6, 6, 6], [5, 5, 1, 1], [0, 0, 1, 1])
    assert alike["rho"] == pytest.approx(-1 / 5)
    apart = icc_session([6, 6, 6, 6], [6, 0, 0, 6], [0, 0, 1, 1])
    assert apart["rho"] == 1


def test_session_correlation_is_estimated_whatever_the_tasks() -> None:
    rng = np.random.default_rng(5)
    task = np.repeat(np.arange(4000), 3)
    rates = np.repeat(rng.uniform(0.2, 0.8, 4000), 3)
    rho = 0.25
    sessions = rng.beta(rates * (1 - rho) / rho, (1 - rates) * (1 - rho) / rho)
    found = icc_session([4] * task.size, rng.binomial(4, sessions), task)
    assert found["rho"] == pytest.approx(rho, abs=0.02)


@pytest.mark.parametrize(
    ("n", "c", "task", "reason"),
    [
        ([], [], [], "NO_TRIALS"),
        ([5, 5], [1, 2], [0, 1], "ONE_SESSION"),
        ([5, 0], [1, 0], [0, 0], "ONE_SESSION"),
        ([1, 1], [1, 0], [0, 0], "TOO_FEW_TRIALS"),
        ([5, 5], [5, 5], [0, 0], "NO_VARIATION"),
    ],
)
def test_sessions_that_cannot_be_judged_say_why(
    n: list[int], c: list[int], task: list[int], reason: str
) -> None:
    found = icc_session(n, c, task)
    assert (found["rho"], found["interval"]) == (None, (None, None))
    assert found["undefined"] == reason


def test_smith_is_close_to_the_spread_of_the_estimate() -> None:
    rng = np.random.default_rng(2)
    found = [
        (icc_anova([10] * 40, c)["rho"], icc_smith_se([10] * 40, c))
        for c in rng.binomial(10, rng.beta(1, 1, (1500, 40)))
    ]
    rhos, errors = zip(*found, strict=True)
    assert np.std(rhos) == pytest.approx(np.mean(errors), rel=0.15)


def test_impossible_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="confidence"):
        icc_f_ci([5, 5], [1, 2], 95)
    with pytest.raises(ValueError, match="one length"):
        icc_session([5, 5], [1, 2], [0])


def test_a_class_never_tried_is_left_out() -> None:
    assert icc_anova([5, 0, 5], [1, 0, 2]) == icc_anova([5, 5], [1, 2])
    assert icc_anova([20, 0], [7, 0])["undefined"] is Undefined.ONE_TASK
