"""Resampling tasks: the paired task bootstrap on integer effects, drawn and exact.

A task's effect is a difference of counts over one denominator: baseline 9 of 15, candidate 3 of
15, effect 6. Sums of such integers are exact, so a benefit of nothing is 0 and not 1e-17, and a
limit lies above zero only if it does. Division comes last. Percentiles are of type 7 (position
(m - 1) q in the sorted draws, linear between neighbours), the definition of R and numpy.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import TypedDict

import numpy as np
import numpy.typing as npt

from generator.statistics.counts import FloatArray, IntArray
from generator.statistics.exact import Exact, as_effects, exact
from generator.statistics.lattice import SumLaw, sum_law
from generator.statistics.method import Method

BLOCK = 1 << 20
"""Task indices drawn at once."""


class ExactBootstrap(TypedDict):
    """What infinitely many bootstrap draws would give."""

    p_le0: float | None
    p_lt0: float | None
    lo: float | None
    hi: float | None


class DrawnBootstrap(TypedDict):
    """Percentile limits of the benefit and of the relative risk reduction over drawn tasks."""

    benefit_lo: float | None
    benefit_hi: float | None
    rrr_lo: float | None
    rrr_hi: float | None
    non_estimable: int


class BootstrapLimits(TypedDict):
    """Two limits."""

    lo: float | None
    hi: float | None


def percentile_type7(x: npt.ArrayLike, q: float) -> float | None:
    """Return the q-quantile of x: v[i] + (v[i + 1] - v[i]) * frac at position (m - 1) q.

    x is one-dimensional, in any order; q is read as the decimal it is written as and the
    interpolation is exact, rounded once. None without values. ValueError for NaN, for infinities
    and for q outside [0, 1]. Source: Hyndman and Fan 1996, definition 7.
    """
    values = np.asarray(x)
    if values.ndim != 1 or (values.size and values.dtype.kind not in "iuf"):
        raise ValueError("x must be a one-dimensional array of numbers")
    quantile = exact(q)
    if not 0 <= quantile <= 1:
        raise ValueError("q must lie in [0, 1]")
    if values.size == 0:
        return None
    if not np.isfinite(values).all():
        raise ValueError("x must be finite")
    return float(_percentiles(values, quantile)[0])


def bootstrap_exact(d: npt.ArrayLike, denom: int, level: float) -> ExactBootstrap:
    """Return the exact bootstrap of the mean task effect, without drawing.

    d holds one integer effect a task, in units of 1/denom. The law of the sum of T tasks drawn
    with replacement is counted whole: p_le0 = P(mean* <= 0), p_lt0 = P(mean* < 0), and the limits
    are its quantiles inf{x : F(x) >= q} at (1 - level)/2 and (1 + level)/2, as a rate. Unit:
    tasks. All null without tasks. LatticeTooWideError (a ValueError) where the law is too wide to
    count, past some hundred tasks; ValueError unless d are integers, denom is positive and level
    is inside (0, 1).
    """
    effects = as_effects(d)
    lower, upper = _tails(level)
    _check_denominator(denom)
    if effects.size == 0:
        return ExactBootstrap(p_le0=None, p_lt0=None, lo=None, hi=None)
    law = sum_law(effects.tolist(), effects.size)
    return ExactBootstrap(
        p_le0=law.at_most(0) / law.total,
        p_lt0=law.at_most(-1) / law.total,
        lo=float(Fraction(_quantile(law, lower), denom * effects.size)),
        hi=float(Fraction(_quantile(law, upper), denom * effects.size)),
    )


def draw_tasks(tasks: int, draws: int, rng: np.random.Generator) -> IntArray:
    """Draw task indices with replacement: `draws` rows of `tasks` indices.

    One such matrix serves every metric that must share its draws. ValueError unless both are
    positive.
    """
    if tasks < 1 or draws < 1:
        raise ValueError("at least one task and one draw are needed")
    return rng.integers(0, tasks, size=(draws, tasks), dtype=np.int64)


def bootstrap_from_draws(
    baseline: npt.ArrayLike,
    candidate: npt.ArrayLike,
    denom: int,
    draws: npt.ArrayLike,
    level: float,
) -> DrawnBootstrap:
    """Return percentile limits of a paired comparison over given draws of its tasks.

    `baseline` and `candidate` hold one count a task, out of `denom`; a row of `draws` (shape
    (draws, tasks)) names the tasks of one resample. The benefit of a draw is
    (sum B* - sum C*)/(denom T) and its relative risk reduction (sum B* - sum C*)/sum B*; a draw
    with sum B* = 0 has no reduction, is left out of those limits and counted in `non_estimable`.
    The benefit's limits are exact, rounded once. Unit: tasks. Limits are null without draws, the
    reduction's also where no draw has one. ValueError unless counts are non-negative integers of
    one shape, the draws are indices of them, denom is positive and level is inside (0, 1).
    """
    before, after = as_effects(baseline, "baseline"), as_effects(candidate, "candidate")
    if before.shape != after.shape or min(before.min(initial=0), after.min(initial=0)) < 0:
        raise ValueError("baseline and candidate need one non-negative count for each task")
    _check_denominator(denom)
    chosen = _checked_draws(draws, before.size)
    lower, upper = _tails(level)
    if chosen.shape[0] == 0:
        return DrawnBootstrap(
            benefit_lo=None, benefit_hi=None, rrr_lo=None, rrr_hi=None, non_estimable=0
        )
    base = before[chosen].sum(axis=1)
    gain = (before - after)[chosen].sum(axis=1)
    benefit = _percentiles(gain, lower, upper)
    with_baseline = base > 0
    ratios = gain[with_baseline] / base[with_baseline]
    reduction = _percentiles(ratios, lower, upper) if ratios.size else None
    scale = denom * before.size
    return DrawnBootstrap(
        benefit_lo=float(benefit[0] / scale),
        benefit_hi=float(benefit[1] / scale),
        rrr_lo=float(reduction[0]) if reduction else None,
        rrr_hi=float(reduction[1]) if reduction else None,
        non_estimable=int(base.size - ratios.size),
    )


def task_bootstrap(
    d: npt.ArrayLike, denom: int, level: float, draws: int, rng: np.random.Generator
) -> BootstrapLimits:
    """Return percentile limits of the mean task effect over `draws` bootstrap draws.

    d holds one integer effect a task, in units of 1/denom. What the percentiles see is only how
    many draws fell on each possible sum, and that is one multinomial sample of the sum's law; it
    is drawn at once, without drawing a single task. Where the sum has more possible values than
    there are draws, the tasks are drawn after all: another path to the same law. Limits are
    type 7 and exact, rounded once. Unit: tasks; a caller shows it for ten tasks or more, below
    which it covers too rarely. Null without tasks. ValueError as for `bootstrap_exact`, and unless
    draws is positive. Source: Efron and Tibshirani 1993, chapter 13.
    """
    effects = as_effects(d)
    lower, upper = _tails(level)
    _check_denominator(denom)
    if draws < 1:
        raise ValueError("at least one draw is needed")
    if effects.size == 0:
        return BootstrapLimits(lo=None, hi=None)
    sums = _drawn_sums(effects, draws, rng)
    limits = _percentiles(sums, lower, upper)
    scale = denom * effects.size
    return BootstrapLimits(lo=float(limits[0] / scale), hi=float(limits[1] / scale))


def _drawn_sums(effects: IntArray, draws: int, rng: np.random.Generator) -> IntArray:
    """Return the sums of `draws` resamples of the effects, in no particular order."""
    tasks, lowest = effects.size, int(effects.min())
    step = math.gcd(*(effects - lowest).tolist()) or 1
    steps = (effects - lowest) // step
    if tasks * int(steps.max()) >= draws:
        return _summed(effects, draws, rng)
    law = _power(np.bincount(steps) / tasks, tasks)
    tally = rng.multinomial(draws, law / law.sum())
    hit = np.flatnonzero(tally)
    return np.repeat(tasks * lowest + step * hit, tally[hit])


def _summed(effects: IntArray, draws: int, rng: np.random.Generator) -> IntArray:
    """Draw tasks block by block, so that memory does not grow with the number of draws."""
    block = max(1, BLOCK // effects.size)
    sums = np.empty(draws, dtype=np.int64)
    for start in range(0, draws, block):
        rows = min(block, draws - start)
        sums[start : start + rows] = effects[draw_tasks(effects.size, rows, rng)].sum(axis=1)
    return sums


def _power(law: FloatArray, times: int) -> FloatArray:
    """Return the law of the sum of `times` independent values, by repeated squaring.

    Every term is positive, so the relative error stays near times * 1e-16.
    """
    result = np.ones(1)
    while times:
        if times & 1:
            result = np.convolve(result, law)
        times >>= 1
        if times:
            law = np.convolve(law, law)
    return result


def _percentiles(values: IntArray | FloatArray, *quantiles: Fraction) -> list[Fraction]:
    """Return type-7 quantiles of a non-empty array, exactly."""
    positions = [(values.size - 1) * quantile for quantile in quantiles]
    ordered = np.sort(values)
    results = []
    for position in positions:
        below = Fraction(ordered[math.floor(position)].item())
        above = Fraction(ordered[math.ceil(position)].item())
        results.append(below + (above - below) * (position - math.floor(position)))
    return results


def _quantile(law: SumLaw, quantile: Fraction) -> int:
    """Return the smallest sum whose cumulative probability reaches the quantile."""
    needed, reached, place = math.ceil(quantile * law.total), 0, -1
    while reached < needed:
        place += 1
        reached += law.ways[place]
    return law.lowest + place * law.step


def _tails(level: Exact) -> tuple[Fraction, Fraction]:
    wanted = exact(level)
    if not 0 < wanted < 1:
        raise ValueError("level must lie inside (0, 1)")
    return (1 - wanted) / 2, (1 + wanted) / 2


def _check_denominator(denom: int) -> None:
    if denom < 1:
        raise ValueError("denom must be positive")


def _checked_draws(draws: npt.ArrayLike, tasks: int) -> IntArray:
    chosen = np.asarray(draws)
    if chosen.size == 0:
        return np.empty((0, tasks), dtype=np.int64)
    if chosen.dtype.kind not in "iu" or chosen.ndim != 2 or chosen.shape[1] != tasks:
        raise ValueError("each draw needs as many task indices as there are tasks")
    if chosen.min() < 0 or chosen.max() >= tasks:
        raise ValueError("a draw names a task that is not there")
    return chosen.astype(np.int64, copy=False)


METHODS = (
    Method(
        name="bootstrap_exact",
        title="Exact task bootstrap",
        formula="quantiles of the law of the mean of T tasks drawn with replacement, counted whole",
        unit="tasks",
        undefined_when="There is no task.",
        source="Efron 1979; the law by exact counting",
        agrees_with=("fractions", "full enumeration of the draws"),
        function=bootstrap_exact,
        caution="Below ten tasks a percentile interval covers too rarely.",
    ),
    Method(
        name="task_bootstrap",
        title="Task bootstrap",
        formula="type-7 percentiles of (sum d*)/(denominator T) over seeded draws of T tasks",
        unit="tasks",
        undefined_when="There is no task.",
        source="Efron and Tibshirani 1993",
        agrees_with=("scipy.stats.bootstrap", "bootstrap_exact"),
        function=task_bootstrap,
        caution="Below ten tasks a percentile interval covers too rarely.",
    ),
    Method(
        name="bootstrap_from_draws",
        title="Paired task bootstrap",
        formula="percentiles of (sum B* - sum C*)/(denominator T) and (sum B* - sum C*)/sum B*",
        unit="tasks",
        undefined_when="There is no task; the reduction also where no draw has a baseline failure.",
        source="The registered analysis of the paired study",
        agrees_with=("fractions", "numpy.percentile"),
        function=bootstrap_from_draws,
        caution="Draws without a baseline failure are left out of the reduction and counted.",
    ),
)
