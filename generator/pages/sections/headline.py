"""The headline of an arm: its first pass, beside which all else stands."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.sections.case_list import CaseList, case_list
from generator.pages.sentences import many
from generator.pages.table import Table, numeric, text
from generator.pages.words import STATES
from generator.publication.arm import Arm


@dataclass(frozen=True, slots=True)
class Headline:
    """The first pass in numbers, and the cases it failed."""

    table: Table
    absent: Markdown | None
    fail_lead: Markdown
    fail_set: CaseList


def _absent(arm: Arm) -> Markdown | None:
    """Say which planned cases the rate leaves out, and what it is where they count as failed."""
    first, states, plan = arm.primary, arm.states, arm.plan
    kinds = (
        (states.missing - plan.missing, STATES["missing"]),
        (states.owed - plan.owed, STATES["owed"]),
        (_pending(arm), STATES["pending_adjudication"]),
    )
    absent = sum(count for count, _ in kinds)
    if absent <= 0:
        return None
    planned = first.cases + absent
    return md(
        "The rate leaves out {} without a valid outcome ({}). A harness that counts them as "
        "not passed gives {}, the lower end of the bracket.",
        many(absent, "planned case", "planned cases"),
        md_join(", ", [md("{} {}", numbers.integer(n), word.label) for n, word in kinds if n]),
        numbers.counted(first.passed, planned, first.passed / planned),
    )


def _pending(arm: Arm) -> int:
    return sum(case.primary_outcome == "pending" for case in arm.cases)


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
        rows.append((links.term("bracket", "Bracket"), numbers.bracket(first.bracket)))
    return Headline(
        Table("headline", (*text("Measure"), *numeric("Value")), tuple(rows)),
        _absent(arm),
        md("Failed first ({}):", len(first.fail_set)),
        case_list(arm, first.fail_set, links),
    )
