"""The rate of a ledger with its errors, or why there is none, and how dependent its trials are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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


class _Estimate(NamedTuple):
    """One mean over tasks with its errors."""

    k: int
    value: float | None
    error: float | None
    noise: float | None
    interval: Interval | None


def rates(ledger: Ledger, links: Links) -> Table:
    """Return the rates, each with its error: of all trials that count, and of each kind alone."""
    shown = [] if ledger.rate is None else [(Markdown("all that count"), ledger.rate)]
    if len(ledger.rate_by_kind) > 1:
        shown += [(TRIAL_KINDS[kind].label, rate) for kind, rate in ledger.rate_by_kind.items()]
    rows = tuple(row for name, rate in shown for row in _rows(name, rate))
    level = numbers.level(links.rules.level)
    columns = (
        *text("Trials", "Measure"),
        *numeric("Tasks", "Estimate", "Standard error over tasks", "Rerun noise alone"),
        *numeric(md("Interval, {} t over tasks", level)),
    )
    return without_empty(Table("rate", columns, rows), ("Estimate", "Standard error over tasks"))


def _rows(name: Markdown, rate: LedgerRate) -> Iterator[tuple[object, ...]]:
    for estimate in _estimates(rate):
        hidden = None if rate.published else Markdown("not published")
        yield (
            name,
            md("pass^{}", estimate.k),
            numbers.integer(rate.tasks),
            hidden or numbers.share(estimate.value),
            hidden or _or_why(numbers.share(estimate.error), rate.undefined),
            numbers.share(estimate.noise),
            numbers.DASH if hidden else numbers.share_interval(estimate.interval),
        )


def _estimates(rate: LedgerRate) -> Iterator[_Estimate]:
    if rate.k > 1:
        yield _Estimate(
            1,
            rate.pass_1,
            rate.pass_1_standard_error,
            rate.pass_1_standard_error_trials,
            rate.pass_1_interval,
        )
    yield _Estimate(
        rate.k,
        rate.pass_k,
        rate.pass_k_standard_error,
        rate.pass_k_standard_error_trials,
        rate.pass_k_interval,
    )


def _or_why(shown: Markdown, undefined: LedgerReason | None) -> Markdown:
    if shown != numbers.DASH or undefined is None:
        return shown
    return LEDGER_REASONS[undefined].label


def why_not_published(rate: LedgerRate) -> Markdown:
    """Say why a rate is not there."""
    if rate.tasks >= rate.floor:
        return md(
            "{} would be enough, but the producer's own record does not publish the rate, or "
            "states it without its standard error.",
            many(rate.tasks, "task", "tasks"),
        )
    return md(
        "{} with at least {} trials, and a rate needs {}. Over so few tasks a percentage is "
        "arithmetic and no evidence: each task would weigh more than {} points of it.",
        many(rate.tasks, "task", "tasks"),
        numbers.integer(rate.k),
        numbers.integer(rate.floor),
        numbers.integer(100 // max(rate.floor, 1)),
    )


def independence(ledger: Ledger, links: Links) -> Table:
    """Return overdispersion and correlation, by task and by session."""
    rate = ledger.rate
    if rate is None or rate.overdispersion is None or rate.intra_class_correlation is None:
        return Table("independence", (), ())
    spread, alike = rate.overdispersion, rate.intra_class_correlation
    columns = (*text("Measure", "Trials of one"), *numeric("Value"), *text("Test or interval"))
    rows = [
        (links.term("dispersion", "Overdispersion"), Markdown("task"), *_spread(spread.by_task)),
        (links.term("icc", "Intra-class correlation"), Markdown("task"), *_alike(alike.by_task)),
    ]
    session = links.term("session")
    if spread.by_session:
        rows.append(
            (links.term("dispersion", "Overdispersion"), session, *_spread(spread.by_session))
        )
    if alike.by_session:
        rows.append(
            (links.term("icc", "Intra-class correlation"), session, *_alike(alike.by_session))
        )
    return Table("independence", columns, tuple(rows))


def _spread(found: LedgerDispersion) -> tuple[Markdown, Markdown]:
    if found.undefined is not None:
        return LEDGER_REASONS[found.undefined].label, numbers.DASH
    p_value = numbers.p_value(found.p_value)
    sign = "" if p_value.startswith("&lt;") else "= "
    return numbers.decimal(found.estimate), md("p {}{}", Markdown(sign), p_value)


def _alike(found: LedgerCorrelation) -> tuple[Markdown, Markdown]:
    if found.undefined is not None:
        return LEDGER_REASONS[found.undefined].label, numbers.DASH
    # Without a guard at 0: what rounding leaves of it is no sign of likeness.
    estimate = numbers.decimal(found.estimate, guards=())
    if found.interval is None:
        return estimate, numbers.DASH
    shown = numbers.ratio_interval(found.interval)
    return estimate, md("{} {}", shown, numbers.method(found.interval))
