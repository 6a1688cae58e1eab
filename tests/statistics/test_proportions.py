from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint  # type: ignore[import-untyped]

from generator.statistics.proportions import (
    IntervalMethod,
    clopper_pearson,
    jeffreys,
    mid_p,
    min_n_zero_failures,
    proportion_interval,
    proportion_limits,
    reliability_lower_zero_failures,
    wilson,
    zero_success_upper,
)
from tests.statistics.golden_cases import check, golden

Interval = Callable[..., tuple[float, float] | tuple[None, None]]

FUNCTIONS: dict[IntervalMethod, Interval] = {
    "clopper-pearson": clopper_pearson,
    "wilson": wilson,
    "jeffreys": jeffreys,
    "mid-p": mid_p,
}
methods = st.sampled_from(get_args(IntervalMethod))
confidences = st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
every_method = pytest.mark.parametrize("method", get_args(IntervalMethod))


@st.composite
def counts(draw: st.DrawFn, largest: int = 300) -> tuple[int, int]:
    n = draw(st.integers(1, largest))
    return draw(st.integers(0, n)), n


def limits(method: IntervalMethod, c: int, n: int, confidence: float) -> tuple[float, float]:
    lower, upper = proportion_interval(c, n, method, confidence)
    assert lower is not None
    assert upper is not None
    return lower, upper


@pytest.mark.parametrize(
    ("function", "case"),
    golden(
        clopper_pearson,
        wilson,
        jeffreys,
        zero_success_upper,
        reliability_lower_zero_failures,
        min_n_zero_failures,
    ),
)
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def tail_at_least(c: int, n: int, p: Fraction) -> Fraction:
    """P(X >= c) by summing binomial probabilities in whole numbers."""
    return sum(
        (Fraction(math.comb(n, x)) * p**x * (1 - p) ** (n - x) for x in range(c, n + 1)),
        Fraction(0),
    )


def test_clopper_pearson_limits_leave_exactly_the_tail() -> None:
    for n in range(1, 13):
        for c in range(n + 1):
            lower, upper = limits("clopper-pearson", c, n, 0.95)
            if c > 0:
                assert float(tail_at_least(c, n, Fraction(lower))) == pytest.approx(
                    0.025, rel=1e-12
                )
            if c < n:
                beyond = 1 - tail_at_least(c + 1, n, Fraction(upper))
                assert float(beyond) == pytest.approx(0.025, rel=1e-12)


def test_mid_p_limits_leave_the_tail_with_half_the_outcome() -> None:
    for n in range(1, 13):
        for c in range(n + 1):
            lower, upper = (Fraction(limit) for limit in limits("mid-p", c, n, 0.95))
            half = Fraction(math.comb(n, c), 2)
            if c > 0:
                at = half * lower**c * (1 - lower) ** (n - c)
                assert float(tail_at_least(c + 1, n, lower) + at) == pytest.approx(0.025, rel=1e-12)
            if c < n:
                at = half * upper**c * (1 - upper) ** (n - c)
                beyond = 1 - tail_at_least(c, n, upper) + at
                assert float(beyond) == pytest.approx(0.025, rel=1e-12)


@given(counts(), confidences)
def test_clopper_pearson_and_wilson_agree_with_scipy(pair: tuple[int, int], level: float) -> None:
    c, n = pair
    exact, score = (
        stats.binomtest(c, n).proportion_ci(level, method="exact"),
        stats.binomtest(c, n).proportion_ci(level, method="wilson"),
    )
    assert clopper_pearson(c, n, level) == pytest.approx((exact.low, exact.high), abs=1e-9)
    assert wilson(c, n, level) == pytest.approx((score.low, score.high), abs=1e-9)


@given(counts(), confidences)
def test_jeffreys_agrees_with_statsmodels_but_for_its_ends(
    pair: tuple[int, int], level: float
) -> None:
    c, n = pair
    expected = proportion_confint(c, n, alpha=1 - level, method="jeffreys")
    assert jeffreys(c, n, level, endpoint="raw") == pytest.approx(expected, rel=1e-9)
    lower, upper = limits("jeffreys", c, n, level)
    assert (lower == 0) == (c == 0)
    assert (upper == 1) == (c == n)


@given(counts(), st.sampled_from([0.9, 0.95, 0.99]))
def test_one_sided_limits_are_those_of_twice_the_tail(pair: tuple[int, int], level: float) -> None:
    c, n = pair
    for method, function in FUNCTIONS.items():
        lower, upper = limits(method, c, n, 2 * level - 1)
        assert function(c, n, level, sides="lower") == pytest.approx((lower, 1), rel=1e-9)
        assert function(c, n, level, sides="upper") == pytest.approx((0, upper), rel=1e-9)


@given(methods, counts(), confidences)
def test_passes_and_failures_mirror_each_other(
    method: IntervalMethod, pair: tuple[int, int], level: float
) -> None:
    c, n = pair
    lower, upper = limits(method, c, n, level)
    assert limits(method, n - c, n, level) == pytest.approx((1 - upper, 1 - lower), abs=1e-12)


@given(methods, counts(), confidences)
def test_limits_contain_the_estimate_and_lie_in_the_unit_interval(
    method: IntervalMethod, pair: tuple[int, int], level: float
) -> None:
    c, n = pair
    lower, upper = limits(method, c, n, level)
    assert 0 <= lower <= c / n <= upper <= 1
    assert lower < upper


@given(methods, counts(), confidences)
def test_limits_rise_with_the_passes(
    method: IntervalMethod, pair: tuple[int, int], level: float
) -> None:
    c, n = pair
    if c < n:
        lower, upper = limits(method, c, n, level)
        more_lower, more_upper = limits(method, c + 1, n, level)
        assert lower < more_lower
        assert upper < more_upper or more_upper == 1


