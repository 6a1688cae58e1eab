"""The glossary: every term a page uses, in one short line for a tooltip and one paragraph."""

from __future__ import annotations

from generator.pages.audit_terms import AUDIT_TERMS
from generator.pages.ledger_terms import LEDGER_TERMS
from generator.pages.policy_terms import POLICY_TERMS
from generator.pages.rate_terms import RATE_TERMS
from generator.pages.run_terms import RUN_TERMS
from generator.pages.stability_terms import STABILITY_TERMS
from generator.pages.study_terms import STUDY_TERMS

TERMS = tuple(
    sorted(
        (
            *RUN_TERMS,
            *STABILITY_TERMS,
            *RATE_TERMS,
            *AUDIT_TERMS,
            *LEDGER_TERMS,
            *POLICY_TERMS,
            *STUDY_TERMS,
        ),
        key=lambda term: term.anchor,
    )
)
BY_ANCHOR = {term.anchor: term for term in TERMS}
