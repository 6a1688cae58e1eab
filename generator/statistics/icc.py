"""Intra-class correlation: how alike the trials of one task are, beside trials of different tasks.

By analysis of variance of 0/1 outcomes in classes, a class being a task, or a session within its
task. Values at or below 0 say that trials of a class are no more alike than others; they are not
cut to 0. Over tasks the correlation measures how much tasks differ, and cannot show whether trials
depend on each other: sessions within a task can.
"""

from __future__ import annotations

import math
from typing import NamedTuple, TypedDict

import numpy as np
from scipy import special

from generator.statistics.counts import Counts, IntArray, as_session_counts, as_task_counts
from generator.statistics.estimate import check_confidence
from generator.statistics.method import Method
from generator.statistics.proportions import Limits
from generator.statistics.undefined import Undefined


class IccAnova(TypedDict):
    """Mean squares between and within tasks, the mean class size, and the correlation."""

    msb: float | None
    msw: float | None
    n0: float | None
    rho: float | None
    undefined: Undefined | None


class SessionIcc(TypedDict):
    """The correlation of trials within a session, its F interval, and how many sessions."""

    rho: float | None
    interval: Limits
    sessions: int
    undefined: Undefined | None


class _Anova(NamedTuple):
    """A one-way analysis of variance: mean squares, degrees of freedom, mean class size."""

    between: float
    within: float
    df_between: int
    df_within: int
    size: float

    @property
    def rho(self) -> float | None:
        if self.between == self.within == 0:
            return None
        spread = self.between + (self.size - 1) * self.within
        return (self.between - self.within) / spread

    def limits(self, confidence: float) -> Limits:
        """The F interval of rho; None where F = MSB/MSW has no finite value."""
        if self.within == 0:
            return None, None
        ratio = self.between / self.within
        tails = (1 + confidence) / 2, (1 - confidence) / 2
        lower, upper = (
            ratio / float(special.fdtri(self.df_between, self.df_within, tail)) for tail in tails
        )
        return _correlation(lower, self.size), _correlation(upper, self.size)


def icc_anova(n: Counts, c: Counts) -> IccAnova:
    """Return rho = (MSB - MSW) / (MSB + (n0 - 1) MSW) over tasks, with its parts.

    MSB = (sum c^2/n - C^2/N)/(T-1), MSW = (C - sum c^2/n)/(N-T), n0 = (N - sum n^2/N)/(T-1), over
    the T tasks tried; rho lies in [-1/(n0-1), 1]. Undefined with one task (ONE_TASK), with one
    trial each (TOO_FEW_TRIALS), without a trial (NO_TRIALS); rho alone where all outcomes are
    alike (NO_VARIATION). ValueError unless 0 <= c <= n are integers of one length. Source: Fisher
    1925; Ridout, Demetrio and Firth 1999.
    """
    passes, trials = as_task_counts(c, n)
    table, undefined = _by_task(passes, trials)
    if table is None:
        return IccAnova(msb=None, msw=None, n0=None, rho=None, undefined=undefined)
    return IccAnova(
        msb=table.between, msw=table.within, n0=table.size, rho=table.rho, undefined=undefined
    )


def icc_f_ci(n: Counts, c: Counts, confidence: float = 0.95) -> Limits:
    """Return the F interval of the correlation of `icc_anova`.

    (F/F_q - 1) / (F/F_q + n0 - 1) with F = MSB/MSW and F_q the upper and lower quantiles of
    F(T-1, N-T). Exact for balanced normal data only. (None, None) where rho is undefined or no
    task varies (MSW = 0). ValueError as for `icc_anova`, or unless 0 < confidence < 1. Source:
    Searle 1971.
    """
    check_confidence(confidence)
    table, undefined = _by_task(*as_task_counts(c, n))
    return (None, None) if table is None or undefined else table.limits(confidence)


