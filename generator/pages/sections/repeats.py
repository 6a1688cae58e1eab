"""What came of trying again: recovery, regression, screens, pass@k, pass^k, lists, deltas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.quoted import has_primary_run
from generator.pages.sections.case_list import CaseList, case_list
from generator.pages.table import Table, interval_column, numeric, row_anchor, text, without_empty
from generator.pages.words import EVIDENCE, REASONS, VERDICTS, missing_number
from generator.publication.arm import Arm, Delta
from generator.publication.estimates import PassRow, Recovery, Regression


def rates(arm: Arm, links: Links) -> Table:
    """Return recovery and regression; a row only where cases stand behind it."""
    recovery, fresh, regression = arm.recovery, arm.recovery.fresh, arm.regression
    rows = []
    if recovery.cases:
        rows.append(
            (
                links.term("recovery", "Recovery after fail"),
                *_counts(recovery.cases, recovery.recovered, recovery.trials),
                *_estimate(recovery),
            )
        )
        rows.append(
            (
                md("… {}", links.term("fresh", "fresh trials only")),
                *_counts(recovery.cases, fresh.recovered, fresh.trials),
                numbers.percent(fresh.rate)
                if fresh.rate is not None
                else missing_number(recovery.suppressed, recovery.undefined),
                numbers.DASH,
                numbers.DASH,
            )
        )
    if regression.cases:
        rows.append(
            (
                links.term("regression", "Regression after pass"),
                *_counts(regression.cases, regression.failed, regression.trials),
                *_estimate(regression),
            )
        )
    columns = (
        *text("Measure"),
        *numeric("Cases", "Trials that moved", "Mean rate over cases", "Standard error"),
        *numeric("Interval"),
    )
    return Table("rates", columns, tuple(rows))


def _counts(cases: int, moved: int, trials: int) -> tuple[Markdown, Markdown]:
    return numbers.integer(cases), numbers.counted(moved, trials, None)


def _estimate(measure: Recovery | Regression) -> tuple[Markdown, Markdown, Markdown]:
    reason = missing_number(measure.suppressed, measure.undefined)
    return (
        numbers.percent(measure.rate) if measure.rate is not None else reason,
        numbers.percent(measure.standard_error) if measure.standard_error is not None else reason,
        numbers.with_method(measure.interval) if measure.interval is not None else reason,
    )


def screens(arm: Arm, links: Links) -> Table:
    """Return how many of the cases that failed first have which verdict."""
    verdicts = [case.verdict for case in arm.cases]
    rows = tuple(
        (word.label, numbers.integer(verdicts.count(code)), word.say(links.rules))
        for code, word in VERDICTS.items()
        if code in verdicts
    )
    return Table("screens", (*text("Verdict"), *numeric("Cases"), *text("Meaning")), rows)


def pass_rows(anchor: str, rows: Sequence[PassRow]) -> Table:
    """Return pass@k or pass^k, a row for each k that some case reaches."""
    column, intervals = interval_column([row.interval for row in rows], numbers.interval)
    columns = (
        *numeric("k", "Cases", "Estimate", "Standard error over cases", "Rerun noise alone"),
        column,
    )
    shown = zip(rows, intervals, strict=True)
    return Table(anchor, columns, tuple(_pass_row(anchor, row, cell) for row, cell in shown))


def _pass_row(anchor: str, row: PassRow, interval: Markdown) -> tuple[object, ...]:
    reason = missing_number(row.suppressed, row.undefined)
    suppressed = row.suppressed is not None
    return (
        row_anchor(f"{anchor}-{row.k}", str(row.k)),
        numbers.integer(row.tasks),
        numbers.percent(row.estimate) if row.estimate is not None else reason,
        numbers.percent(row.standard_error) if row.standard_error is not None else reason,
        reason if suppressed else numbers.percent(row.standard_error_trials),
        interval if row.interval is not None else reason,
    )


@dataclass(frozen=True, slots=True)
class NamedList:
    """One of the three lists, with what it holds."""

    title: Markdown
    cases: CaseList


def named_lists(arm: Arm, links: Links) -> list[NamedList]:
    """Return the lists that name a case."""
    lists = arm.named_lists
    trial = "repeat trial" if has_primary_run(arm) else "trial"
    return [
        NamedList(md("{} ({}):", title, len(aliases)), case_list(arm, aliases, links))
        for title, aliases in (
            (f"Failed every {trial}", lists.always_fail),
            ("Failed some and passed some", lists.sometimes_fail),
            (f"Passed every {trial}", lists.never_fail),
        )
        if aliases
    ]


@dataclass(frozen=True, slots=True)
class Move:
    """A full run against the first pass: who moved, in both directions."""

    title_up: Markdown
    title_down: Markdown
    up: CaseList
    down: CaseList


@dataclass(frozen=True, slots=True)
class Moves:
    """All full runs against the first pass."""

    table: Table
    named: list[Move]


def moves(arm: Arm, links: Links) -> Moves:
    """Return the fail-set deltas."""
    columns = (
        *text("From", "To", "Evidence"),
        *numeric("Compared", "Passed before", "Passed after"),
        *numeric(md("Fail →&nbsp;pass"), md("Pass →&nbsp;fail")),
        *numeric("Failed both", "Expected by chance"),
    )
    rows = tuple(_delta_row(delta) for delta in arm.deltas)
    named = [
        Move(
            md("From fail to pass, {} → {}:", delta.start, delta.end),
            md("From pass to fail, {} → {}:", delta.start, delta.end),
            case_list(arm, delta.fail_to_pass, links),
            case_list(arm, delta.pass_to_fail, links),
        )
        for delta in arm.deltas
        if delta.fail_to_pass or delta.pass_to_fail
    ]
    return Moves(without_empty(Table("deltas", columns, rows)), named)


def _delta_row(delta: Delta) -> tuple[object, ...]:
    return (
        row_anchor(f"delta-{delta.start}-{delta.end}", delta.start),
        delta.end,
        EVIDENCE[delta.evidence].label,
        numbers.integer(delta.compared),
        numbers.counted(delta.passed_from, delta.compared, None),
        numbers.counted(delta.passed_to, delta.compared, None),
        numbers.integer(len(delta.fail_to_pass)),
        numbers.integer(len(delta.pass_to_fail)),
        numbers.integer(delta.stayed_failed),
        numbers.decimal(delta.expected_moves, 1)
        if delta.undefined is None
        else REASONS[delta.undefined].label,
    )
