"""The rate of a ledger with its errors, or why there is none, and how dependent its trials are."""

from __future__ import annotations

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.ledger_words import LEDGER_REASONS, TRIAL_KINDS
from generator.pages.links import Links
from generator.pages.sentences import many
from generator.pages.table import Table, numeric, text, without_empty
from generator.publication.base import Interval
from generator.publication.eio import (
    Ledger,
    LedgerCorrelation,
    LedgerDispersion,
    LedgerRate,
    LedgerReason,
)


def rates(ledger: Ledger) -> Table:
    """Return the published rates: of all trials that count, and of each kind alone."""
    found = [(Markdown("all that count"), ledger.rate)] if ledger.rate else []
    if len(ledger.rate_by_kind) > 1:
        found += [(TRIAL_KINDS[kind].label, rate) for kind, rate in ledger.rate_by_kind.items()]
    rows = tuple(
        row for name, rate in found if ledger.rate and ledger.rate.published
        for row in _rows(name, rate)
    )
    columns = (
        *text("Trials", "Measure"),
        *numeric("Tasks", "Estimate", "Standard error over tasks", "Rerun noise alone"),
        *numeric("Interval"),
    )
    return without_empty(Table("rate", columns, rows), ("Estimate", "Standard error over tasks"))


def _rows(name: Markdown, rate: LedgerRate) -> list[tuple[object, ...]]:
    if not rate.published:
        hidden = Markdown("not published")
        return [(name, md("pass^{}", rate.k), numbers.integer(rate.tasks), hidden, hidden) + 2 * (numbers.DASH,)]
    measured = (
        (1, rate.pass_1, rate.pass_1_standard_error, rate.pass_1_standard_error_trials, rate.pass_1_interval),
        (rate.k, rate.pass_k, rate.pass_k_standard_error, rate.pass_k_standard_error_trials, rate.pass_k_interval),
    )
    return [
        (
            name,
            md("pass^{}", k),
            numbers.integer(rate.tasks),
            numbers.share(value),
            numbers.share(error) if error is not None else why(rate.undefined),
            numbers.share(noise),
            _interval(interval),
        )
        for k, value, error, noise, interval in dict.fromkeys(measured)
    ]
