"""The terms of the first pass, and of how a case fares when it is tried again."""

from __future__ import annotations

from generator.pages.term import Term

STABILITY_TERMS = (
    Term(
        "boundary-case",
        "boundary case",
        "A partial-credit case whose usual score lies at its pass threshold.",
        "Within {margin} of the threshold, noise in the score flips pass and fail although the "
        "work is equally good. What is stable or not on such a case is its score, so its flips "
        "are left out of recovery, pass@k, pass^k, lists and deltas.",
    ),
    Term(
        "confirmation",
        "confirmation",
        "The second stage: at least {confirmation} valid repeat trials of a case.",
        "From this size on a case's rate is published with its interval. The trials of the screen "
        "count towards it.",
    ),
    Term(
        "decision-critical",
        "decision-critical",
        "A case that some decision depends on, so a bound on it is worth its cost.",
    ),
    Term(
        "escalation",
        "escalation",
        "Taking a case from a screen to confirmation size.",
        "A case is escalated when a trial of its screen passed, or when a decision depends on it.",
    ),
    Term(
        "fail-set",
        "fail set",
        "The cases that failed on the first pass.",
    ),
    Term(
        "fail-set-delta",
        "fail-set delta",
        "Which cases went from fail to pass and from pass to fail between two full runs.",
        "Both directions are reported, because they can cancel in the score. Only cases valid in "
        "both runs are compared.",
    ),
    Term(
        "first-pass",
        "first pass",
        "The primary run's outcome for a case.",
        "An infrastructure failure that was made up takes the makeup's outcome.",
    ),
    Term(
        "fresh",
        "fresh trials",
        "The trials after a case's screen, which had no part in choosing it.",
        "A case reaches confirmation because its screen looked promising, so the screen's trials "
        "are selected upward. The rate without the first {screen} trials is free of that.",
    ),
    Term(
        "headline-score",
        "headline score",
        "Cases passed out of cases with a valid outcome, on the first pass.",
        "A snapshot of what the arm did once. Stability is reported beside it and never changes "
        "it.",
    ),
    Term(
        "hit-vector",
        "hit vector",
        "Which criteria of a partial-credit case a trial met.",
        "The criteria are private; published are how many different vectors occurred and the "
        "share of the most frequent one.",
    ),
    Term(
        "named-lists",
        "named lists",
        "Which cases failed always, sometimes or never on repeat.",
    ),
    Term(
        "recovery",
        "recovery after fail",
        "How often a case that failed first passes when it is tried again.",
        "The mean over cases of passed repeat trials by valid ones, over the cases that failed "
        "first and have at least {confirmation} valid trials. It depends on which cases failed "
        "first and is no overall reliability.",
    ),
    Term(
        "regression",
        "regression after pass",
        "How often a case that passed first fails when it is tried again.",
        "Over the cases that passed first and have at least {confirmation} valid trials.",
    ),
    Term(
        "screen",
        "screen",
        "The first stage: {screen} valid repeat trials of each case that failed.",
        "It answers yes or no: did the case recover at least once? How often is not published, "
        "because small samples over-read: a case that passed 3 of its first 4 trials has ended at "
        "6 of 20.",
    ),
)
