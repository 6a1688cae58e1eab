"""Words for every code of a preregistered study."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.words import Word
from generator.publication.study_words import (
    EligibilityReason,
    EligibilityStatus,
    Interpretation,
    PowerStatus,
    PrimaryWord,
    ReplayStatus,
    RowInvalidReason,
    StudyArm,
    StudyAuditId,
    StudyHash,
    StudyHypothesis,
    StudyPhase,
    StudyWord,
)

DEGENERATE = "degenerate: no draw differs"
"""What is said in the place of an interval without width, which would look like certainty."""

STUDY_DECISIONS: Mapping[StudyWord, Word] = {
    "PASS": Word("pass", "Every primary hypothesis that was registered is supported."),
    "PARTIAL": Word("partial", "One primary hypothesis is supported, the other is rejected."),
    "REJECT": Word("reject", "No primary hypothesis is supported."),
    "NOT_ESTIMABLE": Word(
        "not estimable", "At least one primary hypothesis cannot be decided by the rule."
    ),
}

PRIMARY_DECISIONS: Mapping[PrimaryWord, Word] = {
    "SUPPORTED": Word("supported", "Every condition of the frozen rule is met."),
    "REJECTED": Word(
        "rejected",
        "It could be decided, and at least one condition is not met. That is no proof of the "
        "opposite.",
    ),
    "NOT_ESTIMABLE": Word(
        "not estimable", "The record does not allow the rule to decide: nothing may be said."
    ),
}

HYPOTHESES: Mapping[StudyHypothesis, Word] = {
    "TIMING": Word("timing", "Whether a failure note works better just before the action."),
    "CONTENT": Word("content", "Whether a fact of failure works better than one of success."),
    "NO_TRAP": Word("no-trap check", "Whether the gate changes nothing where there is no trap."),
}

STUDY_ARMS: Mapping[StudyArm, Word] = {
    "NO_MEMORY": Word("no memory", "No fact at turn start, and no gate."),
    "TURN_START_FAILURE": Word("failure, turn start", "The failure fact, once, at turn start."),
    "TURN_START_SUCCESS": Word("success, turn start", "A matched success fact at turn start."),
    "PRE_ACTION_FAILURE": Word(
        "failure, before action", "The same failure fact, just before a matched action."
    ),
    "BOTH": Word("both times", "The failure fact at turn start and before the action."),
}

PHASES: Mapping[StudyPhase, Word] = {
    "pilot": Word("pilot", "A run that plans the main one; it can confirm nothing."),
    "main": Word("main run", "The run that the frozen rule decides."),
    "unspecified": Word("unspecified", "The run does not say which phase it belongs to."),
}

INTERPRETATIONS: Mapping[Interpretation, Word] = {
    "CONFIRMATORY": Word("confirmatory", "No task of the comparison was cut."),
    "EXPLORATORY_COMPLETE_TASKS": Word(
        "exploratory",
        "The estimates are over the complete tasks only. They describe, and decide nothing.",
    ),
}

CUT_CODES: Mapping[str, Word] = {
    "DUPLICATE_EXPECTED": Word("planned twice", "The design lists the same row twice."),
    "MISSING_DESIGN_CELL": Word("no pair planned", "The design lacks the row's partner."),
    "MISSING_ROW": Word("row missing", "A planned row is not there."),
    "DUPLICATE_ROW": Word("row doubled", "A planned row is there more than once."),
    "INVALID_ROW": Word("row invalid", "A row is invalid, for the reason that follows."),
    "MALFORMED_METRICS": Word("metric missing", "A valid row lacks one of its metrics."),
    "UNMATCHED_FACTS": Word("facts unmatched", "A row's facts are not of a matched pair."),
}

ROW_REASONS: Mapping[RowInvalidReason, Word] = {
    "CORPUS_INVALID": Word("corpus invalid", "The frozen benchmark failed its validation."),
    "CORE_REPO_DIR_MISMATCH": Word("core mismatch", "The harness's parts were not one build."),
    "START_DRIFT": Word("start drifted", "A starting state differs from the manifest."),
    "TRACE_GAP": Word("gap in the trace", "A required step is missing or out of order."),
    "VAGUE_CHECK": Word("check unclear", "The offline check could not tell how it ended."),
    "MIXED_ARM_STATE": Word("arms mixed", "The row had another arm's injection or state."),
    "UNMATCHED_FACTS": Word("pair unmatched", "The content pair failed its frozen audit."),
    "WAIT_RULE_FAULT": Word("gate too late", "The gate did not resolve before the action."),
    "HOST_RETRIES_EXHAUSTED": Word("host faults only", "Every allowed try ended in a host fault."),
    "UNKNOWN": Word("not stated", "The row is invalid and does not say why."),
}

ELIGIBILITY: Mapping[EligibilityStatus, Word] = {
    "CONFIRMATORY": Word(
        "confirmatory", "The record is what was registered, and both primaries could be decided."
    ),
    "EXPLORATORY": Word(
        "exploratory",
        "The record is what was registered, but a primary was cut or cannot be estimated.",
    ),
    "INELIGIBLE": Word(
        "ineligible", "The record is not what was registered. Nothing may be claimed from it."
    ),
}

ELIGIBILITY_REASONS: Mapping[EligibilityReason, Word] = {
    "PILOT_RUN": Word("no main run", "Only a main run can confirm anything."),
    "NO_DECISION_RULE": Word("no rule", "The run holds only the digest of its decision rule."),
    "REGISTERED_CONTRACT_MISMATCH": Word(
        "not as registered", "A digest, or a number of the design, is not the registered one."
    ),
    "ARTIFACT_HASH_MISMATCH": Word(
        "digest differs", "A row's key, or a file of the manifest, is not what it was."
    ),
    "FAKE_DRIVER": Word("fake agent", "The harness's own fake agent drove the run."),
    "MODEL_IDENTITY_MISMATCH": Word(
        "other model", "The audited model profiles are not those of the run."
    ),
    "AUDIT_BINDING_MISMATCH": Word(
        "audit contradicted", "An audit does not come out as recorded when it is derived again."
    ),
    "INCOMPLETE_ROW_SET": Word(
        "rows not exact", "Rows are missing, doubled or unplanned, or the run did not end."
    ),
    "STATISTICS_DIFFERENT": Word(
        "replay differs", "The recorded statistics are not those of the rows."
    ),
    "CHECKPOINT_MISMATCH": Word(
        "rows contradicted", "A row says other than the checkpoint of its tries."
    ),
    "RETRY_RULE_BROKEN": Word(
        "retry rule broken", "A task result was run again, or a fault retried too often."
    ),
    "DEVIATIONS_RECORDED": Word("deviations", "Deviations from the plan were logged."),
    "ISOLATION_FAILURE": Word("not isolated", "Rows shared something, or began differently."),
    "TIMING_EVIDENCE_FAILURE": Word(
        "payloads differ", "The two times did not carry the same fact."
    ),
    "TRACE_DURABILITY_FAILURE": Word(
        "traces missing", "A trace is not there, or is not what its row says."
    ),
    "INVALID_ROWS": Word("invalid rows", "Invalid rows cut a task of a primary."),
    "CUT_ROWS": Word("no answer", "A primary was cut, or cannot be estimated."),
    "ZERO_BASELINE": Word("baseline is zero", "The baseline never failed: nothing to reduce."),
    "UNMATCHED_FACT_PAIRS": Word("pairs unmatched", "A content pair did not match."),
}

POWER_STATUSES: Mapping[PowerStatus, Word] = {
    "COMPUTED": Word("computed", "The harness simulated the power from this pilot."),
    "VERIFIED_PILOT": Word("verified pilot", "The power is that of a pilot bound to this run."),
    "NOT_ESTIMABLE": Word("power unknown", "The pilot was cut, so nothing was simulated."),
    "NOT_RUN": Word("not simulated", "Nobody simulated the power."),
}

REPLAYS: Mapping[ReplayStatus, Word] = {
    "identical": Word(
        "identical", "The rows give the recorded statistics back, to the last digit."
    ),
    "different": Word("different", "The rows do not give the recorded statistics back."),
    "not_recorded": Word(
        "not replayed", "There are no recorded statistics, or no rule to replay them by."
    ),
}

STUDY_AUDITS: Mapping[StudyAuditId, Word] = {
    "dataset": Word("data set", "Version, inventory and revisions are the registered ones."),
    "expected_design": Word("row set", "There is one row for every planned one, and no other."),
    "fact_pairs": Word("content pairs", "Every pair matches by all of its limits."),
    "isolation": Word("isolation", "No two rows shared anything, and pairs began alike."),
    "timing_evidence": Word("timing payloads", "Both times carried the same fact."),
    "fake_agent_contract": Word("fake agent", "A fake agent's run repeats itself exactly."),
    "model_profiles": Word("model profiles", "The audited profiles are those of the run."),
    "no_trap": Word("no-trap rows", "Every no-trap row ended as it should."),
    "deviations": Word("no deviation", "Nothing was logged as a deviation."),
    "traces": Word("traces", "Every row's trace is there, unchanged."),
    "cuts": Word("no cut", "No task was cut; both must list the same cuts."),
    "decision": Word("decision", "The recorded decision is the one that the rows give."),
}

STUDY_HASHES: Mapping[StudyHash, Word] = {
    "decision_rule": Word("decision rule", "The frozen rule's bytes have the recorded digest."),
    "expected_design": Word("expected design", "The planned rows have the recorded digest."),
    "preregistration": Word("preregistration", "The run and its rule name the same text."),
    "dataset_inventory": Word("inventory", "The run and its rule name the same data set."),
    "row_keys": Word("row keys", "Every row's key is the digest of its identity."),
    "manifest": Word("manifest", "Every listed file has its listed digest."),
}
