"""The study harness's own statistics, drawn and rounded as it draws and rounds.

A recorded result can be checked to the last digit only in the arithmetic that made it: means are
sums from left to right divided by their number, percentiles interpolate floats, effects compare
as floats. That arithmetic can lose an exact tie; the exact answer is that of `resampling` and
`signflip`, and is shown beside this one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from generator.statistics.counts import FloatArray
from generator.statistics.method import Method
from generator.statistics.mulberry import mulberry32

TIMING = 0x13579BDF
CONTENT = 0x2468ACE0
NO_TRAP = 0x5A5A5A5A
FAILURE_SHUFFLE = 0x7F4A7C15
PASS_SHUFFLE = 0x9E3779B9
"""What a seed is combined with by exclusive or: for each comparison, then for each shuffle."""


@dataclass(frozen=True, slots=True)
class TaskMeans:
    """Each arm's mean for each task, shape (tasks,), tasks in code-point order of their ids."""

    baseline_failure: FloatArray
    candidate_failure: FloatArray
    baseline_pass: FloatArray
    candidate_pass: FloatArray
    baseline_steps: FloatArray
    candidate_steps: FloatArray

    def __post_init__(self) -> None:
        """Refuse means of different tasks."""
        shapes = {getattr(self, name).shape for name in self.__slots__}
        if len(shapes) > 1 or len(self.baseline_failure.shape) != 1:
            raise ValueError("every mean needs one value for each of the same tasks")

    @property
    def tasks(self) -> int:
        """The number of tasks."""
        return self.baseline_failure.size

    @property
    def failure_effects(self) -> FloatArray:
        """How much less often the candidate repeated the failure, task by task."""
        return self.baseline_failure - self.candidate_failure

    @property
    def pass_effects(self) -> FloatArray:
        """How much more often the candidate passed, task by task."""
        return self.candidate_pass - self.baseline_pass

    @property
    def steps_effects(self) -> FloatArray:
        """How many more steps the candidate took, task by task."""
        return self.candidate_steps - self.baseline_steps


@dataclass(frozen=True, slots=True)
class ReplayedLimits:
    """A recorded interval."""

    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class ReplayedEffects:
    """Point estimates of one comparison; the reduction is None at a zero baseline."""

    failure: float
    reduction: float | None
    passed: float
    steps: float


@dataclass(frozen=True, slots=True)
class ReplayedIntervals:
    """Percentile limits of one comparison; the reduction's are None if no draw has a baseline."""

    failure: ReplayedLimits
    reduction: ReplayedLimits | None
    non_estimable: int
    passed: ReplayedLimits
    steps: ReplayedLimits


def left_mean(values: npt.ArrayLike) -> float:
    """Return the sum from left to right divided by the number of values.

    Other ways to sum (pairwise, compensated) give other last bits. ValueError without values.
    """
    row = np.asarray(values, dtype=np.float64)
    if row.ndim != 1 or row.size == 0:
        raise ValueError("a mean needs at least one value")
    return float(_left_means(row[np.newaxis, :])[0])


def replay_effects(means: TaskMeans) -> ReplayedEffects:
    """Return the point estimates as the harness computes them.

    The failure benefit is the difference of the arms' means; the others are the mean of the tasks'
    differences. The two orders can differ in the last bit. ValueError without tasks.
    """
    baseline = left_mean(means.baseline_failure)
    benefit = baseline - left_mean(means.candidate_failure)
    return ReplayedEffects(
        failure=benefit,
        reduction=None if baseline == 0 else benefit / baseline,
        passed=left_mean(means.pass_effects),
        steps=left_mean(means.steps_effects),
    )


