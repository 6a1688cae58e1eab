"""The glossary: every term a page uses, in one short line for a tooltip and one paragraph."""

from __future__ import annotations

from generator.pages.audit_terms import AUDIT_TERMS
from generator.pages.ledger_terms import LEDGER_TERMS
from generator.pages.policy_terms import POLICY_TERMS
from generator.pages.study_terms import STUDY_TERMS
from generator.pages.term import Term

_TERMS = (
    Term(
        "account-tier",
        "account tier",
        "Whether a billing account serves evaluations only or operations too.",
        "A production-fallback account is shared with operations, so each use of it needs a "
        "sign-off of its own. The account itself is never named.",
    ),
    Term(
        "alias",
        "alias",
        "A keyed pseudonym that stands for a private name.",
        "A case, run or account is shown by a short code made from its name with a secret key. "
        "The same name always has the same alias under one key, and the alias does not give the "
        "name away.",
    ),
    Term(
        "arm",
        "arm",
        "The complete set-up under test: model, effort, harness, profile, isolation and case set.",
        "Changing any part of it makes another arm. Two arms may use the same model.",
    ),
    Term(
        "attempt",
        "attempt",
        "One start of the agent on one case, or on one variant of it.",
        "An attempt that could not be judged is counted, but is no outcome of a trial.",
    ),
    Term(
        "boundary-case",
        "boundary case",
        "A partial-credit case whose usual score lies at its pass threshold.",
        "Within {margin} of the threshold, noise in the score flips pass and fail although the "
        "work is equally good. What is stable or not on such a case is its score, so its flips "
        "are left out of recovery, pass@k, pass^k, lists and deltas.",
    ),
    Term(
        "bracket",
        "bracket",
        "The rate if every missing outcome had failed, and if every one had passed.",
        "It is not an interval: it shows how far outcomes that are missing, owed or pending could "
        "move the rate. Nothing can come of a protocol violation any more: it is in neither.",
    ),
    Term(
        "budget-gate",
        "budget gate",
        "What has to be agreed before a designed run may spend quota.",
        "The owner's approval, a named account and its tier, and the expected share of the quota "
        "window. A production-fallback account needs a sign-off for each use. A run that did "
        "without one of these is listed as a breach.",
    ),
    Term(
        "cap",
        "time cap",
        "The wall-clock limit at which an attempt is killed.",
        "An attempt killed at its cap is invalid, not failed, and is owed a makeup at twice the "
        "cap.",
    ),
    Term(
        "case",
        "case",
        "One task of the case set, known here by its alias.",
        "Cases are the unit of every rate over cases: a case with many trials weighs as much as "
        "one with few.",
    ),
    Term(
        "confirmation",
        "confirmation",
        "The second stage: at least {confirmation} valid repeat trials of a case.",
        "From this size on a case's rate is published with its interval. The trials of the screen "
        "count towards it.",
    ),
    Term(
        "contaminated",
        "contaminated run",
        "A run in which a substitute model answered some calls.",
        "It is no evidence for the arm and stands in no rate.",
    ),
    Term(
        "decision-critical",
        "decision-critical",
        "A case that some decision depends on, so a bound on it is worth its cost.",
    ),
    Term(
        "delivery",
        "claimed delivery",
        "A trial that says it delivered although nothing was there to judge.",
        "It counts as a failure with nothing delivered, whatever the transcript claims.",
    ),
    Term(
        "design-effect",
        "design effect",
        "By how much likeness of a case's trials inflates the variance of the pooled rate.",
        "At 1 the trials are as good as independent; at 4 they are worth a quarter of their "
        "number.",
    ),
    Term(
        "discordance",
        "discordant case",
        "A case that one arm passed and the other failed.",
        "Only these cases tell two arms apart; those on which both agree say nothing about the "
        "difference.",
    ),
    Term(
        "dispersion",
        "overdispersion",
        "How much more the cases differ than chance alone would make them.",
        "Pearson's statistic over its degrees of freedom: about 1 if every case had the same "
        "chance of passing, more if some are hard and some easy. It says that cases differ, not "
        "that the trials of a case depend on each other.",
    ),
    Term(
        "driver-exception",
        "driver exception",
        "A crash of the evaluation harness itself; not an attempt.",
        "It stands in no count and no cost. A planned trial that has nothing else is missing.",
    ),
    Term(
        "escalation",
        "escalation",
        "Taking a case from a screen to confirmation size.",
        "A case is escalated when a trial of its screen passed, or when a decision depends on it.",
    ),
    Term(
        "evidence-class",
        "evidence class",
        "How far a run may count as a repeat of the first pass.",
        "Same-day and cross-day repeats count. A run of another arm, at other settings, or with a "
        "substitute model is shown and counts in no rate.",
    ),
    Term(
        "expected-moves",
        "moves expected by chance",
        "How many cases would change between two runs if nothing but chance were at work.",
        "Estimated from each case's own repeat trials. Many more moves than that mean that the "
        "arm, or something around it, changed.",
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
        "holm",
        "Holm",
        "A correction of p values for the number of comparisons made.",
        "With many pairs some differ by chance; Holm's p value keeps the chance of any false "
        "claim in the report at the stated level.",
    ),
    Term(
        "icc",
        "intra-class correlation",
        "How alike the trials of one case are, compared with trials of different cases.",
        "At 0 knowing one trial of a case says nothing about the next; at 1 it says everything.",
    ),
    Term(
        "identity",
        "identity",
        "The parts of an arm that must be equal for two runs to be repeats.",
        "Some may be named in public; the others are compared all the same and shown only as "
        "equal or different.",
    ),
    Term(
        "interval",
        "interval",
        "The range of true rates that the data do not rule out, at {level}.",
        "Its method is named beside it. A wide interval means that little is known, whatever the "
        "rate says.",
    ),
    Term(
        "invalid-burden",
        "invalid burden",
        "The share of attempts that infrastructure spoiled.",
        "A high burden means that the rates stand on a part of the attempts only, and perhaps not "
        "on an arbitrary part.",
    ),
    Term(
        "late-failures",
        "late failures",
        "Whether failures stand later in time than an arbitrary order explains.",
        "The positions of the failures are summed. The p value is one-sided, exact up to 200 "
        "trials a case, from {order_trials} trials on.",
    ),
    Term(
        "ledger",
        "ledger",
        "Planned trials = valid + protocol violation + pending + missing + owed.",
        "Every planned trial is somewhere, so that no rate rises by losing its failures.",
    ),
    Term(
        "makeup",
        "makeup",
        "An attempt that replaces an invalid one.",
        "The invalid attempt stays in the counts. After a kill at the time cap a makeup runs at "
        "twice the cap.",
    ),
    Term(
        "mcnemar",
        "exact McNemar test",
        "A test of two arms on the same cases; it looks only at the discordant ones.",
        "Its p value is the chance of so uneven a split if both arms were equally good. The mid-p "
        "form is a little less cautious.",
    ),
    Term(
        "named-lists",
        "named lists",
        "Which cases failed always, sometimes or never on repeat.",
    ),
    Term(
        "not-published",
        "not published",
        "A rate over fewer than {minimum_tasks} cases is replaced by the names of the cases.",
    ),
    Term(
        "odds-ratio",
        "odds ratio",
        "How much more often the first arm alone passes than the second alone.",
        "It is computed on the discordant cases. At 1 the arms are alike; an open end means that "
        "the data set no bound on that side.",
    ),
    Term(
        "pass-at-k",
        "pass@k",
        "The chance that at least one of k trials passes.",
        "Estimated for each case with at least k trials, then averaged over cases. It rises with "
        "k: it answers whether an arm *can* do it.",
    ),
    Term(
        "pass-hat-k",
        "pass^k",
        "The chance that all of k trials pass.",
        "Estimated for each case with at least k trials, then averaged over cases. It falls with "
        "k: it answers whether an arm can be *relied on*.",
    ),
    Term(
        "primary-run",
        "primary run",
        "The run that gave the published capability score.",
    ),
    Term(
        "protocol-violation",
        "protocol violation",
        "An attempt that broke the rules of the evaluation; reported apart.",
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
        "repeat-trial",
        "repeat trial",
        "A later independent attempt at the same case by the same arm.",
        "All scored variants of a case together are one trial. Rerunning a spoiled attempt is a "
        "makeup, not a repeat.",
    ),
    Term(
        "reset",
        "environment reset",
        "Setting the workspace back to its start before a trial.",
    ),
    Term(
        "runs-test",
        "runs test",
        "Whether failures stand together in time more than an arbitrary order explains.",
        "A run here is an unbroken block of equal outcomes. Few blocks mean that outcomes come in "
        "phases. The p value is exact and one-sided, from {order_trials} trials on. Over all cases "
        "together it is held against {alpha}; for a case by itself Holm's method first allows for "
        "every case of the arm that was tested.",
    ),
    Term(
        "screen",
        "screen",
        "The first stage: {screen} valid repeat trials of each case that failed.",
        "It answers yes or no: did the case recover at least once? How often is not published, "
        "because small samples over-read: a case that passed 3 of its first 4 trials has ended at "
        "6 of 20.",
    ),
    Term(
        "side-effect",
        "side effect",
        "Something an agent did outside the task; its kinds are declared before the run.",
        "Counted apart from whether the task passed.",
    ),
    Term(
        "standard-error",
        "standard error",
        "How far an estimate would typically be off.",
        "*Over cases* treats the cases as a sample of such cases. *Rerun noise* treats them as "
        "fixed and tells only what running the same cases again would change.",
    ),
    Term(
        "tied",
        "tied",
        "The data cannot tell the two arms apart.",
        "This is not a finding that they are equal: with few cases almost everything is tied.",
    ),
    Term(
        "undefined",
        "undefined",
        "A number that the data do not determine is left out, with the reason.",
    ),
    Term(
        "upper-bound",
        "upper bound",
        "The highest true rate that is still plausible after no trial passed.",
        "One-sided at {one_sided_level}. Even 20 trials without a pass leave room for a rate of "
        "13.9% at a level of 95%.",
    ),
    Term(
        "valid-trial",
        "valid trial",
        "A trial that ran as it should and has an outcome, pass or fail.",
    ),
    Term(
        "variant",
        "variant",
        "One of several forms of a case; together they make one trial.",
        "A variant moved if it had both outcomes. Variants have numbers here, not names.",
    ),
    Term(
        "window-share",
        "window share",
        "The part of a subscription's quota window that attempts used up.",
        "A burnt window is a real cost even where no money changes hands: the account can do "
        "nothing else in it.",
    ),
    Term(
        "wire-audit",
        "wire audit",
        "A check that no call went to another model than the one named.",
    ),
    Term(
        "withheld",
        "withheld",
        "A count that would tell how often a screened case passed.",
        "Below {confirmation} valid trials only the verdict is public. A total that would give a "
        "single withheld count back is withheld too.",
    ),
)

TERMS = tuple(
    sorted(
        (*_TERMS, *AUDIT_TERMS, *LEDGER_TERMS, *POLICY_TERMS, *STUDY_TERMS),
        key=lambda term: term.anchor,
    )
)
BY_ANCHOR = {term.anchor: term for term in TERMS}
