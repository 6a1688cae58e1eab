"""The comparisons page: two arms at a time on the same cases, and which cannot be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.figures.pairs import NAME, decisive
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.quoted import single_trial
from generator.pages.sections.case_list import CaseList, case_list
from generator.pages.sections.evidence import field_names
from generator.pages.sections.incomparable import why_incomparable
from generator.pages.sections.standing import standing
from generator.pages.sentences import many
from generator.pages.table import Table, interval_column, numeric, text, without_empty
from generator.pages.words import COMPARISONS, LEFT_OUT, REASONS, missing_number
from generator.publication.arm import Arm
from generator.publication.comparison import Comparison, Difference
from generator.publication.estimates import Recovery, Regression
from generator.publication.report import Report
from generator.publication.strings import Reason

PATH = "comparisons.md"
DETAILED_PAIRS = 20
"""With more pairs than this only their table is shown; the downloads have the rest."""

NAMED_PAIRS = 6
"""With more pairs than this the tied ones are counted by arm, not named in a sentence."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of arms in detail."""

    title: Markdown
    anchor: Markdown
    verdict: Markdown
    differs: Markdown
    outcomes: Table
    tests: Table
    lead_a: Markdown
    lead_b: Markdown
    only_a: CaseList
    only_b: CaseList
    left_out: Table


def build(view: View) -> list[Page]:
    """Return the page; none where fewer than two arms could be compared."""
    report, links = view.report, view.links(PATH)
    if len(report.arms) < 2:
        return []
    arms = {arm.arm: arm for arm in report.arms}
    detailed = report.comparisons if _detailed(report) else []
    context = {
        "pairs": _pairs(report, links),
        "figures": view.figures_named(NAME),
        "tied": [
            md("{} and {}", links.arm(pair.a), links.arm(pair.b))
            for pair in report.comparisons
            if pair.verdict == "tied" and len(report.comparisons) <= NAMED_PAIRS
        ],
        "summary": _summary(report.comparisons) if len(report.comparisons) > NAMED_PAIRS else None,
        "standing": standing(report, links) if len(report.comparisons) > NAMED_PAIRS else None,
        "by_arm": _by_arm(report.arms, links),
        "detailed": [_pair(i, pair, arms, links) for i, pair in enumerate(detailed, start=1)],
        "left_to_downloads": len(report.comparisons) - len(detailed),
    }
    description = "Arms compared in pairs on the same cases, with tests and intervals."
    return [
        Page(
            PATH, "Comparisons", "Comparisons", description, "comparisons.md.j2", context, wide=True
        )
    ]


def _summary(pairs: Sequence[Comparison]) -> Markdown:
    """Say of many pairs how many are told apart, before a table of them all."""
    verdicts = [pair.verdict for pair in pairs]
    tied, left_out = verdicts.count("tied"), verdicts.count("not_comparable")
    apart = len(pairs) - tied - left_out
    told = (
        md("{} told apart", many(apart, "is", "are")) if apart else Markdown("none is told apart")
    )
    parts = [md("**{}**", told), md("{} tied", many(tied, "is", "are"))]
    if left_out:
        parts.append(md("{} not comparable", many(left_out, "is", "are")))
    return md("Of {}, {}.", many(len(pairs), "pair", "pairs"), md_join(", ", parts))


def _detailed(report: Report) -> bool:
    """Whether every pair has a section of its own."""
    return len(report.comparisons) <= DETAILED_PAIRS


def _pairs(report: Report, links: Links) -> Table:
    told = [decisive(pair) for pair in report.comparisons]
    column, intervals = interval_column([d.interval for d in told], numbers.points_interval)
    columns = (
        *text("First arm", "Second arm", "Verdict"),
        *numeric("Cases", "Only first passed", "Only second passed"),
        *numeric("Difference, points"),
        column,
        *numeric("p", "p (Holm)"),
    )
    rows = tuple(
        (
            links.arm(pair.a),
            links.arm(pair.b),
            _verdict(pair, links, detailed=_detailed(report)),
            numbers.integer(pair.cases),
            numbers.integer(pair.table.only_a) if pair.table else numbers.DASH,
            numbers.integer(pair.table.only_b) if pair.table else numbers.DASH,
            _or(numbers.points(difference.estimate), difference.undefined),
            interval,
            _or(numbers.p_value(difference.p_value), difference.undefined),
            numbers.p_value(pair.test.p_holm),
        )
        for pair, difference, interval in zip(report.comparisons, told, intervals, strict=True)
    )
    return Table("pairs", columns, rows)


def _or(shown: Markdown, reason: Reason | None) -> Markdown:
    return shown if reason is None or shown != numbers.DASH else REASONS[reason].label


def _by_arm(arms: list[Arm], links: Links) -> Table:
    columns = (
        *text("Arm"),
        *numeric("Score", "Recovery after fail", "Regression after pass"),
        *numeric("Invalid burden"),
    )
    rows = tuple(
        (
            links.arm(arm.arm),
            _score(arm),
            _with_interval(
                numbers.percent(arm.recovery.rate), numbers.interval(arm.recovery.interval)
            )
            if arm.recovery.rate is not None
            else _why_not(arm.recovery),
            _with_interval(
                numbers.percent(arm.regression.rate), numbers.interval(arm.regression.interval)
            )
            if arm.regression.rate is not None
            else _why_not(arm.regression),
            _with_interval(
                numbers.counted(
                    arm.invalid_burden.invalid,
                    arm.invalid_burden.attempts,
                    arm.invalid_burden.rate,
                ),
                numbers.interval(arm.invalid_burden.interval),
            ),
        )
        for arm in arms
    )
    return without_empty(Table("by-arm", columns, rows))


