"""The public types of a reliability ledger: occurrence beside recurrence, never pooled.

Every word of a ledger's own vocabulary is listed here. An id of a predicate is public only if the
published EIO vocabulary has it.
"""

from __future__ import annotations

from typing import Literal

from generator.artifacts.eio_predicates import PredicateId
from generator.publication.base import Count, Interval, Public, Share
from generator.publication.strings import Alias, Suppressed

LedgerInput = Literal["trial_log", "bundle", "record"]
TrialKind = Literal["eio.trial.repeat", "eio.trial.metamorphic", "eio.trial.counterfactual"]
CountedKind = Literal["eio.trial.repeat", "eio.trial.metamorphic"]
"""The kinds of trial that count toward pass^k and recurrence."""

Band = Literal["CONFIRMED", "INTERMITTENT", "UNCONFIRMED", "NOT_RETESTED"]
ProofStatus = Literal["PROVEN", "UNPROVEN"]
Severity = Literal["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL"]
SeveritySource = Literal["OBLIGATION", "NONE"]
ListName = Literal["always_fail", "sometimes_fail", "never_fail"]
LedgerReason = Literal[
    "NO_TRIALS",
    "TOO_FEW_TRIALS",
    "ONE_TASK",
    "ONE_SESSION",
    "ZERO_VARIANCE",
    "NO_VARIATION",
    "NO_TASK_COUNTS",
]
"""Why a number of a ledger is not there."""

DisagreementPlace = Literal[
    "status",
    "passes",
    "k",
    "tasks",
    "named_lists",
    "recurrence.band",
    "recurrence.reproduced_in",
    "recurrence.retests",
    "findings.recurrence.band",
    "findings.proof_status",
    "findings.severity",
    "occurrence.occurred",
    "rate.published",
    "rate.pass_1",
    "rate.pass_k",
    "rate.pass_1_se",
    "rate.pass_k_se",
]
"""What of a producer's statements disagrees with its counts, as records name it."""

StatedWord = Literal[
    "EVALUATED",
    "CONFIRMED",
    "INTERMITTENT",
    "UNCONFIRMED",
    "NOT_RETESTED",
    "PROVEN",
    "UNPROVEN",
    "CRITICAL",
    "HIGH",
    "MEDIUM",
    "LOW",
    "INFORMATIONAL",
    "always_fail",
    "sometimes_fail",
    "never_fail",
]
"""Every word that a disagreement can be about."""


class LedgerTrials(Public, frozen=True):
    """Trials of one kind; null where only the number of passes is stated."""

    kind: TrialKind
    valid: Count | None
    invalid: Count | None


class Occurrence(Public, frozen=True):
    """A finding: what occurred with valid evidence. Its deduction stays, whether it recurs or not.

    Its severity comes from obligations in scope, or there is none.
    """

    finding: Alias
    severity: Severity | None
    severity_source: SeveritySource
    proof_status: ProofStatus
    occurred: Literal[True]
    deduction_retained: Literal[True]


class KindRecurrence(Public, frozen=True):
    """A claim's re-tests by trials of one kind."""

    kind: CountedKind
    reproduced_in: Count
    retests: Count


class Recurrence(Public, frozen=True):
    """A claim's re-tests: in how many of them it reproduced, and the band that makes."""

    claim: Alias
    finding: Alias | None
    band: Band
    reproduced_in: Count
    retests: Count
    by_kind: list[KindRecurrence]


class LedgerDispersion(Public, frozen=True):
    """Pearson's dispersion of classes of trials: about 1 where only chance moves them."""

    estimate: float | None
    degrees_of_freedom: Count | None
    p_value: Share | None
    undefined: LedgerReason | None


class LedgerCorrelation(Public, frozen=True):
    """How alike trials of one class are, not cut at 0."""

    estimate: float | None
    interval: Interval | None
    undefined: LedgerReason | None


class Overdispersions(Public, frozen=True):
    """Overdispersion by task, and by session within task where trials name their sessions."""

    by_task: LedgerDispersion
    by_session: LedgerDispersion | None


class IntraClassCorrelations(Public, frozen=True):
    """Correlation by task, and by session within task where trials name their sessions."""

    by_task: LedgerCorrelation
    by_session: LedgerCorrelation | None


class LedgerRate(Public, frozen=True):
    """pass^1 and pass^k, means over tasks, each with its errors; null under the floor of tasks.

    The standard errors are those of a sample of tasks; `…_trials` is the noise of the trials
    alone. A rate that a producer states has that producer's errors and no interval.
    """

    basis: Literal["computed", "stated"]
    k: Count
    tasks: Count
    floor: Count
    published: bool
    suppressed_state: Suppressed | None
    pass_1: Share | None
    pass_1_standard_error: float | None
    pass_1_standard_error_trials: float | None
    pass_1_interval: Interval | None
    pass_k: Share | None
    pass_k_standard_error: float | None
    pass_k_standard_error_trials: float | None
    pass_k_interval: Interval | None
    overdispersion: Overdispersions | None
    intra_class_correlation: IntraClassCorrelations | None
    undefined: LedgerReason | None


class LedgerLists(Public, frozen=True):
    """Tasks by whether they ever passed or ever failed, over the trials that count."""

    always_fail: list[Alias]
    sometimes_fail: list[Alias]
    never_fail: list[Alias]


class EvaluatorFinding(Public, frozen=True):
    """Metamorphic trials whose decision changed, which faults the evaluator and not the agent."""

    predicate: PredicateId | None
    judged: Count
    changed: Count
    tasks: list[Alias]


class PredicateDefect(Public, frozen=True):
    """Counterfactual trials whose decision did not change with the decisive fact."""

    predicate: PredicateId | None
    judged: Count
    unchanged: Count
    tasks: list[Alias]


class LedgerDisagreement(Public, frozen=True):
    """A value that a producer states, and the one that its own counts make."""

    where: DisagreementPlace
    claim: Alias | None
    finding: Alias | None
    task: Alias | None
    stated: StatedWord | bool | int | float | None
    derived: StatedWord | bool | int | float | None


class Ledger(Public, frozen=True):
    """One reliability ledger, from a trial log, an evaluation bundle or a record of one.

    `passes` is null where tasks differ in how many trials they have; `tasks` are those with at
    least k. `rate` is null where nothing was re-tested.
    """

    ledger: Alias
    inputs: list[LedgerInput]
    trial_kinds: list[TrialKind]
    trials: list[LedgerTrials]
    passes: Count | None
    k: Count | None
    tasks: Count | None
    occurrence: list[Occurrence]
    recurrence: list[Recurrence]
    finding_bands: dict[Alias, Band]
    rate: LedgerRate | None
    rate_by_kind: dict[CountedKind, LedgerRate]
    named_lists: LedgerLists
    evaluator_findings: list[EvaluatorFinding]
    predicate_defects: list[PredicateDefect]
    disagreements: list[LedgerDisagreement]
