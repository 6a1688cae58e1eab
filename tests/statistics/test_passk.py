from __future__ import annotations

import itertools
import math
import statistics
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.passk import (
    pass_at_k,
    pass_at_k_ci_exact,
    pass_at_k_over_tasks,
    pass_at_k_tasks,
    pass_hat_k,
    pass_hat_k_ci_exact,
    pass_hat_k_over_tasks,
    pass_hat_k_tasks,
    pass_hat_k_var_plugin,
    pass_hat_k_var_true,
    pass_hat_k_var_unbiased,
)
from generator.statistics.proportions import clopper_pearson
from generator.statistics.undefined import Undefined
from tests.statistics.golden_cases import check, golden

OVER_TASKS = pytest.mark.parametrize("function", [pass_hat_k_over_tasks, pass_at_k_over_tasks])


@st.composite
def trials(draw: st.DrawFn) -> tuple[int, int, int]:
    """(n, c, k) with k <= n."""
    n = draw(st.integers(1, 60))
    return n, draw(st.integers(0, n)), draw(st.integers(1, n))


tasks = st.lists(
    st.integers(1, 25).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), max_size=12
)


@pytest.mark.parametrize(
    ("function", "case"),
    golden(
        pass_hat_k,
        pass_at_k,
        pass_hat_k_var_unbiased,
        pass_hat_k_var_true,
        pass_hat_k_var_plugin,
        pass_hat_k_ci_exact,
        pass_hat_k_tasks,
        pass_at_k_tasks,
    ),
)
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def hat(n: int, c: int, k: int) -> Fraction:
    return Fraction(math.comb(c, k), math.comb(n, k))


def unbiased_variance(n: int, c: int, k: int) -> Fraction:
    return hat(n, c, k) ** 2 - hat(n, c, 2 * k)


def test_both_are_shares_of_the_subsets_of_trials() -> None:
    for n in range(1, 8):
        for c in range(n + 1):
            outcomes = [1] * c + [0] * (n - c)
            for k in range(1, n + 1):
                subsets = list(itertools.combinations(outcomes, k))
                all_pass, one_passes = (sum(map(f, subsets)) / len(subsets) for f in (all, any))
                assert pass_hat_k(n, c, k) == pytest.approx(all_pass, rel=1e-15)
                assert pass_at_k(n, c, k) == pytest.approx(one_passes, rel=1e-15)


@given(trials())
def test_pass_at_k_of_passes_is_what_pass_hat_k_of_failures_leaves(
    case: tuple[int, int, int],
) -> None:
    n, c, k = case
    failing = pass_hat_k(n, n - c, k)
    assert failing is not None
    assert pass_at_k(n, c, k) == pytest.approx(1 - failing, abs=1e-14)


@given(trials())
def test_both_equal_their_ratios_of_binomial_coefficients(case: tuple[int, int, int]) -> None:
    n, c, k = case
    assert pass_hat_k(n, c, k) == pytest.approx(float(hat(n, c, k)), rel=1e-13)
    assert pass_at_k(n, c, k) == pytest.approx(float(1 - hat(n, n - c, k)), rel=1e-13)


@given(trials())
def test_both_rise_with_the_passes_and_part_with_k(case: tuple[int, int, int]) -> None:
    n, c, k = case
    here = [pass_hat_k(n, c, k), pass_at_k(n, c, k)]
    if c < n:
        more = [pass_hat_k(n, c + 1, k), pass_at_k(n, c + 1, k)]
        assert all(a <= b for a, b in zip(here, more, strict=True))  # type: ignore[operator]
    if k < n:
        harder, easier = pass_hat_k(n, c, k + 1), pass_at_k(n, c, k + 1)
        assert harder <= here[0]  # type: ignore[operator]
        assert easier >= here[1] * (1 - 1e-15)  # type: ignore[operator]


