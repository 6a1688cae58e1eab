"""The records every reader yields: a run, the cases it set out to attempt, and its attempts.

Records are typed once, here, at the edge; nothing downstream checks a type again. Everything in
them is private. A reader of a foreign harness fills what its format knows and leaves the rest None.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Literal

import msgspec

from generator.errors import Problem

Instant = int
"""Nanoseconds since 1970-01-01T00:00:00Z: two spellings of one instant compare equal."""

JsonValue = None | bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"]

Role = Literal["primary", "repeat", "makeup", "observational"]
Scope = Literal["full", "fail_set", "spot_check"]
CaseKind = Literal["binary", "partial"]
AuditStatus = Literal["clean", "substitute_calls", "not_audited"]
AccountTier = Literal["bench-dedicated", "production-fallback"]


class State(StrEnum):
    """The terminal states of an attempt, in the protocol's own words."""

    SUCCESS = "valid_task_success"
    FAILURE = "valid_task_failure"
    INVALID = "invalid_infrastructure"
    VIOLATION = "protocol_violation"
    PENDING = "pending_adjudication"
    DRIVER_EXCEPTION = "driver_exception"

    @property
    def valid(self) -> bool:
        """Whether an attempt that ended so has a task outcome."""
        return self in (State.SUCCESS, State.FAILURE)


class InvalidCause(StrEnum):
    """Why an attempt is invalid_infrastructure."""

    INFRASTRUCTURE_MISSING = "infrastructure_missing"
    HARNESS_TIMEOUT = "harness_timeout"
    BILLING_EXHAUSTED = "billing_exhausted"
    DELIVERY_BUDGET = "model_delivery_budget_burn"


class FailureMode(StrEnum):
    """How a valid attempt failed: nothing was delivered, or the oracle judged what was."""

    NO_DELIVERABLE = "no_deliverable"
    ORACLE_JUDGED = "oracle_judged"


class Record(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The base of the private records: immutable, keyword only, unknown input fields ignored."""


class ArmIdentity(Record, frozen=True):
    """The complete unit under test, as far as the artifact states it."""

    arm_id: str
    provider_endpoint: str | None = None
    lane: str | None = None
    served_model: str | None = None
    model_snapshot: str | None = None
    effort: str | None = None
    reasoning_wire: str | None = None
    harness: str | None = None
    harness_version: str | None = None
    runner_config: dict[str, JsonValue] | None = None
    profile: str | None = None
    fallback_policy: str | None = None
    isolation: str | None = None
    egress: str | None = None
    spec_sha256: str | None = None
    base_bundle_sha256: str | None = None
    oracle_pack_sha256: str | None = None
    index_version: str | None = None


IDENTITY_FIELDS: tuple[str, ...] = tuple(
    field for field in ArmIdentity.__struct_fields__ if field != "arm_id"
)
"""Every field of which one difference makes another arm."""


class CasePlan(Record, frozen=True):
    """A case a run set out to attempt."""

    case_id: str
    variants: tuple[str, ...] = ()
    scored_variants: tuple[str, ...] | None = None
    kind: CaseKind = "binary"
    threshold: float | None = None
    max_score: float | None = None
    decision_critical: bool = False

    @property
    def scored(self) -> tuple[str | None, ...]:
        """The variants a trial needs a valid attempt of; (None,) for a case without variants.

        Sorted: two runs may list them in two orders, and a trial holds its attempts in this one.
        """
        chosen = self.variants if self.scored_variants is None else self.scored_variants
        return tuple(sorted(chosen)) or (None,)


class Window(Record, frozen=True):
    """The time a run took, end not before start."""

    start: Instant
    end: Instant


class WireAudit(Record, frozen=True):
    """What the audit of the wire traffic found."""

    status: AuditStatus
    substitute_calls: int = 0


class Budget(Record, frozen=True):
    """The budget gate of a designed screen."""

    owner_approved: bool
    account: str | None = None
    account_tier: AccountTier | None = None
    expected_window_share: float | None = None


class Run(Record, frozen=True):
    """One run of one arm, as its own file states it."""

    run_id: str
    role: Role
    stage: Literal[0, 1, 2] | None
    scope: Scope
    arm: ArmIdentity
    cases: tuple[CasePlan, ...]
    trials_per_case: int
    window: Window | None
    wire_audit: WireAudit
    concurrency: int | None = None
    timeout_s: float | None = None
    budget: Budget | None = None


class SideEffect(Record, frozen=True):
    """Effects of one class outside the declared task contract."""

    name: str = msgspec.field(name="class")
    count: int


class Attempt(Record, frozen=True):
    """One attempt at one case or variant. `line` is where its file states it.

    The fields from `attempt_id` on are the counted ones: two copies of one attempt must agree on
    them, except for `attempt_id` itself. `end` is the harness's own word for how it ended, where
    it has one, and `contested` whether that word may be read as a failure or as infrastructure.
    """

    line: int
    attempt_id: str
    case_id: str
    variant: str | None
    repeat_index: int
    started_at: Instant | None
    ended_at: Instant | None
    state: State
    invalid_cause: InvalidCause | None = None
    failure_mode: FailureMode | None = None
    claimed_delivery: bool = False
    score: float | None = None
    criteria_hits: tuple[bool, ...] | None = None
    side_effects: tuple[SideEffect, ...] | None = None
    reset_id: str | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    wall_s: float | None = None
    billing_fingerprint: str | None = None
    account_tier: AccountTier | None = None
    window_share: float | None = None
    makeup_of: str | None = None
    cap_s: float | None = None
    end: str | None = None
    contested: bool = False


class Source(Record, frozen=True):
    """A file that was parsed, with the digest of the very bytes that were parsed."""

    path: Path
    relative: str
    sha256: str


class RunArtifact(Record, frozen=True):
    """All that one reader took from one place: one printed copy of one run.

    `file` is the file that states the run and `attempts_file` the one that states its attempts
    (the same for formats with a single file); `folded` is how many attempts were identical copies
    of another one in the same file and are left out; `warnings` are the problems that cost nothing
    but must be said; `continues` is what all files of a run have in common that was taken up again.
    `unnamed` are the case_ids that stand for cases which the file counts but does not name.
    """

    format: str
    file: Path
    attempts_file: Path
    run: Run
    attempts: tuple[Attempt, ...]
    sources: tuple[Source, ...]
    folded: int = 0
    warnings: tuple[Problem, ...] = ()
    continues: str | None = None
    unnamed: tuple[str, ...] = ()
