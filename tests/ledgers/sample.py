"""A public ledger built by hand, to try pages and figures on."""

from __future__ import annotations

from typing import Any

from generator.publication.eio import Ledger, LedgerLists


def sample_ledger(**changes: Any) -> Ledger:
    """A ledger of nothing, with what is given in its place."""
    fields: dict[str, Any] = {
        "ledger": "R-0a1b2c3d",
        "inputs": ["trial_log"],
        "trial_kinds": [],
        "trials": [],
        "passes": None,
        "k": 3,
        "tasks": 0,
        "occurrence": [],
        "recurrence": [],
        "finding_bands": {},
        "rate": None,
        "rate_by_kind": {},
        "named_lists": LedgerLists(always_fail=[], sometimes_fail=[], never_fail=[]),
        "evaluator_findings": [],
        "predicate_defects": [],
        "disagreements": [],
    }
    return Ledger(**fields | changes)
