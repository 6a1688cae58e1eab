"""What the fields of a report are called where a change in one is told, for one who is new to it.

A field whose name says it already needs no words here: its underlines are spaces then.
"""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages import words
from generator.pages.escape import Markdown

_FIELDS: Mapping[str, str] = {
    # of several records
    "undefined": "why there is no figure",
    "suppressed": "held back",
    "suppressed_state": "held back",
    "withheld": "held back",
    "p_value": "p value",
    "tasks": "cases",
    "start": "from",
    "end": "to",
    "compared": "cases valid in both",
    "passed_from": "passed before",
    "passed_to": "passed after",
    "stayed_failed": "failed both times",
    "fail_set": "failed cases",
    # rules
    "protocol_version": "version of the protocol",
    "screen": "trials of the screen",
    "confirmation": "trials of the confirmation",
    "pass_k": "values of k for pass^k and pass@k",
    "case_rule": "when a case of several variants passes",
    "minimum_tasks": "fewest cases behind a published rate",
    "interval_method": "method of the intervals",
    "level": "confidence level",
    "one_sided_level": "confidence level of one-sided bounds",
    "boundary_margin": "how near the threshold makes a boundary case",
    "order_alpha": "level of the test for clustering in time",
    "order_minimum_trials": "fewest trials to test for clustering in time",
    "masquerade_max_wall_s": "longest attempt, in seconds, that counts as quota run out",
    "identity_public": "parts of a set-up that are shown",
    "side_effect_classes": "classes of side effect",
    "provenance.seed": "seed of the random draws",
    # an arm
    "states": "how attempts ended",
    "failure_modes": "how attempts failed",
    "invalid_causes": "invalid attempts by cause",
    "invalid_burden": "share of invalid attempts",
    "plan": "repeat trials",
    "makeups": "makeups",
    "expected_moves": "moves that noise alone would make",
    "claimed_deliveries": "failures that claimed to have delivered",
    "reset_per_trial": "environment reset before each trial",
    "resets_unrecorded": "trials that do not say whether they were reset",
    "driver_exceptions": "exceptions of the driver",
    "excluded_attempts": "attempts of runs that count in no rate",
    "excluded_driver_exceptions": "driver exceptions of runs that count in no rate",
    "undated": "without a date",
    "doubled_cap": "with a doubled time cap",
    "always_fail": "cases that always fail",
    "sometimes_fail": "cases that sometimes fail",
    "never_fail": "cases that never fail",
    "timeout_s": "time limit",
    "wire_audit": "audit of the traffic",
    "fresh": "without the trials of the screen",
    "recovery_capable": "can recover",
    "no_recovery_observed": "no recovery seen",
    "standard_error_trials": "standard error by the trials alone",
    "pass_at_k": "pass@k",
    "pass_hat_k": "pass^k",
    "policies": "readings of the contested attempts",
    # what an attempt cost
    "cost_usd": "cost",
    "wall_s": "time",
    "window_share": "share of the quota window",
    "trials_by_tier": "attempts by kind of account",
    "without": "attempts that do not state it",
    "outcomes": "valid outcomes",
    "per_class": "by class",
    "per_case": "by case",
    "per_run": "by run",
    "cap_s": "cap",
    # how far trials depend on each other
    "intra_class_correlation": "how alike trials of one case are (intra-class correlation)",
    "overdispersion": "spread over cases against chance (overdispersion)",
    "order_clustering": "clustering in time",
    "late_p_value": "p value of failing late",
    "tarone_z": "Tarone's z",
    "tarone_p": "p value of Tarone's test",
    "clustered": "failures cluster",
    "clustered_cases": "cases whose failures cluster",
    # a case
    "variants": "scored variants",
    "primary_outcome": "first-pass outcome",
    "upper_bound": "upper bound",
    "boundary": "partial scores",
    "margin": "distance to the threshold",
    "modal_score": "usual score",
    "score_distribution": "how often each score was reached",
    "distinct_hit_vectors": "different sets of met criteria",
    "modal_hit_vector_share": "share of the commonest set of met criteria",
    "order": "outcomes in order",
    "pattern": "outcomes in order",
    "escalate": "to be confirmed",
    "escalate_reasons": "why it is to be confirmed",
    "decision_critical": "critical for a decision",
    # a comparison
    "same": "equal parts of the set-up",
    "differs": "parts of the set-up that differ",
    "left_out": "cases left out",
    "table": "outcomes in pairs",
    "only_a": "passed by the first arm only",
    "only_b": "passed by the second arm only",
    "neither": "passed by neither",
    "test": "test",
    "p_exact": "exact p value",
    "p_mid": "mid-p value",
    "p_holm": "p value after Holm's method",
    "family": "pairs that were tested",
    "difference": "difference of the scores",
    "trials_difference": "difference in repeat trials",
    # the historical audit
    "repeated": "cases with two outcomes or more",
    "flips": "cases whose outcome moved",
    "made_up": "cases whose outcome is a makeup's",
    "unplaced_makeups": "makeups that belong to no single outcome",
    "severity_drift": "cases with the same outcome and another score",
    "invalid": "invalid attempts",
    "other_runs": "runs that are no repeats",
    "other_deltas": "runs that are no repeats, against the first pass",
    "only_from": "cases only before",
    "only_to": "cases only after",
    "score_from": "score before",
    "score_to": "score after",
    "audit": "historical audit",
    "audit.arms.boundary": "boundary cases, left out of it",
    "related_arms": "arms that a page prints under one label",
    # a ledger
    "pass_1": "pass^1",
    "pass_1_interval": "interval of pass^1",
    "pass_k_interval": "interval of pass^k",
    "reproduced_in": "re-tests it reproduced in",
    "retests": "re-tests",
    "finding_bands": "recurrence bands of findings",
    "floor": "fewest cases behind a published rate",
}

_WORDS: Mapping[str, str] = {
    **_FIELDS,
    **{
        code: word.short
        for listed in (words.STATES, words.INVALID_CAUSES, words.FAILURE_MODES, words.EVIDENCE)
        for code, word in listed.items()
    },
}


def field_name(field: str) -> Markdown:
    """Return a field of the report as words."""
    whole = field.replace("[]", "").replace("{}", "")
    last = whole.rpartition(".")[2]
    return Markdown(_WORDS.get(whole, _WORDS.get(last, last.replace("_", " "))))
