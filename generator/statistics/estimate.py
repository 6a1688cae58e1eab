"""An estimate is an object: a value or the reason it has none, its errors, interval and counts."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scipy import special

from generator.statistics.counts import FloatArray, IntArray
from generator.statistics.undefined import Undefined

T_CAUTION = (
    "At 95% it covers 92 to 99% for pass^1 of 10 to 50 tasks with rates about one half. Where the "
    "mean is near 0 or 1 it covers less: with 20 trials a task and correlation 0.3, pass^1 of 10 "
    "tasks at 10% or 90%: 85%; pass^4 of 10 tasks at 10%: 48%, of 50 tasks: 70%. Below 10 tasks "
    "read it as rough."
)
"""What simulation shows of the t interval: benchmarks/README.md."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where the true value may lie, at which level and by which method."""

    lower: float
    upper: float
    level: float
    method: str


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over tasks; the tasks are the unit of analysis.

    `standard_error` is that of a sample of tasks and already contains the trial noise;
    `standard_error_trials` is the trial noise alone, this set of tasks being the population.
    `undefined` says why the value, or else its standard error and interval, are None;
    `undefined_trials` why `standard_error_trials` is.
    """

    value: float | None
    standard_error: float | None
    standard_error_trials: float | None
    interval: Interval | None
    undefined: Undefined | None
    undefined_trials: Undefined | None
    tasks: int
    trials: int
    passes: int


@dataclass(frozen=True, slots=True)
class TaskValues:
    """What a mean over tasks is taken of: distinct values and how many tasks have each.

    `count` is the number of tasks. `variances` holds the trial variance of each value, None where
    a task has too few trials for one. `equal` says whether all values are the same number, decided
    without rounding; `absent` is the reason to give where there is no task.
    """

    values: FloatArray
    tasks: IntArray
    count: int
    variances: FloatArray | None
    equal: bool
    trials: int
    passes: int
    absent: Undefined

    @property
    def mean(self) -> float:
        """The unweighted mean over tasks."""
        return self._total(self.values) / self.count

    @property
    def standard_error(self) -> float:
        """The sample standard deviation over tasks (ddof 1) / sqrt(tasks); two tasks at least."""
        squares = self._total((self.values - self.mean) ** 2)
        return math.sqrt(squares / (self.count - 1) / self.count)

    @property
    def standard_error_trials(self) -> float | None:
        """sqrt(sum of the tasks' trial variances) / tasks, None without those variances."""
        if self.variances is None:
            return None
        return math.sqrt(self._total(self.variances)) / self.count

    def _total(self, each: FloatArray) -> float:
        """The sum over tasks, rounded once: a matrix product would depend on the processor."""
        return math.fsum((self.tasks * each).tolist())


def mean_over_tasks(tasks: TaskValues, confidence: float = 0.95) -> Estimate:
    """Return the mean over tasks with both standard errors and its t interval.

    Interval: mean -+ t_{T-1} * standard error, cut to [0, 1]. One task has no standard error
    (ONE_TASK), nor have equal tasks (ZERO_VARIANCE). ValueError unless confidence lies inside
    (0, 1).
    """
    check_confidence(confidence)
    count = tasks.count
    if not count:
        return Estimate(None, None, None, None, tasks.absent, tasks.absent, 0, 0, 0)
    mean, error, noise = tasks.mean, None, tasks.standard_error_trials
    undefined, undefined_trials = None, None
    if count == 1:
        undefined = Undefined.ONE_TASK
    elif tasks.equal or not (error := tasks.standard_error):
        # Values that differ by less than a double can hold have no error either.
        error, undefined = None, Undefined.ZERO_VARIANCE
    if noise is None:
        undefined_trials = Undefined.TOO_FEW_TRIALS
    elif noise == 0:
        noise, undefined_trials = None, Undefined.ZERO_VARIANCE
    return Estimate(
        value=mean,
        standard_error=error,
        standard_error_trials=noise,
        interval=None if error is None else t_interval(mean, error, count, confidence),
        undefined=undefined,
        undefined_trials=undefined_trials,
        tasks=count,
        trials=tasks.trials,
        passes=tasks.passes,
    )


def t_interval(mean: float, error: float, tasks: int, confidence: float) -> Interval:
    """Return mean -+ t_{T-1} * error for a mean of shares, cut to [0, 1]."""
    reach = float(special.stdtrit(tasks - 1, (1 + confidence) / 2)) * error
    return Interval(max(mean - reach, 0.0), min(mean + reach, 1.0), confidence, "t")


def check_confidence(confidence: float) -> None:
    """ValueError unless the confidence lies inside (0, 1)."""
    if not 0 < confidence < 1:
        raise ValueError("confidence must lie inside (0, 1)")
