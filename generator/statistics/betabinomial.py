"""Beta-binomial trials: the pass rate of a task is drawn from a Beta, its trials from the rate."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

import numpy as np
from scipy import optimize, special

from generator.statistics.counts import Counts, FloatArray, IntArray, as_task_counts
from generator.statistics.method import Method
from generator.statistics.undefined import Undefined


class BetaBinomial(TypedDict):
    """The maximum-likelihood mean and correlation, and the test of correlation 0."""

    mu: float | None
    rho: float | None
    loglik: float | None
    lrt: float | None
    p: float | None
    undefined: Undefined | None


class _Likelihood(NamedTuple):
    """The log-likelihood in mu and th = rho / (1 - rho), regular at th = 0 unlike that of a Beta.

    Up to the choices it is the sum over i = 0, 1, ... of
    a_i log(mu + i th) + b_i log(1 - mu + i th) - m_i log(1 + i th), where a_i counts the tasks
    with more than i passes, b_i with more than i failures and m_i with more than i trials.
    """

    passed: FloatArray
    failed: FloatArray
    tried: FloatArray
    step: FloatArray
    choices: float

    def value(self, mu: float, theta: float) -> float:
        return self.choices + float(
            special.xlogy(self.passed, mu + self.step * theta).sum()
            + special.xlogy(self.failed, 1 - mu + self.step * theta).sum()
            - special.xlogy(self.tried, 1 + self.step * theta).sum()
        )

    def best_mean(self, theta: float) -> float:
        """The mu that fits best at theta: the log-likelihood is concave in mu."""

        def slope(mu: float) -> float:
            gain = self.passed / (mu + self.step * theta)
            return float((gain - self.failed / (1 - mu + self.step * theta)).sum())

        return float(optimize.brentq(slope, 1e-15, 1 - 1e-15, xtol=1e-15, rtol=1e-14))

    def slope(self, rho: float) -> float:
        """The derivative in theta at the best mean, which has the sign of that in rho."""
        theta = rho / (1 - rho)
        mu = self.best_mean(theta)
        gain = self.passed / (mu + self.step * theta) + self.failed / (1 - mu + self.step * theta)
        return float((self.step * (gain - self.tried / (1 + self.step * theta))).sum())


def betabinom_mle(n: Counts, c: Counts) -> BetaBinomial:
    """Return the maximum-likelihood mean mu and correlation rho, and the test of rho = 0.

    rho = 0 where the score there is not positive (lrt 0, p 1), rho = 1 where every task is all
    passes or all failures. p = P(chi2_1 >= lrt) / 2, rho = 0 being an end of its range. Undefined
    without a trial (NO_TRIALS), with one task (ONE_TASK), one trial each (TOO_FEW_TRIALS), or all
    outcomes alike (NO_VARIATION). ValueError unless 0 <= c <= n are integers of one length.
    Source: Griffiths 1973; Self and Liang 1987 for the test.
    """
    passes, trials = as_task_counts(c, n)
    undefined = _undefined(passes, trials)
    if undefined:
        return BetaBinomial(mu=None, rho=None, loglik=None, lrt=None, p=None, undefined=undefined)
    likelihood = _likelihood(passes, trials)
    pooled = float(passes.sum() / trials.sum())
    plain = likelihood.value(pooled, 0.0)
    if not (passes * (trials - passes)).any():
        # Trials of a task never differ: only its first one says anything.
        mu = float(likelihood.passed[0] / likelihood.tried[0])
        rho, best = 1.0, trials.size * -float(special.entr([mu, 1 - mu]).sum())
    elif likelihood.slope(0.0) <= 0:
        mu, rho, best = pooled, 0.0, plain
    else:
        rho = float(optimize.brentq(likelihood.slope, 0.0, 1 - 1e-12, xtol=1e-15, rtol=1e-13))
        theta = rho / (1 - rho)
        mu = likelihood.best_mean(theta)
        best = likelihood.value(mu, theta)
    ratio = max(2 * (best - plain), 0.0)
    p = 0.5 * float(special.chdtrc(1, ratio)) if rho > 0 else 1.0
    return BetaBinomial(mu=mu, rho=rho, loglik=best, lrt=ratio, p=p, undefined=None)


def _likelihood(passes: IntArray, trials: IntArray) -> _Likelihood:
    step = np.arange(trials.max())
    chosen = special.gammaln(trials + 1) - special.gammaln(passes + 1)
    return _Likelihood(
        passed=_more_than(step, passes),
        failed=_more_than(step, trials - passes),
        tried=_more_than(step, trials),
        step=step.astype(float),
        choices=float((chosen - special.gammaln(trials - passes + 1)).sum()),
    )


def _more_than(step: IntArray, counts: IntArray) -> FloatArray:
    """How many counts exceed each step."""
    return np.asarray(counts.size - np.searchsorted(np.sort(counts), step, side="right"), float)


def _undefined(passes: IntArray, trials: IntArray) -> Undefined | None:
    if not trials.size:
        return Undefined.NO_TRIALS
    if trials.size == 1:
        return Undefined.ONE_TASK
    if trials.max() == 1:
        return Undefined.TOO_FEW_TRIALS
    return Undefined.NO_VARIATION if passes.sum() in (0, trials.sum()) else None


METHODS = (
    Method(
        name="betabinom_mle",
        title="Beta-binomial correlation",
        formula="maximum likelihood in mu and theta = rho/(1 - rho); p = P(chi2_1 >= LRT)/2",
        unit="tasks",
        undefined_when="There is one task, one trial each, or all outcomes are alike.",
        source="Griffiths 1973; Self and Liang 1987",
        agrees_with=("R VGAM", "R optim", "scipy.stats.betabinom", "60-digit arithmetic"),
        function=betabinom_mle,
    ),
)
