"""The cases of an arm, row by row: outcomes, variants, scores at the threshold, order in time."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_code, md_join
from generator.pages.quoted import has_primary_run
from generator.pages.table import (
    Table,
    interval_column,
    numeric,
    row_anchor,
    text,
    without_column,
    without_empty,
)
from generator.pages.words import ESCALATIONS, OUTCOMES, STAGES, VERDICTS, WITHHELD
from generator.publication.arm import Arm
from generator.publication.case import Boundary, Case, Variant
from generator.publication.report import Rules
from generator.publication.strings import Outcome

LONGEST_PATTERN = 60
"""Longer patterns are cut on the page; the downloads have them whole."""

_WITHHELD = md("*{}*", WITHHELD.label)
_ALWAYS = ("Case", "First pass", "Planned", "Valid", "Passed")


@dataclass(frozen=True, slots=True)
class Untried:
    """Cases with one first-pass outcome of which nothing else is to be told."""

    outcome: Markdown
    count: int
    cases: Markdown


@dataclass(frozen=True, slots=True)
class CaseTables:
    """What is reported of each case: a row where there is more to tell than its first pass."""

    cases: Table
    withheld: bool
    untried: list[Untried]
    variants: Table
    boundary: Table
    order: Table


def case_tables(arm: Arm, cases: Sequence[Case], rules: Rules) -> CaseTables:
    """Return the tables of these cases of an arm, rows in alias order."""
    listed = sorted(cases, key=lambda case: case.case)
    tried = [case for case in listed if _tried(case)]
    return CaseTables(
        _cases(tried, first_pass=has_primary_run(arm)),
        any(_withholds(case) for case in tried),
        _untried([case for case in listed if not _tried(case)]),
        _variants(listed),
        _boundaries(listed),
        _orders(listed, arm.dependence.order_clustering.clustered_cases, rules),
    )


def _tried(case: Case) -> bool:
    """Whether more than a first pass was planned or happened."""
    return bool(case.planned or case.valid or case.invalid or case.boundary or case.escalate)


def _untried(cases: Sequence[Case]) -> list[Untried]:
    by_outcome: dict[Outcome, list[str]] = {outcome: [] for outcome in OUTCOMES}
    for case in cases:
        by_outcome[case.primary_outcome].append(case.case)
    return [
        Untried(
            OUTCOMES[outcome].label,
            len(aliases),
            md_join(", ", [row_anchor(alias, alias) for alias in aliases]),
        )
        for outcome, aliases in by_outcome.items()
        if aliases
    ]


def _cases(cases: Sequence[Case], *, first_pass: bool) -> Table:
    column, intervals = interval_column([case.interval for case in cases], numbers.interval)
    columns = (
        *text("Case", "First pass", "Verdict", "Stage"),
        *numeric("Passed", "Rate"),
        column,
        *numeric("Upper bound", "Bracket"),
        *numeric("Planned", "Valid", "Violation", "Pending", "Missing", "Owed"),
        *numeric("Invalid attempts"),
        *text("Escalate"),
    )
    shown = zip(cases, intervals, strict=True)
    rows = tuple(_case_row(case, interval) for case, interval in shown)
    table = Table("cases", columns, rows)
    return without_empty(table if first_pass else without_column(table, "First pass"), _ALWAYS)


def _case_row(case: Case, interval: Markdown) -> tuple[object, ...]:
    kinds = (case.protocol_violation, case.pending, case.missing, case.owed, case.invalid)
    return (
        row_anchor(case.case, case.case),
        OUTCOMES[case.primary_outcome].label,
        VERDICTS[case.verdict].label if case.verdict else numbers.DASH,
        STAGES[case.stage].label if case.stage else numbers.DASH,
        _passed(case),
        numbers.percent(case.rate),
        interval,
        numbers.DASH if case.upper_bound is None else md("≤ {}", numbers.percent(case.upper_bound)),
        numbers.bracket(case.bracket),
        numbers.integer(case.planned),
        numbers.integer(case.valid),
        *(numbers.integer(count) if count else numbers.DASH for count in kinds),
        md_join(", ", [ESCALATIONS[reason].label for reason in case.escalate_reasons])
        if case.escalate
        else numbers.DASH,
    )


def _passed(case: Case) -> Markdown:
    """Return how many trials of a case passed; an incomplete screen is known to have none."""
    if case.verdict == "screen_incomplete" and case.valid:
        return Markdown("none so far")
    return _passed_of(case.passed, case.valid)


def _withholds(case: Case) -> bool:
    """Whether a number of the case's rows is withheld."""
    told = (_passed(case), *(_passed_of(each.passed, each.valid) for each in case.variants))
    return _WITHHELD in told


