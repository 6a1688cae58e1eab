"""Passes of trials: what every count must satisfy, and the few distinct pairs behind many tasks.

A hundred thousand tasks tried five times each hold only 21 different (passes, trials) pairs. Work
that depends on nothing else is done once a pair and then looked up, which is what makes exact
intervals and exact estimators affordable at any number of tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]
Counts = npt.ArrayLike

SMALLEST_TABLE = 1 << 16
"""Cells of a lookup table that are always affordable, however few the pairs."""


TOO_MANY_PASSES = "c must not exceed n"
ONE_ENTRY_A_TASK = "c and n must be one-dimensional and of one length: one entry a task"


class DistinctPairs(NamedTuple):
    """The distinct (c, n), ascending by n then c, and how many tasks have each."""

    c: IntArray
    n: IntArray
    tasks: IntArray


def as_integers(values: Counts, name: str) -> IntArray:
    """Return the values as an int64 array; ValueError unless they are non-negative integers."""
    array = np.asarray(values)
    if array.size == 0:
        return np.empty(array.shape, dtype=np.int64)
    if array.dtype.kind not in "iu":
        raise ValueError(f"{name} must be integers, not {array.dtype.name}")
    if array.min() < 0:
        raise ValueError(f"{name} must not be negative")
    return array.astype(np.int64, copy=False)


def as_counts(c: Counts, n: Counts) -> tuple[IntArray, IntArray]:
    """Return passes c and trials n as int64 arrays of one shape.

    ValueError unless both are integers with 0 <= c <= n.
    """
    passes, trials = as_integers(c, "c"), as_integers(n, "n")
    if passes.shape != trials.shape:
        raise ValueError(f"c and n differ in shape: {passes.shape} and {trials.shape}")
    if (passes > trials).any():
        raise ValueError(TOO_MANY_PASSES)
    return passes, trials


def as_task_counts(c: Counts, n: Counts) -> tuple[IntArray, IntArray]:
    """Return c and n of the tasks that were tried: those with n = 0 hold no information."""
    passes, trials = as_counts(c, n)
    if passes.ndim != 1:
        raise ValueError(ONE_ENTRY_A_TASK)
    tried = trials > 0
    return (passes, trials) if tried.all() else (passes[tried], trials[tried])


def as_session_counts(c: Counts, n: Counts, task: Counts) -> tuple[IntArray, IntArray, IntArray]:
    """Return c and n of the sessions that were tried, and the place 0, 1, ... of the task of each.

    ValueError as for `as_counts`, or unless `task` has one integer a session.
    """
    passes, trials = as_counts(c, n)
    tasks = as_integers(task, "task")
    if tasks.ndim != 1 or tasks.shape != trials.shape:
        raise ValueError("n, c and task must be one-dimensional and of one length")
    tried = trials > 0
    _, place = np.unique(tasks[tried], return_inverse=True)
    return passes[tried], trials[tried], place


def distinct_pairs(c: Counts, n: Counts) -> DistinctPairs:
    """Return the distinct pairs of one-dimensional counts and how many tasks have each.

    ValueError as for `as_counts`; c <= n is checked on the pairs, of which there are few.
    """
    passes, trials = as_integers(c, "c"), as_integers(n, "n")
    if passes.ndim != 1 or passes.shape != trials.shape:
        raise ValueError(ONE_ENTRY_A_TASK)
    stride = int(trials.max(initial=0)) + 1
    if passes.max(initial=0) >= stride:
        raise ValueError(TOO_MANY_PASSES)
    if _fits_table(stride, trials.size):
        tasks = np.zeros(stride * stride, dtype=np.int64)
        # bincount would first look for the range of the keys, which is known.
        np.add.at(tasks, trials * stride + passes, 1)
        found = np.flatnonzero(tasks)
        pairs = DistinctPairs(found % stride, found // stride, tasks[found])
    else:
        both = np.stack([trials, passes])
        (trials, passes), tasks = np.unique(both, axis=1, return_counts=True)
        pairs = DistinctPairs(passes, trials, tasks)
    if (pairs.c > pairs.n).any():
        raise ValueError(TOO_MANY_PASSES)
    return pairs


def per_distinct_pair(
    function: Callable[[IntArray, IntArray], tuple[FloatArray, ...]], c: IntArray, n: IntArray
) -> tuple[FloatArray, ...]:
    """Apply `function(c, n)` to the distinct pairs only and spread its results over all tasks."""
    stride = int(n.max(initial=0)) + 1
    if _fits_table(stride, n.size):
        key = n * stride + c
        occurs = np.zeros(stride * stride, dtype=np.bool_)
        occurs[key] = True
        found = np.flatnonzero(occurs)
        results = function(found % stride, found // stride)
        table = np.empty(stride * stride)
        spread = []
        for result in results:
            table[found] = result
            spread.append(table[key])
        return tuple(spread)
    (trials, passes), where = np.unique(
        np.stack([n.ravel(), c.ravel()]), axis=1, return_inverse=True
    )
    return tuple(result[where].reshape(n.shape) for result in function(passes, trials))


def _fits_table(stride: int, size: int) -> bool:
    """Whether a table over all pairs is no larger than the work it saves."""
    return stride * stride <= max(SMALLEST_TABLE, 4 * size)
