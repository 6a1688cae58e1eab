"""The statistics of the reference: closed formulas in fractions, quantiles from scipy."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scipy.stats import beta, norm, t

Row = dict[str, Any]


def binomial_interval(passed: int, n: int, level: float, method: str) -> Row:
    """The two-sided interval of a rate."""
    tail = (1 - level) / 2
    if method == "wilson":
        lower, upper = wilson(passed, n, float(norm.ppf(1 - tail)))
    elif method == "jeffreys":
        lower = float(beta.ppf(tail, passed + 0.5, n - passed + 0.5))
        upper = float(beta.ppf(1 - tail, passed + 0.5, n - passed + 0.5))
    elif method == "mid-p":
        lower = solved(lambda p: upper_tail_mid(passed, n, p), tail)
        upper = solved(lambda p: 1 - upper_tail_mid(passed, n, p), tail, rising=False)
    else:
        lower = 0.0 if passed == 0 else float(beta.ppf(tail, passed, n - passed + 1))
        upper = 1.0 if passed == n else float(beta.ppf(1 - tail, passed + 1, n - passed))
    # Every method keeps the end that the counts themselves give (statistics: 1.1 to 1.3).
    lower = 0.0 if passed == 0 else lower
    upper = 1.0 if passed == n else upper
    return {"lower": lower, "upper": upper, "level": level, "method": method}


def wilson(passed: int, n: int, z: float) -> tuple[float, float]:
    """The score interval without correction."""
    p = passed / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return centre - half, centre + half


def upper_tail_mid(passed: int, n: int, p: float) -> float:
    """P(X > passed) + P(X = passed)/2, which rises with p."""
    mass = [math.comb(n, x) * p**x * (1 - p) ** (n - x) for x in range(n + 1)]
    return math.fsum(mass[passed + 1 :]) + mass[passed] / 2


def solved(function: Callable[[float], float], goal: float, *, rising: bool = True) -> float:
    """Where a monotone function of a probability reaches the goal, by halving."""
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if (function(middle) < goal) == rising:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def zero_bound(n: int, one_sided_level: float) -> float:
    """The one-sided upper bound of a rate of which nothing was seen in n trials."""
    return 1 - math.pow(1 - one_sided_level, 1 / n)


def all_pass(c: int, n: int, k: int) -> Fraction:
    """The chance that k of n trials drawn without return all pass."""
    return Fraction(math.comb(c, k), math.comb(n, k))


def any_pass(c: int, n: int, k: int) -> Fraction:
    """The chance that at least one of k of n trials passes."""
    return 1 - Fraction(math.comb(n - c, k), math.comb(n, k))


def trial_variance(c: int, n: int, k: int) -> Fraction:
    """The unbiased variance of `all_pass` from rerun noise alone; needs n ≥ 2k."""
    return all_pass(c, n, k) ** 2 - Fraction(math.comb(c, 2 * k), math.comb(n, 2 * k))


def over_tasks(values: list[Fraction], level: float) -> Row:
    """Mean over tasks with the standard error and t interval over tasks, or why there is none."""
    row: Row = {"mean": None, "standard_error": None, "interval": None, "undefined": None}
    tasks = len(values)
    if tasks == 0:
        row["undefined"] = "NO_TRIALS"
        return row
    mean = sum(values, Fraction(0)) / tasks
    row["mean"] = float(mean)
    if tasks == 1:
        row["undefined"] = "ONE_TASK"
        return row
    variance = sum(((value - mean) ** 2 for value in values), Fraction(0)) / (tasks - 1)
    if variance == 0:
        row["undefined"] = "ZERO_VARIANCE"
        return row
    error = math.sqrt(variance / tasks)
    reach = float(t.ppf(1 - (1 - level) / 2, tasks - 1)) * error
    row["standard_error"] = error
    row["interval"] = {
        "lower": max(0.0, float(mean) - reach),
        "upper": min(1.0, float(mean) + reach),
        "level": level,
        "method": "t",
    }
    return row


def blocks(pattern: str) -> int:
    """How many maximal blocks of one letter the pattern has."""
    return sum(
        1 for place, letter in enumerate(pattern) if place == 0 or pattern[place - 1] != letter
    )


def blocks_p_value(pattern: str) -> float:
    """The chance of at most as many blocks, all orders of the same outcomes being alike."""
    n, failures = len(pattern), pattern.count("F")
    ways = sum(ways_with_blocks(failures, n - failures, r) for r in range(2, blocks(pattern) + 1))
    return float(Fraction(ways, math.comb(n, failures)))


def ways_with_blocks(failures: int, passes: int, count: int) -> int:
    """How many orders of the two letters have exactly that many blocks (Wald and Wolfowitz)."""
    half = count // 2
    if count % 2 == 0:
        return 2 * math.comb(failures - 1, half - 1) * math.comb(passes - 1, half - 1)
    return math.comb(failures - 1, half) * math.comb(passes - 1, half - 1) + math.comb(
        failures - 1, half - 1
    ) * math.comb(passes - 1, half)