@pytest.mark.parametrize("k", [1, 2, 5, 20])
def test_digits_survive_a_million_million_trials(k: int) -> None:
    n = 10**12
    for failures in (1, 3, 10**6):
        expected = float(hat(n, n - failures, k))
        assert pass_hat_k(n, n - failures, k) == pytest.approx(expected, rel=1e-15)
        at_least_one = float(1 - hat(n, n - failures, k))
        assert pass_at_k(n, failures, k) == pytest.approx(at_least_one, rel=1e-14)


def test_no_miss_is_exactly_one() -> None:
    for n in range(1, 40):
        for k in range(1, n + 1):
            assert pass_hat_k(n, n, k) == 1
            assert pass_at_k(n, n - k + 1, k) == 1
            assert pass_hat_k(n, k - 1, k) == pass_at_k(n, 0, k) == 0


def test_many_draws_from_many_trials() -> None:
    assert pass_hat_k(10**6, 10**6 - 3, 500_000) == pytest.approx(
        math.prod(Fraction(500_000 - j, 10**6 - j) for j in range(3)), rel=1e-14
    )
    assert pass_hat_k(10**6, 500_000, 500_000) == 0


@pytest.mark.parametrize("c", [0, 1, 4])
def test_fewer_trials_than_k_are_undefined(c: int) -> None:
    for function in (pass_hat_k, pass_at_k, pass_hat_k_var_unbiased, pass_hat_k_var_plugin):
        assert function(4, c, 5) is None
    assert pass_hat_k_ci_exact(4, c, 5) == pass_at_k_ci_exact(4, c, 5) == (None, None)
    assert pass_hat_k_var_true(4, 0.5, 5) is None
    assert pass_hat_k_var_unbiased(4, c, 3) is None


@given(trials())
def test_the_variance_estimate_is_u_squared_less_the_share_of_2k(
    case: tuple[int, int, int],
) -> None:
    n, c, k = case
    expected = None if n < 2 * k else pytest.approx(float(unbiased_variance(n, c, k)), rel=1e-12)
    assert pass_hat_k_var_unbiased(n, c, k) == expected


def test_the_variance_estimate_keeps_its_digits_where_u_is_nearly_one() -> None:
    for n in (10**4, 10**8):
        expected = float(unbiased_variance(n, n - 1, 3))
        assert pass_hat_k_var_unbiased(n, n - 1, 3) == pytest.approx(expected, rel=1e-13)


@pytest.mark.parametrize("p", [0.1, 0.5, 0.9, 0.999999])
def test_the_variance_estimate_is_unbiased_for_the_true_variance(p: float) -> None:
    for n, k in ((2, 1), (6, 3), (9, 2)):
        chances = [float(stats.binom.pmf(c, n, p)) for c in range(n + 1)]
        values = [float(hat(n, c, k)) for c in range(n + 1)]
        variance = sum(w * (v - p**k) ** 2 for w, v in zip(chances, values, strict=True))
        assert pass_hat_k_var_true(n, p, k) == pytest.approx(variance, rel=1e-9)
        estimates = [pass_hat_k_var_unbiased(n, c, k) or 0.0 for c in range(n + 1)]
        mean = sum(w * v for w, v in zip(chances, estimates, strict=True))
        assert mean == pytest.approx(variance, rel=1e-9)


def test_the_true_variance_is_zero_where_nothing_varies() -> None:
    assert pass_hat_k_var_true(5, 0, 3) == pass_hat_k_var_true(5, 1, 3) == 0
    assert pass_hat_k_var_plugin(5, 5, 3) == pass_hat_k_var_plugin(5, 0, 3) == 0


@given(trials())
def test_exact_limits_are_powers_of_those_of_the_rate(case: tuple[int, int, int]) -> None:
    n, c, k = case
    lower, upper = clopper_pearson(c, n)
    assert lower is not None
    assert upper is not None
    assert pass_hat_k_ci_exact(n, c, k) == (lower**k, upper**k)
    at_least = pass_at_k_ci_exact(n, c, k)
    assert at_least == pytest.approx((1 - (1 - lower) ** k, 1 - (1 - upper) ** k), abs=1e-12)
    failures = pass_hat_k_ci_exact(n, n - c, k)
    assert failures[0] is not None
    assert failures[1] is not None
    assert at_least == pytest.approx((1 - failures[1], 1 - failures[0]), abs=1e-12)


