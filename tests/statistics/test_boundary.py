from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.statistics.boundary import boundary_margin
from tests.statistics.golden_cases import check, golden


@pytest.mark.parametrize(("function", "case"), golden(boundary_margin))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=20), st.integers(0, 6))
def test_the_mode_nearest_the_threshold_counts_then_the_lower(
    scores: list[int], threshold: int
) -> None:
    times = Counter(scores)
    modes = [score for score in range(7) if times[score] == max(times.values())]
    order = sorted(modes, key=lambda score: (abs(score - threshold), score))
    found = boundary_margin(scores, threshold)
    assert found["modes"] == modes
    assert found["modal_score"] == order[0]
    assert found["margin"] == order[0] - threshold
    assert found["pass_rate"] == sum(s >= threshold for s in scores) / len(scores)


@given(st.lists(st.integers(0, 6), min_size=1), st.randoms())
def test_the_order_of_scores_says_nothing(scores: list[int], random: Any) -> None:
    shuffled = random.sample(scores, len(scores))
    assert boundary_margin(shuffled, 3) == boundary_margin(scores, 3)


def test_no_scores_have_no_margin() -> None:
    assert boundary_margin([], 3) == {
        "modes": [],
        "margin": None,
        "modal_score": None,
        "pass_rate": None,
    }


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_scores_that_are_no_numbers_are_refused(score: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        boundary_margin([1, score], 3)
    with pytest.raises(ValueError, match="finite"):
        boundary_margin([1, 2], score)
