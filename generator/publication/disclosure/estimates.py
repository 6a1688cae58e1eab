"""Estimates as they are published: suppressed under the task floor, undefined with the reason."""

from __future__ import annotations

from typing import cast

from generator.measures.recovery import RecoveryMeasure
from generator.publication.base import Bracket, Interval
from generator.publication.estimates import (
    FreshRecovery,
    InvalidBurden,
    PassRow,
    Recovery,
    Regression,
    Screened,
)
from generator.publication.strings import IntervalMethod, Reason, Suppressed
from generator.spec.model import Spec
from generator.statistics import Estimate
from generator.statistics import Interval as StatisticInterval

SUPPRESSED: Suppressed = "RATE_NOT_PUBLISHED"


def suppressed(tasks: int, spec: Spec) -> Suppressed | None:
    """Return the suppressed state of a rate over too few tasks."""
    return SUPPRESSED if tasks < spec.publication.minimum_tasks else None


def reason(undefined: str | None) -> Reason | None:
    """Return a reason code as the public vocabulary spells it."""
    return cast("Reason | None", None if undefined is None else str(undefined))


def publish_interval(interval: StatisticInterval | None) -> Interval | None:
    """Return an interval as published."""
    if interval is None:
        return None
    method = cast("IntervalMethod", interval.method)
    return Interval(lower=interval.lower, upper=interval.upper, level=interval.level, method=method)


def bracket(passed: int, n: int, absent: int) -> Bracket | None:
    """Return what the rate would be if all absent trials had failed, or had passed."""
    planned = n + absent
    if not planned:
        return None
    return Bracket(worst=passed / planned, best=(passed + absent) / planned)


def pass_row(k: int, estimate: Estimate, spec: Spec) -> PassRow:
    """Return one row of pass@k or pass^k."""
    hidden = suppressed(estimate.tasks, spec)
    return PassRow(
        k=k,
        estimate=None if hidden else estimate.value,
        standard_error=None if hidden else estimate.standard_error,
        standard_error_trials=None if hidden else estimate.standard_error_trials,
        interval=None if hidden else publish_interval(estimate.interval),
        tasks=estimate.tasks,
        suppressed=hidden,
        undefined=None if hidden else reason(estimate.undefined),
    )


def publish_recovery(measure: RecoveryMeasure, spec: Spec) -> Recovery:
    """Return recovery after fail as published."""
    estimate = measure.estimate
    hidden = suppressed(estimate.tasks, spec)
    return Recovery(
        cases=estimate.tasks,
        trials=estimate.trials,
        recovered=estimate.passes,
        rate=None if hidden else estimate.value,
        standard_error=None if hidden else estimate.standard_error,
        interval=None if hidden else publish_interval(estimate.interval),
        fresh=FreshRecovery(
            trials=measure.fresh.trials,
            recovered=measure.fresh.passes,
            rate=None if hidden else measure.fresh.value,
        ),
        screened=Screened(cases=sum(measure.screened.values()), **measure.screened),
        suppressed=hidden,
        undefined=None if hidden else reason(estimate.undefined),
    )


def publish_regression(estimate: Estimate, spec: Spec) -> Regression:
    """Return regression after pass as published."""
    hidden = suppressed(estimate.tasks, spec)
    return Regression(
        cases=estimate.tasks,
        trials=estimate.trials,
        failed=estimate.passes,
        rate=None if hidden else estimate.value,
        standard_error=None if hidden else estimate.standard_error,
        interval=None if hidden else publish_interval(estimate.interval),
        suppressed=hidden,
        undefined=None if hidden else reason(estimate.undefined),
    )


def invalid_burden(
    invalid: int, attempts: int, interval: StatisticInterval | None
) -> InvalidBurden:
    """Return the share of attempts that were invalid_infrastructure."""
    return InvalidBurden(
        invalid=invalid,
        attempts=attempts,
        rate=invalid / attempts if attempts else None,
        interval=publish_interval(interval),
    )
