"""The public types of one arm: its headline, its runs, and all that is reported of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from generator.publication.accounts import (
    CapRow,
    Cost,
    EvidenceCounts,
    FailureModes,
    InvalidCauses,
    Makeups,
    Plan,
    SideEffects,
    States,
)
from generator.publication.base import Bracket, Count, Interval, Public, Share
from generator.publication.case import Case
from generator.publication.estimates import Dependence, InvalidBurden, PassRow, Recovery, Regression
from generator.publication.policies import Policies
from generator.publication.strings import (
    AccountTier,
    Alias,
    AuditStatus,
    BudgetBreach,
    Day,
    Declared,
    Evidence,
    IdentityField,
    Label,
    LimitCode,
    Reason,
    Role,
    Scope,
    TrialEvidence,
    WithheldCode,
)


class Primary(Public, frozen=True):
    """The headline: what the arm did on its first pass, over cases with a valid outcome."""

    passed: Count
    cases: Count
    rate: Share | None
    interval: Interval | None
    bracket: Bracket | None
    fail_set: list[Alias]


class NamedLists(Public, frozen=True):
    """Cases by whether they ever passed or ever failed on repeat."""

    always_fail: list[Alias]
    sometimes_fail: list[Alias]
    never_fail: list[Alias]


class RunRow(Public, frozen=True):
    """One run of the arm and the class of evidence it is; `differs` names the fields that do."""

    run: Alias
    role: Role
    stage: Literal[0, 1, 2] | None
    scope: Scope
    evidence: Evidence
    differs: list[IdentityField]
    date: Day | None
    concurrency: Count | None
    timeout_s: float | None
    wire_audit: AuditStatus


class BudgetRow(Public, frozen=True):
    """The budget gate of one designed run; `breaches` is empty where it was kept."""

    run: Alias
    account_tier: AccountTier | None
    owner_approved: bool
    expected_window_share: float | None
    actual_window_share: float | None
    breaches: list[BudgetBreach]


class Delta(Public, frozen=True):
    """Who moved between the first pass and a later full run, over cases valid in both."""

    start: Alias = msgspec.field(name="from")
    end: Alias = msgspec.field(name="to")
    evidence: TrialEvidence
    compared: Count
    passed_from: Count
    passed_to: Count
    fail_to_pass: list[Alias]
    pass_to_fail: list[Alias]
    stayed_failed: Count
    expected_moves: float | None
    undefined: Reason | None


class Arm(Public, frozen=True):
    """All that is published of one arm.

    `resets_unrecorded` counts the valid trials, first passes included, that name no reset.
    `policies_withheld` says that attempts are contested and that no reading of them is told.
    """

    arm: Label
    identity: dict[IdentityField, Declared | None]
    primary: Primary
    states: States
    invalid_causes: InvalidCauses
    invalid_burden: InvalidBurden
    driver_exceptions: Count
    failure_modes: FailureModes
    evidence: EvidenceCounts
    plan: Plan
    recovery: Recovery
    regression: Regression
    pass_at_k: list[PassRow]
    pass_hat_k: list[PassRow]
    dependence: Dependence
    named_lists: NamedLists
    side_effects: SideEffects
    cost: Cost
    runs: list[RunRow]
    budget: list[BudgetRow]
    makeups: Makeups
    caps: list[CapRow]
    claimed_deliveries: Count | None
    reset_per_trial: bool | None
    deltas: list[Delta]
    limits: list[LimitCode]
    cases: list[Case]
    policies: Policies | None = None
    resets_unrecorded: Count = 0
    policies_withheld: WithheldCode | None = None
