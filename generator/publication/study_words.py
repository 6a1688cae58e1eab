"""The closed vocabulary of studies: every word of theirs that can be published."""

from __future__ import annotations

from typing import Literal

StudyPhase = Literal["pilot", "main", "unspecified"]
StudyArm = Literal[
    "NO_MEMORY", "TURN_START_FAILURE", "TURN_START_SUCCESS", "PRE_ACTION_FAILURE", "BOTH"
]
StudyHypothesis = Literal["TIMING", "CONTENT", "NO_TRAP"]
PrimaryHypothesis = Literal["TIMING", "CONTENT"]
PrimaryWord = Literal["SUPPORTED", "REJECTED", "NOT_ESTIMABLE"]
StudyWord = Literal["PASS", "PARTIAL", "REJECT", "NOT_ESTIMABLE"]
Interpretation = Literal["CONFIRMATORY", "EXPLORATORY_COMPLETE_TASKS"]
RowInvalidReason = Literal[
    "CORPUS_INVALID",
    "CORE_REPO_DIR_MISMATCH",
    "START_DRIFT",
    "TRACE_GAP",
    "VAGUE_CHECK",
    "MIXED_ARM_STATE",
    "UNMATCHED_FACTS",
    "WAIT_RULE_FAULT",
    "HOST_RETRIES_EXHAUSTED",
    "UNKNOWN",
]
StudyAnalysis = Literal["primary", "no_trap"]
PowerStatus = Literal["COMPUTED", "VERIFIED_PILOT", "NOT_ESTIMABLE", "NOT_RUN"]
StudyAuditId = Literal[
    "dataset",
    "expected_design",
    "fact_pairs",
    "isolation",
    "timing_evidence",
    "fake_agent_contract",
    "model_profiles",
    "no_trap",
    "deviations",
    "traces",
    "cuts",
    "decision",
]
StudyHash = Literal[
    "decision_rule",
    "expected_design",
    "preregistration",
    "dataset_inventory",
    "row_keys",
    "manifest",
]
ReplayStatus = Literal["identical", "different", "not_recorded"]
RecordedWord = Literal[
    "NO_MEMORY",
    "TURN_START_FAILURE",
    "TURN_START_SUCCESS",
    "PRE_ACTION_FAILURE",
    "BOTH",
    "SUPPORTED",
    "REJECTED",
    "NOT_ESTIMABLE",
    "PASS",
    "PARTIAL",
    "REJECT",
    "CONFIRMATORY",
    "EXPLORATORY_COMPLETE_TASKS",
    "timing_only",
]
"""Every word that recorded statistics can hold where the replay has another."""

EligibilityStatus = Literal["CONFIRMATORY", "EXPLORATORY", "INELIGIBLE"]
EligibilityReason = Literal[
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
"""Why a study's run may be claimed for no more."""
