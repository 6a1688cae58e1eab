"""The limits page: each honest limit that the data show, and what it forbids to conclude."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages import words
from generator.pages.escape import Markdown, md_join
from generator.pages.limit_words import LIMITS, limit_anchor
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.sections.limit_facts import limit_fact
from generator.pages.table import Table, text
from generator.publication.arm import Arm
from generator.publication.report import Report
from generator.publication.strings import LimitCode

PATH = "limits.md"


@dataclass(frozen=True, slots=True)
class Applied:
    """A limit that applies, in words, to which arms, and what of them shows it."""

    title: Markdown
    anchor: str
    found: Markdown
    reading: Markdown
    arms: Markdown
    facts: list[tuple[Markdown, Markdown]]


def build(view: View) -> list[Page]:
    """Return the limits page."""
    report, links = view.report, view.links(PATH)
    applying = [code for code in LIMITS if _applies(report, code)]
    context = {
        "applied": [_applied(report, code, links) for code in applying],
        "clear": _clear(report, applying),
    }
    return [Page(PATH, "Limits", "Limits", "What these data cannot show.", "limits.md.j2", context)]


def _applies(report: Report, code: LimitCode) -> bool:
    return code in report.limits or any(code in arm.limits for arm in report.arms)


def _applied(report: Report, code: LimitCode, links: Links) -> Applied:
    arms = [arm for arm in report.arms if code in arm.limits]
    everywhere = not arms or len(arms) == len(report.arms) > 1
    return Applied(
        title=Markdown(LIMITS[code].title),
        anchor=limit_anchor(code),
        found=said(LIMITS[code].found, report),
        reading=said(LIMITS[code].reading, report),
        arms=Markdown("the whole report" if not arms else "every arm")
        if everywhere
        else md_join(", ", [links.arm(arm.arm) for arm in arms]),
        facts=_facts(code, arms, links),
    )


def _facts(code: LimitCode, arms: Sequence[Arm], links: Links) -> list[tuple[Markdown, Markdown]]:
    facts = ((arm, limit_fact(code, arm, links)) for arm in arms)
    return [(links.arm(arm.arm), fact) for arm, fact in facts if fact is not None]


def said(sentence: str, report: Report) -> Markdown:
    """Return a sentence of a limit with the numbers of the rules in it."""
    return Markdown(sentence.format(**words.rule_numbers(report.rules)))


def _clear(report: Report, applying: list[LimitCode]) -> Table:
    rows = tuple(
        (Markdown(limit.title), said(limit.found, report))
        for code, limit in LIMITS.items()
        if code not in applying
    )
    return Table("not-found", text("Limit", "What was looked for"), rows)


KIND = PageKind("limits", 50, build)
