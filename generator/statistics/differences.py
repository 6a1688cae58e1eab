"""Two arms on the same tasks, several trials each: differences of pass rates, task by task.

The task is the unit: d_i = c_iA/n_iA - c_iB/n_iB. Trials of a task are not pooled into a paired
table, for they are not independent. The differences are kept as integers over one denominator.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple, TypedDict

import numpy as np
import numpy.typing as npt
from scipy import special

from generator.statistics.counts import Counts, IntArray, as_counts
from generator.statistics.exact import LARGEST, as_effects
from generator.statistics.method import Method
from generator.statistics.undefined import Undefined


class TaskEffects(NamedTuple):
    """One integer effect a task, in units of 1/denom."""

    d: IntArray
    denom: int


class PairedDifference(TypedDict):
    """The mean difference over tasks, its standard error and t interval."""

    tasks: int
    diff: float | None
    se: float | None
    lo: float | None
    hi: float | None
    undefined: Undefined | None


def task_effects(
    first_c: Counts, first_n: Counts, second_c: Counts, second_n: Counts
) -> TaskEffects:
    """Return the differences of the task pass rates, first less second, over one denominator.

    Passes c and valid trials n, of shape (tasks,), for the same tasks in one order; the
    denominator is the least common multiple of all n. ValueError unless 0 <= c <= n are integers
    of one shape with n >= 1 throughout (a task without trials in an arm cannot be compared), and
    where the denominator is too large for 64 bits.
    """
    passes_one, trials_one = as_counts(first_c, first_n)
    passes_two, trials_two = as_counts(second_c, second_n)
    if passes_one.shape != passes_two.shape or passes_one.ndim != 1:
        raise ValueError("both arms need counts for the same tasks")
    if not (trials_one.all() and trials_two.all()):
        raise ValueError("a task without valid trials in an arm cannot be compared")
    denom = math.lcm(*trials_one.tolist(), *trials_two.tolist())
    if denom * max(1, passes_one.size) >= LARGEST:
        raise ValueError("the trials of the tasks have no common denominator in 64 bits")
    one = passes_one * (denom // trials_one) if passes_one.size else passes_one
    two = passes_two * (denom // trials_two) if passes_two.size else passes_two
    return TaskEffects(d=one - two, denom=denom)


def paired_difference(d: npt.ArrayLike, denom: int, confidence: float = 0.95) -> PairedDifference:
    """Return the mean task effect with its standard error over tasks and its t interval.

    d holds one integer effect a task, in units of 1/denom, so that effects lie in [-1, 1].
    diff = mean d; se = sd(d; T - 1)/sqrt(T), from exact sums; the interval diff -+ t_{T-1} se is
    clipped to [-1, 1]. Unit: tasks. No task: NO_TRIALS; one: the difference alone, ONE_TASK;
    effects all equal: the difference alone, ZERO_VARIANCE. ValueError unless d are integers of at
    most denom, denom is positive and 0.5 <= confidence < 1.
    """
    effects = as_effects(d)
    if denom < 1 or int(np.abs(effects).max(initial=0)) > denom:
        raise ValueError("denom must be positive, and no effect larger than it")
    if not 0.5 <= confidence < 1:
        raise ValueError("confidence must lie in [0.5, 1)")
    tasks = effects.size
    if tasks == 0:
        return _without_error(0, None, Undefined.NO_TRIALS)
    values: list[int] = effects.tolist()
    total = sum(values)
    mean = total / (denom * tasks)
    if tasks == 1:
        return _without_error(1, mean, Undefined.ONE_TASK)
    spread = tasks * sum(value * value for value in values) - total * total
    if spread == 0:
        return _without_error(tasks, mean, Undefined.ZERO_VARIANCE)
    # spread = T (T - 1) variance; the error of the mean is sqrt(variance / T) / denom.
    error = math.sqrt(Fraction(spread, tasks * tasks * (tasks - 1))) / denom
    reach = -float(special.stdtrit(tasks - 1, (1 - confidence) / 2)) * error
    return PairedDifference(
        tasks=tasks,
        diff=mean,
        se=error,
        lo=max(-1.0, mean - reach),
        hi=min(1.0, mean + reach),
        undefined=None,
    )


def _without_error(tasks: int, diff: float | None, reason: Undefined) -> PairedDifference:
    return PairedDifference(tasks=tasks, diff=diff, se=None, lo=None, hi=None, undefined=reason)


METHODS = (
    Method(
        name="paired_difference",
        title="Difference over tasks",
        formula="mean d -+ t_{T-1} sd(d)/sqrt(T), d_i = c_iA/n_iA - c_iB/n_iB",
        unit="tasks",
        undefined_when="There is no task; its error also with one task or equal effects.",
        source="Student 1908",
        agrees_with=("scipy.stats.ttest_rel", "statsmodels OLS with errors clustered on tasks"),
        function=paired_difference,
        caution="Below ten tasks, or with few tasks that differ, the interval covers too rarely.",
    ),
)
