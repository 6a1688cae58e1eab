"""The planning page: how many trials a question needs, and what they cost under each arm."""

from __future__ import annotations

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_text
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.sections.case_list import FOLD_ABOVE
from generator.pages.spend import Spend, expected_spend, open_trials
from generator.pages.table import Column, Table, numeric, text, without_empty
from generator.publication.arm import Arm
from generator.publication.report import Report
from generator.statistics import rules_of_thumb

PATH = "planning.md"


def build(view: View) -> list[Page]:
    """Return the planning page."""
    report, links = view.report, view.links(PATH)
    context = {
        "rules": _rules(),
        "open": _open(report, links),
        "per_trial": _per_trial(report.arms, links),
        "screen": report.rules.screen,
        "confirmation": report.rules.confirmation,
    }
    description = "How many trials a question needs, and what they cost."
    return [Page(PATH, "Planning", "Planning", description, "planning.md.j2", context, wide=True)]


def _rules() -> Table:
    rows = tuple(
        (md_text(rule.goal), md_text(rule.stated), md_text(rule.exact), md_text(rule.why))
        for rule in rules_of_thumb()
    )
    return Table("rules", text("Question", "Rule of thumb", "Exact", "Why they differ"), rows)


def _open(report: Report, links: Links) -> Table:
    """What it would take to confirm the cases that are to be escalated, arm by arm."""
    confirmation = report.rules.confirmation
    rows = []
    for arm in report.arms:
        cases = [case.case for case in arm.cases if case.escalate]
        if cases:
            spend = expected_spend(arm, open_trials(arm, confirmation))
            rows.append((links.arm(arm.arm), _named(arm, cases, links), *_cells(spend)))
    return Table(
        "open", (Column("Arm"), Column("Cases to confirm"), *_spend_columns()), tuple(rows)
    )


def _named(arm: Arm, cases: list[str], links: Links) -> Markdown:
    """Name cases, no more than a cell can hold; the arm's own tables name them all."""
    named, more = links.cases(arm.arm, cases[:FOLD_ABOVE]), len(cases) - FOLD_ABOVE
    if more <= 0:
        return named
    return md("{} and {} more, listed with the arm's cases", named, numbers.integer(more))


def _per_trial(arms: list[Arm], links: Links) -> Table:
    """What one trial costs under each arm that says anything of it."""
    costs = ((arm, _cells(expected_spend(arm, 1))[1:]) for arm in arms if arm.plan.valid)
    rows = tuple(
        (links.arm(arm.arm), *cells)
        for arm, cells in costs
        if any(cell != numbers.DASH for cell in cells)
    )
    return without_empty(Table("per-trial", (Column("Arm"), *_spend_columns()[1:]), rows))


def _spend_columns() -> tuple[Column, ...]:
    return numeric("Trials", "Tokens", "Wall clock", "Cost", "Quota windows")


def _cells(spend: Spend) -> tuple[Markdown, ...]:
    tokens = numbers.DASH if spend.tokens is None else numbers.integer(round(spend.tokens))
    wall = numbers.DASH if spend.hours is None else numbers.seconds(spend.hours * 3600)
    dollars = numbers.DASH if spend.cost_usd is None else numbers.dollars(spend.cost_usd)
    windows = numbers.DASH if spend.window_share is None else numbers.windows(spend.window_share)
    return (numbers.integer(spend.trials), tokens, wall, dollars, md("{}", windows))


KIND = PageKind("planning", 45, build)
