"""Exact power: the chance that a test rejects, summed over every outcome that can matter."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt
from scipy import special, stats

from generator.statistics.counts import FloatArray, IntArray, as_integers
from generator.statistics.method import Method
from generator.statistics.sample_size import crossing

TwoProportionTest = Literal[
    "z_pooled", "z_unpooled", "z_pooled_cc", "arcsine", "fisher", "fisher_midp"
]
PairedTest = Literal["exact", "midp"]
Rejected = npt.NDArray[np.bool_]

NEGLIGIBLE = 1e-20
"""Outcomes rarer than this are left out of a power, which they could not move by a digit."""


def power_two_prop_exact(
    n: int,
    p1: float,
    p2: float,
    alpha: float = 0.05,
    *,
    sides: int = 2,
    test: TwoProportionTest = "z_pooled",
) -> float:
    """Return the chance that a test tells two independent arms of n trials each apart.

    The sum of binomial probabilities of the outcomes that the test rejects. One-sided tests look
    for the difference in the direction of p2 - p1. "z_pooled" and "z_unpooled" are the normal
    tests, "z_pooled_cc" with Yates' correction, "arcsine" on 2 asin sqrt p, "fisher" the exact
    test and "fisher_midp" the same less half the observed outcome. ValueError unless n >= 1 is an
    integer, the rates lie in [0, 1], alpha inside (0, 1), sides is 1 or 2 and the test is known.
    """
    _check(alpha, sides)
    if int(as_integers(n, "n")) < 1 or not (0 <= p1 <= 1 and 0 <= p2 <= 1):
        raise ValueError("n must be at least 1 and the rates must lie in [0, 1]")
    if test not in get_args(TwoProportionTest):
        raise ValueError(f"test must be one of {', '.join(get_args(TwoProportionTest))}")
    # Rows count the arm with the lower rate, so that one-sided tests look for more in the columns.
    (x, of_x), (y, of_y) = (_likely(n, p) for p in sorted((p1, p2)))
    rejected = _REJECTIONS[test](x[:, None], y[None, :], n, alpha / sides, sides)
    return float(of_x @ rejected @ of_y)


def min_n_two_prop_exact(
    p1: float,
    p2: float,
    alpha: float = 0.05,
    power: float = 0.8,
    *,
    sides: int = 2,
    test: TwoProportionTest = "z_pooled",
) -> int:
    """Return the trials an arm at which `power_two_prop_exact` reaches the power.

    With one trial fewer it does not. Exact power rises in a sawtooth, so a size nearby may fall
    just short again. ValueError as for `power_two_prop_exact`, or unless the rates differ and
    power lies inside (0, 1).
    """
    if p1 == p2 or not 0 < power < 1:
        raise ValueError("p1 and p2 must differ and power must lie inside (0, 1)")
    return crossing(
        lambda n: power_two_prop_exact(n, p1, p2, alpha, sides=sides, test=test) >= power
    )


def power_mcnemar_exact(
    pairs: int, p10: float, p01: float, alpha: float = 0.05, test: PairedTest = "exact"
) -> float:
    """Return the chance that the two-sided McNemar test rejects for so many pairs.

    p10 and p01 are the shares of pairs that only the one or only the other arm passes. "exact" is
    the conditional test, "midp" counts half the observed outcome. ValueError unless pairs >= 1 is
    an integer, the shares are not negative and sum to at most 1, and alpha lies inside (0, 1).
    """
    _check(alpha, 2)
    if int(as_integers(pairs, "pairs")) < 1 or min(p10, p01) < 0 or p10 + p01 > 1:
        raise ValueError("pairs must be at least 1 and the shares must sum to at most 1")
    if test not in get_args(PairedTest):
        raise ValueError('test must be "exact" or "midp"')
    discordant = p10 + p01
    power = 0.0
    for count, chance in zip(*_likely(pairs, discordant), strict=True):
        if count == 0:
            continue
        first = np.arange(count + 1)
        fewer = np.minimum(first, count - first)
        p = np.minimum(2 * stats.binom.cdf(fewer, count, 0.5), 1)
        if test == "midp":
            # An even split lies in both tails at once, and is halved once.
            p -= stats.binom.pmf(fewer, count, 0.5) * np.where(2 * fewer == count, 0.5, 1)
        split = stats.binom.pmf(first, count, p10 / discordant)
        power += float(chance * split[p <= alpha].sum())
    return power


def _likely(n: int, p: float) -> tuple[IntArray, FloatArray]:
    """Return the numbers of passes that can matter, and their chances."""
    passes = np.arange(n + 1)
    chances = stats.binom.pmf(passes, n, p)
    matter = chances > NEGLIGIBLE
    return passes[matter], chances[matter]


def _z_pooled(x: IntArray, y: IntArray, n: int, tail: float, sides: int) -> Rejected:
    return _beyond(_pooled_z(y - x, x + y, n), tail, sides)


def _z_pooled_cc(x: IntArray, y: IntArray, n: int, tail: float, sides: int) -> Rejected:
    corrected = np.sign(y - x) * np.maximum(np.abs(y - x) - 1, 0)
    return _beyond(_pooled_z(corrected, x + y, n), tail, sides)


def _pooled_z(difference: IntArray, passes: IntArray, n: int) -> FloatArray:
    spread = np.sqrt(passes * (2 * n - passes) / (2 * n))
    return np.asarray(difference / np.where(spread > 0, spread, np.inf))


def _z_unpooled(x: IntArray, y: IntArray, n: int, tail: float, sides: int) -> Rejected:
    spread = np.sqrt((x * (n - x) + y * (n - y)) / n)
    # No spread and a difference is 0 of n against n of n: as far apart as can be.
    certain = np.where(y == x, 0.0, np.copysign(np.inf, y - x))
    z = np.divide(y - x, spread, out=certain, where=spread > 0)
    return _beyond(z, tail, sides)


def _arcsine(x: IntArray, y: IntArray, n: int, tail: float, sides: int) -> Rejected:
    apart = np.arcsin(np.sqrt(y / n)) - np.arcsin(np.sqrt(x / n))
    return _beyond(apart * math.sqrt(2 * n), tail, sides)


def _beyond(z: FloatArray, tail: float, sides: int) -> Rejected:
    return np.asarray((np.abs(z) if sides == 2 else z) >= -float(special.ndtri(tail)))


def _fisher(x: IntArray, y: IntArray, n: int, tail: float, sides: int) -> Rejected:
    return _fisher_p(x, y, n, 0.0, sides) <= tail * sides


def _fisher_midp(x: IntArray, y: IntArray, n: int, tail: float, sides: int) -> Rejected:
    return _fisher_p(x, y, n, 0.5, sides) <= tail * sides


def _fisher_p(x: IntArray, y: IntArray, n: int, left_out: float, sides: int) -> FloatArray:
    """Fisher's p of the arms' passes given their sum, less a share of the observed outcome.

    For arms of one size the law is symmetric, so the two-sided p is twice the smaller tail.
    """
    passes, more = x + y, np.maximum(x, y) if sides == 2 else y + 0 * x
    ways, of_both = _log_choices(n), _log_choices(2 * n)
    p = np.empty(passes.shape)
    for total in range(int(passes.min()), int(passes.max()) + 1):
        # Every way to share `total` passes among the arms, the second arm's ascending.
        least, most = max(0, total - n), min(n, total)
        second = np.arange(least, most + 1)
        chances = np.exp(ways[second] + ways[total - second] - of_both[total])
        at_least = np.cumsum(chances[::-1])[::-1]
        here = passes == total
        place = more[here] - least
        p[here] = np.minimum(sides * at_least[place], 1) - left_out * chances[place]
    return p


def _log_choices(n: int) -> FloatArray:
    """The logarithms of C(n, 0), ..., C(n, n)."""
    k = np.arange(n + 1)
    return np.asarray(special.gammaln(n + 1) - special.gammaln(k + 1) - special.gammaln(n - k + 1))


def _check(alpha: float, sides: int) -> None:
    if not 0 < alpha < 1:
        raise ValueError("alpha must lie inside (0, 1)")
    if sides not in (1, 2):
        raise ValueError("sides must be 1 or 2")


_REJECTIONS: dict[str, Callable[[IntArray, IntArray, int, float, int], Rejected]] = {
    "z_pooled": _z_pooled,
    "z_unpooled": _z_unpooled,
    "z_pooled_cc": _z_pooled_cc,
    "arcsine": _arcsine,
    "fisher": _fisher,
    "fisher_midp": _fisher_midp,
}


METHODS = (
    Method(
        name="power_two_prop_exact",
        title="Exact power of two independent arms",
        formula="sum of Bin(x; n, p1) Bin(y; n, p2) over the outcomes the test rejects",
        unit="trials an arm, independent arms",
        undefined_when="Never.",
        source="Enumeration",
        agrees_with=("scipy", "statsmodels", "R dbinom"),
        function=power_two_prop_exact,
    ),
)
