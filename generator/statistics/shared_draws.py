"""Bootstrap limits and sign-flip counts of thousands of experiments at once.

Each experiment is a row of integer task effects. What makes ten thousand of them affordable, at
ten thousand draws each: the draws are a matrix shared by a block of experiments, so that all their
sums are one matrix product; and where the patterns of signs are fewer than the draws, they are
counted, and the number that would have been drawn is a binomial one. All sums stay whole numbers.
Equal experiments are not analysed once for all: they would share their luck, and the share of
successes would scatter far more than its standard error says.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from generator.statistics.counts import FloatArray, IntArray
from generator.statistics.exact import Exact, exact
from generator.statistics.resampling import draw_tasks
from generator.statistics.signflip import draw_signs, signflip_exact

BoolArray = npt.NDArray[np.bool_]
Matrix = npt.NDArray[np.floating[Any]]

BLOCK = 250
"""Experiments that share draws: few, so that their chance errors average out over the blocks."""

EXACT_SINGLE = 1 << 24
"""Whole numbers up to here are exact in single precision, whose products are twice as fast."""


@dataclass(frozen=True, slots=True)
class Scaled:
    """Exact numbers `numerators * unit`, compared with a bound without being rounded."""

    numerators: IntArray
    unit: Fraction

    def above(self, bound: Exact) -> BoolArray:
        """Whether each number is larger than the bound."""
        return self.numerators > math.floor(exact(bound) / self.unit)

    def below(self, bound: Exact) -> BoolArray:
        """Whether each number is smaller than the bound."""
        return self.numerators < math.ceil(exact(bound) / self.unit)

    def at_least(self, bound: Exact) -> BoolArray:
        """Whether each number reaches the bound."""
        return self.numerators >= math.ceil(exact(bound) / self.unit)


def bootstrap_limits(
    effects: IntArray,
    draws: int,
    level: Exact,
    rng: np.random.Generator,
    advance: Callable[[int], None],
) -> list[tuple[Scaled, Scaled]]:
    """Return the type-7 percentile limits of the summed effects, one (lower, upper) a metric.

    `effects` has shape (metrics, experiments, tasks); each limit holds one number an experiment.
    The metrics of an experiment share its draws, and so do the experiments of a block; every block
    has fresh ones. `advance` is told the size of each block done.
    """
    metrics, experiments, tasks = effects.shape
    ends = [(draws - 1) * (1 + side * exact(level)) / 2 for side in (-1, 1)]
    limits = np.empty((metrics, 2, experiments), dtype=np.int64)
    for start in range(0, experiments, BLOCK):
        block = _floats(effects[:, start : start + BLOCK])
        counts = _resampling_counts(tasks, draws, rng).astype(block.dtype)
        sums = block.reshape(-1, tasks) @ counts.T
        sums.sort(axis=1)  # vectorised in numpy, so faster than picking four ranks
        for side, end in enumerate(ends):
            found = _interpolated(sums, end)
            limits[:, side, start : start + BLOCK] = found.reshape(metrics, -1)
        advance(block.shape[1])
    lower, upper = (Fraction(1, end.denominator) for end in ends)
    return [(Scaled(below, lower), Scaled(above, upper)) for below, above in limits]


def flip_counts(effects: IntArray, draws: int, rng: np.random.Generator) -> IntArray:
    """Return how many of `draws` patterns of signs reach the sum of effects, for each experiment.

    `effects` has shape (experiments, tasks). Where the patterns of the non-zero effects are no more
    than the draws, their share is exact and the count binomial; elsewhere signs are drawn.
    """
    few = (effects != 0).sum(axis=1) <= math.log2(draws)
    counts = np.empty(effects.shape[0], dtype=np.int64)
    counts[few] = rng.binomial(draws, _exact_tails(effects[few]))
    drawn = np.flatnonzero(~few)
    for start in range(0, drawn.size, BLOCK):
        places = drawn[start : start + BLOCK]
        block = _floats(effects[places])
        signs = draw_signs(effects.shape[1], draws, rng).astype(block.dtype)
        counts[places] = (block @ signs.T >= block.sum(axis=1, keepdims=True)).sum(axis=1)
    return counts


def _exact_tails(effects: IntArray) -> FloatArray:
    """Return the exact sign-flip p value of each row; equal multisets are counted once."""
    distinct, which = np.unique(np.sort(effects, axis=1), axis=0, return_inverse=True)
    return np.array([signflip_exact(row)["p"] for row in distinct])[which.ravel()]


def _interpolated(sums: Matrix, position: Fraction) -> IntArray:
    """Return the percentile at a position of the sorted sums, in parts of its denominator."""
    below = sums[:, math.floor(position)].astype(np.int64)
    above = sums[:, math.ceil(position)].astype(np.int64)
    parts = position.denominator
    weight = position.numerator % parts
    return (parts - weight) * below + weight * above


def _resampling_counts(tasks: int, draws: int, rng: np.random.Generator) -> IntArray:
    """Return how often each task is drawn in each resample, shape (draws, tasks)."""
    drawn = draw_tasks(tasks, draws, rng) + tasks * np.arange(draws)[:, np.newaxis]
    return np.bincount(drawn.ravel(), minlength=draws * tasks).reshape(draws, tasks)


def _floats(effects: IntArray) -> Matrix:
    """Return the effects in the narrowest float in which every sum of a resample is exact."""
    largest = int(np.abs(effects).max()) * effects.shape[-1]
    return effects.astype(np.float32 if largest <= EXACT_SINGLE else np.float64)