@given(methods, counts(), confidences)
def test_limits_fall_with_every_further_failure(
    method: IntervalMethod, pair: tuple[int, int], level: float
) -> None:
    c, n = pair
    lower, upper = limits(method, c, n, level)
    more_lower, more_upper = limits(method, c, n + 1, level)
    assert more_lower < lower or lower == 0
    assert more_upper < upper


@given(methods, counts(), st.sampled_from([(0.8, 0.9), (0.9, 0.95), (0.95, 0.99)]))
def test_higher_confidence_is_wider(
    method: IntervalMethod, pair: tuple[int, int], levels: tuple[float, float]
) -> None:
    narrow, wide = (limits(method, *pair, level) for level in levels)
    assert wide[0] <= narrow[0]
    assert narrow[1] <= wide[1]


@given(counts(), confidences)
def test_mid_p_lies_inside_clopper_pearson(pair: tuple[int, int], level: float) -> None:
    outer, inner = limits("clopper-pearson", *pair, level), limits("mid-p", *pair, level)
    assert outer[0] <= inner[0] <= inner[1] <= outer[1]


@given(methods, st.lists(counts(), max_size=20), confidences)
def test_arrays_give_the_limits_of_each_task(
    method: IntervalMethod, pairs: list[tuple[int, int]], level: float
) -> None:
    lower, upper = proportion_limits([c for c, _ in pairs], [n for _, n in pairs], method, level)
    found = list(zip(lower.tolist(), upper.tolist(), strict=True))
    assert found == [FUNCTIONS[method](c, n, level) for c, n in pairs]


@every_method
def test_no_trials_have_no_interval(method: IntervalMethod) -> None:
    assert FUNCTIONS[method](0, 0) == (None, None)
    lower, upper = proportion_limits([0, 1], [0, 2], method)
    assert np.isnan([lower[0], upper[0]]).all()
    assert not np.isnan([lower[1], upper[1]]).any()


@every_method
def test_limits_keep_their_digits_at_a_thousand_million_trials(method: IntervalMethod) -> None:
    rare, n = 3, 10**9
    lower, upper = limits(method, rare, n, 0.95)
    # Passes so rare are Poisson: the limits of its mean, by their own closed forms.
    z = stats.norm.isf(0.025)
    centre, reach = rare + z * z / 2, z * math.sqrt(rare + z * z / 4)
    exact = [stats.chi2.ppf(0.025, 2 * rare) / 2, stats.chi2.ppf(0.975, 2 * rare + 2) / 2]
    expected = {
        "clopper-pearson": exact,
        "wilson": [centre - reach, centre + reach],
        "jeffreys": [stats.gamma.ppf(tail, rare + 0.5) for tail in (0.025, 0.975)],
    }
    if method in expected:
        assert [n * lower, n * upper] == pytest.approx(expected[method], rel=1e-7)
    else:
        half = stats.poisson.pmf(rare, n * lower) / 2
        assert stats.poisson.sf(rare, n * lower) + half == pytest.approx(0.025, rel=1e-6)
        half = stats.poisson.pmf(rare, n * upper) / 2
        assert stats.poisson.cdf(rare - 1, n * upper) + half == pytest.approx(0.025, rel=1e-6)


@pytest.mark.parametrize("confidence", [0.49, 1, -1, 95, float("nan")])
def test_a_confidence_outside_its_range_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        clopper_pearson(1, 2, confidence)


def test_unknown_words_are_refused() -> None:
    with pytest.raises(ValueError, match="sides"):
        wilson(1, 2, sides="both")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="method"):
        proportion_interval(1, 2, "wald")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="method"):
        proportion_limits([1], [2], "wald")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="endpoint"):
        jeffreys(1, 2, endpoint="open")  # type: ignore[arg-type]


@given(st.integers(1, 5000), st.sampled_from([0.5, 0.1, 0.05, 0.01]))
def test_bounds_of_perfect_records_are_those_of_clopper_pearson(n: int, alpha: float) -> None:
    _, upper = clopper_pearson(0, n, 1 - alpha, "upper")
    lower, _ = clopper_pearson(n, n, 1 - alpha, "lower")
    assert zero_success_upper(n, alpha) == pytest.approx(upper, rel=1e-12)
    assert reliability_lower_zero_failures(n, alpha) == pytest.approx(lower, rel=1e-12)


@given(st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100))
def test_the_fewest_perfect_trials_are_found_in_whole_numbers(p0: Fraction) -> None:
    alpha, n = Fraction(1, 20), 1
    while p0**n > alpha:
        n += 1
    assert min_n_zero_failures(float(p0), float(alpha)) == n


def test_an_exact_power_asks_for_no_trial_more() -> None:
    # In floating point ln 0.001 / ln 0.1 can end above 3.
    for power in range(1, 16):
        assert min_n_zero_failures(0.1, float(f"1e-{power}")) == power
        assert min_n_zero_failures(0.5, 0.5**power) == power


@pytest.mark.parametrize("n", [-1, 2.0, True])
def test_trials_that_are_no_count_are_refused(n: Any) -> None:
    with pytest.raises(ValueError, match="n must be"):
        zero_success_upper(n)
    with pytest.raises(ValueError, match="n must be"):
        reliability_lower_zero_failures(n)


def test_levels_and_rates_outside_their_range_are_refused() -> None:
    for alpha in (0, 0.6, -0.1):
        with pytest.raises(ValueError, match="alpha"):
            zero_success_upper(5, alpha)
    for p0 in (0, 1, 1.2):
        with pytest.raises(ValueError, match="p0"):
            min_n_zero_failures(p0)
