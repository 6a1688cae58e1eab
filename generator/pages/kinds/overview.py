"""The overview: what each arm scored, how stable that is, and how sure one can be of it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import sentences
from generator.pages.changes.verdict import verdict
from generator.pages.escape import Markdown, md, md_code
from generator.pages.kinds import studies
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.quoted import has_primary_run
from generator.pages.sections import glance
from generator.pages.table import Table, text
from generator.publication.changes import changes
from generator.publication.report import Report

PATH = "index.md"
TOLD_ARMS = 12
"""More arms than this are told of on their own pages alone."""


@dataclass(frozen=True, slots=True)
class ArmSummary:
    """One arm in plain sentences."""

    name: Markdown
    anchor: str
    summary: list[sentences.Statement]


def build(view: View) -> list[Page]:
    """Return the overview."""
    report, links = view.report, view.links(PATH)
    title = f"Stability report {report.version}"
    shown = glance.glance(report.arms, links)
    context = {
        "report": report,
        "cases": len({case.case for arm in report.arms for case in arm.cases}),
        "first_pass": any(map(has_primary_run, report.arms)),
        "trials": sum(arm.plan.valid for arm in report.arms),
        "changed": _changed(view, links),
        "glance": shown,
        "columns": glance.explained(shown, report.arms, links),
        "arms": [
            ArmSummary(
                links.arm(address.arm.arm),
                f"arm-{address.slug}",
                sentences.summary(address.arm, links),
            )
            for address in view.arms
            if len(view.arms) <= TOLD_ARMS
        ],
        "untold": len(view.arms) if len(view.arms) > TOLD_ARMS else 0,
        "figures": view.figures_named("headline", "plan"),
        "limits": links.limits(report.limits),
        "studies": studies.decisions(report, links),
        "provenance": _provenance(report),
    }
    description = "Headline scores, how stable they are on repeat, and how sure that is."
    return [Page(PATH, "Overview", title, description, "overview.md.j2", context, wide=True)]


def _changed(view: View, links: Links) -> Markdown | None:
    """Say in a line what changed since the version before, if there is one."""
    if not view.earlier:
        return None
    before = view.earlier[0]
    found = changes(before.report, view.report, corrects=before.corrected)
    return md(
        "Since version {}: {} See [what changed]({}).",
        before.report.version,
        verdict(found),
        links.to("changes.md"),
    )


def told_as(rendered: bytes, there: bytes) -> bytes:
    """Return an overview that tells of no earlier version, with the line that another has of one.

    The line is put where it stands in the other, followed by a blank one.
    """
    lines = there.split(b"\n")
    for at, line in enumerate(lines):
        if line.startswith(b"Since version ") and line.endswith(b"(changes.md)."):
            own = rendered.split(b"\n")
            return b"\n".join([*own[:at], line, b"", *own[at:]])
    return rendered


def _provenance(report: Report) -> Table:
    made, rules = report.provenance, report.rules
    rows = (
        (Markdown("Version"), report.version),
        (Markdown("Date"), report.published_on or Markdown("no date in the input")),
        (Markdown("Protocol"), md("{} {}", rules.protocol, rules.protocol_version)),
        (Markdown("Rules (SHA-256 of the spec)"), md_code(made.spec_sha256)),
        (Markdown("Input (keyed SHA-256)"), md_code(made.inputs_sha256)),
        (Markdown("Program"), md("{} {}", made.generator.name, made.generator.version)),
        (Markdown("Random seed"), Markdown(str(made.seed))),
    )
    return Table("provenance", text("What", "Value"), rows)


KIND = PageKind("overview", 10, build)
