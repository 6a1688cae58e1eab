"""The public report: the closed types that pages, downloads and figures are rendered from.

A field reaches the public only by being listed here. Every string is of one of the classes of
`strings`; every number that is withheld or undefined is None with its reason beside it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from generator.publication.strings import (
    AccountTier,
    Alias,
    AuditStatus,
    BudgetBreach,
    ClassName,
    ComparisonVerdict,
    Day,
    Declared,
    Digest,
    EscalateReason,
    Evidence,
    IdentityField,
    IntervalMethod,
    Label,
    LeftOutReason,
    LimitCode,
    Note,
    OrderPattern,
    Outcome,
    Reason,
    Role,
    Scope,
    Stage,
    Suppressed,
    TrialEvidence,
    VariantName,
    Verdict,
    Version,
)

SCHEMA = "stability-report/1"

Count = Annotated[int, Meta(ge=0)]
Share = Annotated[float, Meta(ge=0, le=1)]


class Public(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every public type: immutable, closed, every field written out."""


class Interval(Public, frozen=True):
    """Where the true value may lie, at which level and by which method."""

    lower: float | None
    upper: float | None
    level: Share
    method: IntervalMethod


class Bracket(Public, frozen=True):
    """What the rate would be if every trial that is not there had failed, or had passed."""

    worst: Share
    best: Share


class Provenance(Public, frozen=True):
    """What the report was computed from and by."""

    spec_sha256: Digest
    inputs_sha256: Digest
    generator: Generator
    seed: Count


class Generator(Public, frozen=True):
    """The program that computed the report."""

    name: Literal["stability-report"]
    version: Version


class Rules(Public, frozen=True):
    """The spec's numbers that decide something on the pages."""

    protocol: Label
    protocol_version: Label
    screen: Count
    confirmation: Count
    pass_k: list[Count]
    case_rule: Literal["all", "any"] | Count
    minimum_tasks: Count
    interval_method: IntervalMethod
    level: Share
    one_sided_level: Share
    boundary_margin: float
    order_alpha: Share
    order_minimum_trials: Count
    masquerade_max_wall_s: float
    identity_public: list[IdentityField]
    side_effect_classes: list[ClassName]


class Primary(Public, frozen=True):
    """The headline: what the arm did on its first pass, over cases with a valid outcome."""

    passed: Count
    cases: Count
    rate: Share | None
    interval: Interval | None
    bracket: Bracket | None
    fail_set: list[Alias]


class States(Public, frozen=True):
    """How the attempts ended, and the case-level trials that are not there.

    The two valid counts are None where they would give a withheld count back.
    """

    valid_task_success: Count | None
    valid_task_failure: Count | None
    invalid_infrastructure: Count
    protocol_violation: Count
    pending_adjudication: Count
    missing: Count
    owed: Count


class InvalidCauses(Public, frozen=True):
    """Why attempts were invalid_infrastructure."""

    infrastructure_missing: Count
    harness_timeout: Count
    billing_exhausted: Count
    model_delivery_budget_burn: Count


class FailureModes(Public, frozen=True):
    """How valid attempts failed; None where it would give a withheld count back."""

    no_deliverable: Count | None
    oracle_judged: Count | None


class EvidenceCounts(Public, frozen=True):
    """Valid case-level trials by the class of evidence they are."""

    same_day: Count
    cross_day: Count
    cross_arm: Count
    cross_time: Count
    contaminated: Count
    excluded_attempts: Count


class Plan(Public, frozen=True):
    """The ledger of an arm's repeat trials: the five kinds add up to what was planned."""

    planned: Count
    valid: Count
    protocol_violation: Count
    pending: Count
    missing: Count
    owed: Count


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
    """Whether failures cluster in the run order, pooled over the cases that can tell."""

    p_value: Share | None
    cases: Count
    clustered: bool | None
    undefined: Reason | None


class Dependence(Public, frozen=True):
    """What can be said of the independence of trials."""

    overdispersion: Overdispersion
    intra_class_correlation: IntraClassCorrelation
    order_clustering: OrderClustering


class NamedLists(Public, frozen=True):
    """Cases by whether they ever passed or ever failed on repeat."""

    always_fail: list[Alias]
    sometimes_fail: list[Alias]
    never_fail: list[Alias]


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
    """What the arm's attempts cost, over those that say, and how many do not say."""

    attempts: Count
    tokens: Tokens
    wall_s: float | None
    cost_usd: float | None
    window_share: float | None
    without: Without
    trials_by_tier: dict[Literal["bench-dedicated", "production-fallback", "not_recorded"], Count]


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


