"""The comparability page: what was held equal, what differed, and what was left out for it."""

from __future__ import annotations

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.sections.evidence import (
    class_meaning,
    declared,
    field_names,
    left_out_runs,
)
from generator.pages.table import Column, Table, numeric, text, without_empty
from generator.pages.words import AUDITS, EVIDENCE, IDENTITY
from generator.publication.arm import Arm
from generator.publication.report import Report
from generator.publication.strings import IdentityField

PATH = "comparability.md"


def build(view: View) -> list[Page]:
    """Return the comparability page."""
    report, links = view.report, view.links(PATH)
    shown = report.rules.identity_public
    context = {
        "arms": report.arms,
        "equal": _equal(report.arms, shown),
        "differing": _differing(report.arms, shown, links),
        "compared_privately": field_names([field for field in IDENTITY if field not in shown]),
        "evidence": _evidence(report.arms, links),
        "meanings": _meanings(report),
        "not_stated": _not_stated(report.arms, shown),
        "left_out": _left_out(report.arms, links),
        "audits": _audits(report.arms, links),
        "pairs": _pairs(report, links),
    }
    description = "What was held equal between runs and arms, and what was left out."
    return [
        Page(PATH, "Comparability", "Comparability", description, "comparability.md.j2", context)
    ]


def _not_stated(arms: list[Arm], shown: list[IdentityField]) -> Markdown | None:
    """Return the public fields that no arm states; None where each is stated by one."""
    fields = [field for field in shown if not any(arm.identity.get(field) for arm in arms)]
    return field_names(fields) if arms and fields else None


def _same(arms: list[Arm], field: IdentityField) -> bool:
    return len({arm.identity.get(field) for arm in arms}) == 1


def _equal(arms: list[Arm], shown: list[IdentityField]) -> Table:
    rows = tuple(
        (Markdown(IDENTITY[field]), declared(arms[0].identity.get(field)))
        for field in shown
        if arms and arms[0].identity.get(field) and _same(arms, field)
    )
    return Table("equal", text("Part of the set-up", "Value"), rows)


def _differing(arms: list[Arm], shown: list[IdentityField], links: Links) -> Table:
    fields = [field for field in shown if not _same(arms, field)]
    if not arms or not fields:
        return Table("differing", (), ())
    columns = (Column("Arm"), *(Column(IDENTITY[field]) for field in fields))
    rows = tuple(
        (links.arm(arm.arm), *(declared(arm.identity.get(field)) for field in fields))
        for arm in arms
    )
    return Table("differing", columns, rows)


def _evidence(arms: list[Arm], links: Links) -> Table:
    columns = (
        *text("Arm"),
        *numeric("Same day", "Another day", "Undated"),
        *numeric("Another arm", "Other settings", "Contaminated", "Excluded attempts"),
    )
    rows = tuple(
        (
            links.arm(arm.arm),
            *(
                numbers.integer(count) if count else numbers.DASH
                for count in (
                    arm.evidence.same_day,
                    arm.evidence.cross_day,
                    arm.evidence.undated,
                    arm.evidence.cross_arm,
                    arm.evidence.cross_time,
                    arm.evidence.contaminated,
                    arm.evidence.excluded_attempts,
                )
            ),
        )
        for arm in arms
    )
    return without_empty(Table("evidence", columns, rows))


def _meanings(report: Report) -> list[tuple[Markdown, Markdown]]:
    """Return what each class that occurs means."""
    present = {run.evidence for arm in report.arms for run in arm.runs}
    present -= {"same_day", "cross_day"}  # of a run; its trials may be of several days, or undated
    present |= {"same_day"} if any(arm.evidence.same_day for arm in report.arms) else set()
    present |= {"cross_day"} if any(arm.evidence.cross_day for arm in report.arms) else set()
    return [
        (word.label, class_meaning(word, report.arms, report.rules))
        for code, word in EVIDENCE.items()
        if code in present
    ]


def _left_out(arms: list[Arm], links: Links) -> Table:
    rows = tuple(
        (
            links.arm(arm.arm),
            run.run,
            run.date or numbers.DASH,
            EVIDENCE[run.evidence].label,
            field_names(run.differs) if run.differs else AUDITS[run.wire_audit].label,
        )
        for arm in arms
        for run in sorted(left_out_runs(arm), key=lambda run: (run.date or "", run.run))
    )
    return Table("left-out", text("Arm", "Run", "Date", "Counted as", "Why"), rows)


def _audits(arms: list[Arm], links: Links) -> Table:
    rows = tuple(
        (
            links.arm(arm.arm),
            *(
                numbers.integer(sum(run.wire_audit == status for run in arm.runs))
                for status in AUDITS
            ),
        )
        for arm in arms
        if arm.runs
    )
    columns = (*text("Arm"), *numeric(*(word.short.capitalize() for word in AUDITS.values())))
    return Table("wire-audit", columns, rows)


def _pairs(report: Report, links: Links) -> Table:
    rows = tuple(
        (
            md("{} and {}", links.arm(pair.a), links.arm(pair.b)),
            field_names(pair.same),
            field_names(pair.differs),
        )
        for pair in report.comparisons
    )
    return without_empty(Table("pairs", text("Arms", "Equal", "Different"), rows))


KIND = PageKind("comparability", 40, build)
