"""Overdispersion: whether tasks differ in pass rate by more than chance trials would make them.

It measures how heterogeneous tasks are. It does not test whether trials of one task are
independent: without a session label both have the same likelihood.
"""

from __future__ import annotations

import math
from typing import TypedDict

import numpy as np
from scipy import special

from generator.statistics.counts import (
    Counts,
    FloatArray,
    IntArray,
    as_session_counts,
    as_task_counts,
)
from generator.statistics.method import Method
from generator.statistics.undefined import Undefined


class PearsonDispersion(TypedDict):
    """Pearson's chi-square over tasks, its degrees of freedom, their quotient, and p."""

    x2: float | None
    df: int
    phi: float | None
    p: float | None
    undefined: Undefined | None


class TaroneZ(TypedDict):
    """Tarone's statistic and its one-sided upper p."""

    z: float | None
    p: float | None
    undefined: Undefined | None


def pearson_dispersion(n: Counts, c: Counts) -> PearsonDispersion:
    """Return X2 = sum (c_i - n_i p)^2 / (n_i p (1-p)) with p = sum c / sum n, and phi = X2/df.

    df = T - 1 over the T tasks tried, p from chi-square. phi is 1 for trials that only chance
    moves. Undefined with one task (ONE_TASK), no trial (NO_TRIALS), or all outcomes alike
    (NO_VARIATION). ValueError unless 0 <= c <= n are integers of one length. Source: Pearson 1900;
    McCullagh and Nelder 1989.
    """
    passes, trials = as_task_counts(c, n)
    df = max(trials.size - 1, 0)
    undefined = _undefined(passes, trials)
    if undefined:
        return PearsonDispersion(x2=None, df=df, phi=None, p=None, undefined=undefined)
    rate = passes.sum() / trials.sum()
    x2 = float((_residuals(passes, trials) ** 2 / trials).sum() / (rate * (1 - rate)))
    p = float(special.chdtrc(df, x2))
    return PearsonDispersion(x2=x2, df=df, phi=x2 / df, p=p, undefined=None)


def session_dispersion(n: Counts, c: Counts, task: Counts) -> PearsonDispersion:
    """Return `pearson_dispersion` of sessions within their tasks, summed over tasks.

    n and c hold one entry a session, `task` the number of the task it belongs to. Each task is
    compared with its own rate, so tasks may differ: df = the sessions less one of every task that
    has two and both outcomes. Unlike dispersion over tasks this speaks of dependence between
    trials. Undefined without a trial (NO_TRIALS), where no task has two sessions (ONE_SESSION) or
    none of those varies (NO_VARIATION). ValueError as for `pearson_dispersion`, or unless `task`
    has integers of the same length.
    """
    passes, trials, place = as_session_counts(c, n, task)
    of_task, passed = (np.bincount(place, weights=counts)[place] for counts in (trials, passes))
    several = np.bincount(place)[place] > 1
    tell = several & (passed > 0) & (passed < of_task)
    if not tell.any():
        undefined = Undefined.NO_VARIATION if several.any() else Undefined.ONE_SESSION
        if not trials.size:
            undefined = Undefined.NO_TRIALS
        return PearsonDispersion(x2=None, df=0, phi=None, p=None, undefined=undefined)
    residuals = ((passes * of_task - trials * passed) / of_task)[tell]
    rates = (passed / of_task)[tell]
    x2 = float((residuals**2 / (trials[tell] * rates * (1 - rates))).sum())
    df = int(tell.sum()) - np.unique(place[tell]).size
    p = float(special.chdtrc(df, x2))
    return PearsonDispersion(x2=x2, df=df, phi=x2 / df, p=p, undefined=None)


