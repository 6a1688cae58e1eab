"""Recovery after fail: how often cases whose first pass failed pass when tried again.

Conditional on the fail set of the first pass, so selected downward there and upward on repeat. A
rate that counts the very trials which made a case worth confirming reads too high; the fresh
estimate leaves them out.
"""

from __future__ import annotations

import math
from typing import TypedDict

import numpy as np

from generator.statistics.counts import Counts, as_counts, as_integers, as_task_counts
from generator.statistics.estimate import T_CAUTION, Estimate
from generator.statistics.method import Method
from generator.statistics.passk import pass_hat_k_over_tasks
from generator.statistics.undefined import Undefined


class Ratio(TypedDict):
    """A pooled ratio and its standard error over tasks."""

    p: float | None
    se: float | None
    undefined: Undefined | None


class EscalationBias(TypedDict):
    """What screening does to the rates of the cases it lets through."""

    p_escalate: float
    stage1_rate: float | None
    stage2_rate: float | None


def recovery_over_tasks(n: Counts, r: Counts, confidence: float = 0.95) -> Estimate:
    """Return the mean over tasks of r/n with its standard error over tasks and t interval.

    n and r hold one entry a task; tasks without a trial are left out. This is pass^1, and undefined
    where that is. ValueError unless 0 <= r <= n are integers of one length.
    """
    return pass_hat_k_over_tasks(n, r, 1, confidence)


def fresh_recovery_over_tasks(
    n: Counts, r: Counts, screen_n: Counts, screen_r: Counts, confidence: float = 0.95
) -> Estimate:
    """Return `recovery_over_tasks` without the screen_n trials, screen_r passed, that chose a task.

    Unbiased where r/n is selected upward: (r - screen_r) / (n - screen_n). Tasks with no trial
    beyond the screen are left out. ValueError unless each screen is part of its task's counts.
    """
    passes, trials = as_counts(r, n)
    screened_passes, screened = as_counts(screen_r, screen_n)
    if screened.shape != trials.shape:
        raise ValueError("the screen's counts and the tasks' differ in shape")
    if (screened > trials).any():
        raise ValueError("a screen must not hold more trials than its task")
    return recovery_over_tasks(trials - screened, passes - screened_passes, confidence)


def ratio_cluster(n: Counts, r: Counts) -> Ratio:
    """Return the pooled ratio sum r / sum n with its standard error over tasks.

    se = sqrt(T/(T-1) sum (r_i - p n_i)^2) / sum n, the linearised ratio over the T tasks tried; for
    families of tasks pass the sums of a family. p is None without a trial (NO_TRIALS), se with
    one task (ONE_TASK); an se of 0 says that every task has the rate p (ZERO_VARIANCE) and is no
    certainty. ValueError as for `recovery_over_tasks`. Source: Cochran 1977, chapter 6.
    """
    passes, trials = as_task_counts(r, n)
    total = int(trials.sum())
    if not total:
        return Ratio(p=None, se=None, undefined=Undefined.NO_TRIALS)
    recovered = int(passes.sum())
    p = recovered / total
    if trials.size == 1:
        return Ratio(p=p, se=None, undefined=Undefined.ONE_TASK)
    # r_i - p n_i in units of 1 / sum n: whole numbers, so that equal rates give exactly 0.
    residuals = passes * total - recovered * trials
    scale = trials.size / (trials.size - 1)
    error = math.sqrt(scale * float(np.sum((residuals / total) ** 2))) / total
    return Ratio(p=p, se=error, undefined=None if residuals.any() else Undefined.ZERO_VARIANCE)


def escalation_bias(p: float, n1: int = 5, n2: int = 20) -> EscalationBias:
    """Return how far the rates of escalated cases read above a true pass rate p.

    A case is escalated on at least one pass of the n1 trials of its screen; its confirmation has
    n2 trials, the n1 among them. P(escalate) = 1 - (1-p)^n1; given that, the screen's rate is
    p / P(escalate) and the confirmation's (n1 * that + (n2 - n1) p) / n2. The two rates are None
    at p = 0, where nothing is escalated. ValueError unless 0 <= p <= 1 and 1 <= n1 <= n2.
    """
    if not 0 <= p <= 1:
        raise ValueError("p must lie in [0, 1]")
    first, second = (int(x) for x in as_integers([n1, n2], "n1 and n2"))
    if not 1 <= first <= second:
        raise ValueError("n1 and n2 must satisfy 1 <= n1 <= n2")
    if p == 0:
        return EscalationBias(p_escalate=0.0, stage1_rate=None, stage2_rate=None)
    escalated = 1.0 if p == 1 else -math.expm1(first * math.log1p(-p))
    screen = p / escalated
    return EscalationBias(
        p_escalate=escalated,
        stage1_rate=screen,
        stage2_rate=(first * screen + (second - first) * p) / second,
    )


METHODS = (
    Method(
        name="recovery_over_tasks",
        title="Recovery after fail",
        formula="mean of r_i/n_i; SE = sd/sqrt(T); interval mean -+ t_(T-1) SE, cut to [0, 1]",
        unit="cases whose first pass failed",
        undefined_when="There is no such case; the error and interval also with one, or where all "
        "have one rate.",
        source="AMBER Stability Protocol section 4.3; Student 1908",
        agrees_with=("numpy", "Python statistics"),
        function=recovery_over_tasks,
        caution="Conditional on the fail set, which was selected by failing once. " + T_CAUTION,
    ),
    Method(
        name="fresh_recovery_over_tasks",
        title="Recovery without the screen",
        formula="mean of (r_i - r_i,screen) / (n_i - n_i,screen), as recovery",
        unit="cases whose first pass failed",
        undefined_when="As recovery; cases with no trial beyond the screen are left out.",
        source="The trials that chose a case are left out of its estimate",
        agrees_with=("sums over all outcomes",),
        function=fresh_recovery_over_tasks,
    ),
    Method(
        name="escalation_bias",
        title="How far escalated cases read too high",
        formula="screen p/P, confirmation (n1 p/P + (n2 - n1) p)/n2, P = 1 - (1 - p)^n1",
        unit="one case of pass rate p",
        undefined_when="p = 0, where nothing is escalated.",
        source="AMBER Stability Protocol sections 4.2 and 4.3",
        agrees_with=("enumeration of all outcomes", "R"),
        function=escalation_bias,
    ),
    Method(
        name="ratio_cluster",
        title="Pooled recovery",
        formula="p = sum r / sum n; SE = sqrt(T/(T - 1) sum (r_i - p n_i)^2) / sum n",
        unit="tasks, weighted by their trials",
        undefined_when="There is no trial; the error also with one task.",
        source="Cochran 1977",
        agrees_with=("statsmodels OLS, clustered", "R survey svyratio"),
        function=ratio_cluster,
        caution="A second number: the headline is the unweighted mean over tasks.",
    ),
)
