"""Words for every code of a reliability ledger."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.words import Word
from generator.publication.eio import (
    Band,
    DisagreementPlace,
    LedgerInput,
    LedgerReason,
    ListName,
    ProofStatus,
    Severity,
    SeveritySource,
    TrialKind,
)

BANDS: Mapping[Band, Word] = {
    "CONFIRMED": Word("confirmed", "The claim reproduced in every re-test."),
    "INTERMITTENT": Word("intermittent", "The claim reproduced in some re-tests, not in all."),
    "UNCONFIRMED": Word(
        "unconfirmed", "The claim was re-tested and reproduced in none. It happened all the same."
    ),
    "NOT_RETESTED": Word(
        "not re-tested", "Nobody tried again. That is not the same as trying in vain."
    ),
}
"""From the strongest to the weakest."""

PROOFS: Mapping[ProofStatus, Word] = {
    "PROVEN": Word(
        "proven",
        "Every claim has a verified citation, and says exactly what it shows or always recurs.",
    ),
    "UNPROVEN": Word("unproven", "The evidence is valid, and does not by itself prove the claim."),
}

SEVERITIES: Mapping[Severity, Word] = {
    "CRITICAL": Word("critical", "The gravest level that an obligation in scope gives."),
    "HIGH": Word("high", "The second level of five."),
    "MEDIUM": Word("medium", "The third level of five."),
    "LOW": Word("low", "The fourth level of five."),
    "INFORMATIONAL": Word("informational", "The slightest level."),
}
"""From the gravest to the slightest."""

SEVERITY_SOURCES: Mapping[SeveritySource, Word] = {
    "OBLIGATION": Word("an obligation", "An obligation in scope gives the finding its severity."),
    "NONE": Word("none", "No obligation is in scope, so the finding has no severity."),
}

TRIAL_KINDS: Mapping[TrialKind, Word] = {
    "eio.trial.repeat": Word(
        "repeat",
        "The same pinned scenario at the same seed: how stable sampling and evaluator are.",
    ),
    "eio.trial.metamorphic": Word(
        "metamorphic",
        "The same meaning behind another surface: how robust the behaviour is.",
    ),
    "eio.trial.counterfactual": Word(
        "counterfactual",
        "Another decisive fact: whether the predicate notices. It counts toward no rate.",
    ),
}

INPUTS: Mapping[LedgerInput, Word] = {
    "trial_log": Word("trial log", "Every trial is stated; all numbers are computed from them."),
    "bundle": Word("bundle", "The producer's own counts of its re-tests."),
    "record": Word(
        "evaluation record",
        "What a producer states of its run. It is shown as stated, and checked against its counts.",
    ),
}

LISTS: Mapping[ListName, Word] = {
    "always_fail": Word("failed every trial", "No trial of the task that counts passed."),
    "sometimes_fail": Word("failed some trials", "Of the task's trials some passed, some failed."),
    "never_fail": Word("passed every trial", "No trial of the task that counts failed."),
}

LEDGER_REASONS: Mapping[LedgerReason, Word] = {
    "NO_TRIALS": Word("no trial counts", "There is no trial to compute it from."),
    "TOO_FEW_TRIALS": Word("too few trials", "There are fewer trials than it needs."),
    "ONE_TASK": Word("one task only", "With a single task there is no spread over tasks."),
    "ONE_SESSION": Word("one session a task", "No task was tried in more than one session."),
    "ZERO_VARIANCE": Word(
        "all tasks alike", "Every task has the same value; that is no proof of certainty."
    ),
    "NO_VARIATION": Word("one outcome only", "Every trial ended alike, so it cannot be computed."),
    "NO_TASK_COUNTS": Word(
        "not stated by task", "The producer does not say how often each task passed."
    ),
}

PLACES: Mapping[DisagreementPlace, Word] = {
    "status": Word("re-tested or not", "The record and its bundle differ in whether re-tests ran."),
    "passes": Word("re-test passes", "The record and its bundle differ in how many passes ran."),
    "k": Word("k", "The record and its bundle differ in the k of pass^k."),
    "tasks": Word("tasks", "The number of tasks is not that of the tasks in the lists."),
    "named_lists": Word("list of a task", "The task's re-tests put it into another list."),
    "recurrence.band": Word("band of a claim", "The claim's re-tests make another band."),
    "recurrence.reproduced_in": Word(
        "times reproduced", "The record and its bundle count a claim's reproductions differently."
    ),
    "recurrence.retests": Word(
        "re-tests of a claim", "The record and its bundle count a claim's re-tests differently."
    ),
    "findings.recurrence.band": Word(
        "band of a finding", "The finding's band is not the weakest of its claims."
    ),
    "findings.proof_status": Word(
        "proof of a finding", "The rule does not let it be proven: it is not exact, nor confirmed."
    ),
    "findings.severity": Word(
        "severity of a finding", "No obligation stands behind the severity, so there is none."
    ),
    "occurrence.occurred": Word(
        "occurrence", "A finding occurred, and observations make none, whatever the record says."
    ),
    "rate.published": Word(
        "whether published", "The record publishes, or suppresses, against its own floor."
    ),
    "rate.pass_1": Word("pass^1", "The counts make another mean."),
    "rate.pass_k": Word("pass^k", "The counts make another mean."),
    "rate.pass_1_se": Word(
        "standard error of pass^1",
        "Records take each task for one draw of a coin; here it is the spread over tasks.",
    ),
    "rate.pass_k_se": Word(
        "standard error of pass^k",
        "Records take each task for one draw of a coin; here it is the spread over tasks.",
    ),
}