def test_an_interval_of_a_perfect_record_has_width() -> None:
    assert pass_hat_k_ci_exact(5, 5, 3) == pytest.approx((0.025 ** (3 / 5), 1), rel=1e-12)


@given(tasks, st.integers(1, 6))
def test_over_tasks_is_the_plain_mean_with_both_errors(
    pairs: list[tuple[int, int]], k: int
) -> None:
    used = [(n, c) for n, c in pairs if n >= k]
    found = pass_hat_k_over_tasks([n for n, _ in pairs], [c for _, c in pairs], k)
    assert (found.tasks, found.trials, found.passes) == (
        len(used),
        sum(n for n, _ in used),
        sum(c for _, c in used),
    )
    if not used:
        reason = Undefined.TOO_FEW_TRIALS if pairs else Undefined.NO_TRIALS
        assert (found.value, found.standard_error, found.interval) == (None, None, None)
        assert found.undefined == found.undefined_trials == reason
        return
    values = [hat(n, c, k) for n, c in used]
    mean = statistics.fmean(values)
    assert found.value == pytest.approx(mean, rel=1e-12)
    if len(used) == 1:
        assert (found.standard_error, found.undefined) == (None, Undefined.ONE_TASK)
    elif len(set(values)) == 1:
        assert (found.standard_error, found.undefined) == (None, Undefined.ZERO_VARIANCE)
    else:
        error = statistics.stdev(map(float, values)) / math.sqrt(len(values))
        assert found.standard_error == pytest.approx(error, rel=1e-9)
        assert found.undefined is None
    assert (found.interval is None) == (found.standard_error is None)
    if min(n for n, _ in used) < 2 * k:
        assert (found.standard_error_trials, found.undefined_trials) == (
            None,
            Undefined.TOO_FEW_TRIALS,
        )
        return
    noise = math.sqrt(sum(unbiased_variance(n, c, k) for n, c in used)) / len(used)
    if noise == 0:
        assert found.undefined_trials is Undefined.ZERO_VARIANCE
    assert found.standard_error_trials == (pytest.approx(noise, rel=1e-9) if noise else None)


@given(tasks, st.integers(1, 6))
def test_over_tasks_pass_at_k_complements_pass_hat_k_of_failures(
    pairs: list[tuple[int, int]], k: int
) -> None:
    n = [n for n, _ in pairs]
    at = pass_at_k_over_tasks(n, [c for _, c in pairs], k)
    hat = pass_hat_k_over_tasks(n, [n - c for n, c in pairs], k)
    assert (at.value is None) == (hat.value is None)
    if at.value is not None and hat.value is not None:
        assert at.value == pytest.approx(1 - hat.value, abs=1e-12)
    for ours, theirs in (
        (at.standard_error, hat.standard_error),
        (at.standard_error_trials, hat.standard_error_trials),
    ):
        assert ours == (theirs if theirs is None else pytest.approx(theirs, rel=1e-6))
    assert (at.undefined, at.undefined_trials) == (hat.undefined, hat.undefined_trials)


@given(tasks, st.integers(1, 6), st.randoms())
def test_the_order_of_tasks_says_nothing(pairs: list[tuple[int, int]], k: int, random: Any) -> None:
    shuffled = random.sample(pairs, len(pairs))
    one, other = (
        pass_hat_k_over_tasks([n for n, _ in some], [c for _, c in some], k)
        for some in (pairs, shuffled)
    )
    assert one == other


@OVER_TASKS
def test_the_interval_is_the_t_interval_cut_to_shares(function: Any) -> None:
    n, c = [20, 20, 20, 20, 20, 20], [20, 18, 10, 3, 0, 20]
    found = function(n, c, 4, 0.9)
    reach = stats.t.ppf(0.95, 5) * found.standard_error
    assert found.interval.lower == pytest.approx(found.value - reach, rel=1e-12)
    assert found.interval.upper == pytest.approx(min(1, found.value + reach), rel=1e-12)
    assert (found.interval.level, found.interval.method) == (0.9, "t")
    wide = function([5] * 5, [5, 5, 5, 0, 5], 1, 0.999).interval
    assert (wide.lower, wide.upper) == (0, 1)


