"""What a study's run may be claimed for, with every reason against it.

A record that is not what was registered may be claimed for nothing; one that is, but whose primary
was cut or cannot be estimated, only as exploratory. Whether the answer is yes or no is no matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.artifacts.study_records import StudyArtifact
from generator.measures.study_audits import AuditMeasure
from generator.measures.study_contract import Clause
from generator.measures.study_decisions import Decisions
from generator.measures.study_differences import Difference
from generator.measures.study_pairs import PairsMeasure
from generator.measures.study_recorded_audits import FAKE_DRIVER, AuditId, has_fake_driver
from generator.measures.study_replay import Primary, StudyReplay
from generator.measures.study_retries import Retries
from generator.measures.study_rowset import RowSet
from generator.statistics import PrimaryDecision

Status = Literal["CONFIRMATORY", "EXPLORATORY", "INELIGIBLE"]
ReasonCode = Literal[
    "PILOT_RUN",
    "NO_DECISION_RULE",
    "REGISTERED_CONTRACT_MISMATCH",
    "ARTIFACT_HASH_MISMATCH",
    "FAKE_DRIVER",
    "MODEL_IDENTITY_MISMATCH",
    "AUDIT_BINDING_MISMATCH",
    "INCOMPLETE_ROW_SET",
    "STATISTICS_DIFFERENT",
    "CHECKPOINT_MISMATCH",
    "RETRY_RULE_BROKEN",
    "DEVIATIONS_RECORDED",
    "ISOLATION_FAILURE",
    "TIMING_EVIDENCE_FAILURE",
    "TRACE_DURABILITY_FAILURE",
    "INVALID_ROWS",
    "CUT_ROWS",
    "ZERO_BASELINE",
    "UNMATCHED_FACT_PAIRS",
]
EXPLORATORY: frozenset[ReasonCode] = frozenset(
    {"INVALID_ROWS", "CUT_ROWS", "ZERO_BASELINE", "UNMATCHED_FACT_PAIRS"}
)
"""Reasons that leave the run what was registered; each other one makes it ineligible."""

_OF_AUDITS: dict[AuditId, ReasonCode] = {
    "dataset": "REGISTERED_CONTRACT_MISMATCH",
    "fake_agent_contract": "FAKE_DRIVER",
    "model_profiles": "MODEL_IDENTITY_MISMATCH",
    "isolation": "ISOLATION_FAILURE",
    "timing_evidence": "TIMING_EVIDENCE_FAILURE",
    "traces": "TRACE_DURABILITY_FAILURE",
}
_REGISTERED = ("decision_rule", "expected_design", "preregistration", "dataset_inventory")


@dataclass(frozen=True, slots=True)
class Found:
    """All that speaks for or against a run."""

    study: StudyArtifact
    rows: RowSet
    departures: Sequence[Clause]
    replay: StudyReplay | None
    decisions: Decisions | None
    differences: Sequence[Difference]
    audits: Sequence[AuditMeasure]
    pairs: PairsMeasure | None
    retries: Retries


@dataclass(frozen=True, slots=True)
class Eligibility:
    """What the run may be claimed for, and every reason why no more."""

    status: Status
    reasons: tuple[ReasonCode, ...]


def assess(found: Found) -> Eligibility:
    """Return what a run may be claimed for."""
    reasons = tuple(
        dict.fromkeys([*_record(found), *_artifacts(found), *_audits(found), *_primaries(found)])
    )
    if any(reason not in EXPLORATORY for reason in reasons):
        return Eligibility("INELIGIBLE", reasons)
    return Eligibility("EXPLORATORY" if reasons else "CONFIRMATORY", reasons)


def _record(found: Found) -> Iterator[ReasonCode]:
    """Yield what makes the record another one than was registered."""
    study = found.study
    wrong = {check.name for check in study.hashes if check.agrees is False}
    if study.run.phase != "main":
        yield "PILOT_RUN"
    if study.rule is None:
        yield "NO_DECISION_RULE"
    if found.departures or wrong.intersection(_REGISTERED):
        yield "REGISTERED_CONTRACT_MISMATCH"
    listed = study.manifest or ()
    if "row_keys" in wrong or not all(file.agrees for file in listed):
        yield "ARTIFACT_HASH_MISMATCH"
    if _has_fake_driver(study):
        yield "FAKE_DRIVER"


def _has_fake_driver(study: StudyArtifact) -> bool:
    audit = study.audit or {}
    contract = audit.get("fakeAgentContract")
    counted = contract.get("deterministicDriverCount") if isinstance(contract, dict) else None
    return (
        FAKE_DRIVER in (study.run.driver_kinds or ())
        or has_fake_driver(audit.get("modelProfiles"))
        or (isinstance(counted, int) and counted > 0)
    )


def _artifacts(found: Found) -> Iterator[ReasonCode]:
    codes = {breach.code for breach in found.retries.breaches}
    if not found.rows.exact or not found.study.finished:
        yield "INCOMPLETE_ROW_SET"
    if found.differences:
        yield "STATISTICS_DIFFERENT"
    if codes & {"ROW_CONTRADICTED", "ROW_UNKNOWN", "TRIES_MISCOUNTED"}:
        yield "CHECKPOINT_MISMATCH"
    if codes & {"RESULT_RERUN", "TOO_MANY_RETRIES"}:
        yield "RETRY_RULE_BROKEN"
    if found.study.deviations:
        yield "DEVIATIONS_RECORDED"


def _audits(found: Found) -> Iterator[ReasonCode]:
    if any(audit.agrees is False for audit in found.audits):
        yield "AUDIT_BINDING_MISMATCH"
    for audit in found.audits:
        if audit.passed is False and audit.audit in _OF_AUDITS:
            yield _OF_AUDITS[audit.audit]


def _primaries(found: Found) -> Iterator[ReasonCode]:
    """Yield what leaves a primary without an answer."""
    replay, decisions = found.replay, found.decisions
    if replay is None or decisions is None:
        return
    primaries = [part for part in (replay.timing, replay.content) if part is not None]
    if any(_cut_for_invalid_rows(primary) for primary in primaries):
        yield "INVALID_ROWS"
    if PrimaryDecision.NOT_ESTIMABLE in (decisions.timing, decisions.content):
        yield "CUT_ROWS"
    timing = replay.timing
    if timing.comparison.tasks and timing.effects.reduction is None:
        yield "ZERO_BASELINE"
    if found.pairs is not None and not found.pairs.all_matched:
        yield "UNMATCHED_FACT_PAIRS"


def _cut_for_invalid_rows(primary: Primary) -> bool:
    return any(
        reason.code == "INVALID_ROW" for cut in primary.comparison.cuts for reason in cut.reasons
    )
