"""The fields of reliability ledgers."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.meanings.meaning import Meaning

_UNPUBLISHED = "the rate is not published, or not stated"
_NO_ERROR = "the rate is not published, or its error is not known"

LEDGERS: Mapping[str, Meaning] = {
    "Ledger.ledger": Meaning("The ledger, by its alias."),
    "Ledger.inputs": Meaning("What the ledger was read from."),
    "Ledger.trial_kinds": Meaning("The kinds of trial it holds."),
    "Ledger.passes": Meaning(
        "The trials that each task has.", "trials", "tasks differ in how many they have"
    ),
    "Ledger.k": Meaning("The k of pass^k.", "trials", "nothing was re-tested"),
    "Ledger.tasks": Meaning("The tasks with at least k trials.", "tasks", "nothing was re-tested"),
    "Ledger.finding_bands": Meaning("The band of every finding, by its alias."),
    "Ledger.rate_by_kind": Meaning("The rate of the trials of each kind."),
    "ledger": Meaning("The ledger, by its alias."),
    "LedgerRate.basis": Meaning("Whether it is computed here, or stated by the producer."),
    "LedgerRate.floor": Meaning("Over fewer tasks no rate is published.", "tasks"),
    "LedgerRate.published": Meaning("Whether the rate is published."),
    "LedgerRate.suppressed_state": Meaning(
        "Why it is not published.", null="the rate is published"
    ),
    "LedgerRate.pass_1": Meaning("pass^1, the mean over tasks.", "share", _UNPUBLISHED),
    "LedgerRate.pass_1_standard_error": Meaning(
        "Its standard error over tasks.", "share", _NO_ERROR
    ),
    "LedgerRate.pass_1_standard_error_trials": Meaning(
        "Its standard error by the noise of the trials alone.", "share", _NO_ERROR
    ),
    "LedgerRate.pass_k": Meaning("pass^k, the mean over tasks.", "share", _UNPUBLISHED),
    "LedgerRate.pass_k_standard_error": Meaning(
        "Its standard error over tasks.", "share", _NO_ERROR
    ),
    "LedgerRate.pass_k_standard_error_trials": Meaning(
        "Its standard error by the noise of the trials alone.", "share", _NO_ERROR
    ),
    "LedgerDispersion.estimate": Meaning("Pearson's statistic over its degrees of freedom."),
    "LedgerCorrelation.estimate": Meaning("The intra-class correlation, not cut at 0."),
    "LedgerTrials.valid": Meaning(
        "Valid trials of the kind.", "trials", "only the number of passes is stated"
    ),
    "LedgerTrials.invalid": Meaning(
        "Invalid trials of the kind.", "trials", "only the number of passes is stated"
    ),
    "Occurrence.severity": Meaning(
        "The severity of the finding.", null="no obligation in scope gives it one"
    ),
    "Occurrence.severity_source": Meaning("Where the severity comes from."),
    "Occurrence.proof_status": Meaning("Whether the finding is proven."),
    "Occurrence.occurred": Meaning("That it occurred."),
    "Occurrence.deduction_retained": Meaning("That its deduction stays, whether it recurs or not."),
    "EvaluatorFinding.changed": Meaning("Those whose decision changed.", "trials"),
    "EvaluatorFinding.tasks": Meaning("The tasks of those, by their aliases."),
    "PredicateDefect.unchanged": Meaning("Those whose decision did not change.", "trials"),
    "PredicateDefect.tasks": Meaning("The tasks of those, by their aliases."),
    "LedgerDisagreement.where": Meaning("Which value it is."),
}
