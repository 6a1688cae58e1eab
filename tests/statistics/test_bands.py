from __future__ import annotations

from typing import Any

import pytest

from generator.statistics.bands import named_list, rate_state, recurrence_band
from tests.statistics.golden_cases import check, golden


@pytest.mark.parametrize(("function", "case"), golden(recurrence_band, named_list, rate_state))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@pytest.mark.parametrize(
    ("r", "n", "band"),
    [
        (0, 0, "NOT_RETESTED"),
        (0, 1, "UNCONFIRMED"),
        (0, 5, "UNCONFIRMED"),
        (1, 5, "INTERMITTENT"),
        (4, 5, "INTERMITTENT"),
        (1, 1, "CONFIRMED"),
        (5, 5, "CONFIRMED"),
    ],
)
def test_a_band_says_how_a_claim_reproduced(r: int, n: int, band: str) -> None:
    assert recurrence_band(r, n) == band


@pytest.mark.parametrize(
    ("n", "c", "name"),
    [
        (0, 0, None),
        (1, 0, "always_fail"),
        (5, 0, "always_fail"),
        (5, 1, "sometimes_fail"),
        (5, 4, "sometimes_fail"),
        (5, 5, "never_fail"),
        (1, 1, "never_fail"),
    ],
)
def test_a_task_stands_in_one_list(n: int, c: int, name: str | None) -> None:
    assert named_list(n, c) == name


def test_a_rate_needs_its_floor_of_tasks() -> None:
    assert [rate_state(tasks) for tasks in (0, 4, 5)] == [
        "RATE_NOT_PUBLISHED",
        "RATE_NOT_PUBLISHED",
        "RATE_PUBLISHABLE",
    ]
    assert rate_state(9, minimum=10) == "RATE_NOT_PUBLISHED"


def test_impossible_counts_are_refused() -> None:
    for function in (lambda: recurrence_band(2, 1), lambda: named_list(1, 2)):
        with pytest.raises(ValueError, match="c must not exceed n"):
            function()
    with pytest.raises(ValueError, match="negative"):
        rate_state(-1)
