"""What the protocol asks to record, and where it is told here or why it is not."""

from __future__ import annotations

REPORTING_FIELDS: tuple[tuple[str, str], ...] = (
    ("Public alias of each case", "Case tables of the arm pages, `cases.csv`"),
    ("Arm and its identity", "Arm pages and Comparability; private parts as equal or different"),
    ("First-pass outcome and state", "Case tables, `primary_outcome`"),
    (
        "Repeat index and start time",
        "Private; shown are the order of outcomes and the dates of runs",
    ),
    ("State and outcome of each repeat", "As counts for each case; as a pattern once confirmed"),
    ("Reasons for invalid and owed trials", "Causes and ledger of the arm pages"),
    ("Side effects by class", "By class, case and run on the arm pages"),
    ("Environment resets", "Whether every trial had its own; the identifiers are private"),
    ("Tokens, money, wall clock", "Sums for each arm, with the attempts that state none"),
    ("Billing account and its tier", "The tier only; account and fingerprint are private"),
    ("Window share", "Expected and actual, for each designed run"),
    ("Headline score and fail set", "Overview and arm pages"),
    ("Valid repeat trials for each failed case", "Case tables"),
    ("Recoveries with an interval", "Arm pages, once confirmed and over enough cases"),
    ("pass@k and pass^k", "Arm pages"),
    ("Invalid, violating, pending, missing, owed", "States and ledger of the arm pages"),
    ("Fail-set delta of every full repeat", "Arm pages, both directions"),
    ("Outcomes of each variant", "Arm pages; variants have numbers, their names are private"),
    ("Nothing delivered, apart from judged and failed", "Ways to fail, arm pages"),
)
"""What the protocol asks for, in its order, and where a reader finds it."""

PRIVATE: tuple[tuple[str, str], ...] = (
    (
        "Rubrics, prompts, transcripts, patches, notes and source-event identifiers",
        "never read into the report",
    ),
    ("Names of cases, runs, arms and accounts", "keyed aliases, or labels declared public"),
    ("Names of variants", "numbers in an order that only the alias key gives"),
    ("Attempt and reset identifiers, billing fingerprints", "left out"),
    ("Start and end times of attempts", "dates of runs, and outcomes in order"),
    ("Which criteria a trial met", "how many different sets, and the share of the usual one"),
    ("How often a screened case passed", "the verdict alone, until it is confirmed"),
    (
        "Published cells: page, section, heading, kind of case and what is shown",
        "aliases of runs and arms; what is shown only where it is a number",
    ),
    ("Cost of single attempts", "sums for each arm"),
    (
        "Of ledgers: sources, evidence, decisions, obligations, seeds and sessions",
        "left out; tasks, claims and findings under aliases",
    ),
    (
        "Of studies: tasks, variants, model profiles, suite version, commits and cell keys",
        "aliases and numbers, or left out; seeds are public",
    ),
    ("What deviations of a study say", "their count"),
    ("Predicates that the published EIO vocabulary does not have", "counted without a name"),
)
"""What is private by design, and what stands in its place."""
