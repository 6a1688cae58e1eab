"""The glossary: every term, and every code of the report in words."""

from __future__ import annotations

from collections.abc import Iterable

from generator.pages import ledger_words, policy_words, study_words, words
from generator.pages.escape import Markdown, md
from generator.pages.page import Page, PageKind, View
from generator.pages.table import Table, row_anchor, text
from generator.pages.terms import TERMS
from generator.publication.report import Rules

PATH = "glossary.md"

_VOCABULARIES: tuple[tuple[str, Iterable[tuple[str, words.Word]]], ...] = (
    ("First-pass outcomes", words.OUTCOMES.items()),
    ("Verdicts", words.VERDICTS.items()),
    ("Stages", words.STAGES.items()),
    ("States of attempts", words.STATES.items()),
    ("Causes of invalid attempts", words.INVALID_CAUSES.items()),
    ("Readings of contested ends", policy_words.POLICIES.items()),
    ("Ways to fail", words.FAILURE_MODES.items()),
    ("Evidence classes", words.EVIDENCE.items()),
    ("Roles of runs", words.ROLES.items()),
    ("Scopes of runs", words.SCOPES.items()),
    ("Wire audits", words.AUDITS.items()),
    ("Account tiers", words.TIERS.items()),
    ("Breaches of the budget gate", words.BREACHES.items()),
    ("Reasons to escalate", words.ESCALATIONS.items()),
    ("Verdicts of comparisons", words.COMPARISONS.items()),
    ("Reasons to leave a case out", words.LEFT_OUT.items()),
    (
        "Historical audit",
        (
            *words.BASES.items(),
            ("retest", words.PAST_ROLES["retest"]),
            *words.ARM_PARTS.items(),
            ("not_stated", words.AUDIT_CAUSES["not_stated"]),
        ),
    ),
    ("Recurrence bands", ledger_words.BANDS.items()),
    ("Kinds of trial", ledger_words.TRIAL_KINDS.items()),
    ("Proof of findings", ledger_words.PROOFS.items()),
    ("Severity of findings", ledger_words.SEVERITIES.items()),
    ("Sources of severity", ledger_words.SEVERITY_SOURCES.items()),
    ("Sources of ledgers", ledger_words.INPUTS.items()),
    ("Lists of tasks", ledger_words.LISTS.items()),
    ("Disagreements of records", ledger_words.PLACES.items()),
    ("Decisions of studies", study_words.STUDY_DECISIONS.items()),
    ("Decisions on primaries", study_words.PRIMARY_DECISIONS.items()),
    ("Comparisons of studies", study_words.HYPOTHESES.items()),
    ("Arms of studies", study_words.STUDY_ARMS.items()),
    ("Phases of studies", study_words.PHASES.items()),
    ("What a study may claim", study_words.ELIGIBILITY.items()),
    ("What speaks against a claim", study_words.ELIGIBILITY_REASONS.items()),
    ("How estimates are read", study_words.INTERPRETATIONS.items()),
    ("Reasons to cut a task", study_words.CUT_CODES.items()),
    ("Causes of invalid rows", study_words.ROW_REASONS.items()),
    ("Sources of power", study_words.POWER_STATUSES.items()),
    ("Replays of statistics", study_words.REPLAYS.items()),
    ("Audits of studies", study_words.STUDY_AUDITS.items()),
    ("Digests of studies", study_words.STUDY_HASHES.items()),
    ("Why a number of a ledger is not there", ledger_words.LEDGER_REASONS.items()),
    ("Why a number is not there", (*words.REASONS.items(), *words.SUPPRESSED.items())),
)


def build(view: View) -> list[Page]:
    """Return the glossary."""
    rules = view.report.rules
    numbers = words.rule_numbers(rules)
    context = {
        "terms": [
            (
                Markdown(term.name),
                term.anchor,
                Markdown(term.short.format(**numbers)),
                Markdown(term.more.format(**numbers)),
            )
            for term in sorted(TERMS, key=lambda term: term.name.lower())
        ],
        "vocabularies": [
            (Markdown(title), _anchor(title), _table(_anchor(title), codes, rules))
            for title, codes in _VOCABULARIES
        ],
    }
    return [
        Page(
            PATH,
            "Glossary",
            "Glossary",
            "Every term and code in plain words.",
            "glossary.md.j2",
            context,
        )
    ]


def _anchor(title: str) -> str:
    return "codes-" + title.lower().replace(" ", "-")


def _table(anchor: str, codes: Iterable[tuple[str, words.Word]], rules: Rules) -> Table:
    rows = tuple(
        (
            word.label,
            md("<code>{}</code>", row_anchor(f"{anchor}-{code.lower()}", code)),
            word.say(rules),
        )
        for code, word in codes
    )
    return Table(anchor, text("On the pages", "In report.json", "Meaning"), rows)


KIND = PageKind("glossary", 70, build)