class ScoreCount(Public, frozen=True):
    """How often a score was reached."""

    score: float
    count: Count


class Boundary(Public, frozen=True):
    """A partial-credit case's scores against its threshold."""

    margin: float | None
    modal_score: float | None
    threshold: float | None
    score_distribution: list[ScoreCount] | None
    distinct_hit_vectors: Count | None
    modal_hit_vector_share: Share | None


class Variant(Public, frozen=True):
    """One scored variant; `moved` says whether it had both outcomes among its own trials."""

    variant: VariantName
    valid: Count
    passed: Count | None
    moved: bool | None


class Order(Public, frozen=True):
    """The outcomes in the order of their start, and the exact runs test of clustering."""

    pattern: OrderPattern
    runs: Count
    p_value: Share | None


class Case(Public, frozen=True):
    """One case under one arm."""

    case: Alias
    kind: Literal["binary", "partial"]
    decision_critical: bool
    primary_outcome: Outcome
    stage: Stage | None
    planned: Count
    valid: Count
    passed: Count | None
    invalid: Count
    protocol_violation: Count
    pending: Count
    missing: Count
    owed: Count
    verdict: Verdict | None
    rate: Share | None
    interval: Interval | None
    upper_bound: Share | None
    bracket: Bracket | None
    boundary: Boundary | None
    variants: list[Variant]
    order: Order | None
    escalate: bool
    escalate_reasons: list[EscalateReason]


class InvalidBurden(Public, frozen=True):
    """The share of attempts that were invalid_infrastructure."""

    invalid: Count
    attempts: Count
    rate: Share | None
    interval: Interval | None


class Arm(Public, frozen=True):
    """All that is published of one arm."""

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
    claimed_deliveries: Count
    reset_per_trial: bool | None
    deltas: list[Delta]
    limits: list[LimitCode]
    cases: list[Case]


class LeftOut(Public, frozen=True):
    """A case that a comparison leaves out, and why."""

    case: Alias
    reason: LeftOutReason


class PairedTable(Public, frozen=True):
    """First-pass outcomes of two arms on the same cases."""

    both_passed: Count
    only_a: Count
    only_b: Count
    neither: Count


class PairedTest(Public, frozen=True):
    """McNemar's exact test, its mid-p form, and the p value Holm gives within the report."""

    p_exact: Share | None
    p_mid: Share | None
    p_holm: Share | None
    family: Count
    undefined: Reason | None


class Difference(Public, frozen=True):
    """A difference of rates, a minus b."""

    estimate: float | None
    standard_error: float | None
    interval: Interval | None
    p_value: Share | None
    tasks: Count
    undefined: Reason | None


class OddsRatio(Public, frozen=True):
    """The conditional odds ratio of the discordant cases; an open end is None."""

    estimate: float | None
    interval: Interval | None
    undefined: Reason | None


class Comparison(Public, frozen=True):
    """Two arms on the same cases: concordance, discordance, and whether they can be told apart."""

    a: Label
    b: Label
    verdict: ComparisonVerdict
    same: list[IdentityField]
    differs: list[IdentityField]
    cases: Count
    left_out: list[LeftOut]
    table: PairedTable | None
    only_a: list[Alias]
    only_b: list[Alias]
    test: PairedTest
    difference: Difference
    odds_ratio: OddsRatio
    trials_difference: Difference


class Report(Public, frozen=True):
    """A whole public report: all that the pages are rendered from."""

    schema: Literal["stability-report/1"]
    version: Version
    published_on: Day | None
    provenance: Provenance
    rules: Rules
    notes: list[Note]
    arms: list[Arm]
    comparisons: list[Comparison]
    ledgers: Annotated[list[int], Meta(max_length=0)]
    studies: Annotated[list[int], Meta(max_length=0)]
    limits: list[LimitCode]


def encode(report: Report) -> bytes:
    """Return the one spelling of a report: indented, fields as declared, a newline at the end."""
    return msgspec.json.format(msgspec.json.encode(report), indent=2) + b"\n"


def decode(data: bytes) -> Report:
    """Read a report back; anything outside the closed types is refused."""
    return msgspec.json.decode(data, type=Report)


def json_schema() -> bytes:
    """Return the JSON Schema of the report, closed like the types."""
    schema = msgspec.json.schema(Report)
    document = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=2) + b"\n"
