from __future__ import annotations

import itertools
from typing import Any, get_args

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportions_ztest  # type: ignore[import-untyped]

from generator.statistics.exact_power import (
    TwoProportionTest,
    min_n_two_prop_exact,
    power_mcnemar_exact,
    power_two_prop_exact,
)
from generator.statistics.paired import mcnemar_exact, mcnemar_midp
from tests.statistics.golden_cases import check, golden


@pytest.mark.parametrize(("function", "case"), golden(power_two_prop_exact))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def fisher(x: int, y: int, n: int, sides: int) -> float:
    table = np.array([[y, n - y], [x, n - x]])
    if sides == 2:
        return float(stats.fisher_exact(table).pvalue)
    return float(stats.fisher_exact(table, alternative="greater").pvalue)


def midp(x: int, y: int, n: int, sides: int) -> float:
    return fisher(x, y, n, sides) - float(stats.hypergeom.pmf(y, 2 * n, x + y, n)) / 2


def yates(x: int, y: int, n: int, sides: int) -> float:
    if x + y in (0, 2 * n):
        return 1.0
    table = [[y, n - y], [x, n - x]]
    two = float(stats.chi2_contingency(table, correction=True).pvalue)
    if sides == 2:
        return two
    return two / 2 if y > x else 1 - two / 2


def pooled(x: int, y: int, n: int, sides: int) -> float:
    if x + y in (0, 2 * n):
        return 1.0
    alternative = "two-sided" if sides == 2 else "larger"
    return float(proportions_ztest([y, x], [n, n], alternative=alternative)[1])


@pytest.mark.parametrize(
    ("test", "p_value"),
    [("fisher", fisher), ("fisher_midp", midp), ("z_pooled_cc", yates), ("z_pooled", pooled)],
)
@pytest.mark.parametrize("sides", [1, 2])
def test_power_is_the_chance_of_the_outcomes_a_library_rejects(
    test: Any, p_value: Any, sides: int
) -> None:
    n, low, high = 9, 0.2, 0.75
    expected = sum(
        stats.binom.pmf(x, n, low) * stats.binom.pmf(y, n, high)
        for x, y in itertools.product(range(n + 1), repeat=2)
        if p_value(x, y, n, sides) <= 0.05
    )
    for rates in ((low, high), (high, low)):
        found = power_two_prop_exact(n, *rates, sides=sides, test=test)
        assert found == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("test", "sides", "power"),
    [
        # At 82 an arm, 50% against 70%.
        ("z_pooled", 2, 0.743),
        ("z_unpooled", 2, 0.751),
        ("arcsine", 2, 0.746),
        ("fisher", 2, 0.690),
        ("z_pooled", 1, 0.835),
        ("fisher", 1, 0.791),
    ],
)
def test_eighty_two_an_arm_is_too_few(test: Any, sides: int, power: float) -> None:
    found = power_two_prop_exact(82, 0.5, 0.7, sides=sides, test=test)
    assert found == pytest.approx(power, abs=0.0005)


@pytest.mark.parametrize(
    ("test", "sides", "n"),
    [
        ("z_pooled", 2, 94),
        ("z_unpooled", 2, 90),
        ("fisher", 2, 102),
        ("fisher_midp", 2, 99),
        ("z_pooled", 1, 72),
        ("fisher", 1, 84),
        ("z_pooled_cc", 1, 84),
    ],
)
def test_the_sizes_that_reach_four_in_five(test: Any, sides: int, n: int) -> None:
    assert min_n_two_prop_exact(0.5, 0.7, sides=sides, test=test) == n
    below, here = (power_two_prop_exact(m, 0.5, 0.7, sides=sides, test=test) for m in (n - 1, n))
    assert below < 0.8 <= here


def test_certain_arms_are_told_apart() -> None:
    for test in get_args(TwoProportionTest):
        assert power_two_prop_exact(6, 0, 1, test=test) == pytest.approx(1)
        assert power_two_prop_exact(6, 1, 1, test=test) == 0


def test_equal_arms_are_told_apart_no_more_often_than_the_level_where_the_test_is_exact() -> None:
    for n in (5, 20, 40):
        for p in (0.05, 0.3, 0.5):
            assert power_two_prop_exact(n, p, p, test="fisher") <= 0.05


@pytest.mark.parametrize(("test", "p_value"), [("exact", mcnemar_exact), ("midp", mcnemar_midp)])
def test_paired_power_is_the_chance_of_the_tables_the_test_rejects(test: Any, p_value: Any) -> None:
    pairs, p10, p01 = 14, 0.5, 0.1
    expected = sum(
        stats.multinomial.pmf([b, c, pairs - b - c], pairs, [p10, p01, 1 - p10 - p01])
        for b in range(pairs + 1)
        for c in range(pairs + 1 - b)
        if p_value(b, c) <= 0.05
    )
    assert power_mcnemar_exact(pairs, p10, p01, test=test) == pytest.approx(expected, rel=1e-9)


def test_pairs_that_never_differ_have_no_power() -> None:
    assert power_mcnemar_exact(50, 0, 0) == 0
    assert np.isclose(power_mcnemar_exact(50, 1, 0), 1)


@pytest.mark.parametrize(
    "call",
    [
        lambda: power_two_prop_exact(0, 0.5, 0.7),
        lambda: power_two_prop_exact(5, -0.5, 0.7),
        lambda: power_two_prop_exact(5, 0.5, 0.7, alpha=1),
        lambda: power_two_prop_exact(5, 0.5, 0.7, sides=0),
        lambda: power_two_prop_exact(5, 0.5, 0.7, test="wald"),  # type: ignore[arg-type]
        lambda: power_two_prop_exact(5.5, 0.5, 0.7),  # type: ignore[arg-type]
        lambda: min_n_two_prop_exact(0.5, 0.5),
        lambda: min_n_two_prop_exact(0.5, 0.7, power=0),
        lambda: power_mcnemar_exact(0, 0.2, 0.1),
        lambda: power_mcnemar_exact(10, 0.8, 0.3),
        lambda: power_mcnemar_exact(10, 0.2, 0.1, test="chi2"),  # type: ignore[arg-type]
    ],
)
def test_impossible_questions_are_refused(call: Any) -> None:
    with pytest.raises(ValueError, match="must"):
        call()
