from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.statistics.equivalence import equivalence, inside_margin
from tests.statistics.golden_cases import check, golden


@pytest.mark.parametrize(("function", "case"), golden(equivalence))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@pytest.mark.parametrize(
    ("lower", "upper", "inside"),
    [
        (-0.019, 0.019, True),
        (0, 0, True),
        (-0.02, 0.01, False),  # on the margin
        (-0.01, 0.02, False),
        (Fraction(-1, 50), 0, False),
        (Fraction(-1, 51), Fraction(1, 51), True),
        (0.03, 0.04, False),
    ],
)
def test_a_limit_on_the_margin_is_not_inside(lower: float, upper: float, inside: bool) -> None:
    assert inside_margin(lower, upper, 0.02) is inside


@given(st.integers(-40, 40), st.integers(0, 40), st.integers(1, 40))
def test_exchanging_the_arms_changes_nothing(lower: int, width: int, margin: int) -> None:
    assert inside_margin(lower, lower + width, margin) == inside_margin(
        -lower - width, -lower, margin
    )


def test_a_cut_task_leaves_no_answer() -> None:
    assert equivalence(None, None, -0.1, 0.1) is None
    assert equivalence(-0.01, 0.01, None, None) is None


def test_margins_and_gate_are_the_callers() -> None:
    assert equivalence(-0.03, 0.03, -1, 1, pass_margin=0.04) is True
    assert equivalence(-0.03, 0.03, -1, 1, gate_pass_rate=False) is True
    assert equivalence(-0.03, 0.03, -3, 1, gate_pass_rate=False) is False
    assert equivalence(-0.01, 0.01, -1, 1, steps_margin=1) is False


@pytest.mark.parametrize(
    ("args", "message"),
    [((0, 1, 0), "positive"), ((1, 0, 2), "exceed"), ((0, float("nan"), 1), "finite")],
)
def test_impossible_arguments_are_refused(args: tuple[Any, Any, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        inside_margin(*args)