def icc_smith_se(n: Counts, c: Counts) -> float | None:
    """Return Smith's large-sample standard error of the correlation of `icc_anova`.

    Var = 2(1-rho)^2/n0^2 * { (1 + rho(n0-1))^2/(N-T) + [(T-1)(1-rho)(1 + rho(2 n0 - 1))
    + rho^2 (S2 - 2 S3/N + S2^2/N^2)] / (T-1)^2 }, S2 = sum n^2, S3 = sum n^3. None where rho is.
    ValueError as for `icc_anova`. Source: Smith 1957.
    """
    passes, trials = as_task_counts(c, n)
    table, _ = _by_task(passes, trials)
    if table is None or table.rho is None:
        return None
    rho, size, total = table.rho, table.size, float(trials.sum())
    squares, cubes = float((trials**2).sum()), float((trials**3).sum())
    within = (1 + rho * (size - 1)) ** 2 / table.df_within
    balance = squares - 2 * cubes / total + (squares / total) ** 2
    between = table.df_between * (1 - rho) * (1 + rho * (2 * size - 1)) + rho**2 * balance
    variance = 2 * (1 - rho) ** 2 / size**2 * (within + between / table.df_between**2)
    return math.sqrt(max(variance, 0.0))


def icc_fleiss_cuzick(n: Counts, c: Counts) -> float | None:
    """Return the Fleiss-Cuzick correlation 1 - sum c(n-c)/n / ((N-T) p(1-p)), a check.

    p = C/N over the T tasks tried. None where all outcomes are alike or no task has two trials.
    ValueError as for `icc_anova`. Source: Fleiss and Cuzick 1979.
    """
    passes, trials = as_task_counts(c, n)
    total, passed = int(trials.sum()), int(passes.sum())
    if passed in (0, total) or total == trials.size:
        return None
    within = float((passes * (trials - passes) / trials).sum())
    chance = passed / total * (1 - passed / total)
    return 1 - within / ((total - trials.size) * chance)


def design_effect(n: Counts, c: Counts) -> float | None:
    """Return 1 + (n0 - 1) rho: how many times the variance of a mean of independent trials.

    rho and n0 from `icc_anova`; below 1 where rho is. None where rho is. ValueError likewise.
    """
    parts = icc_anova(n, c)
    if parts["rho"] is None or parts["n0"] is None:
        return None
    return 1 + (parts["n0"] - 1) * parts["rho"]


def icc_session(n: Counts, c: Counts, task: Counts, confidence: float = 0.95) -> SessionIcc:
    """Return the correlation of trials that share a session, between sessions of one task.

    n and c hold one entry a session, `task` the number of the task it belongs to. The formula of
    `icc_anova` on what the tasks leave over: MSB between the sessions of a task (df S - T), MSW
    within sessions (df N - S), n0 = (N - sum over tasks of sum n_s^2 / n_task) / (S - T).
    Undefined where no task has two sessions (ONE_SESSION), where no session has two trials
    (TOO_FEW_TRIALS), where no task varies (NO_VARIATION). ValueError as for `icc_anova`, or unless
    `task` has integers of the same length.
    """
    check_confidence(confidence)
    passes, trials, place = as_session_counts(c, n, task)
    sessions = trials.size
    table, undefined = _anova(passes, trials, place, Undefined.ONE_SESSION)
    if table is None or undefined:
        return SessionIcc(rho=None, interval=(None, None), sessions=sessions, undefined=undefined)
    limits = table.limits(confidence)
    return SessionIcc(rho=table.rho, interval=limits, sessions=sessions, undefined=None)


def _by_task(passes: IntArray, trials: IntArray) -> tuple[_Anova | None, Undefined | None]:
    """Analyse tasks as classes of one whole."""
    return _anova(passes, trials, np.zeros_like(trials), Undefined.ONE_TASK)


