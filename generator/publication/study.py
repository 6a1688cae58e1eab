"""The public types of a preregistered study: its record, its decision, and what it may claim."""

from __future__ import annotations

from typing import Literal

from generator.publication.base import Count, Public, Share
from generator.publication.strings import Alias, CutReason, StatisticsPath, VariantName
from generator.publication.study_effects import (
    HolmEntry,
    NoTrapCheck,
    Recomputed,
    StudyArmOutcome,
    StudyComparison,
    StudyDecisions,
    TaskEffect,
)
from generator.publication.study_words import (
    EligibilityReason,
    EligibilityStatus,
    PowerStatus,
    RecordedWord,
    ReplayStatus,
    RowInvalidReason,
    StudyArm,
    StudyAuditId,
    StudyHash,
    StudyHypothesis,
    StudyPhase,
    StudyWord,
)


class StudyDesign(Public, frozen=True):
    """What was registered: tasks, variants a task, seeds, arms, and the rows of both analyses."""

    tasks: Count
    variants: Count
    seeds: Count
    arms: Count
    expected_rows: Count
    terminal_rows: Count
    exact: bool


class StudyCompleteness(Public, frozen=True):
    """The rows against the design: expected = valid + invalid + missing where the set is exact."""

    valid: Count
    invalid: Count
    missing: Count
    duplicate: Count
    unexpected: Count
    unlisted: Count
    invalid_reasons: dict[RowInvalidReason, Count]


class StudyCut(Public, frozen=True):
    """A whole task left out of one comparison, with every reason."""

    hypothesis: StudyHypothesis
    task: Alias
    reasons: list[CutReason]


class ImputedRow(Public, frozen=True):
    """An invalid row that the rule scores against the candidate instead of cutting its task."""

    task: Alias
    variant: VariantName
    arm: StudyArm
    seed: Count


class StudyThresholds(Public, frozen=True):
    """Every threshold that the frozen rule decides by; null for what it does not register."""

    minimum_benefit: float
    minimum_relative_risk_reduction: float
    timing_interval_above: float
    timing_adjusted_p_below: Share
    content_failure_interval_above: float | None
    content_pass_interval_above: float | None
    content_adjusted_p_below: Share | None
    minimum_timing_power: Share | None
    minimum_content_power: Share | None
    minimum_no_trap_power: Share | None
    host_fault_retries: Count
    tasks: Count


class StudyPowerRead(Public, frozen=True):
    """The power that the harness simulated from the pilot; null where its file says none."""

    status: PowerStatus | None
    timing: Share | None
    content: Share | None
    no_trap: Share | None


class PowerPoint(Public, frozen=True):
    """The power of a study of so many tasks like the pilot's, by this program's simulation.

    The standard errors are the simulation's own; the error of a pilot of few tasks is not in them.
    """

    tasks: Count
    experiments: Count
    timing: Share
    timing_standard_error: float
    content: Share | None
    content_standard_error: float | None
    no_trap: Share | None
    no_trap_standard_error: float | None


class StudyAudit(Public, frozen=True):
    """One required audit: as recorded, as derived again from the artifacts, and whether it passed.

    `rederived` is null where the artifacts do not hold what it takes.
    """

    id: StudyAuditId
    recorded: bool | StudyWord | None
    rederived: bool | StudyWord | None
    passed: bool | None


class StudyDeviations(Public, frozen=True):
    """How many deviations were logged; null without the log. What they say is private."""

    count: Count | None


class StudyRetries(Public, frozen=True):
    """The tries of all rows; `paused` if the run ended before it wrote its rows."""

    rows_retried: Count
    host_faults: Count
    most_tries: Count
    exhausted: Count
    violations: Count
    paused: bool


class ReplayDifference(Public, frozen=True):
    """A path of the recorded statistics, its value there, and the one that the rows give."""

    path: StatisticsPath
    recorded: RecordedWord | bool | int | float | None
    replayed: RecordedWord | bool | int | float | None


class StudyReplay(Public, frozen=True):
    """Whether the recorded statistics are those of the rows, to the last digit."""

    status: ReplayStatus
    differences: list[ReplayDifference]


class StudyEligibility(Public, frozen=True):
    """What the run may be claimed for, with every reason against it."""

    status: EligibilityStatus
    reasons: list[EligibilityReason]


class Study(Public, frozen=True):
    """One study run; its numbers are the replay's, in the arithmetic that was registered.

    Where the run holds only the digest of its rule, nothing is decided and `timing` is null.
    """

    study: Alias
    phase: StudyPhase
    rule_version: Count | None
    schema_version: Count
    seed: Count
    draws: Count
    level: Share | None
    alpha: Share | None
    cuts: list[StudyCut]
    timing: StudyComparison | None
    content: StudyComparison | None
    content_compound_p: Share | None
    holm: list[HolmEntry]
    decisions: StudyDecisions
    study_decision: StudyWord | None
    no_trap: NoTrapCheck | None
    hypothesis_set: Literal["timing_only"] | None
    imputed_rows: list[ImputedRow]
    design: StudyDesign
    completeness: StudyCompleteness
    thresholds: StudyThresholds | None
    recomputed: Recomputed | None
    power: StudyPowerRead
    power_curve: list[PowerPoint]
    audits: list[StudyAudit]
    deviations: StudyDeviations
    retries: StudyRetries
    replay: StudyReplay
    hashes: dict[StudyHash, bool | None]
    eligibility: StudyEligibility
    arm_outcomes: list[StudyArmOutcome]
    task_effects: list[TaskEffect]
