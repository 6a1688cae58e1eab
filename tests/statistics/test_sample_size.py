from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.power import NormalIndPower  # type: ignore[import-untyped]
from statsmodels.stats.proportion import (  # type: ignore[import-untyped]
    proportion_effectsize,
    samplesize_confint_proportion,
    samplesize_proportions_2indep_onetail,
)

from generator.statistics.proportions import clopper_pearson, wilson
from generator.statistics.sample_size import (
    TwoProportionMethod,
    crossing,
    ss_halfwidth,
    ss_halfwidth_clopper_pearson,
    ss_halfwidth_wilson,
    ss_paired,
    ss_two_prop,
)
from tests.statistics.golden_cases import check, golden

rates = st.floats(0.02, 0.98)

SYMMETRIC: tuple[TwoProportionMethod, ...] = (
    "unpooled",
    "pooled",
    "pooled_both",
    "arcsine",
    "log_odds",
    "unpooled_cc",
)
"""The conventions that treat arms alike, and passes like failures."""


@pytest.mark.parametrize(
    ("function", "case"), golden(ss_halfwidth, ss_halfwidth_wilson, ss_two_prop)
)
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@given(rates, st.floats(0.01, 0.3))
def test_the_wald_size_agrees_with_statsmodels(p: float, d: float) -> None:
    expected = samplesize_confint_proportion(p, d)
    assert ss_halfwidth(p, d) == pytest.approx(expected, rel=1e-9)


@given(st.integers(1, 200), st.data())
def test_the_size_of_a_wilson_interval_gives_that_interval(n: int, data: Any) -> None:
    c = data.draw(st.integers(0, n))
    lower, upper = wilson(c, n)
    assert lower is not None
    assert upper is not None
    assert ss_halfwidth_wilson(c / n, (upper - lower) / 2 * (1 + 1e-9)) <= n


def test_wilson_sizes_are_the_smallest() -> None:
    for p, d, n in ((0.5, 0.1, 93), (0.8, 0.1, 60)):
        z = stats.norm.isf(0.025)

        def half_width(n: int, p: float = p, z: float = z) -> float:
            return float(z * math.sqrt(p * (1 - p) / n + z * z / 4 / n**2) / (1 + z * z / n))

        assert half_width(n) <= d < half_width(n - 1)
        assert ss_halfwidth_wilson(p, d) == n


def test_clopper_pearson_sizes_are_the_smallest() -> None:
    assert ss_halfwidth_clopper_pearson(0.5, 0.1) == 104
    lower, upper = clopper_pearson(52, 104)
    assert upper - lower <= 0.2  # type: ignore[operator]
    lower, upper = clopper_pearson(51, 102)
    assert upper - lower > 0.2  # type: ignore[operator]
    assert ss_halfwidth_clopper_pearson(0.8, 0.1) == 70
    assert ss_halfwidth_clopper_pearson(0.8, 0.1, each_side=True) == 87
    assert ss_halfwidth_clopper_pearson(0, 0.1) < ss_halfwidth_clopper_pearson(
        0, 0.1, each_side=True
    )


@pytest.mark.parametrize(
    ("method", "two_sided", "one_sided"),
    [
        # Published for 50% against 70% at 80% power, or computed in the reference.
        ("unpooled", 90.26, 71.10),
        ("pooled", 93.00, 73.14),
        ("pooled_both", 94.19, 74.19),
        ("arcsine", 92.70, 73.02),
        ("pooled_cc", 102.76, 82.84),
        ("unpooled_cc", 100.01, 80.79),
        ("log_odds", 95.79, 75.46),
        ("log_rr", 99.04, 78.01),
        ("larger_rate", 82.41, 64.92),
    ],
)
def test_every_convention_has_its_number(method: Any, two_sided: float, one_sided: float) -> None:
    assert ss_two_prop(0.5, 0.7, method=method) == pytest.approx(two_sided, abs=0.005)
    assert ss_two_prop(0.5, 0.7, sides=1, method=method) == pytest.approx(one_sided, abs=0.005)


def test_no_standard_two_sided_convention_gives_eighty_two() -> None:
    sizes = [math.ceil(ss_two_prop(0.5, 0.7, method=method)) for method in SYMMETRIC]
    assert min(sizes) > 82


@given(rates, rates, st.sampled_from([0.01, 0.05]), st.sampled_from([0.8, 0.9]))
def test_pooled_and_arcsine_agree_with_statsmodels(
    p1: float, p2: float, alpha: float, power: float
) -> None:
    assume(abs(p1 - p2) > 0.05)
    pooled = samplesize_proportions_2indep_onetail(
        p1 - p2, p2, power, alpha=alpha, alternative="larger"
    )
    found = ss_two_prop(p1, p2, alpha, power, sides=1, method="pooled")
    assert found == pytest.approx(pooled, rel=1e-6)
    effect = proportion_effectsize(p1, p2)
    arcsine = NormalIndPower().solve_power(
        abs(effect), alpha=alpha, power=power, alternative="larger"
    )
    found = ss_two_prop(p1, p2, alpha, power, sides=1, method="arcsine")
    assert found == pytest.approx(arcsine, rel=1e-6)


@given(rates, rates)
def test_exchanging_arms_or_outcomes_changes_no_size(p1: float, p2: float) -> None:
    assume(abs(p1 - p2) > 0.001)
    for method in SYMMETRIC:
        size = ss_two_prop(p1, p2, method=method)
        assert ss_two_prop(p2, p1, method=method) == pytest.approx(size, rel=1e-9)
        assert ss_two_prop(1 - p1, 1 - p2, method=method) == pytest.approx(size, rel=1e-6)


@pytest.mark.parametrize(("discordant", "pairs"), [(0.5, 96), (0.4, 77), (0.3, 57), (0.2, 37)])
def test_pairs_for_half_against_seven_tenths(discordant: float, pairs: int) -> None:
    one, other = (discordant + 0.2) / 2, (discordant - 0.2) / 2
    assert math.ceil(ss_paired(one, other)) == pairs
    assert ss_paired(other, one) == pytest.approx(ss_paired(one, other))


def test_crossing_is_the_first_of_a_monotone_question() -> None:
    for least in range(1, 40):
        assert crossing(lambda n, least=least: n >= least) == least  # type: ignore[misc]


@pytest.mark.parametrize(
    "call",
    [
        lambda: ss_halfwidth(1.1, 0.1),
        lambda: ss_halfwidth(0.5, 0),
        lambda: ss_halfwidth_wilson(0.5, 0.1, 1),
        lambda: ss_halfwidth_clopper_pearson(0.5, 1),
        lambda: ss_two_prop(0.5, 0.5),
        lambda: ss_two_prop(0, 0.5),
        lambda: ss_two_prop(0.5, 0.7, sides=3),
        lambda: ss_two_prop(0.5, 0.7, alpha=0),
        lambda: ss_two_prop(0.5, 0.7, power=1),
        lambda: ss_two_prop(0.5, 0.7, method="guess"),  # type: ignore[arg-type]
        lambda: ss_paired(0.2, 0.2),
        lambda: ss_paired(0.8, 0.3),
        lambda: ss_paired(-0.1, 0.3),
    ],
)
def test_impossible_questions_are_refused(call: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        call()
