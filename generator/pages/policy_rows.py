"""The readings of contested ends as pages and downloads list them."""

from __future__ import annotations

from generator.publication.estimates import PassRow
from generator.publication.policies import Policies, PolicyReading

_NO_TRIALS = PassRow(
    k=1,
    estimate=None,
    standard_error=None,
    standard_error_trials=None,
    interval=None,
    tasks=0,
    suppressed=None,
    undefined="NO_TRIALS",
)


def policy_readings(stated: Policies) -> list[PolicyReading]:
    """Return both readings of contested ends, and the one in use where it is neither."""
    return [*stated.readings, *([stated.as_read] if stated.as_read else ())]


def pass_rows(reading: PolicyReading) -> list[PassRow]:
    """Return the rows of pass^k under a reading; one without a trial has a row that says so."""
    return reading.pass_hat_k if reading.trials else [_NO_TRIALS]
