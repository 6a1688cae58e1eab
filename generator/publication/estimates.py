"""The public types of estimates: a value with its counts, error and interval, or a reason."""

from __future__ import annotations

import msgspec

from generator.publication.base import Count, Interval, Public, Share
from generator.publication.strings import Alias, Reason, Suppressed


class FreshRecovery(Public, frozen=True):
    """Recovery without the trials that chose the case: what the screen saw is left out."""

    trials: Count
    recovered: Count
    rate: Share | None


class Screened(Public, frozen=True):
    """The cases that failed first and were tried again, by verdict."""

    cases: Count
    recovery_capable: Count
    no_recovery_observed: Count
    screen_incomplete: Count


class Recovery(Public, frozen=True):
    """Recovery after fail, over the cases at confirmation size whose first pass failed."""

    cases: Count
    trials: Count
    recovered: Count
    rate: Share | None
    standard_error: float | None
    interval: Interval | None
    fresh: FreshRecovery
    screened: Screened
    suppressed: Suppressed | None
    undefined: Reason | None


class Regression(Public, frozen=True):
    """Failures after a first pass that passed, over such cases at confirmation size."""

    cases: Count
    trials: Count
    failed: Count
    rate: Share | None
    standard_error: float | None
    interval: Interval | None
    suppressed: Suppressed | None
    undefined: Reason | None


class PassRow(Public, frozen=True):
    """pass@k or pass^k for one k: a mean over tasks, with the error of tasks and of trials."""

    k: Count
    estimate: Share | None
    standard_error: float | None
    standard_error_trials: float | None
    interval: Interval | None
    tasks: Count
    suppressed: Suppressed | None
    undefined: Reason | None


class Overdispersion(Public, frozen=True):
    """Pearson's dispersion over tasks, and Tarone's test of it."""

    estimate: float | None
    degrees_of_freedom: Count | None
    p_value: Share | None
    tarone_z: float | None
    tarone_p: Share | None
    tasks: Count
    trials: Count
    undefined: Reason | None


class IntraClassCorrelation(Public, frozen=True):
    """How alike the trials of one task are, by analysis of variance, with its design effect."""

    estimate: float | None
    interval: Interval | None
    design_effect: float | None
    tasks: Count
    trials: Count
    undefined: Reason | None


class OrderClustering(Public, frozen=True):
    """Whether failures cluster in the run order, pooled over the cases that can tell.

    `late_p_value` is the same question of failures that come late. `clustered_cases` are those
    whose own test rejects even when Holm's method allows for every case that was tested.
    """

    p_value: Share | None
    cases: Count
    clustered: bool | None
    undefined: Reason | None
    late_p_value: Share | None = None
    clustered_cases: list[Alias] = msgspec.field(default_factory=list)


class Dependence(Public, frozen=True):
    """What can be said of the independence of trials."""

    overdispersion: Overdispersion
    intra_class_correlation: IntraClassCorrelation
    order_clustering: OrderClustering


class InvalidBurden(Public, frozen=True):
    """The share of attempts that were invalid_infrastructure."""

    invalid: Count
    attempts: Count
    rate: Share | None
    interval: Interval | None