def _hits(case: Case, boundary: Boundary) -> tuple[Markdown, Markdown]:
    """Return how many sets of hits there are and the share of one, where that may be told."""
    if case.passed is None and boundary.distinct_hit_vectors is None:
        return _WITHHELD, _WITHHELD
    return (
        numbers.integer(boundary.distinct_hit_vectors),
        numbers.percent(boundary.modal_hit_vector_share),
    )


def _passed_of(passed: int | None, valid: int) -> Markdown:
    """Return how many trials passed, where that may be told."""
    if not valid:
        return numbers.DASH
    return _WITHHELD if passed is None else numbers.counted(passed, valid, None)


def _variants(cases: Sequence[Case]) -> Table:
    rows = tuple(
        (
            row_anchor(f"variant-{case.case}-{variant.variant}", case.case),
            variant.variant,
            _passed_of(variant.passed, variant.valid),
            _moved(variant),
        )
        for case in cases
        if case.valid
        for variant in case.variants
    )
    return Table("variants", (*text("Case", "Variant"), *numeric("Passed"), *text("Moved")), rows)


def _moved(variant: Variant) -> Markdown:
    if variant.moved is None:
        return Markdown("too few trials to say")
    return Markdown("**moved**" if variant.moved else "never moved")


def _boundaries(cases: Sequence[Case]) -> Table:
    columns = (
        *text("Case"),
        *numeric("Threshold", "Usual score", "Margin", "Passed"),
        *text("Trials at each score"),
        *numeric("Different hit vectors", "Share of the usual one"),
        *text("Reading"),
    )
    rows = tuple(_boundary_row(case, case.boundary) for case in cases if case.boundary)
    return without_empty(Table("boundary", columns, rows))


def _boundary_row(case: Case, boundary: Boundary) -> tuple[object, ...]:
    scores = [
        md("{} at {}", numbers.integer(at.count), numbers.score(at.score))
        for at in boundary.score_distribution or ()
    ]
    return (
        row_anchor(f"boundary-{case.case}", case.case),
        numbers.score(boundary.threshold),
        numbers.score(boundary.modal_score),
        numbers.score(boundary.margin),
        _passed_of(case.passed, case.valid),
        md_join(", ", scores) if scores else numbers.DASH,
        *_hits(case, boundary),
        Markdown("boundary: flips are noise")
        if case.verdict == "boundary"
        else Markdown("clear of the threshold"),
    )


def _orders(cases: Sequence[Case], clustered: Collection[str], rules: Rules) -> Table:
    rows = tuple(
        (
            row_anchor(f"order-{case.case}", case.case),
            _pattern(case.order.pattern),
            numbers.integer(case.order.runs),
            numbers.p_value(case.order.p_value, rules.order_alpha),
            numbers.p_value(case.order.late_p_value, rules.order_alpha),
            Markdown("**clustered**") if case.case in clustered else numbers.DASH,
        )
        for case in cases
        if case.order
    )
    columns = (
        *text("Case", "Outcomes in order"),
        *numeric("Blocks", "p, few blocks", "p, late failures"),
        *text("Reading"),
    )
    return without_empty(Table("order", columns, rows))


def _pattern(pattern: str) -> Markdown:
    """Return outcomes in fives, as people count them."""
    fives = [pattern[i : i + 5] for i in range(0, min(len(pattern), LONGEST_PATTERN), 5)]
    return md_code(" ".join(fives) + (" …" if len(pattern) > LONGEST_PATTERN else ""))
