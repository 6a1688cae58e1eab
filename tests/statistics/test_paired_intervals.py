from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import optimize, stats
from statsmodels.stats.proportion import proportion_confint  # type: ignore[import-untyped]

from generator.statistics.paired_intervals import newcombe_paired, tango
from generator.statistics.undefined import Undefined
from tests.statistics.golden_cases import check, golden

tables = st.tuples(*[st.integers(0, 40)] * 4).filter(any)


@pytest.mark.parametrize(("function", "case"), golden(tango, newcombe_paired))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def squared_score(b: int, c: int, n: int, difference: float) -> float:
    """The score statistic at a difference, its nuisance parameter found by a search."""

    def unlikely(second: float) -> float:
        first, same = second + difference, 1 - 2 * second - difference
        terms = [(b, first), (c, second), (n - b - c, same)]
        return -sum(count * math.log(max(p, 1e-300)) for count, p in terms if count)

    low, high = max(0.0, -difference), (1 - difference) / 2
    found = optimize.minimize_scalar(
        unlikely, bounds=(low, high), method="bounded", options={"xatol": 1e-13}
    )
    variance = 2 * found.x + difference * (1 - difference)
    return (b - c - n * difference) ** 2 / (n * variance)


@pytest.mark.parametrize(
    ("b", "c", "n"), [(6, 16, 161), (1, 7, 21), (25, 2, 102), (4, 4, 18), (1, 0, 44), (9, 3, 12)]
)
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_tango_limits_are_where_the_score_equals_the_quantile(
    b: int, c: int, n: int, confidence: float
) -> None:
    critical = stats.chi2.ppf(confidence, 1)
    found = tango(b, c, n, confidence)
    for limit in (found["lo"], found["hi"]):
        assert limit is not None
        assert squared_score(b, c, n, limit) == pytest.approx(critical, rel=1e-5)


@given(tables, st.sampled_from([0.5, 0.9, 0.95, 0.999]))
def test_both_intervals_mirror_when_the_arms_are_exchanged(
    table: tuple[int, int, int, int], confidence: float
) -> None:
    a, b, c, d = table
    for one, other in (
        (tango(b, c, sum(table), confidence), tango(c, b, sum(table), confidence)),
        (newcombe_paired(a, b, c, d, confidence), newcombe_paired(a, c, b, d, confidence)),
    ):
        assert one["lo"] is not None
        assert one["hi"] is not None
        assert one["diff"] is not None
        assert other["hi"] == pytest.approx(-one["lo"], abs=1e-14)
        assert other["lo"] == pytest.approx(-one["hi"], abs=1e-14)
        assert -1 <= one["lo"] <= one["diff"] <= one["hi"] <= 1
        assert one["lo"] < one["hi"]


@given(tables)
def test_more_confidence_is_a_wider_tango_interval(table: tuple[int, int, int, int]) -> None:
    _, b, c, _ = table
    narrow, wide = tango(b, c, sum(table), 0.8), tango(b, c, sum(table), 0.99)
    assert wide["lo"] <= narrow["lo"] < narrow["hi"] <= wide["hi"]  # type: ignore[operator]


@given(tables)
def test_newcombe_is_square_and_add_on_wilson_limits(table: tuple[int, int, int, int]) -> None:
    a, b, c, d = table
    n = sum(table)
    lower, upper = proportion_confint(np.array([a + b, a + c]), n, method="wilson")
    rates = np.array([a + b, a + c]) / n
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    assume(margins > 0)
    agreement = float(a * d - b * c)
    corrected = max(agreement - n / 2, 0) if agreement > 0 else agreement
    phi = corrected / math.sqrt(margins)
    one, two = rates[0] - lower[0], upper[1] - rates[1]
    expected = rates[0] - rates[1] - math.sqrt(one**2 - 2 * phi * one * two + two**2)
    assert newcombe_paired(a, b, c, d)["lo"] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("found", [tango(0, 0, 0), newcombe_paired(0, 0, 0, 0)])
def test_without_cases_there_is_no_interval(found: dict[str, Any]) -> None:
    assert found == {"diff": None, "lo": None, "hi": None, "undefined": Undefined.NO_TRIALS}


@pytest.mark.parametrize("n", [1, 18, 1000])
def test_arms_that_never_differ_still_have_an_interval_of_some_width(n: int) -> None:
    z2 = stats.chi2.ppf(0.95, 1)
    found = tango(0, 0, n)
    assert found["hi"] == pytest.approx(z2 / (n + z2))
    assert found["lo"] == pytest.approx(-z2 / (n + z2))
    assert newcombe_paired(n, 0, 0, 0)["hi"] > 0  # type: ignore[operator]


@pytest.mark.parametrize("n", [1, 3, 10**6])
def test_a_limit_reaches_one_where_every_case_favours_one_arm(n: int) -> None:
    z2 = stats.chi2.ppf(0.95, 1)
    assert tango(n, 0, n)["hi"] == 1
    assert tango(0, n, n)["lo"] == -1
    assert tango(n, 0, n)["lo"] == pytest.approx((n - z2) / (n + z2))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((3, 3, 5), "must not exceed N"),
        ((-1, 3, 5), "negative"),
        ((1.5, 3, 5), "integers"),
        ((1, 3, 5, 1.0), "confidence"),
        ((0, 0, 0, 0.2), "confidence"),
    ],
)
def test_impossible_arguments_are_refused(args: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        tango(*args)
