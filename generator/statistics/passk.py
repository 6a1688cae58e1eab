"""pass^k and pass@k: whether all of k trials pass, and whether at least one does.

Of n trials with c passes, the share of the C(n, k) subsets of k trials that pass throughout is
pass^k, the share with a pass is pass@k; both are unbiased under independent trials. n < k is
undefined, never 0 or 1. Nothing here subtracts nearly equal numbers: a chance of missing is a
product of misses, and the chance of hitting is the sum, over draws, of hitting there first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TypedDict

import numpy as np

from generator.statistics.counts import (
    Counts,
    FloatArray,
    IntArray,
    as_counts,
    distinct_pairs,
)
from generator.statistics.estimate import T_CAUTION, Estimate, TaskValues, mean_over_tasks
from generator.statistics.method import Method
from generator.statistics.proportions import Limits, clopper_pearson
from generator.statistics.undefined import Undefined

NEARLY_EQUAL = 1e-9
"""Values closer than this, relative to the largest, are compared again in whole numbers."""


class OverTasks(TypedDict):
    """A mean over the tasks that have one, with both standard errors unrounded and unjudged."""

    tasks_used: int
    estimate: float | None
    se_task_sampling: float | None
    se_fixed_tasks: float | None


def pass_hat_k(n: int, c: int, k: int) -> float | None:
    """Return pass^k = C(c, k) / C(n, k), the chance that k trials all pass.

    A share; 0 if c < k <= n; None if n < k. ValueError unless 0 <= c <= n and k >= 1 are integers.
    Source: the unbiased estimator of Chen et al. 2021 and Yao et al. 2024.
    """
    passes, trials = as_counts([c], [n])
    return float(_hat(passes, trials, _checked_k(k))[0]) if n >= k else None


def pass_at_k(n: int, c: int, k: int) -> float | None:
    """Return pass@k = 1 - C(n-c, k) / C(n, k), the chance that k trials hold a pass.

    A share; 1 if n - c < k <= n; None if n < k (some implementations return 1 there). ValueError
    as for `pass_hat_k`. Source: Chen et al. 2021.
    """
    passes, trials = as_counts([c], [n])
    return float(_at(passes, trials, _checked_k(k))[0]) if n >= k else None


def pass_hat_k_var_unbiased(n: int, c: int, k: int) -> float | None:
    """Return the unbiased estimate of the trial variance of pass^k of one task.

    V = U^2 - C(c, 2k)/C(n, 2k) with U = pass^k; for k = 1 it is c(n-c)/(n^2 (n-1)). 0 at c = n and
    c < k; None if n < 2k, where no unbiased estimator exists. ValueError as for `pass_hat_k`.
    Source: Hoeffding 1948.
    """
    passes, trials = as_counts([c], [n])
    if n < 2 * _checked_k(k):
        return None
    return float(_variance(_hat(passes, trials, k), passes, trials, k)[0])


def pass_hat_k_var_true(n: int, p: float, k: int) -> float | None:
    """Return the variance that pass^k of n trials has when each passes with chance p.

    sum_j h_j p^(2k-j) (1 - p^j) with h_j = C(k, j) C(n-k, k-j) / C(n, k). None if n < k.
    ValueError unless n >= 0, k >= 1 are integers and p lies in [0, 1]. Source: Hoeffding 1948.
    """
    as_counts([0], [n])
    if not 0 <= p <= 1:
        raise ValueError("p must lie in [0, 1]")
    if _checked_k(k) > n:
        return None
    if p in (0, 1):
        return 0.0
    subsets = math.comb(n, k)
    return math.fsum(
        math.comb(k, j)
        * math.comb(n - k, k - j)
        / subsets
        * p ** (2 * k - j)
        # 1 - p^j without losing the digits that p near 1 leaves
        * -math.expm1(j * math.log(p))
        for j in range(1, k + 1)
    )


def pass_hat_k_var_plugin(n: int, c: int, k: int) -> float | None:
    """Return `pass_hat_k_var_true` at p = c/n: for k <= n < 2k, where nothing unbiased exists.

    Biased low, and 0 at c = 0 and c = n. None if n < k. ValueError as for `pass_hat_k`.
    """
    as_counts([c], [n])
    return pass_hat_k_var_true(n, c / n, k) if n >= _checked_k(k) else None


def pass_hat_k_ci_exact(n: int, c: int, k: int, confidence: float = 0.95) -> Limits:
    """Return exact limits of p^k for one task: the Clopper-Pearson limits of p, to the power k.

    p^k rises with p, so coverage carries over; never of zero width. (None, None) if n < k.
    ValueError as for `pass_hat_k` and `clopper_pearson`.
    """
    lower, upper = clopper_pearson(c, n, confidence)
    if n < _checked_k(k) or lower is None or upper is None:
        return None, None
    return lower**k, upper**k


def pass_at_k_ci_exact(n: int, c: int, k: int, confidence: float = 0.95) -> Limits:
    """Return exact limits of 1 - (1-p)^k for one task, as `pass_hat_k_ci_exact` does of p^k."""
    lower, upper = clopper_pearson(c, n, confidence)
    if n < _checked_k(k) or lower is None or upper is None:
        return None, None
    return _any_of(lower, k), _any_of(upper, k)


def pass_hat_k_over_tasks(n: Counts, c: Counts, k: int, confidence: float = 0.95) -> Estimate:
    """Return the mean of pass^k over the tasks with n >= k, both standard errors, a t interval.

    n and c hold one entry a task; tasks without a trial are left out. The standard error over
    tasks needs two tasks that differ; that of trials alone needs every n >= 2k and a task that
    varies. With no task of n >= k the value is undefined (NO_TRIALS, TOO_FEW_TRIALS). ValueError
    as for `pass_hat_k`, or if n and c are not of one length.
    """
    return _estimate(n, c, k, confidence, at_least_one=False)


def pass_at_k_over_tasks(n: Counts, c: Counts, k: int, confidence: float = 0.95) -> Estimate:
    """Return the mean of pass@k over the tasks with n >= k, as `pass_hat_k_over_tasks` does."""
    return _estimate(n, c, k, confidence, at_least_one=True)


def pass_hat_k_tasks(n: Counts, c: Counts, k: int) -> OverTasks:
    """Return the numbers of `pass_hat_k_over_tasks`, with a trial error of 0 left as 0."""
    return _numbers(_task_values(n, c, k, at_least_one=False))


def pass_at_k_tasks(n: Counts, c: Counts, k: int) -> OverTasks:
    """Return the numbers of `pass_at_k_over_tasks`, with a trial error of 0 left as 0."""
    return _numbers(_task_values(n, c, k, at_least_one=True))


def _checked_k(k: int) -> int:
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or k < 1:
        raise ValueError("k must be a positive integer")
    return int(k)


def _any_of(p: float, k: int) -> float:
    """1 - (1-p)^k without cancellation."""
    return 1.0 if p == 1 else -math.expm1(k * math.log1p(-p))


def _draws(n: IntArray, marked: IntArray, k: int) -> Iterator[tuple[IntArray, IntArray]]:
    """Yield, draw by draw, the marked among those left when k of n are drawn and none was marked.

    Drawing k and marking m, or drawing m and marking k, miss each other equally often, so there
    are only as many draws as the fewer of the two.
    """
    draws, target = np.minimum(k, marked), np.maximum(k, marked)
    for j in range(int(draws.max(initial=0))):
        left = n - j
        yield np.where(j < draws, np.minimum(target, left), 0), left


def _hat(c: IntArray, n: IntArray, k: int) -> FloatArray:
    """Return pass^k for n >= k: no failure is among k trials."""
    miss = np.ones(n.shape)
    for j, (marked, left) in enumerate(_draws(n, n - c, k)):
        miss *= (left - marked) / left
        if j % 64 == 63 and not miss.any():
            break
    return miss


def _at(c: IntArray, n: IntArray, k: int) -> FloatArray:
    """Return pass@k for n >= k: a pass is first met at one of the draws."""
    hit, miss = np.zeros(n.shape), np.ones(n.shape)
    for marked, left in _draws(n, c, k):
        hit += miss * (marked / left)
        miss *= (left - marked) / left
    # Where no draw can miss, the sum may still round away from 1.
    return np.where(miss > 0, np.minimum(hit, 1.0), 1.0)


def _variance(hat: FloatArray, c: IntArray, n: IntArray, k: int) -> FloatArray:
    """Return U^2 - C(c, 2k)/C(n, 2k) as U^2 (1 - product of (1 - x_j)), U being `hat`.

    C(c, 2k)/C(n, 2k) / U^2 is the product over j < k of (c-k-j)(n-j) / ((n-k-j)(c-j)), and each
    factor is 1 - k(n-c) / ((n-k-j)(c-j)).
    """
    hit, miss = np.zeros(n.shape), np.ones(n.shape)
    failures, rest = k * (n - c), n - k
    for j in range(k):
        share = np.minimum(failures / (rest - j) / np.maximum(c - j, 1), 1.0)
        hit += miss * share
        miss *= 1 - share
    return np.asarray(hat**2 * hit)


def _task_values(n: Counts, c: Counts, k: int, *, at_least_one: bool) -> TaskValues:
    _checked_k(k)
    passes, trials, tasks = distinct_pairs(c, n)
    absent = Undefined.TOO_FEW_TRIALS if trials.any() else Undefined.NO_TRIALS
    enough = trials >= k
    passes, trials, tasks = passes[enough], trials[enough], tasks[enough]
    # pass@k of the passes is 1 - pass^k of the failures: the two vary together.
    alike = trials - passes if at_least_one else passes
    hat = _hat(alike, trials, k)
    varies = trials.size > 0 and bool(trials.min() >= 2 * k)
    return TaskValues(
        values=_at(passes, trials, k) if at_least_one else hat,
        tasks=tasks,
        count=int(tasks.sum()),
        variances=_variance(hat, alike, trials, k) if varies else None,
        equal=_all_equal(hat, alike, trials, k),
        trials=int((tasks * trials).sum()),
        passes=int((tasks * passes).sum()),
        absent=absent,
    )


def _all_equal(values: FloatArray, c: IntArray, n: IntArray, k: int) -> bool:
    """Whether C(c, k)/C(n, k) is one number for all pairs, by whole numbers where it is close."""
    if values.size == 0 or values.max() - values.min() > NEARLY_EQUAL * values.max():
        return False
    pairs = zip(c.tolist(), n.tolist(), strict=True)
    ratios = [(math.comb(passes, k), math.comb(trials, k)) for passes, trials in pairs]
    first, of = ratios[0]
    return all(ways * of == first * total for ways, total in ratios)


def _estimate(n: Counts, c: Counts, k: int, confidence: float, *, at_least_one: bool) -> Estimate:
    return mean_over_tasks(_task_values(n, c, k, at_least_one=at_least_one), confidence)


def _numbers(tasks: TaskValues) -> OverTasks:
    differ = tasks.count > 1 and not tasks.equal
    return OverTasks(
        tasks_used=tasks.count,
        estimate=tasks.mean if tasks.count else None,
        se_task_sampling=tasks.standard_error if differ else None,
        se_fixed_tasks=tasks.standard_error_trials if tasks.count else None,
    )


METHODS = (
    Method(
        name="pass_hat_k",
        title="pass^k of a task",
        formula="C(c, k) / C(n, k)",
        unit="trials of one task",
        undefined_when="The task has fewer than k trials.",
        source="Yao et al. 2024 (tau-bench)",
        agrees_with=("scipy.stats.hypergeom", "tau-bench run.py", "R gmp", "exact fractions"),
        function=pass_hat_k,
    ),
    Method(
        name="pass_at_k",
        title="pass@k of a task",
        formula="1 - C(n - c, k) / C(n, k)",
        unit="trials of one task",
        undefined_when="The task has fewer than k trials (some programs report 1 there).",
        source="Chen et al. 2021 (HumanEval)",
        agrees_with=("scipy.stats.hypergeom", "openai/human-eval", "R gmp", "exact fractions"),
        function=pass_at_k,
        caution="With n = k it is whether any trial passed; with n > k the chance that k would "
        "hold a pass.",
    ),
    Method(
        name="pass_hat_k_ci_exact",
        title="Interval of p^k for a task",
        formula="[L^k, U^k] with the Clopper-Pearson limits L, U of p",
        unit="trials of one task",
        undefined_when="The task has fewer than k trials.",
        source="Clopper and Pearson 1934; p^k rises with p",
        agrees_with=("scipy.special.betaincinv", "R binom.test"),
        function=pass_hat_k_ci_exact,
        caution="Never of zero width: 5 of 5 still leaves p^3 anywhere above 11%.",
    ),
    Method(
        name="pass_hat_k_over_tasks",
        title="pass^k over tasks",
        formula="mean U of U_i = C(c_i, k)/C(n_i, k); SE = sd(U_i)/sqrt(T); interval "
        "U -+ t_(T-1) SE, cut to [0, 1]",
        unit="tasks with n >= k",
        undefined_when="No task has k trials; the error and interval also with one task, or where "
        "all tasks have one value.",
        source="Miller 2024 for tasks as the unit; Student 1908",
        agrees_with=("numpy", "R dhyper", "tau-bench's published table", "exact fractions"),
        function=pass_hat_k_over_tasks,
        caution=T_CAUTION,
    ),
    Method(
        name="pass_at_k_over_tasks",
        title="pass@k over tasks",
        formula="mean of 1 - C(n_i - c_i, k)/C(n_i, k), with error and interval as for pass^k",
        unit="tasks with n >= k",
        undefined_when="As pass^k over tasks.",
        source="Chen et al. 2021; Miller 2024",
        agrees_with=("numpy", "R dhyper", "exact fractions"),
        function=pass_at_k_over_tasks,
        caution=T_CAUTION,
    ),
    Method(
        name="pass_hat_k_var_unbiased",
        title="Trial noise of pass^k",
        formula="V = U^2 - C(c, 2k)/C(n, 2k) a task; standard error of trials alone "
        "sqrt(sum V_i)/T",
        unit="trials of each task, the tasks being fixed",
        undefined_when="A task has fewer than 2k trials (nothing unbiased exists), or no task "
        "varies.",
        source="Hoeffding 1948",
        agrees_with=("R gmp", "exact fractions", "sums over all outcomes"),
        function=pass_hat_k_var_unbiased,
        caution="Says how a rerun of these tasks would scatter, not how other tasks would fare.",
    ),
)
