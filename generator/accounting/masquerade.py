"""Attempts after the money ran out: too short to be completed rounds, whatever they say.

Once an account is exhausted a harness may go on, and each further attempt dies within seconds and
is filed as a failure. Those are invalid_infrastructure, cause billing_exhausted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import msgspec

from generator.accounting.runs import Observation
from generator.artifacts.records import InvalidCause, State

NANOSECONDS = 1_000_000_000


def unmask(observations: Sequence[Observation], max_wall_s: float) -> tuple[Observation, ...]:
    """Return one run's attempts with those that masquerade filed as what they are."""
    exhausted = [
        seen.attempt.started_at
        for seen in observations
        if seen.attempt.invalid_cause is InvalidCause.BILLING_EXHAUSTED
        and seen.attempt.state is State.INVALID
        and seen.attempt.started_at is not None
    ]
    if not exhausted:
        return tuple(observations)
    first = min(exhausted)
    return tuple(
        _as_exhausted(seen) if _masquerades(seen, first, max_wall_s) else seen
        for seen in observations
    )


def _masquerades(seen: Observation, first: int, max_wall_s: float) -> bool:
    attempt = seen.attempt
    if attempt.started_at is None or attempt.ended_at is None:
        return False
    if attempt.state is State.DRIVER_EXCEPTION or attempt.started_at <= first:
        return False
    return attempt.ended_at - attempt.started_at <= Fraction(repr(max_wall_s)) * NANOSECONDS


def _as_exhausted(seen: Observation) -> Observation:
    attempt = msgspec.structs.replace(
        seen.attempt,
        state=State.INVALID,
        invalid_cause=InvalidCause.BILLING_EXHAUSTED,
        failure_mode=None,
    )
    return replace(seen, attempt=attempt)
