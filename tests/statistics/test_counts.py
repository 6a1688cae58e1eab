from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.statistics.counts import as_counts, as_task_counts, distinct_pairs, per_distinct_pair

WIDE = 10**12
"""Trials so many that no table of pairs can be kept."""


@st.composite
def tasks(draw: st.DrawFn) -> list[tuple[int, int]]:
    """(c, n) of some tasks, a few of them with very many trials."""
    trials = st.one_of(st.integers(0, 30), st.integers(0, WIDE))
    return [(draw(st.integers(0, n)), n) for n in draw(st.lists(trials, max_size=30))]


@pytest.mark.parametrize(
    ("c", "n", "says"),
    [
        ([1.0], [2], "c must be integers"),
        ([1], [2.5], "n must be integers"),
        ([True], [1], "c must be integers"),
        (["1"], [2], "c must be integers"),
        ([float("nan")], [2], "c must be integers"),
        ([None], [2], "c must be integers"),
        ([-1], [2], "c must not be negative"),
        ([0], [-2], "n must not be negative"),
        ([3], [2], "c must not exceed n"),
        ([1, 1], [2], "shape"),
    ],
)
def test_what_is_no_count_is_refused(c: Any, n: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        as_counts(c, n)


@pytest.mark.parametrize(("c", "n"), [([3, 0], [2, 9]), ([9], [2]), ([1, 1], [2]), ([[1]], [[2]])])
def test_pairs_that_are_no_tasks_are_refused(c: Any, n: Any) -> None:
    with pytest.raises(ValueError, match=r"c and n|c must not exceed n"):
        distinct_pairs(c, n)


def test_tasks_never_tried_are_left_out() -> None:
    passes, trials = as_task_counts([0, 1, 0, 2], [0, 3, 0, 2])
    assert (passes.tolist(), trials.tolist()) == ([1, 2], [3, 2])


@given(tasks())
def test_distinct_pairs_are_a_count_of_the_tasks(pairs: list[tuple[int, int]]) -> None:
    found = distinct_pairs([c for c, _ in pairs], [n for _, n in pairs])
    expected = Counter((n, c) for c, n in pairs)
    assert list(zip(found.n.tolist(), found.c.tolist(), strict=True)) == sorted(expected)
    assert found.tasks.tolist() == [expected[key] for key in sorted(expected)]


@given(tasks())
def test_results_of_pairs_reach_every_task(pairs: list[tuple[int, int]]) -> None:
    c, n = as_counts([c for c, _ in pairs], [n for _, n in pairs])
    seen = []

    def function(c: Any, n: Any) -> tuple[Any, Any]:
        seen.append(list(zip(c.tolist(), n.tolist(), strict=True)))
        return c + n / 3, c - n / 3

    added, taken = per_distinct_pair(function, c, n)
    assert added.tolist() == (c + n / 3).tolist()
    assert taken.tolist() == (c - n / 3).tolist()
    assert len(seen[0]) == len(set(pairs))


def test_results_keep_the_shape_of_the_counts() -> None:
    c, n = as_counts(np.arange(6).reshape(2, 3), np.full((2, 3), 9))
    (doubled,) = per_distinct_pair(lambda c, _: (np.multiply(2.0, c, dtype=float),), c, n)
    assert doubled.tolist() == [[0, 2, 4], [6, 8, 10]]
