"""The public types of contested ends: an arm's figures under either reading of them."""

from __future__ import annotations

from typing import Literal

from generator.publication.base import Count, Public
from generator.publication.estimates import PassRow

Policy = Literal["as_failure", "as_infrastructure"]
PolicyUsed = Literal["as_failure", "as_infrastructure", "mixed"]


class PolicyReading(Public, frozen=True):
    """One reading of the contested attempts: valid trials of the cases in rates, and pass^k.

    `passed` is None where the rate of so few cases is not published.
    """

    policy: Policy
    trials: Count
    passed: Count | None
    pass_hat_k: list[PassRow]


class Policies(Public, frozen=True):
    """Both readings of the attempts whose end may be read as a failure or as infrastructure.

    `used` is the reading behind every other figure of the arm.
    """

    used: PolicyUsed
    contested: Count
    readings: list[PolicyReading]
