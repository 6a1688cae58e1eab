"""Drift between two runs of the same tasks: who moved, and how many would move by noise alone."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypedDict, TypeVar

from scipy import stats

from generator.statistics.counts import Counts, as_counts
from generator.statistics.method import Method

Task = TypeVar("Task", bound=Hashable)


class FailSetDelta(TypedDict):
    """The symmetric difference of two fail sets over the tasks valid in both runs."""

    common: int
    fail_to_pass: int
    pass_to_fail: int
    delta: int


def fail_set_delta(a: Mapping[Task, str], b: Mapping[Task, str]) -> FailSetDelta:
    """Return the moves from run a to run b: task -> "pass", "fail" or any other state.

    Only tasks whose outcome is "pass" or "fail" in both runs are compared. Counts of tasks.
    """
    valid = ("pass", "fail")
    moves = [(a[t], b[t]) for t in a if t in b and a[t] in valid and b[t] in valid]
    recovered, regressed = moves.count(("fail", "pass")), moves.count(("pass", "fail"))
    return FailSetDelta(
        common=len(moves),
        fail_to_pass=recovered,
        pass_to_fail=regressed,
        delta=recovered + regressed,
    )


def drift_expected(n: Counts, c: Counts) -> float | None:
    """Return how many tasks move between two single runs of an arm that does not change.

    sum 2 c(n-c) / (n(n-1)), unbiased for the sum over tasks of 2p(1-p); n and c hold one entry a
    task. None without a task or where a task has n < 2 (TOO_FEW_TRIALS). ValueError unless
    0 <= c <= n are integers of one length.
    """
    passes, trials = as_counts(c, n)
    if not trials.size or (trials < 2).any():
        return None
    return float((2 * passes * (trials - passes) / (trials * (trials - 1))).sum())


def moves_by_chance(moves: int, expected: float) -> float:
    """Return at most how likely so many moves or more are where noise alone moves so many tasks.

    P(X >= moves), X ~ Poisson(expected), where moves >= expected + 1; 1 below, where the bound does
    not hold and nothing speaks against noise. Unit: tasks. ValueError unless moves is a
    non-negative integer and expected a non-negative number. Source: Hoeffding 1956 and Anderson
    and Samuels 1967: so far out, tasks that move each with a chance of its own have the thinner
    tail.
    """
    if moves < 0 or not 0 <= expected < float("inf"):
        raise ValueError("moves and their expected number are not negative")
    return float(stats.poisson.sf(moves - 1, expected)) if moves >= expected + 1 else 1.0


METHODS = (
    Method(
        name="fail_set_delta",
        title="Fail-set delta",
        formula="tasks failed in exactly one of two runs, by direction",
        unit="tasks valid in both runs",
        undefined_when="Never; 0 where no task is common.",
        source="AMBER Stability Protocol section 2",
        agrees_with=("Python sets", "R"),
        function=fail_set_delta,
    ),
    Method(
        name="drift_expected",
        title="Drift expected from noise alone",
        formula="sum of 2 c_i (n_i - c_i) / (n_i (n_i - 1))",
        unit="tasks",
        undefined_when="A task has fewer than two trials.",
        source="Unbiased for the sum of 2 p_i (1 - p_i)",
        agrees_with=("numpy", "R", "enumeration of pairs of trials"),
        function=drift_expected,
        caution="Beside a fail-set delta it says what an arm that does not change would show. "
        "McNemar's test between two such runs of 50 cases raises a false alarm at the 5% level in "
        "at most 3% of comparisons (mid-p: 5%).",
    ),
    Method(
        name="moves_by_chance",
        title="Moves by noise alone",
        formula="P(X >= moves), X ~ Poisson(expected moves)",
        unit="tasks",
        undefined_when="Never; 1 where the moves exceed the expected number by less than one.",
        source="Hoeffding 1956; Anderson and Samuels 1967",
        agrees_with=("convolution of single chances",),
        function=moves_by_chance,
        caution="An upper bound for a known expected number; that number is itself an estimate.",
    ),
)