def _score(arm: Arm) -> Markdown:
    """Return the headline, or the mean of trials of an arm without a first pass."""
    first, row = arm.primary, single_trial(arm)
    if first.cases:
        score = numbers.counted(first.passed, first.cases, first.rate)
        return _with_interval(score, numbers.interval(first.interval))
    if row is None or row.estimate is None:
        return numbers.DASH if row is None else missing_number(row.suppressed, row.undefined)
    mean = _with_interval(numbers.percent(row.estimate), numbers.interval(row.interval))
    return md("{}, mean of trials", mean)


def _why_not(rate: Recovery | Regression) -> Markdown:
    """Return why a rate is not there, for those that some case stands behind."""
    if not rate.cases:
        return numbers.DASH
    return missing_number(rate.suppressed, rate.undefined)


def _with_interval(value: Markdown, interval: Markdown) -> Markdown:
    return value if interval == numbers.DASH else md("{} {}", value, interval)


def _anchor(pair: Comparison, links: Links) -> Markdown:
    """Return the anchor of a pair: named by its arms, so that it stays when others are added."""
    return Markdown(f"pair-{links.arms[pair.a].slug}--{links.arms[pair.b].slug}")


def _verdict(pair: Comparison, links: Links, *, detailed: bool) -> Markdown:
    """Return the verdict, linked to the pair's own section, or to itself where there is none."""
    label, anchor = COMPARISONS[pair.verdict].label, _anchor(pair, links)
    if detailed:
        return md("[**{}**](#{})", label, anchor)
    return md("[**{}**](#{}){{ #{} }}", label, anchor, anchor)


def _pair(number: int, pair: Comparison, arms: dict[str, Arm], links: Links) -> Pair:
    return Pair(
        title=md("{} against {}", pair.a, pair.b),
        anchor=_anchor(pair, links),
        verdict=md(
            "**{}.** {}",
            Markdown(COMPARISONS[pair.verdict].short.capitalize()),
            why_incomparable(pair, links.rules)
            if pair.verdict == "not_comparable"
            else COMPARISONS[pair.verdict].say(links.rules),
        ),
        differs=field_names(pair.differs) if pair.differs else Markdown("nothing that is stated"),
        outcomes=_outcomes(number, pair),
        tests=_tests(number, pair, links),
        lead_a=md("Only {} passed:", pair.a),
        lead_b=md("Only {} passed:", pair.b),
        only_a=case_list(arms[pair.a], pair.only_a, links),
        only_b=case_list(arms[pair.b], pair.only_b, links),
        left_out=Table(
            f"left-out-{number}",
            text("Case left out", "Why"),
            tuple(
                (md("{}", case.case), LEFT_OUT[case.reason].say(links.rules))
                for case in sorted(pair.left_out, key=lambda case: case.case)
            ),
        ),
    )


def _outcomes(number: int, pair: Comparison) -> Table:
    if pair.table is None:
        return Table(f"outcomes-{number}", (), ())
    table = pair.table
    rows = (
        (
            md("{} passed", pair.a),
            numbers.integer(table.both_passed),
            numbers.integer(table.only_a),
        ),
        (md("{} failed", pair.a), numbers.integer(table.only_b), numbers.integer(table.neither)),
    )
    columns = (
        *text("First pass on the same cases"),
        *numeric(md("{} passed", pair.b), md("{} failed", pair.b)),
    )
    return Table(f"outcomes-{number}", columns, rows)


def _first_pass_tests(pair: Comparison, links: Links) -> list[tuple[object, ...]]:
    test, odds = pair.test, pair.odds_ratio
    return [
        _difference("Difference of first passes, points", pair.difference),
        (
            links.term("mcnemar", "Exact McNemar test"),
            md("p = {}", numbers.p_value(test.p_exact))
            if test.p_exact is not None
            else missing_number(None, test.undefined),
            md("mid-p {}", numbers.p_value(test.p_mid)),
        ),
        (
            links.term("odds-ratio", "Odds ratio"),
            _or(numbers.decimal(odds.estimate), odds.undefined),
            md("{} {}", numbers.ratio_interval(odds.interval), numbers.method(odds.interval))
            if odds.interval
            else numbers.DASH,
        ),
    ]


def _tests(number: int, pair: Comparison, links: Links) -> Table:
    first = pair.table is not None
    trials = "Difference of repeat trials, points" if first else "Difference of trials, points"
    rows = [
        *(_first_pass_tests(pair, links) if first else ()),
        _difference(trials, pair.trials_difference),
        (
            links.term("holm", "Corrected for all pairs (Holm)"),
            md("p = {}", numbers.p_value(pair.test.p_holm))
            if pair.test.p_holm is not None
            else missing_number(None, decisive(pair).undefined),
            many(pair.test.family, "comparison", "comparisons"),
        ),
    ]
    columns = (*text("Measure"), *numeric("Value"), *text("Interval or companion"))
    return Table(f"tests-{number}", columns, tuple(rows))


def _difference(name: str, found: Difference) -> tuple[object, ...]:
    return (
        name,
        _or(numbers.points(found.estimate), found.undefined),
        md("{} {}", numbers.points_interval(found.interval), numbers.method(found.interval))
        if found.interval
        else numbers.DASH,
    )


KIND = PageKind("comparisons", 30, build)