def replay_bootstrap(means: TaskMeans, seed: int, draws: int, level: float) -> ReplayedIntervals:
    """Return the percentile limits the harness draws from this seed.

    A draw takes T task indices floor(u T); all limits come from the same draws. Percentiles lie at
    (1 - level)/2 and 1 minus that, in floats. ValueError without tasks or draws, or for a level
    outside (0, 1) or a seed that is not a 32-bit unsigned integer.
    """
    if means.tasks == 0 or draws < 1 or not 0 < level < 1:
        raise ValueError("a bootstrap needs tasks, draws and a level inside (0, 1)")
    uniform = mulberry32(seed, draws * means.tasks).reshape(draws, means.tasks)
    chosen = np.floor(uniform * means.tasks).astype(np.intp)
    baseline = _left_means(means.baseline_failure[chosen])
    benefit = baseline - _left_means(means.candidate_failure[chosen])
    with_baseline = baseline != 0
    reductions = benefit[with_baseline] / baseline[with_baseline]
    return ReplayedIntervals(
        failure=_limits(benefit, level),
        reduction=_limits(reductions, level) if reductions.size else None,
        non_estimable=draws - reductions.size,
        passed=_limits(_left_means(means.pass_effects[chosen]), level),
        steps=_limits(_left_means(means.steps_effects[chosen]), level),
    )


def replay_shuffle(effects: FloatArray, seed: int, draws: int) -> float:
    """Return the one-sided p value of the shuffle the harness draws from this seed.

    A draw takes one value a task, sign 1 below one half and -1 from there on, and counts when its
    mean is at least the mean of the effects, compared as floats; p = (count + 1)/(draws + 1).
    ValueError without tasks or draws, or for a seed that is not a 32-bit unsigned integer.
    """
    if effects.size == 0 or draws < 1:
        raise ValueError("a shuffle needs tasks and draws")
    uniform = mulberry32(seed, draws * effects.size).reshape(draws, effects.size)
    shuffled = _left_means(np.where(uniform < 0.5, effects, -effects))
    return (int((shuffled >= left_mean(effects)).sum()) + 1) / (draws + 1)


def replay_percentile(ordered: FloatArray, quantile: float) -> float:
    """Return the harness's percentile of ascending values, position and weight in floats.

    ValueError without values or for a quantile outside [0, 1].
    """
    if ordered.size == 0 or not 0 <= quantile <= 1:
        raise ValueError("a percentile needs values and a quantile in [0, 1]")
    position = (ordered.size - 1) * quantile
    below, above = math.floor(position), math.ceil(position)
    low, high = float(ordered[below]), float(ordered[above])
    return low if below == above else low + (high - low) * (position - below)


def _limits(values: FloatArray, level: float) -> ReplayedLimits:
    ordered = np.sort(values)
    tail = (1 - level) / 2
    return ReplayedLimits(
        lower=replay_percentile(ordered, tail), upper=replay_percentile(ordered, 1 - tail)
    )


def _left_means(rows: FloatArray) -> FloatArray:
    """Return the mean of each row, added column by column from the left."""
    total: FloatArray = np.zeros(rows.shape[0])
    for column in rows.T:
        total += column
    return np.divide(total, rows.shape[1])


METHODS = (
    Method(
        name="replay_bootstrap",
        title="Recorded intervals, replayed",
        formula="percentiles of left-to-right means over floor(u T), u from Mulberry32",
        unit="tasks",
        undefined_when="There is no task; the reduction also where no draw has a baseline failure.",
        source="The harness of the paired study",
        agrees_with=("the published no-trap interval", "a scalar transcription in Python"),
        function=replay_bootstrap,
        caution="Float means that are equal in truth can differ in the last digit.",
    ),
    Method(
        name="replay_shuffle",
        title="Recorded p value, replayed",
        formula="(#{draws with mean of s_i d_i >= mean of d_i} + 1) / (draws + 1), in floats",
        unit="tasks",
        undefined_when="There is no task.",
        source="The harness of the paired study",
        agrees_with=("a scalar transcription in Python",),
        function=replay_shuffle,
        caution="Float sums can lose ties; the exact p value stands beside it.",
    ),
)
