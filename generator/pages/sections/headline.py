"""The headline of an arm: its first pass, beside which all else stands."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.sections.case_list import CaseList, case_list
from generator.pages.table import Table, numeric, text
from generator.publication.arm import Arm


@dataclass(frozen=True, slots=True)
class Headline:
    """The first pass in numbers, and the cases it failed."""

    table: Table
    fail_lead: Markdown
    fail_set: CaseList


def headline(arm: Arm, links: Links) -> Headline | None:
    """Return the first pass; None where there was none."""
    first = arm.primary
    if not first.cases:
        return None
    without = len(arm.cases) - first.cases
    rows = [
        (Markdown("Passed"), numbers.counted(first.passed, first.cases, first.rate)),
        (links.term("interval", "Interval"), numbers.with_method(first.interval)),
    ]
    if without > 0:
        rows.append((Markdown("Cases without an outcome"), numbers.integer(without)))
        # Many harnesses state this figure: whoever holds the two together sees why they differ.
        everything = len(arm.cases)
        strict = None if first.rate is None else first.passed / everything
        rows.append(
            (
                Markdown("Passed, if those counted as failed"),
                numbers.counted(first.passed, everything, strict),
            )
        )
        rows.append((links.term("bracket", "Bracket"), numbers.bracket(first.bracket)))
    return Headline(
        Table("headline", (*text("Measure"), *numeric("Value")), tuple(rows)),
        md("Failed first ({}):", len(first.fail_set)),
        case_list(arm, first.fail_set, links),
    )
