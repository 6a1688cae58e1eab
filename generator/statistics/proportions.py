"""Intervals for one proportion: c passes of n trials, exact and approximate, one- and two-sided.

`sides` is "two" for an interval with both ends, "upper" for a one-sided upper bound [0, U] and
"lower" for a one-sided lower bound [L, 1]. The tail probability a is alpha/2 two-sided and alpha
one-sided, alpha = 1 - confidence. n = 0 has no interval.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from scipy import special

from generator.statistics.counts import (
    Counts,
    FloatArray,
    IntArray,
    as_counts,
    per_distinct_pair,
)
from generator.statistics.method import Method

Sides = Literal["two", "lower", "upper"]
IntervalMethod = Literal["clopper-pearson", "wilson", "jeffreys", "mid-p"]
Endpoint = Literal["bcd", "raw"]
Limits = tuple[float, float] | tuple[None, None]
Ends = tuple[FloatArray, FloatArray]
Kernel = Callable[[IntArray, IntArray, float], Ends]

MID_P_HALVINGS = 60
"""Halvings that shrink a bracket to the last digit of a double (2^-53 of its width, and more)."""


def clopper_pearson(c: int, n: int, confidence: float = 0.95, sides: Sides = "two") -> Limits:
    """Return the Clopper-Pearson limits: the exact interval that never covers too rarely.

    L = BetaInv(a; c, n-c+1), U = BetaInv(1-a; c+1, n-c); L = 0 at c = 0, U = 1 at c = n.
    Proportions of trials; (None, None) at n = 0. ValueError unless 0 <= c <= n are integers and
    0.5 <= confidence < 1. Source: Clopper and Pearson 1934.
    """
    return _scalar(_clopper_pearson, c, n, confidence, sides)


def wilson(c: int, n: int, confidence: float = 0.95, sides: Sides = "two") -> Limits:
    """Return the Wilson limits: the score interval without continuity correction.

    The roots x of (n + z^2) x^2 - (2c + z^2) x + c^2/n = 0 with z = Phi^-1(1 - a), the smaller by
    the product of the roots, so that no digits cancel. Proportions of trials; (None, None) at
    n = 0. ValueError as for `clopper_pearson`. Source: Wilson 1927.
    """
    return _scalar(_wilson, c, n, confidence, sides)


def jeffreys(
    c: int, n: int, confidence: float = 0.95, endpoint: Endpoint = "bcd", sides: Sides = "two"
) -> Limits:
    """Return the Jeffreys limits: quantiles of the posterior Beta(c + 1/2, n - c + 1/2).

    With endpoint "bcd" the lower limit is 0 at c = 0 and the upper 1 at c = n (Brown, Cai and
    DasGupta 2001); "raw" leaves the quantiles as they are. Proportions of trials; (None, None) at
    n = 0. ValueError as for `clopper_pearson`, or for another endpoint.
    """
    if endpoint not in get_args(Endpoint):
        raise ValueError('endpoint must be "bcd" or "raw"')
    return _scalar(_jeffreys if endpoint == "bcd" else _jeffreys_raw, c, n, confidence, sides)


def mid_p(c: int, n: int, confidence: float = 0.95, sides: Sides = "two") -> Limits:
    """Return the mid-p limits: Clopper-Pearson with half the observed outcome in each tail.

    L solves P(X > c | L) + P(X = c | L)/2 = a and U solves P(X < c | U) + P(X = c | U)/2 = a;
    L = 0 at c = 0, U = 1 at c = n. Proportions of trials; (None, None) at n = 0. ValueError as for
    `clopper_pearson`. Source: Lancaster 1961; Berry and Armitage 1995.
    """
    return _scalar(_mid_p, c, n, confidence, sides)


def proportion_limits(
    c: Counts,
    n: Counts,
    method: IntervalMethod = "clopper-pearson",
    confidence: float = 0.95,
    sides: Sides = "two",
) -> tuple[FloatArray, FloatArray]:
    """Return lower and upper limits for arrays of counts, NaN where n = 0.

    Shapes follow c and n, which must agree. Each distinct (c, n) is solved once. ValueError as for
    `clopper_pearson`, or for an unknown method.
    """
    if method not in _KERNELS:
        raise ValueError(f"method must be one of {', '.join(_KERNELS)}")
    passes, trials = as_counts(c, n)
    return _limits(_KERNELS[method], passes, trials, confidence, sides)


def proportion_interval(
    c: int,
    n: int,
    method: IntervalMethod = "clopper-pearson",
    confidence: float = 0.95,
    sides: Sides = "two",
) -> Limits:
    """Return the limits of one proportion by the named method; (None, None) at n = 0."""
    if method not in _KERNELS:
        raise ValueError(f"method must be one of {', '.join(_KERNELS)}")
    return _scalar(_KERNELS[method], c, n, confidence, sides)


def zero_success_upper(n: int, alpha: float = 0.05) -> float | None:
    """Return the one-sided upper bound of a rate after 0 passes of n: 1 - alpha^(1/n).

    None at n = 0. ValueError unless n is a non-negative integer and 0 < alpha <= 0.5.
    """
    return None if _checked(n, alpha) == 0 else -math.expm1(math.log(alpha) / n)


def reliability_lower_zero_failures(n: int, alpha: float = 0.05) -> float | None:
    """Return the one-sided lower bound of a pass rate after n passes of n: alpha^(1/n).

    None at n = 0. ValueError as for `zero_success_upper`.
    """
    return None if _checked(n, alpha) == 0 else math.exp(math.log(alpha) / n)


def min_n_zero_failures(p0: float, alpha: float = 0.05) -> int:
    """Return the fewest trials, all passed, that show a pass rate of at least p0.

    The smallest n with p0^n <= alpha, that is ceil(ln alpha / ln p0). ValueError unless p0 is
    inside (0, 1) and 0 < alpha <= 0.5.
    """
    _checked(1, alpha)
    if not 0 < p0 < 1:
        raise ValueError("p0 must lie inside (0, 1)")
    exact = math.log(alpha) / math.log(p0)
    # 0.1^3 = 0.001 must ask for 3, though the quotient of the logarithms may end above 3.
    return math.ceil(exact * (1 - 1e-12))


def _checked(n: int, alpha: float) -> int:
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 0:
        raise ValueError("n must be a non-negative integer")
    if not 0 < alpha <= 0.5:
        raise ValueError("alpha must lie in (0, 0.5]")
    return int(n)


def _scalar(kernel: Kernel, c: int, n: int, confidence: float, sides: Sides) -> Limits:
    passes, trials = as_counts([c], [n])
    lower, upper = _limits(kernel, passes, trials, confidence, sides)
    return (float(lower[0]), float(upper[0])) if trials[0] else (None, None)


def _limits(kernel: Kernel, c: IntArray, n: IntArray, confidence: float, sides: Sides) -> Ends:
    if not 0.5 <= confidence < 1:
        raise ValueError("confidence must lie in [0.5, 1)")
    if sides not in get_args(Sides):
        raise ValueError('sides must be "two", "lower" or "upper"')
    tail = (1 - confidence) / 2 if sides == "two" else 1 - confidence

    def on_pairs(passes: IntArray, trials: IntArray) -> Ends:
        tried = trials > 0
        lower, upper = np.full((2, passes.size), np.nan)
        lower[tried], upper[tried] = kernel(passes[tried], trials[tried], tail)
        if sides == "lower":
            upper[tried] = 1.0
        if sides == "upper":
            lower[tried] = 0.0
        return lower, upper

    lower, upper = per_distinct_pair(on_pairs, c, n)
    return lower, upper


def _clopper_pearson(c: IntArray, n: IntArray, tail: float) -> Ends:
    # The quantile functions are undefined at a shape of 0: those ends are 0 and 1, and the ends
    # beside them have a closed form.
    with_pass, with_failure = np.maximum(c, 1), np.maximum(n - c, 1)
    lower = np.asarray(special.betaincinv(with_pass, n - c + 1, tail), np.float64)
    upper = np.asarray(special.betainccinv(c + 1, with_failure, tail), np.float64)
    lower[c == n] = np.exp(math.log(tail) / n[c == n])
    upper[c == 0] = -np.expm1(math.log(tail) / n[c == 0])
    lower[c == 0], upper[c == n] = 0.0, 1.0
    return lower, upper


def _wilson(c: IntArray, n: IntArray, tail: float) -> Ends:
    z = -float(special.ndtri(tail))
    summed = 2 * c + z * z + z * np.sqrt(z * z + 4 * (c / n) * (n - c))
    lower, upper = 2 * c * (c / n) / summed, summed / (2 * (n + z * z))
    # The square root may round away from z, and the limit then away from 1.
    upper[c == n] = 1.0
    return lower, upper


def _jeffreys_raw(c: IntArray, n: IntArray, tail: float) -> Ends:
    shapes = (c + 0.5, n - c + 0.5)
    lower, upper = special.betaincinv(*shapes, tail), special.betainccinv(*shapes, tail)
    return np.asarray(lower, np.float64), np.asarray(upper, np.float64)


def _jeffreys(c: IntArray, n: IntArray, tail: float) -> Ends:
    lower, upper = _jeffreys_raw(c, n, tail)
    lower[c == 0], upper[c == n] = 0.0, 1.0
    return lower, upper


def _mid_p(c: IntArray, n: IntArray, tail: float) -> Ends:
    # Half the observed outcome lies between none of it and all of it: so each limit lies between
    # the Clopper-Pearson limits with the tails a and 2a.
    wide = _clopper_pearson(c, n, tail)
    narrow = _clopper_pearson(c, n, min(2 * tail, 1.0))
    some, others = np.maximum(c, 1), np.maximum(n - c, 1)

    def above(p: FloatArray) -> FloatArray:
        more = special.betainc(c + 1, others, p) * (c < n)
        return np.asarray((more + special.betainc(some, n - c + 1, p)) / 2)

    def below(p: FloatArray) -> FloatArray:
        fewer = special.betaincc(some, n - c + 1, p) * (c > 0)
        return np.asarray((fewer + special.betaincc(c + 1, others, p)) / 2)

    lower = _bisect(lambda p: tail - above(p), wide[0], narrow[0])
    upper = _bisect(lambda p: below(p) - tail, narrow[1], wide[1])
    lower[c == 0], upper[c == n] = 0.0, 1.0
    return lower, upper


def _bisect(
    falling: Callable[[FloatArray], FloatArray], left: FloatArray, right: FloatArray
) -> FloatArray:
    """Return the roots between left and right of a function that falls from left to right."""
    for _ in range(MID_P_HALVINGS):
        middle = (left + right) / 2
        beyond = falling(middle) > 0
        left, right = np.where(beyond, middle, left), np.where(beyond, right, middle)
    return (left + right) / 2


_KERNELS: dict[str, Kernel] = {
    "clopper-pearson": _clopper_pearson,
    "wilson": _wilson,
    "jeffreys": _jeffreys,
    "mid-p": _mid_p,
}


METHODS = (
    Method(
        name="clopper_pearson",
        title="Clopper-Pearson interval",
        formula="BetaInv(a; c, n - c + 1) to BetaInv(1 - a; c + 1, n - c), a = alpha/2, or alpha "
        "one-sided",
        unit="trials of one case, or cases of one run",
        undefined_when="There is no trial.",
        source="Clopper and Pearson 1934",
        agrees_with=(
            "scipy.stats.binomtest",
            "statsmodels proportion_confint",
            "R binom.test",
            "R PropCIs",
            "60-digit arithmetic",
        ),
        function=clopper_pearson,
        caution="Covers at least its level for independent trials, on average 99% of 95% at n = 5 "
        "and 98% at n = 20. Not for trials pooled over tasks that differ: there it covers as "
        "little as 54% (50 tasks of 20 trials, correlation 0.3).",
    ),
    Method(
        name="wilson",
        title="Wilson interval",
        formula="roots x of (n + z^2) x^2 - (2c + z^2) x + c^2/n = 0",
        unit="trials of one case, or cases of one run",
        undefined_when="There is no trial.",
        source="Wilson 1927",
        agrees_with=(
            "scipy.stats.binomtest",
            "statsmodels proportion_confint",
            "R prop.test",
            "60-digit arithmetic",
        ),
        function=wilson,
        caution="Covers 95% on average, but at some rates near 0 and 1 as little as 83% at n = 5, "
        "85% at n = 20 and 86% at n = 50.",
    ),
    Method(
        name="jeffreys",
        title="Jeffreys interval",
        formula="quantiles a and 1 - a of Beta(c + 1/2, n - c + 1/2); 0 at c = 0, 1 at c = n",
        unit="trials of one case, or cases of one run",
        undefined_when="There is no trial.",
        source="Brown, Cai and DasGupta 2001",
        agrees_with=(
            "statsmodels proportion_confint (but for its ends)",
            "R contingencytables",
            "60-digit arithmetic",
        ),
        function=jeffreys,
        caution="Covers 95% on average, but at some rates as little as 89% at n = 5 and n = 20 and "
        "88% at n = 50.",
    ),
    Method(
        name="mid_p",
        title="Mid-p interval",
        formula="L: P(X > c | L) + P(X = c | L)/2 = a; U: P(X < c | U) + P(X = c | U)/2 = a",
        unit="trials of one case, or cases of one run",
        undefined_when="There is no trial.",
        source="Berry and Armitage 1995",
        agrees_with=("sums of binomial probabilities in fractions",),
        function=mid_p,
        caution="Covers 98% on average at n = 5 and 96% at n = 20; at some rates 93%.",
    ),
    Method(
        name="zero_success_upper",
        title="Upper bound after no pass",
        formula="1 - alpha^(1/n)",
        unit="trials of one case",
        undefined_when="There is no trial.",
        source="Clopper and Pearson 1934, one-sided",
        agrees_with=("scipy.stats.binomtest", "R binom.test", "60-digit arithmetic"),
        function=zero_success_upper,
        caution="One-sided: 0 of 20 gives 13.9%, the two-sided interval of the same trials 16.8%.",
    ),
    Method(
        name="reliability_lower_zero_failures",
        title="Lower bound after no failure",
        formula="alpha^(1/n); the fewest trials for p0 are ceil(ln alpha / ln p0)",
        unit="trials of one case",
        undefined_when="There is no trial.",
        source="Clopper and Pearson 1934, one-sided",
        agrees_with=("scipy.stats.binomtest", "R binom.test", "60-digit arithmetic"),
        function=reliability_lower_zero_failures,
    ),
)
