"""The downloads of reliability ledgers: a table for each of a ledger's parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from generator.pages.data_file import DataKind, Keys
from generator.publication.base import Public
from generator.publication.eio import (
    EvaluatorFinding,
    Ledger,
    LedgerDisagreement,
    LedgerRate,
    LedgerTrials,
    Occurrence,
    PredicateDefect,
    Recurrence,
)
from generator.publication.report import Report


def _booked(
    of: Callable[[Ledger], Iterable[Public]],
) -> Callable[[Report], Iterable[tuple[Keys, Public]]]:
    """Return the rows of every ledger, behind the ledger."""
    return lambda report: (
        ((ledger.ledger,), record) for ledger in report.ledgers for record in of(ledger)
    )


LEDGER_KINDS = (
    DataKind(
        "ledgers",
        "a reliability ledger",
        (),
        Ledger,
        lambda report: (((), ledger) for ledger in report.ledgers),
    ),
    DataKind(
        "ledger-rates",
        "the rate of a ledger's trials of one kind",
        ("ledger", "kind"),
        LedgerRate,
        lambda report: (
            ((ledger.ledger, kind), rate)
            for ledger in report.ledgers
            for kind, rate in ledger.rate_by_kind.items()
        ),
    ),
    DataKind(
        "ledger-trials",
        "a kind of trial in a ledger",
        ("ledger",),
        LedgerTrials,
        _booked(lambda ledger: ledger.trials),
    ),
    DataKind(
        "occurrence",
        "a finding of a ledger",
        ("ledger",),
        Occurrence,
        _booked(lambda ledger: ledger.occurrence),
    ),
    DataKind(
        "recurrence",
        "a claim of a ledger",
        ("ledger",),
        Recurrence,
        _booked(lambda ledger: ledger.recurrence),
    ),
    DataKind(
        "recurrence-by-kind",
        "a claim's re-tests by trials of one kind",
        ("ledger", "claim", "kind", "reproduced_in", "retests"),
        None,
        lambda report: (
            ((ledger.ledger, row.claim, part.kind, part.reproduced_in, part.retests), None)
            for ledger in report.ledgers
            for row in ledger.recurrence
            for part in row.by_kind
        ),
    ),
    DataKind(
        "finding-bands",
        "a finding of a ledger and its band",
        ("ledger", "finding", "band"),
        None,
        lambda report: (
            ((ledger.ledger, finding, band), None)
            for ledger in report.ledgers
            for finding, band in ledger.finding_bands.items()
        ),
    ),
    DataKind(
        "evaluator-findings",
        "a predicate whose decision changed with an irrelevant surface",
        ("ledger",),
        EvaluatorFinding,
        _booked(lambda ledger: ledger.evaluator_findings),
    ),
    DataKind(
        "predicate-defects",
        "a predicate whose decision did not change with its decisive fact",
        ("ledger",),
        PredicateDefect,
        _booked(lambda ledger: ledger.predicate_defects),
    ),
    DataKind(
        "disagreements",
        "a value that a producer states otherwise than its counts",
        ("ledger",),
        LedgerDisagreement,
        _booked(lambda ledger: ledger.disagreements),
    ),
)
