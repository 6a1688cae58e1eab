from __future__ import annotations

import itertools
import math
import statistics
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.regression.linear_model import OLS  # type: ignore[import-untyped]

from generator.statistics.recovery import (
    escalation_bias,
    fresh_recovery_over_tasks,
    ratio_cluster,
    recovery_over_tasks,
)
from generator.statistics.undefined import Undefined
from tests.statistics.golden_cases import check, golden

tasks = st.lists(
    st.integers(1, 20).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    min_size=1,
    max_size=12,
)


@pytest.mark.parametrize(("function", "case"), golden(ratio_cluster, escalation_bias))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@given(tasks)
def test_recovery_is_the_mean_over_tasks(pairs: list[tuple[int, int]]) -> None:
    rates = [r / n for n, r in pairs]
    found = recovery_over_tasks([n for n, _ in pairs], [r for _, r in pairs])
    assert found.value == pytest.approx(statistics.fmean(rates), abs=1e-12)
    if found.standard_error is not None:
        error = statistics.stdev(rates) / math.sqrt(len(rates))
        assert found.standard_error == pytest.approx(error, rel=1e-9)


def test_the_pooled_rate_is_another_number_than_the_mean() -> None:
    n, r = [20, 5], [0, 5]
    assert recovery_over_tasks(n, r).value == 0.5
    assert ratio_cluster(n, r)["p"] == 0.2


@given(tasks)
def test_the_pooled_error_is_the_cluster_error_of_a_regression(
    pairs: list[tuple[int, int]],
) -> None:
    n, r = [n for n, _ in pairs], [r for _, r in pairs]
    found = ratio_cluster(n, r)
    assert found["p"] == sum(r) / sum(n)
    if len(pairs) == 1:
        assert (found["se"], found["undefined"]) == (None, Undefined.ONE_TASK)
        return
    outcomes = [x for n, r in pairs for x in [1] * r + [0] * (n - r)]
    groups = [i for i, (n, _) in enumerate(pairs) for _ in range(n)]
    fit = OLS(outcomes, [1] * len(outcomes)).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False}
    )
    error = float(fit.bse[0]) * math.sqrt(len(pairs) / (len(pairs) - 1))
    assert found["se"] == pytest.approx(error, rel=1e-6, abs=1e-9)
    assert (found["undefined"] is Undefined.ZERO_VARIANCE) == (found["se"] == 0)


def test_equal_rates_have_no_pooled_error_whatever_the_trials() -> None:
    found = ratio_cluster([3, 6, 30], [1, 2, 10])
    assert (found["se"], found["undefined"]) == (0, Undefined.ZERO_VARIANCE)


def test_no_trials_have_no_recovery() -> None:
    assert recovery_over_tasks([0, 0], [0, 0]).undefined is Undefined.NO_TRIALS
    pooled = ratio_cluster([], [])
    assert (pooled["p"], pooled["se"], pooled["undefined"]) == (None, None, Undefined.NO_TRIALS)


def test_the_fresh_estimate_leaves_the_screen_out() -> None:
    found = fresh_recovery_over_tasks([20, 20, 5], [6, 4, 1], [5, 5, 5], [3, 1, 1])
    assert found.value == pytest.approx((3 / 15 + 3 / 15) / 2)
    assert (found.tasks, found.trials, found.passes) == (2, 30, 6)
    assert found.undefined is Undefined.ZERO_VARIANCE


def test_the_fresh_estimate_is_unbiased_where_the_confirmed_rate_is_not() -> None:
    p, selected = 0.2, [(5, x) for x in range(1, 6)]
    weights = [float(stats.binom.pmf(x, 5, p)) for _, x in selected]
    confirmed = fresh = 0.0
    for (n, x), weight in zip(selected, weights, strict=True):
        for more in range(16):
            chance = weight / sum(weights) * float(stats.binom.pmf(more, 15, p))
            confirmed += chance * (recovery_over_tasks([20], [x + more]).value or 0)
            fresh += chance * (fresh_recovery_over_tasks([20], [x + more], [n], [x]).value or 0)
    assert fresh == pytest.approx(p, rel=1e-9)
    assert confirmed == pytest.approx(escalation_bias(p)["stage2_rate"], rel=1e-9)
    assert confirmed > p * 1.1


def test_a_screen_that_is_no_part_of_its_task_is_refused() -> None:
    with pytest.raises(ValueError, match="more trials"):
        fresh_recovery_over_tasks([4], [1], [5], [1])
    with pytest.raises(ValueError, match=r"c must not exceed n|negative"):
        fresh_recovery_over_tasks([20], [1], [5], [2])
    with pytest.raises(ValueError, match="shape"):
        fresh_recovery_over_tasks([20, 20], [1, 1], [5], [1])


@given(st.floats(0.001, 0.999), st.integers(1, 6), st.integers(0, 4))
def test_escalation_bias_is_the_sum_over_all_outcomes(p: float, n1: int, more: int) -> None:
    n2 = n1 + more
    escalated = screen = confirmed = 0.0
    for outcome in itertools.product([0, 1], repeat=n2):
        if any(outcome[:n1]):
            chance = math.prod(p if x else 1 - p for x in outcome)
            escalated += chance
            screen += chance * sum(outcome[:n1]) / n1
            confirmed += chance * sum(outcome) / n2
    found = escalation_bias(p, n1, n2)
    assert found["p_escalate"] == pytest.approx(escalated, rel=1e-9)
    assert found["stage1_rate"] == pytest.approx(screen / escalated, rel=1e-9)
    assert found["stage2_rate"] == pytest.approx(confirmed / escalated, rel=1e-9)


def test_what_never_passes_is_never_escalated() -> None:
    found = escalation_bias(0)
    assert (found["p_escalate"], found["stage1_rate"], found["stage2_rate"]) == (0, None, None)
    assert escalation_bias(1) == {"p_escalate": 1, "stage1_rate": 1, "stage2_rate": 1}


@pytest.mark.parametrize(
    ("p", "n1", "n2"), [(1.1, 5, 20), (-0.1, 5, 20), (0.5, 0, 20), (0.5, 6, 5)]
)
def test_an_impossible_escalation_is_refused(p: float, n1: int, n2: int) -> None:
    with pytest.raises(ValueError, match=r"p must|n1 and n2 must"):
        escalation_bias(p, n1, n2)
