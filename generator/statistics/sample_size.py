"""How many trials, tasks or pairs a question needs, by formula: each with its convention named.

A formula gives a real number; round it up. None of these formulas is the exact answer, which is
found by trying sizes in `exact_power`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, get_args

from scipy import special

from generator.statistics.estimate import check_confidence
from generator.statistics.method import Method

TwoProportionMethod = Literal[
    "unpooled",
    "pooled",
    "pooled_both",
    "arcsine",
    "pooled_cc",
    "unpooled_cc",
    "arcsine_cc",
    "log_odds",
    "log_rr",
    "larger_rate",
]


def ss_halfwidth(p: float, d: float, confidence: float = 0.95) -> float:
    """Return z^2 p(1-p)/d^2, the trials for a Wald interval of half-width d at a rate p.

    A real number: round it up. ValueError unless 0 <= p <= 1, 0 < d < 1 and 0 < confidence < 1.
    """
    _check_width(p, d, confidence)
    return _upper_z(1 - confidence, 2) ** 2 * p * (1 - p) / d**2


def ss_halfwidth_wilson(p: float, d: float, confidence: float = 0.95) -> int:
    """Return the fewest trials whose Wilson interval around p has a half-width of at most d.

    Half-width z sqrt(p(1-p)/n + z^2/4n^2) / (1 + z^2/n), p taken as c/n. ValueError as for
    `ss_halfwidth`.
    """
    _check_width(p, d, confidence)
    z = _upper_z(1 - confidence, 2)

    def half_width(n: int) -> float:
        return z * math.sqrt(p * (1 - p) / n + (z / n) ** 2 / 4) / (1 + z * z / n)

    return crossing(lambda n: half_width(n) <= d)


def ss_halfwidth_clopper_pearson(
    p: float, d: float, confidence: float = 0.95, *, each_side: bool = False
) -> int:
    """Return the fewest trials whose Clopper-Pearson interval around p has a half-width of d.

    With `each_side` both limits lie within d of p, else only half their distance counts: the
    interval is lopsided unless p = 1/2. c = np is taken as a real number. ValueError as for
    `ss_halfwidth`.
    """
    _check_width(p, d, confidence)
    tail = (1 - confidence) / 2

    def reach(n: int) -> float:
        c = p * n
        lower = float(special.betaincinv(c, n - c + 1, tail)) if p > 0 else 0.0
        upper = float(special.betainccinv(c + 1, n - c, tail)) if p < 1 else 1.0
        return max(upper - p, p - lower) if each_side else (upper - lower) / 2

    return crossing(lambda n: reach(n) <= d)


def ss_two_prop(
    p1: float,
    p2: float,
    alpha: float = 0.05,
    power: float = 0.8,
    *,
    sides: int = 2,
    method: TwoProportionMethod = "pooled",
) -> float:
    """Return the trials an arm needs to tell p1 from p2, two independent arms of equal size.

    With za, zb the normal quantiles of 1 - alpha/sides and power, d = |p1 - p2|, q = 1 - p,
    m = (p1 + p2)/2 and v = p1 q1 + p2 q2:
    "unpooled" (za+zb)^2 v / d^2; "pooled" (za sqrt(2m(1-m)) + zb sqrt v)^2 / d^2;
    "pooled_both" (za+zb)^2 2m(1-m) / d^2; "arcsine" 2 (za+zb)^2 / h^2, h the difference of
    2 asin sqrt p; "..._cc" the same with the Fleiss correction n/4 (1 + sqrt(1 + 4/(n d)))^2;
    "log_odds" and "log_rr" (za+zb)^2 (sum of variances of the log) / (difference of logs)^2;
    "larger_rate" (za+zb)^2 2 p q / d^2 with the variance of the larger rate for both arms.
    A real number: round it up. ValueError unless the rates lie inside (0, 1) and differ, alpha and
    power inside (0, 1), sides is 1 or 2 and the method is known. Source: Fleiss, Levin and Paik
    2003.
    """
    if not (0 < p1 < 1 and 0 < p2 < 1) or p1 == p2:
        raise ValueError("p1 and p2 must lie inside (0, 1) and differ")
    if method not in get_args(TwoProportionMethod):
        raise ValueError(f"method must be one of {', '.join(get_args(TwoProportionMethod))}")
    za, zb = _upper_z(alpha, sides), _power_z(power)
    base = method.removesuffix("_cc")
    size = _two_prop_formula(base, p1, p2, za, zb)
    if base == method:
        return size
    return size / 4 * (1 + math.sqrt(1 + 4 / (size * abs(p1 - p2)))) ** 2


def ss_paired(
    p10: float, p01: float, alpha: float = 0.05, power: float = 0.8, sides: int = 2
) -> float:
    """Return the pairs McNemar's test needs, by the shares of pairs that only one arm passes.

    (za sqrt psi + zb sqrt(psi - d^2))^2 / d^2 with psi = p10 + p01 and d = p10 - p01. A real
    number: round it up, and add a tenth for the exact test. ValueError unless the shares are
    different, not negative and sum to at most 1, or as for `ss_two_prop`. Source: Connor 1987.
    """
    discordant, d = p10 + p01, p10 - p01
    if min(p10, p01) < 0 or discordant > 1 or d == 0:
        raise ValueError("p10 and p01 must differ, not be negative and sum to at most 1")
    za, zb = _upper_z(alpha, sides), _power_z(power)
    return (za * math.sqrt(discordant) + zb * math.sqrt(discordant - d * d)) ** 2 / d**2


def crossing(enough: Callable[[int], bool]) -> int:
    """Return an n >= 1 that is enough while n - 1 is not; the only one if enough is monotone."""
    high = 1
    while not enough(high):
        high *= 2
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _two_prop_formula(method: str, p1: float, p2: float, za: float, zb: float) -> float:
    q1, q2, d, mean = 1 - p1, 1 - p2, p1 - p2, (p1 + p2) / 2
    apart, common = p1 * q1 + p2 * q2, 2 * mean * (1 - mean)
    both = (za + zb) ** 2
    larger = max(p1, p2)
    formulas: dict[str, Callable[[], float]] = {
        "unpooled": lambda: both * apart / d**2,
        "pooled": lambda: (za * math.sqrt(common) + zb * math.sqrt(apart)) ** 2 / d**2,
        "pooled_both": lambda: both * common / d**2,
        "arcsine": lambda: 2 * both / (2 * (math.asin(p1**0.5) - math.asin(p2**0.5))) ** 2,
        "log_odds": lambda: (
            both * (1 / (p1 * q1) + 1 / (p2 * q2)) / math.log(p1 * q2 / (p2 * q1)) ** 2
        ),
        "log_rr": lambda: both * (q1 / p1 + q2 / p2) / math.log(p1 / p2) ** 2,
        "larger_rate": lambda: both * 2 * larger * (1 - larger) / d**2,
    }
    return formulas[method]()


def _upper_z(alpha: float, sides: int) -> float:
    if not 0 < alpha < 1:
        raise ValueError("alpha must lie inside (0, 1)")
    if sides not in (1, 2):
        raise ValueError("sides must be 1 or 2")
    return -float(special.ndtri(alpha / sides))


def _power_z(power: float) -> float:
    if not 0 < power < 1:
        raise ValueError("power must lie inside (0, 1)")
    return float(special.ndtri(power))


def _check_width(p: float, d: float, confidence: float) -> None:
    check_confidence(confidence)
    if not 0 <= p <= 1 or not 0 < d < 1:
        raise ValueError("p must lie in [0, 1] and d inside (0, 1)")


METHODS = (
    Method(
        name="ss_halfwidth",
        title="Trials for a half-width",
        formula="z^2 p (1 - p) / d^2, rounded up",
        unit="trials",
        undefined_when="Never.",
        source="AMBER Stability Protocol section 5",
        agrees_with=("statsmodels samplesize_confint_proportion", "R"),
        function=ss_halfwidth,
        caution="The protocol's 96 and 61 are 96.04 and 61.46 rounded down; up, they are 97 and "
        "62.",
    ),
    Method(
        name="ss_two_prop",
        title="Trials an arm to tell two rates apart",
        formula="(za sqrt(2m(1 - m)) + zb sqrt(p1 q1 + p2 q2))^2 / (p1 - p2)^2, m = (p1 + p2)/2",
        unit="trials an arm, independent arms",
        undefined_when="The rates are equal.",
        source="Fleiss, Levin and Paik 2003",
        agrees_with=("statsmodels", "R power.prop.test", "R pwr"),
        function=ss_two_prop,
        caution="50% against 70% at 80% power takes 93 an arm two-sided, not the protocol's 82.",
    ),
    Method(
        name="ss_paired",
        title="Pairs to tell two arms apart",
        formula="(za sqrt(psi) + zb sqrt(psi - d^2))^2 / d^2, psi the discordant share",
        unit="cases tried by both arms",
        undefined_when="The arms do not differ.",
        source="Connor 1987",
        agrees_with=(),
        function=ss_paired,
        caution="The exact test reaches only 76 to 78% power at these sizes; add a tenth, or use "
        "the mid-p test.",
    ),
)
