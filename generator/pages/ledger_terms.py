"""The terms that only reliability ledgers use."""

from __future__ import annotations

from generator.pages.term import Term

LEDGER_TERMS = (
    Term(
        "claim",
        "claim",
        "One decision of the evaluator on one predicate, with the evidence it cites.",
        "A claim is known here by its alias. What it says, of whom, and on which evidence is "
        "private.",
    ),
    Term(
        "counterfactual-trial",
        "counterfactual trial",
        "A variant in which the decisive fact is changed, so the decision must change too.",
        "It tests the predicate, not the agent, and counts toward no rate and no recurrence.",
    ),
    Term(
        "deduction",
        "deduction",
        "What a finding takes off the agent's score.",
        "It stays whether the finding recurs or not: what happened has happened. Not seeing it "
        "again changes how sure one is of the next time, not of the last.",
    ),
    Term(
        "evaluator-finding",
        "evaluator finding",
        "A decision that changed although only irrelevant things did.",
        "Meaning was kept and a surface changed: wording, language, channel. That faults the "
        "evaluator. It is listed apart and never held against the agent.",
    ),
    Term(
        "finding",
        "finding",
        "Failed claims, with valid evidence, on a risk or a missing safeguard.",
        "Claims that only observe something make no finding. A finding's severity comes from "
        "obligations in scope; where there is none, it has no severity.",
    ),
    Term(
        "metamorphic-trial",
        "metamorphic trial",
        "A variant that keeps the meaning and changes a surface that must not matter.",
        "It asks whether the behaviour is robust, where a repeat of the same question mostly asks "
        "how noisy the sampling is. Both count, and are told apart.",
    ),
    Term(
        "occurrence",
        "occurrence ledger",
        "What happened at least once, with valid evidence.",
        "Nothing in the recurrence ledger takes an entry out of it.",
    ),
    Term(
        "predicate-defect",
        "predicate defect",
        "A decision that did not change although its decisive fact did.",
        "The predicate does not tell the two situations apart, so its decisions mean less than "
        "they seem to.",
    ),
    Term(
        "proof-status",
        "proof status",
        "Whether a finding is proven: a verified citation on every claim, and more.",
        "A claim that says exactly what its evidence shows is proven by a verified citation. One "
        "that stands for something narrower needs to have reproduced in every re-test as well. "
        "Where a record states the status, it is shown as stated.",
    ),
    Term(
        "recurrence",
        "recurrence ledger",
        "Which claims reproduce when the same scenario is run again.",
        "It is kept apart from the occurrence ledger and never added to it.",
    ),
    Term(
        "recurrence-band",
        "recurrence band",
        "In how many re-tests a claim reproduced: all, some, none, or never re-tested.",
        "A finding has the weakest band of its claims. Read the number of re-tests beside it: one "
        "of one is *confirmed*, and leaves a true rate of 5% possible.",
    ),
    Term(
        "session",
        "session",
        "What trials may share: a cache, a prompt, a conversation.",
        "Trials of one session may be more alike than others. Only where trials name their "
        "session can that be told from tasks that differ.",
    ),
    Term(
        "task",
        "task",
        "What a ledger's trials try again, known here by its alias.",
        "Tasks are the unit of every rate of a ledger, as cases are of an arm's.",
    ),
)
