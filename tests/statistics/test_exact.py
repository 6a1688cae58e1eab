from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.statistics.exact import as_effects, exact


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.3, Fraction(3, 10)),
        (0.05, Fraction(1, 20)),
        (0.29999999999999993, Fraction(29999999999999993, 10**17)),
        (-2, Fraction(-2)),
        (1e-05, Fraction(1, 100_000)),
        (np.float64(0.02), Fraction(1, 50)),
        (np.int64(7), Fraction(7)),
        (Fraction(1, 3), Fraction(1, 3)),
    ],
)
def test_a_float_is_the_decimal_it_prints_as(value: float, expected: Fraction) -> None:
    assert exact(value) == expected


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_is_no_finite_number_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        exact(value)


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(1, 3))
def test_floats_keep_their_order(value: float, steps: int) -> None:
    larger = value
    for _ in range(steps):
        larger = math.nextafter(larger, math.inf)
    if math.isfinite(larger):
        assert exact(value) < exact(larger)


@given(st.integers(0, 2000), st.integers(1, 2000))
def test_a_ratio_rounded_once_still_is_the_decimal_it_equals(part: int, whole: int) -> None:
    hundredths = Fraction(round(100 * part / whole), 100)
    assert (exact(part / whole) == hundredths) == (Fraction(part, whole) == hundredths)


def test_effects_may_be_negative_and_none() -> None:
    assert as_effects([3, -2, 0]).tolist() == [3, -2, 0]
    assert as_effects([]).tolist() == []
    assert as_effects(np.array([1, 2], dtype=np.uint8)).dtype == np.int64


@pytest.mark.parametrize(
    "values", [[0.5, 1.0], [True, False], [[1, 2]], ["1"], [2**61, 2**61], [-(2**62)]]
)
def test_what_is_no_integer_effect_a_task_is_refused(values: Any) -> None:
    with pytest.raises(ValueError, match="d "):
        as_effects(values)
