"""The public types of contested ends: an arm's figures under either reading of them."""

from __future__ import annotations

from typing import Literal

from generator.publication.base import Count, Interval, Public, Share
from generator.publication.estimates import PassRow

PolicyUsed = Literal["as_failure", "as_infrastructure", "mixed"]


class PolicyFirstPass(Public, frozen=True):
    """The first pass under one reading, over cases with a valid outcome under it."""

    passed: Count
    cases: Count
    rate: Share | None
    interval: Interval | None


class PolicyReading(Public, frozen=True):
    """One reading of the contested attempts: valid trials of the cases in rates, and pass^k.

    `passed` is null where the rate of so few cases is not published, `first_pass` where there was
    none. Cases whose trials are withheld stand in no reading of trials.
    """

    policy: PolicyUsed
    trials: Count
    passed: Count | None
    pass_hat_k: list[PassRow]
    first_pass: PolicyFirstPass | None = None


class ContestedStates(Public, frozen=True):
    """How many contested attempts are read as what.

    The two valid counts are null where they could give a withheld count back.
    """

    valid_task_success: Count | None
    valid_task_failure: Count | None
    invalid_infrastructure: Count
    protocol_violation: Count
    pending_adjudication: Count


class Policies(Public, frozen=True):
    """Both readings of the attempts whose end may be read as a failure or as infrastructure.

    `used` is the reading behind every other figure of the arm. Where that is mixed, `as_read` holds
    its figures and `states` how many attempts it reads as what.
    """

    used: PolicyUsed
    contested: Count
    readings: list[PolicyReading]
    as_read: PolicyReading | None = None
    states: ContestedStates | None = None