def tarone_z(n: Counts, c: Counts) -> TaroneZ:
    """Return Tarone's score test of binomial trials against beta-binomial ones.

    Z = (sum (c_i - n_i p)^2 / (p(1-p)) - sum n) / sqrt(2 sum n_i (n_i - 1)); p = P(N(0,1) >= Z).
    Valid with unequal n. Undefined as `pearson_dispersion`, and where every n is 1
    (TOO_FEW_TRIALS). ValueError likewise. Source: Tarone 1979.
    """
    passes, trials = as_task_counts(c, n)
    undefined = _undefined(passes, trials)
    if not undefined and trials.max() == 1:
        undefined = Undefined.TOO_FEW_TRIALS
    if undefined:
        return TaroneZ(z=None, p=None, undefined=undefined)
    rate = passes.sum() / trials.sum()
    squares = (_residuals(passes, trials) ** 2).sum() / (rate * (1 - rate))
    z = float((squares - trials.sum()) / math.sqrt(2 * (trials * (trials - 1)).sum()))
    return TaroneZ(z=z, p=float(special.ndtr(-z)), undefined=None)


def tarone_permutation_p(
    n: Counts, c: Counts, rng: np.random.Generator, draws: int = 10_000
) -> float | None:
    """Return the p of Tarone's statistic when the passes are dealt to the trials at random.

    p = (1 + draws at least as extreme) / (1 + draws), given sum c: for fewer than ten tasks, where
    the normal approximation of `tarone_z` is off. Compared in whole numbers, so ties count. None
    where `tarone_z` is undefined. ValueError likewise, or if draws < 1.
    """
    passes, trials = as_task_counts(c, n)
    if draws < 1:
        raise ValueError("draws must be at least 1")
    if _undefined(passes, trials) or trials.max() == 1:
        return None
    passed = int(passes.sum())
    dealt = rng.multivariate_hypergeometric(trials, passed, size=draws)
    extreme = _spread(dealt, trials, passed) >= _spread(passes, trials, passed)
    return (1 + int(extreme.sum())) / (1 + draws)


def _residuals(passes: IntArray, trials: IntArray) -> FloatArray:
    """c_i - n_i C/N, exactly 0 where a task has the common rate."""
    total = trials.sum()
    return np.asarray((passes * total - trials * passes.sum()) / total)


def _spread(passes: IntArray, trials: IntArray, passed: int) -> IntArray:
    """The part of sum (c_i - n_i C/N)^2 that varies while C = `passed` does not, times N."""
    squares, products = (passes**2).sum(axis=-1), (passes * trials).sum(axis=-1)
    return np.asarray(trials.sum() * squares - 2 * passed * products)


def _undefined(passes: IntArray, trials: IntArray) -> Undefined | None:
    if not trials.size:
        return Undefined.NO_TRIALS
    if trials.size == 1:
        return Undefined.ONE_TASK
    return Undefined.NO_VARIATION if passes.sum() in (0, trials.sum()) else None


METHODS = (
    Method(
        name="pearson_dispersion",
        title="Pearson dispersion",
        formula="X2 = sum (c_i - n_i p)^2 / (n_i p (1 - p)); phi = X2/(T - 1); p from chi-square",
        unit="tasks",
        undefined_when="There is one task, or all outcomes are alike.",
        source="McCullagh and Nelder 1989",
        agrees_with=("scipy chi2_contingency", "statsmodels GLM", "R quasibinomial"),
        function=pearson_dispersion,
        caution="Measures how much tasks differ; it does not test whether trials are independent. "
        "False alarms at the 5% level: at most 5.5% from 5 tasks up.",
    ),
    Method(
        name="tarone_z",
        title="Tarone's test",
        formula="Z = (sum (c_i - n_i p)^2 / (p (1 - p)) - N) / sqrt(2 sum n_i (n_i - 1)), upper",
        unit="tasks",
        undefined_when="There is one task, one trial each, or all outcomes are alike.",
        source="Tarone 1979",
        agrees_with=("numpy", "R", "exact fractions"),
        function=tarone_z,
        caution="False alarms at the 5% level: up to 7% for rates near 0 (50 tasks of 5 trials); "
        "below ten tasks use the permuted p.",
    ),
    Method(
        name="session_dispersion",
        title="Dispersion between sessions of a task",
        formula="X2 and degrees of freedom of each task's sessions, summed",
        unit="sessions within tasks",
        undefined_when="No task has two sessions and both outcomes.",
        source="Pearson's dispersion, stratified by task",
        agrees_with=("scipy chi2_contingency",),
        function=session_dispersion,
    ),
)
