"""Limits for the difference of two paired proportions: Tango's score limits and Newcombe's.

The table is that of `paired`: b cases pass only in the first arm, c only in the second, and the
difference is (b - c) / N. Both intervals are defined, and wider than nothing, where b + c = 0.
"""

from __future__ import annotations

import math
from typing import TypedDict

from scipy import optimize, special

from generator.statistics.counts import as_integers
from generator.statistics.method import Method
from generator.statistics.proportions import wilson
from generator.statistics.undefined import Undefined


class PairedInterval(TypedDict):
    """A difference of paired proportions with its limits."""

    diff: float | None
    lo: float | None
    hi: float | None
    undefined: Undefined | None


NO_CASES = PairedInterval(diff=None, lo=None, hi=None, undefined=Undefined.NO_TRIALS)


def tango(b: int, c: int, N: int, confidence: float = 0.95) -> PairedInterval:  # noqa: N803 - the table's own letter
    """Return the difference (b - c)/N with Tango's score limits.

    The limits are the x at which |b - c - N x| = z sqrt(N (2 q(x) + x (1 - x))), where q(x) is the
    likeliest P(only the second passes) under a difference of x. Unit: cases. Undefined, NO_TRIALS,
    at N = 0; a limit is -1 or 1 where every case favours one arm. ValueError unless b, c and N are
    non-negative integers with b + c <= N and 0.5 <= confidence < 1. Source: Tango 1998.
    """
    first, second, cases = (int(count) for count in as_integers([b, c, N], "b, c and N"))
    if first + second > cases:
        raise ValueError("b + c must not exceed N")
    z = _normal_quantile(confidence)
    if cases == 0:
        return NO_CASES.copy()
    return PairedInterval(
        diff=(first - second) / cases,
        lo=_tango_lower(first, second, cases, z),
        hi=-_tango_lower(second, first, cases, z),
        undefined=None,
    )


def newcombe_paired(a: int, b: int, c: int, d: int, confidence: float = 0.95) -> PairedInterval:
    """Return the difference (b - c)/N with Newcombe's limits, his method 10.

    Wilson limits of the two pass rates (a + b)/N and (a + c)/N, combined by square-and-add with
    the correlation phi = (ad - bc) / sqrt(product of the margins); a positive ad - bc is first
    lessened by N/2, but not below 0, and phi = 0 where a margin is 0. Unit: cases. Undefined,
    NO_TRIALS, at N = 0. ValueError unless the counts are non-negative integers and
    0.5 <= confidence < 1. Source: Newcombe 1998, method 10.
    """
    table = as_integers([a, b, c, d], "a, b, c and d")
    both, first, second, neither = (int(count) for count in table)
    cases = both + first + second + neither
    one, two = wilson(both + first, cases, confidence), wilson(both + second, cases, confidence)
    if one[0] is None or two[0] is None:
        return NO_CASES.copy()
    phi = _phi(both, first, second, neither)
    rate_one, rate_two = (both + first) / cases, (both + second) / cases
    down = _square_and_add(rate_one - one[0], two[1] - rate_two, phi)
    up = _square_and_add(one[1] - rate_one, rate_two - two[0], phi)
    difference = (first - second) / cases
    # Square-and-add cannot pass -1 and 1; its rounding can.
    return PairedInterval(
        diff=difference,
        lo=max(-1.0, difference - down),
        hi=min(1.0, difference + up),
        undefined=None,
    )


def _normal_quantile(confidence: float) -> float:
    if not 0.5 <= confidence < 1:
        raise ValueError("confidence must lie in [0.5, 1)")
    return -float(special.ndtri((1 - confidence) / 2))


def _tango_lower(b: int, c: int, cases: int, z: float) -> float:
    """Return the lower limit; the upper one is its mirror image with the arms exchanged."""
    if c - b == cases:
        return -1.0
    # In these two the score and its error vanish together at the estimate, which a search would
    # take for the limit; the equation then has a closed solution.
    if b - c == cases:
        return (cases - z * z) / (cases + z * z)
    if b == c == 0:
        return -(z * z) / (cases + z * z)

    def beyond(x: float) -> float:
        return b - c - cases * x - z * math.sqrt(cases * _spread(b, c, cases, x))

    limit, _ = optimize.brentq(
        beyond, -1.0, (b - c) / cases, xtol=1e-16, rtol=1e-15, full_output=True
    )
    return float(limit)


def _spread(b: int, c: int, cases: int, x: float) -> float:
    """Return 2 q(x) + x (1 - x), N times the variance of the difference if it were x.

    q is the non-negative root of 2N q^2 + B q - C = 0, written so that no digits cancel.
    """
    linear = (2 * cases - b + c) * x - b - c
    constant = c * x * (1 - x)
    root = math.sqrt(max(linear * linear + 8 * cases * constant, 0.0))
    q = 2 * constant / (linear + root) if linear > 0 else (root - linear) / (4 * cases)
    return max(2 * q + x * (1 - x), 0.0)


def _phi(a: int, b: int, c: int, d: int) -> float:
    margins = (a + b) * (c + d) * (a + c) * (b + d)
    if margins == 0:
        return 0.0
    agreement = a * d - b * c
    if agreement > 0:
        return max(agreement - (a + b + c + d) / 2, 0.0) / math.sqrt(margins)
    return agreement / math.sqrt(margins)


def _square_and_add(one: float, two: float, phi: float) -> float:
    return math.sqrt(max(one * one - 2 * phi * one * two + two * two, 0.0))


METHODS = (
    Method(
        name="tango",
        title="Tango interval",
        formula="{x : |b - c - N x| <= z sqrt(N (2 q(x) + x (1 - x)))}",
        unit="cases with one trial in each arm",
        undefined_when="There is no case.",
        source="Tango 1998",
        agrees_with=("60-digit arithmetic", "R contingencytables", "R ratesci", "R PropCIs"),
        function=tango,
    ),
    Method(
        name="newcombe_paired",
        title="Newcombe interval, paired",
        formula="d -+ sqrt(e1^2 - 2 phi e1 e2 + e2^2) with e the distances to the Wilson limits",
        unit="cases with one trial in each arm",
        undefined_when="There is no case.",
        source="Newcombe 1998, method 10",
        agrees_with=("60-digit arithmetic", "R contingencytables", "R ratesci"),
        function=newcombe_paired,
        caution="A check beside the Tango interval; near b + c = 0 the two differ.",
    ),
)
