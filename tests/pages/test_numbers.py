"""Rounding loses digits and nothing else."""

from __future__ import annotations

import html
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.pages import numbers
from generator.publication.base import Bracket, Interval
from generator.publication.strings import IntervalMethod


def shown(text: str) -> str:
    return html.unescape(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0%"),
        (1.0, "100%"),
        (0, "0%"),
        (1, "100%"),
        (0.3, "30.0%"),
        (0.285, "28.5%"),
        (14 / 23, "60.9%"),
        (0.9994, "99.9%"),
        (0.9996, "> 99.9%"),
        (1 - 1e-12, "> 99.9%"),
        (0.0006, "0.1%"),
        (0.0004, "< 0.1%"),
        (1e-300, "< 0.1%"),
        (None, "—"),
    ],
)
def test_percentages(value: float | None, expected: str) -> None:
    assert shown(numbers.percent(value)) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.42, "0.420"),
        (0.2733333, "0.273"),
        (0.22, "0.220"),
        (0.2, "0.200"),
        (0.0, "0"),
        (1.0, "1"),
        (0.9999, "> 0.999"),
        (0.0001, "< 0.001"),
    ],
)
def test_shares_as_pass_k_is_quoted(value: float, expected: str) -> None:
    assert shown(numbers.share(value)) == expected


@given(st.floats(min_value=0, max_value=1))
def test_a_percentage_is_0_or_100_only_exactly_and_near_its_value(value: float) -> None:
    text = shown(numbers.percent(value))
    assert (text == "0%") == (value == 0)
    assert (text == "100%") == (value == 1)
    number = float(re.sub(r"[<>% ]", "", text)) / 100
    if text.startswith("<"):
        assert 0 < value < number
    elif text.startswith(">"):
        assert number < value < 1
    else:
        assert abs(number - value) <= 0.0005 + 1e-12


@given(st.floats(min_value=0, max_value=1), st.sampled_from([0.01, 0.05, 0.1]))
def test_a_p_value_never_shows_on_the_other_side_of_its_level(value: float, alpha: float) -> None:
    text = shown(numbers.p_value(value, alpha))
    if text in ("< 0.001", "> 0.999"):
        assert value < 0.001 or value > 0.999
        return
    number = Decimal(text)
    level = Decimal(str(alpha))
    assert (number < level) == (value < alpha)
    assert (number > level) == (value > alpha)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0004, "< 0.001"),
        (0.0496, "0.0496"),
        (0.04999, "0.04999"),
        (0.05, "0.050"),
        (0.0504, "0.0504"),
        (0.0523, "0.052"),
        (0.31, "0.310"),
        (1.0, "1.000"),
        (1 - 1e-15, "1.000"),  # a sum over a whole distribution
        (0.9997, "> 0.999"),
    ],
)
def test_p_values(value: float, expected: str) -> None:
    assert shown(numbers.p_value(value, 0.05)) == expected


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1e6, max_value=1e6))
def test_a_decimal_keeps_its_sign(value: float) -> None:
    text = numbers.decimal(value).replace("\N{MINUS SIGN}", "-").replace(",", "")
    assert (float(text) > 0) == (value > 0)
    assert (float(text) < 0) == (value < 0)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0.0"),
        (0.123, "+12.3"),
        (-0.123, "\N{MINUS SIGN}12.3"),
        (0.00001, "+0.001"),
        (None, "—"),
    ],
)
def test_differences_in_points(value: float | None, expected: str) -> None:
    assert numbers.points(value) == expected


def test_a_rate_stands_behind_its_counts() -> None:
    assert numbers.counted(6, 20, 0.3) == "6/20 = 30.0%"
    assert shown(numbers.counted(1999, 2000, 0.9995)) == "1,999/2,000 > 99.9%"
    assert numbers.counted(6, 20, None) == "6/20"


def test_an_interval_names_its_level_and_method() -> None:
    # 6 of 20, exact: the protocol's own example
    found = Interval(lower=0.118931, upper=0.542789, level=0.95, method="clopper-pearson")
    assert numbers.interval(found) == "[11.9%, 54.3%]"
    assert numbers.with_method(found) == "[11.9%, 54.3%] 95% Clopper\N{EN DASH}Pearson"


@pytest.mark.parametrize("method", list(numbers.METHOD_NAMES))
def test_every_method_has_a_name(method: IntervalMethod) -> None:
    found = Interval(lower=0.1, upper=0.2, level=0.999, method=method)
    assert numbers.method(found) == f"99.9% {numbers.METHOD_NAMES[method]}"


def test_the_end_of_an_interval_does_not_round_into_nothing() -> None:
    found = Interval(lower=0.0001, upper=0.99999, level=0.95, method="wilson")
    assert shown(numbers.interval(found)) == "[< 0.1%, > 99.9%]"


def test_an_open_end_is_shown_open() -> None:
    found = Interval(lower=0.4, upper=None, level=0.95, method="conditional")
    assert numbers.ratio_interval(found) == "[0.40, ∞)"


def test_the_shared_method_of_intervals() -> None:
    one = Interval(lower=0.1, upper=0.2, level=0.95, method="t")
    other = Interval(lower=0.1, upper=0.2, level=0.9, method="t")
    assert numbers.shared_method([None, one, one]) == "95% t over cases"
    assert numbers.shared_method([one, other]) is None
    assert numbers.shared_method([None]) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0 s"),
        (0.25, "0.2 s"),
        (59.4, "59 s"),
        (60, "1 min"),
        (61, "1 min 1 s"),
        (1800.0, "30 min"),
        (3600.0, "1 h"),
        (124134.5, "34 h 28 min"),
        (None, "—"),
    ],
)
def test_lengths_of_time(value: float | None, expected: str) -> None:
    assert numbers.seconds(value) == expected


def test_other_numbers() -> None:
    assert numbers.integer(8371114) == "8,371,114"
    assert numbers.dollars(212.4) == "$212.40"
    assert numbers.dollars(0.0004) == "$0.0004"
    assert numbers.score(-1.0) == "\N{MINUS SIGN}1"
    assert numbers.score(2.5) == "2.5"
    assert numbers.windows(0.31) == "31.0%"
    assert numbers.windows(1.31) == "1.31 windows"
    assert numbers.bracket(Bracket(worst=0.5, best=1.0)) == "50.0% to 100%"
    assert numbers.bracket(Bracket(worst=0.5, best=0.5)) == "—"


@given(st.floats(min_value=0, allow_nan=False, allow_infinity=False))
def test_every_double_can_be_shown(value: float) -> None:
    for show in (numbers.decimal, numbers.dollars, numbers.seconds, numbers.windows, numbers.score):
        assert show(value)
