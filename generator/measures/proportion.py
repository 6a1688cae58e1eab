"""Intervals of a count out of valid trials, under the spec's method and level."""

from __future__ import annotations

from generator.spec.model import Spec
from generator.statistics import Interval, proportion_interval, zero_success_upper


def interval_of(passed: int, n: int, spec: Spec) -> Interval | None:
    """Return the two-sided interval of a rate, None without trials."""
    rule = spec.interval
    lower, upper = proportion_interval(passed, n, rule.method, rule.level)
    if lower is None or upper is None:
        return None
    return Interval(lower, upper, rule.level, rule.method)


def upper_bound_of(passed: int, n: int, spec: Spec) -> float | None:
    """Return the one-sided bound that no pass in a screen or more trials buys."""
    if passed or n < spec.stages.screen:
        return None
    return zero_success_upper(n, 1 - spec.interval.one_sided_level)