def _anova(
    passes: IntArray, trials: IntArray, whole: IntArray, alone: Undefined
) -> tuple[_Anova | None, Undefined | None]:
    """Analyse classes of trials within wholes; `alone` is the reason if no whole has two classes.

    Without variation the table stands, with the reason that it has no correlation.
    """
    total, classes = int(trials.sum()), trials.size
    if not total:
        return None, Undefined.NO_TRIALS
    of_whole = np.bincount(whole, weights=trials)[whole]
    passed = np.bincount(whole, weights=passes)[whole]
    wholes = np.unique(whole).size
    if classes == wholes:
        return None, alone
    if total == classes:
        return None, Undefined.TOO_FEW_TRIALS
    # Whole numbers below 2^53: classes of one rate give exactly 0.
    residuals = (passes * of_whole - trials * passed) / of_whole
    table = _Anova(
        between=float((residuals**2 / trials).sum()) / (classes - wholes),
        within=float((passes * (trials - passes) / trials).sum()) / (total - classes),
        df_between=classes - wholes,
        df_within=total - classes,
        size=float(total - (trials**2 / of_whole).sum()) / (classes - wholes),
    )
    return table, Undefined.NO_VARIATION if table.rho is None else None


def _correlation(ratio: float, size: float) -> float:
    return (ratio - 1) / (ratio + size - 1)


METHODS = (
    Method(
        name="icc_anova",
        title="Intra-class correlation",
        formula="rho = (MSB - MSW) / (MSB + (n0 - 1) MSW)",
        unit="tasks",
        undefined_when="There is one task, one trial each, or all outcomes are alike.",
        source="Ridout, Demetrio and Firth 1999",
        agrees_with=("R ICCbin", "R anova(lm)", "scipy.stats.f_oneway", "60-digit arithmetic"),
        function=icc_anova,
        caution="Not cut at 0. Over tasks it measures how much they differ; without a session "
        "label the independence of trials is not characterised.",
    ),
    Method(
        name="icc_f_ci",
        title="F interval of the intra-class correlation",
        formula="(F/F_q - 1) / (F/F_q + n0 - 1), F = MSB/MSW, F_q quantiles of F(T - 1, N - T)",
        unit="tasks",
        undefined_when="The correlation is, or no task varies.",
        source="Searle 1971",
        agrees_with=("scipy.stats.f", "R psych ICC1", "pingouin"),
        function=icc_f_ci,
        caution="Made for normal data. At 95% it covers 92 to 96% for rates about one half, but "
        "75 to 83% at rates of 10% and 90% (20 trials a task, correlation 0.3), and 37% at 2% (50 "
        "tasks).",
    ),
    Method(
        name="icc_fleiss_cuzick",
        title="Fleiss-Cuzick correlation",
        formula="1 - sum c_i (n_i - c_i)/n_i / ((N - T) p (1 - p))",
        unit="tasks",
        undefined_when="All outcomes are alike, or no task has two trials.",
        source="Fleiss and Cuzick 1979",
        agrees_with=("R ICCbin", "numpy"),
        function=icc_fleiss_cuzick,
    ),
    Method(
        name="icc_smith_se",
        title="Smith's standard error of the intra-class correlation",
        formula="large-sample variance of the analysis-of-variance estimate",
        unit="tasks",
        undefined_when="The correlation is.",
        source="Smith 1957",
        agrees_with=("R ICCbin", "numpy"),
        function=icc_smith_se,
    ),
    Method(
        name="design_effect",
        title="Design effect",
        formula="1 + (n0 - 1) rho",
        unit="tasks",
        undefined_when="The correlation is.",
        source="Kish 1965",
        agrees_with=(),
        function=design_effect,
    ),
    Method(
        name="icc_session",
        title="Intra-class correlation of sessions within tasks",
        formula="rho of sessions around the rate of their task",
        unit="sessions within tasks",
        undefined_when="No task has two sessions, no session two trials, or no task varies.",
        source="Nested analysis of variance; Searle 1971",
        agrees_with=("icc_anova, for one task", "simulation"),
        function=icc_session,
        caution="This one does speak of dependence between trials that share a session.",
    ),
)
