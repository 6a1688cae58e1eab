"""The public types of an arm's accounts: states, plan, makeups, side effects, cost."""

from __future__ import annotations

import msgspec

from generator.publication.base import Count, Public
from generator.publication.strings import Alias, ClassName, Tier, WithheldCode


class States(Public, frozen=True):
    """How the attempts ended, and the case-level trials that are not there.

    The two valid counts are null where they would give a withheld count back; `withheld` says so,
    and the ways to fail and the claimed deliveries go with them.
    """

    valid_task_success: Count | None
    valid_task_failure: Count | None
    invalid_infrastructure: Count
    protocol_violation: Count
    pending_adjudication: Count
    missing: Count
    owed: Count
    withheld: WithheldCode | None = None


class InvalidCauses(Public, frozen=True):
    """Why attempts were invalid_infrastructure."""

    infrastructure_missing: Count
    harness_timeout: Count
    billing_exhausted: Count
    model_delivery_budget_burn: Count


class FailureModes(Public, frozen=True):
    """How valid attempts failed; null where it would give a withheld count back."""

    no_deliverable: Count | None
    oracle_judged: Count | None


class EvidenceCounts(Public, frozen=True):
    """Valid case-level trials by the class of evidence they are, and what excluded runs came to.

    Their driver exceptions are no attempts and stand apart from them.
    """

    same_day: Count
    cross_day: Count
    cross_arm: Count
    cross_time: Count
    contaminated: Count
    excluded_attempts: Count
    undated: Count = 0
    excluded_driver_exceptions: Count = 0


class Plan(Public, frozen=True):
    """The ledger of an arm's repeat trials: the five kinds add up to what was planned."""

    planned: Count
    valid: Count
    protocol_violation: Count
    pending: Count
    missing: Count
    owed: Count


class Makeups(Public, frozen=True):
    """Attempts that make up an invalid one, and how many of them ran at a doubled cap."""

    count: Count
    doubled_cap: Count


class CapRow(Public, frozen=True):
    """What the time caps did to one case: which cap killed how many attempts."""

    case: Alias
    cap_s: float | None
    attempts: Count
    killed: Count


class SideEffects(Public, frozen=True):
    """Effects outside the task contract, counted apart from its outcome."""

    per_class: dict[ClassName, Count]
    per_case: dict[Alias, Count]
    per_run: dict[Alias, Count]


class Tokens(Public, frozen=True):
    """Tokens in and out."""

    into: Count | None = msgspec.field(name="in")
    out: Count | None


class Without(Public, frozen=True):
    """Attempts that state no figure of a kind."""

    tokens: Count
    wall_s: Count
    cost_usd: Count
    window_share: Count


class Cost(Public, frozen=True):
    """What the arm's attempts cost, over those that say, and how many do not say.

    `outcomes` are the valid case-level outcomes that the attempts came to, first passes included.
    """

    attempts: Count
    tokens: Tokens
    wall_s: float | None
    cost_usd: float | None
    window_share: float | None
    without: Without
    trials_by_tier: dict[Tier, Count]
    outcomes: Count | None = None
