from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.betabinomial import betabinom_mle
from tests.statistics.golden_cases import check, golden

tasks = st.lists(
    st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    min_size=2,
    max_size=10,
)


@pytest.mark.parametrize(("function", "case"), golden(betabinom_mle))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def log_likelihood(n: Any, c: Any, mu: float, rho: float) -> float:
    """By scipy, away from rho = 0, where its terms cancel."""
    a, b = mu * (1 - rho) / rho, (1 - mu) * (1 - rho) / rho
    return float(np.sum(stats.betabinom.logpmf(c, n, a, b)))


@given(tasks)
def test_no_other_mean_and_correlation_fit_better(pairs: list[tuple[int, int]]) -> None:
    n, c = (np.array(x) for x in zip(*pairs, strict=True))
    found = betabinom_mle(n, c)
    if found["undefined"]:
        return
    assert found["loglik"] is not None
    assert found["lrt"] is not None
    for mu in np.linspace(0.02, 0.98, 25):
        for rho in np.linspace(0.001, 0.999, 25):
            assert log_likelihood(n, c, mu, rho) <= found["loglik"] + 1e-7
    plain = float(np.sum(stats.binom.logpmf(c, n, c.sum() / n.sum())))
    assert found["lrt"] == pytest.approx(2 * (found["loglik"] - plain), abs=1e-7)
    assert 0 <= (found["p"] or 0) <= 1


def test_the_likelihood_is_the_one_scipy_gives() -> None:
    n, c = [10] * 8, [1, 9, 5, 8, 2, 10, 0, 6]
    found = betabinom_mle(n, c)
    expected = log_likelihood(n, c, found["mu"] or 0, found["rho"] or 0)
    assert found["loglik"] == pytest.approx(expected, rel=1e-10)
    assert found["p"] == pytest.approx(stats.chi2.sf(found["lrt"] or 0, 1) / 2, rel=1e-10)


def test_underdispersed_tasks_have_no_correlation() -> None:
    found = betabinom_mle([10] * 6, [5] * 6)
    assert (found["rho"], found["lrt"], found["p"]) == (0, 0, 1)
    assert found["mu"] == 0.5


def test_tasks_of_one_outcome_each_are_fully_correlated() -> None:
    found = betabinom_mle([5, 7, 3], [5, 0, 3])
    assert found["rho"] == 1
    assert found["mu"] == pytest.approx(2 / 3)
    # One trial a task says it all: two tasks in three pass.
    assert found["loglik"] == pytest.approx(2 * np.log(2 / 3) + np.log(1 / 3))


def test_a_trace_of_correlation_in_many_trials_is_found() -> None:
    rng = np.random.default_rng(3)
    rho = 0.002
    rates = rng.beta(0.3 * (1 - rho) / rho, 0.7 * (1 - rho) / rho, 3000)
    found = betabinom_mle([400] * 3000, rng.binomial(400, rates))
    assert found["rho"] == pytest.approx(rho, rel=0.2)
    assert found["mu"] == pytest.approx(0.3, abs=0.003)


@given(tasks)
def test_passes_and_failures_mirror_each_other(pairs: list[tuple[int, int]]) -> None:
    n, c = (np.array(x) for x in zip(*pairs, strict=True))
    one, other = betabinom_mle(n, c), betabinom_mle(n, n - c)
    assert one["undefined"] == other["undefined"]
    if one["undefined"] is None:
        assert one["mu"] == pytest.approx(1 - (other["mu"] or 0), abs=1e-6)
        assert one["rho"] == pytest.approx(other["rho"], abs=1e-6)
        assert one["loglik"] == pytest.approx(other["loglik"], abs=1e-9)


@pytest.mark.parametrize(
    ("n", "c", "reason"),
    [
        ([], [], "NO_TRIALS"),
        ([20], [7], "ONE_TASK"),
        ([1, 1, 1], [1, 0, 1], "TOO_FEW_TRIALS"),
        ([5, 5], [5, 5], "NO_VARIATION"),
        ([5, 5], [0, 0], "NO_VARIATION"),
    ],
)
def test_what_cannot_be_judged_says_why(n: list[int], c: list[int], reason: str) -> None:
    found = betabinom_mle(n, c)
    assert found == {
        "mu": None,
        "rho": None,
        "loglik": None,
        "lrt": None,
        "p": None,
        "undefined": reason,
    }
