"""The records of reliability ledgers: what trial logs, evaluation bundles and PER files say.

Two ways of saying it: a trial log states every trial, from which all else follows; a bundle or a
Portable Evaluation Record states counts of its trials, and figures that its producer drew from
them. Everything in these records is private.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Literal

from generator.artifacts.eio_predicates import PREDICATE_KINDS, PredicateKind
from generator.artifacts.records import Instant, Record, Source
from generator.errors import Problem

Outcome = Literal["pass", "fail", "invalid"]
Band = Literal["CONFIRMED", "INTERMITTENT", "UNCONFIRMED", "NOT_RETESTED"]
ProofStatus = Literal["PROVEN", "UNPROVEN"]
Severity = Literal["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFORMATIONAL"]
"""From the gravest to the slightest."""


class TrialKind(StrEnum):
    """What a trial repeats: the same scenario, its meaning, or everything but the decisive fact."""

    REPEAT = "eio.trial.repeat"
    METAMORPHIC = "eio.trial.metamorphic"
    COUNTERFACTUAL = "eio.trial.counterfactual"

    @property
    def counts(self) -> bool:
        """Whether trials of the kind count toward pass^k and recurrence."""
        return self is not TrialKind.COUNTERFACTUAL


class ClaimState(StrEnum):
    """What was decided of a claim; the last three fault the evaluator and stand in no trial log."""

    PASS = "APPLICABLE_PASS"  # noqa: S105 - a decision, not a password
    FAIL = "APPLICABLE_FAIL"
    NOT_APPLICABLE = "NOT_APPLICABLE"
    UNRESOLVED = "UNRESOLVED"
    EVIDENCE_INVALID = "EVIDENCE_INVALID"
    EVIDENCE_INCOMPLETE = "EVIDENCE_INCOMPLETE"
    EVALUATOR_ERROR = "EVALUATOR_ERROR"


class Claim(Record, frozen=True):
    """An original claim; `kind` is None where nothing says what kind its predicate is.

    `by_obligation` says whether its severity comes from obligations in scope.
    """

    claim_id: str
    predicate: str
    kind: PredicateKind | None
    state: ClaimState
    exact: bool
    citation_verified: bool = False
    evidence_valid: bool = True
    finding_id: str | None = None
    severity: Severity | None = None
    by_obligation: bool = False

    @property
    def makes_finding(self) -> bool:
        """Whether the claim is a failure, with valid evidence, on a risk or a safeguard."""
        failed = self.state is ClaimState.FAIL and self.evidence_valid
        return failed and self.kind in ("risk", "safeguard")


def kind_of(predicate: str, *, risk_named: bool) -> PredicateKind | None:
    """Return the kind of a predicate by the vocabulary, or by the risk that its claim names."""
    return PREDICATE_KINDS.get(predicate, "risk" if risk_named else None)


class Check(Record, frozen=True):
    """Whether a claim reproduced in one trial."""

    claim_id: str
    reproduced: bool


class Trial(Record, frozen=True):
    """One re-execution of a pinned scenario."""

    trial_id: str
    task_id: str
    kind: TrialKind
    session: str | None
    outcome: Outcome
    decision: str | None
    baseline_decision: str | None
    checks: tuple[Check, ...]

    @property
    def valid(self) -> bool:
        """Whether the trial has an outcome."""
        return self.outcome != "invalid"

    @property
    def counted(self) -> bool:
        """Whether the trial counts toward pass^k and recurrence."""
        return self.valid and self.kind.counts


class TrialLog(Record, frozen=True):
    """A directory of trials, each stated by itself."""

    format: str
    file: Path
    run_id: str
    k: int
    floor: int
    trials: tuple[Trial, ...]
    claims: tuple[Claim, ...]
    sources: tuple[Source, ...]
    ended: Instant | None = None
    folded: int = 0
    warnings: tuple[Problem, ...] = ()


class Retest(Record, frozen=True):
    """In how many of how many passes a claim reproduced, as a producer counted it.

    `task` is the label before the `::` of its ledger key; a record states a band and a finding.
    """

    claim_id: str
    kind: TrialKind
    reproduced_in: int
    retests: int
    task: str | None
    ledger_key: str | None
    finding_id: str | None = None
    band: Band | None = None


class StatedRate(Record, frozen=True):
    """pass^1 and pass^k with their standard errors, as stated; a bundle says nothing of a floor."""

    pass_1: float | None = None
    pass_k: float | None = None
    pass_1_se: float | None = None
    pass_k_se: float | None = None
    published: bool | None = None
    floor: int | None = None


class TaskLists(Record, frozen=True):
    """Tasks by whether they ever passed: labels, or unkeyed hashes of them, private both."""

    always_fail: tuple[str, ...] = ()
    sometimes_fail: tuple[str, ...] = ()
    never_fail: tuple[str, ...] = ()


class StatedTrials(Record, frozen=True):
    """What a bundle or a record says of its re-test passes."""

    kind: TrialKind
    passes: int
    k: int
    tasks: int
    retests: tuple[Retest, ...]
    rate: StatedRate
    lists: TaskLists


class Bundle(Record, frozen=True):
    """An evaluation bundle, as far as its ledger goes; `trials` is None if none was re-tested."""

    format: str
    file: Path
    run_id: str
    archive_sha256: str
    claims: tuple[Claim, ...]
    trials: StatedTrials | None
    ended: Instant | None
    sources: tuple[Source, ...]
    warnings: tuple[Problem, ...] = ()


class StatedFinding(Record, frozen=True):
    """A behavioural finding as a record states it; `occurred` is what its occurrence row says."""

    finding_id: str
    claim_ids: tuple[str, ...]
    predicate: str | None
    exact: bool
    severity: Severity | None
    by_obligation: bool
    proof_status: ProofStatus
    band: Band
    occurred: bool


class PortableRecord(Record, frozen=True):
    """A Portable Evaluation Record, as far as its ledger goes.

    `archive_sha256` is the digest of the bundle it was made from, `content` that of itself.
    """

    format: str
    file: Path
    run_id: str | None
    archive_sha256: str
    content: str
    findings: tuple[StatedFinding, ...]
    trials: StatedTrials | None
    ended: Instant | None
    sources: tuple[Source, ...]
    warnings: tuple[Problem, ...] = ()


LedgerArtifact = TrialLog | Bundle | PortableRecord
"""Everything that holds a reliability ledger."""
