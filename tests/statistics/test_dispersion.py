from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.genmod.families import Binomial  # type: ignore[import-untyped]
from statsmodels.genmod.generalized_linear_model import GLM  # type: ignore[import-untyped]

from generator.statistics.dispersion import (
    pearson_dispersion,
    session_dispersion,
    tarone_permutation_p,
    tarone_z,
)
from generator.statistics.undefined import Undefined
from tests.statistics.golden_cases import check, golden

N, C = [5, 5, 8, 20, 4, 6, 20], [5, 1, 3, 14, 0, 6, 9]

tasks = st.lists(
    st.integers(1, 20).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    min_size=2,
    max_size=12,
)


@pytest.mark.parametrize(("function", "case"), golden(pearson_dispersion, tarone_z))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@given(tasks)
def test_pearson_agrees_with_the_chi_square_of_a_table(pairs: list[tuple[int, int]]) -> None:
    n, c = (np.array(x) for x in zip(*pairs, strict=True))
    assume(0 < c.sum() < n.sum())
    found = pearson_dispersion(n, c)
    expected = stats.chi2_contingency([c, n - c], correction=False)
    assert found["x2"] == pytest.approx(expected.statistic, rel=1e-9, abs=1e-9)
    assert found["p"] == pytest.approx(expected.pvalue, rel=1e-9)
    assert found["df"] == expected.dof


def test_pearson_agrees_with_a_generalised_linear_model() -> None:
    n, c = np.array(N), np.array(C)
    fit = GLM(np.stack([c, n - c], axis=1), np.ones(n.size), family=Binomial()).fit()
    assert pearson_dispersion(N, C)["x2"] == pytest.approx(fit.pearson_chi2, rel=1e-9)


@given(tasks)
def test_tarone_is_its_formula_in_fractions(pairs: list[tuple[int, int]]) -> None:
    total, passed = (sum(x) for x in zip(*pairs, strict=True))
    assume(0 < passed < total and total > len(pairs))
    p = Fraction(passed, total)
    squares = sum((c - n * p) ** 2 for n, c in pairs) / (p * (1 - p)) - total
    z = float(squares) / math.sqrt(2 * sum(n * (n - 1) for n, _ in pairs))
    found = tarone_z(*zip(*pairs, strict=True))
    assert found["z"] == pytest.approx(z, rel=1e-9, abs=1e-9)
    assert found["p"] == pytest.approx(stats.norm.sf(z), rel=1e-7)


@given(tasks, st.randoms())
def test_passes_or_failures_in_any_order_of_tasks(
    pairs: list[tuple[int, int]], random: Any
) -> None:
    mirrored = [(n, n - c) for n, c in random.sample(pairs, len(pairs))]
    for function in (pearson_dispersion, tarone_z):
        one, other = (function(*zip(*some, strict=True)) for some in (pairs, mirrored))
        assert one["undefined"] == other["undefined"]
        if one["undefined"] is None:
            assert one["p"] == pytest.approx(other["p"], rel=1e-6)


def test_equal_rates_are_exactly_not_dispersed() -> None:
    assert pearson_dispersion([3, 6, 9], [1, 2, 3])["phi"] == 0


def test_the_permutation_p_is_the_exact_one_up_to_its_draws() -> None:
    n, c = [3, 4, 5], [3, 0, 3]
    ways: Counter[Fraction] = Counter()
    for dealt in itertools.product(*(range(k + 1) for k in n)):
        if sum(dealt) == sum(c):
            weight = math.prod(math.comb(k, x) for k, x in zip(n, dealt, strict=True))
            ways[statistic(n, list(dealt))] += weight
    exact = sum(w for s, w in ways.items() if s >= statistic(n, c)) / math.comb(12, 6)
    found = tarone_permutation_p(n, c, np.random.default_rng(1))
    assert found == pytest.approx(exact, abs=4 * math.sqrt(exact * (1 - exact) / 10_000))
    assert found == tarone_permutation_p(n, c, np.random.default_rng(1))


def statistic(n: list[int], c: list[int]) -> Fraction:
    p = Fraction(sum(c), sum(n))
    return sum(((x - k * p) ** 2 for k, x in zip(n, c, strict=True)), Fraction(0))


def test_a_permutation_loses_no_tie() -> None:
    # Every deal of one pass among equal tasks is as extreme as any other.
    assert tarone_permutation_p([7] * 3, [1, 0, 0], np.random.default_rng(3), draws=500) == 1


@pytest.mark.parametrize(
    ("n", "c", "reason"),
    [
        ([], [], "NO_TRIALS"),
        ([0, 0], [0, 0], "NO_TRIALS"),
        ([20], [7], "ONE_TASK"),
        ([20, 0], [7, 0], "ONE_TASK"),
        ([5, 5], [5, 5], "NO_VARIATION"),
        ([5, 5], [0, 0], "NO_VARIATION"),
    ],
)
def test_what_cannot_be_judged_says_why(n: list[int], c: list[int], reason: str) -> None:
    found = pearson_dispersion(n, c)
    assert (found["x2"], found["phi"], found["p"]) == (None, None, None)
    assert found["undefined"] == tarone_z(n, c)["undefined"] == reason
    assert tarone_permutation_p(n, c, np.random.default_rng(1)) is None


def test_single_trials_have_no_tarone() -> None:
    assert tarone_z([1, 1], [1, 0])["undefined"] is Undefined.TOO_FEW_TRIALS
    assert tarone_permutation_p([1, 1], [1, 0], np.random.default_rng(1)) is None


def test_no_draws_are_refused() -> None:
    with pytest.raises(ValueError, match="draws"):
        tarone_permutation_p([5, 5], [1, 2], np.random.default_rng(1), draws=0)


def test_sessions_are_compared_within_their_task() -> None:
    # Two tasks of different rates, the sessions of each alike: no dispersion at all.
    found = session_dispersion([5, 5, 5, 5], [4, 4, 1, 1], [0, 0, 1, 1])
    assert (found["x2"], found["df"], found["p"]) == (0, 2, 1)
    apart = session_dispersion([5, 5, 5, 5], [5, 0, 4, 1], [3, 3, 9, 9])
    tables = [
        stats.chi2_contingency(t, correction=False) for t in ([[5, 0], [0, 5]], [[4, 1], [1, 4]])
    ]
    assert apart["x2"] == pytest.approx(sum(t.statistic for t in tables))
    assert apart["p"] == pytest.approx(stats.chi2.sf(apart["x2"] or 0, 2))


@pytest.mark.parametrize(
    ("n", "c", "task", "reason"),
    [
        ([], [], [], "NO_TRIALS"),
        ([5, 5], [1, 2], [0, 1], "ONE_SESSION"),
        ([5, 5, 5], [5, 5, 2], [0, 0, 1], "NO_VARIATION"),
    ],
)
def test_sessions_that_cannot_be_judged_say_why(
    n: list[int], c: list[int], task: list[int], reason: str
) -> None:
    found = session_dispersion(n, c, task)
    assert (found["x2"], found["df"], found["undefined"]) == (None, 0, reason)


def test_a_session_needs_its_task() -> None:
    with pytest.raises(ValueError, match="one length"):
        session_dispersion([5, 5], [1, 2], [0])
