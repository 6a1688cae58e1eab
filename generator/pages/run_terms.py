"""The terms of arms, runs and attempts: what was set out, what came of it, what it cost."""

from __future__ import annotations

from generator.pages.term import Term

RUN_TERMS = (
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
        "contaminated",
        "contaminated run",
        "A run in which a substitute model answered some calls.",
        "It is no evidence for the arm and stands in no rate.",
    ),
    Term(
        "delivery",
        "claimed delivery",
        "A trial that says it delivered although nothing was there to judge.",
        "It counts as a failure with nothing delivered, whatever the transcript claims.",
    ),
    Term(
        "driver-exception",
        "driver exception",
        "A crash of the evaluation harness itself; not an attempt.",
        "It stands in no count and no cost. A planned trial that has nothing else is missing.",
    ),
    Term(
        "evidence-class",
        "evidence class",
        "How far a run may count as a repeat of the first pass.",
        "Same-day and cross-day repeats count. A run of another arm, at other settings, or with a "
        "substitute model is shown and counts in no rate.",
    ),
    Term(
        "identity",
        "identity",
        "The parts of an arm that must be equal for two runs to be repeats.",
        "Some may be named in public; the others are compared all the same and shown only as "
        "equal or different.",
    ),
    Term(
        "invalid-burden",
        "invalid burden",
        "The share of attempts that infrastructure spoiled.",
        "A high burden means that the rates stand on a part of the attempts only, and perhaps not "
        "on an arbitrary part.",
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
        "side-effect",
        "side effect",
        "Something an agent did outside the task; its kinds are declared before the run.",
        "Counted apart from whether the task passed.",
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
)