@OVER_TASKS
def test_tasks_of_one_rate_are_equal_whatever_their_trials(function: Any) -> None:
    found = function([3, 6, 9, 30], [1, 2, 3, 10], 1)
    assert (found.standard_error, found.interval) == (None, None)
    assert found.undefined is Undefined.ZERO_VARIANCE
    assert found.value == pytest.approx(1 / 3)


def test_different_counts_can_give_one_value_of_pass_hat_k() -> None:
    pairs = [(n, c) for n in range(2, 30) for c in range(2, n)]
    equal = [(a, b) for a, b in itertools.combinations(pairs, 2) if hat(*a, 2) == hat(*b, 2)]
    assert equal
    for (n, c), (m, d) in equal:
        found = pass_hat_k_over_tasks([n, m], [c, d], 2)
        assert found.undefined is Undefined.ZERO_VARIANCE
        assert found.value == pytest.approx(float(hat(n, c, 2)))


def test_all_passing_tasks_say_one_and_no_error() -> None:
    found = pass_hat_k_over_tasks([20] * 3, [20] * 3, 4)
    assert found.value == 1
    assert found.undefined is found.undefined_trials is Undefined.ZERO_VARIANCE
    assert pass_hat_k_tasks([20] * 3, [20] * 3, 4)["se_fixed_tasks"] == 0


def test_a_hundred_thousand_tasks_agree_with_the_loop() -> None:
    rng = np.random.default_rng(7)
    n = rng.integers(6, 21, 100_000)
    c = rng.integers(0, n + 1)
    values = [
        math.comb(b, 3) / math.comb(a, 3) for a, b in zip(n.tolist(), c.tolist(), strict=True)
    ]
    sixfold = [
        math.comb(b, 6) / math.comb(a, 6) for a, b in zip(n.tolist(), c.tolist(), strict=True)
    ]
    found = pass_hat_k_over_tasks(n, c, 3)
    assert found.value == pytest.approx(math.fsum(values) / len(values), rel=1e-12)
    noise = math.sqrt(math.fsum(u * u - w for u, w in zip(values, sixfold, strict=True)))
    assert found.standard_error_trials == pytest.approx(noise / len(values), rel=1e-9)


@pytest.mark.parametrize("k", [0, -1, 1.0, True])
def test_k_that_is_no_positive_integer_is_refused(k: Any) -> None:
    for function in (pass_hat_k, pass_at_k, pass_hat_k_var_unbiased, pass_hat_k_ci_exact):
        with pytest.raises(ValueError, match="k must be a positive integer"):
            function(5, 3, k)
    with pytest.raises(ValueError, match="k must be a positive integer"):
        pass_hat_k_over_tasks([5], [3], k)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="c must not exceed n"):
        pass_hat_k(3, 4, 1)
    with pytest.raises(ValueError, match="c must not exceed n"):
        pass_at_k_over_tasks([3, 9], [4, 1], 1)
    with pytest.raises(ValueError, match="p must lie"):
        pass_hat_k_var_true(5, 1.5, 2)
    with pytest.raises(ValueError, match="confidence"):
        pass_hat_k_over_tasks([5, 5], [3, 4], 1, 1.0)


def test_values_that_differ_below_the_last_digit_have_no_error() -> None:
    found = pass_at_k_over_tasks([100, 100], [50, 51], 50)
    assert found.value == 1
    assert (found.standard_error, found.interval) == (None, None)
    assert found.undefined is Undefined.ZERO_VARIANCE


def test_a_variance_of_very_many_trials_keeps_its_digits() -> None:
    n = 10**12
    expected = float(unbiased_variance(n, n - 10**6, 2))
    assert pass_hat_k_var_unbiased(n, n - 10**6, 2) == pytest.approx(expected, rel=1e-13)
