from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.statistics.drift import drift_expected, fail_set_delta, moves_by_chance
from tests.statistics.golden_cases import check, golden

states = st.sampled_from(["pass", "fail", "owed", "pending_adjudication"])
runs = st.dictionaries(st.integers(0, 12), states)


@pytest.mark.parametrize(("function", "case"), golden(drift_expected, fail_set_delta))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@given(runs, runs)
def test_the_delta_is_the_symmetric_difference_of_the_fail_sets(
    a: dict[int, str], b: dict[int, str]
) -> None:
    common = {t for t in a.keys() & b.keys() if {a[t], b[t]} <= {"pass", "fail"}}
    failed_a, failed_b = ({t for t in common if run[t] == "fail"} for run in (a, b))
    assert fail_set_delta(a, b) == {
        "common": len(common),
        "fail_to_pass": len(failed_a - failed_b),
        "pass_to_fail": len(failed_b - failed_a),
        "delta": len(failed_a ^ failed_b),
    }


def test_equal_scores_can_hide_a_drift() -> None:
    found = fail_set_delta({"a": "pass", "b": "fail"}, {"a": "fail", "b": "pass"})
    assert (found["fail_to_pass"], found["pass_to_fail"], found["delta"]) == (1, 1, 2)


def test_expected_drift_is_the_share_of_pairs_of_trials_that_differ() -> None:
    for n in range(2, 9):
        for c in range(n + 1):
            outcomes = np.array([1] * c + [0] * (n - c))
            differing = (outcomes[:, None] != outcomes[None, :]).sum() / (n * (n - 1))
            assert drift_expected([n], [c]) == pytest.approx(differing, rel=1e-12)


def test_expected_drift_adds_over_tasks() -> None:
    each = [drift_expected([n], [c]) or 0.0 for n, c in ((5, 2), (20, 7), (2, 1))]
    assert drift_expected([5, 20, 2], [2, 7, 1]) == pytest.approx(sum(each), rel=1e-12)


def test_expected_drift_needs_two_trials_of_every_task() -> None:
    assert drift_expected([], []) is None
    assert drift_expected([5, 0], [3, 0]) is None
    assert drift_expected([5, 5], [5, 0]) == 0


@given(st.lists(st.floats(0, 0.5), min_size=1, max_size=25))
def test_no_set_of_single_chances_makes_so_many_moves_likelier(chances: list[float]) -> None:
    # the exact distribution of the number of moves, by convolution
    exact = np.array([1.0])
    for chance in chances:
        exact = np.convolve(exact, [1 - chance, chance])
    for moves in range(len(chances) + 1):
        assert moves_by_chance(moves, sum(chances)) >= exact[moves:].sum() - 1e-12


def test_moves_by_chance_at_its_edges() -> None:
    assert moves_by_chance(0, 0.0) == moves_by_chance(3, 2.5) == 1
    assert moves_by_chance(1, 0.0) == 0
    assert moves_by_chance(2, 1.0) == pytest.approx(1 - 2 * np.exp(-1))
    for moves, expected in ((-1, 1.0), (1, -0.5), (1, float("nan")), (1, float("inf"))):
        with pytest.raises(ValueError, match="not negative"):
            moves_by_chance(moves, expected)
