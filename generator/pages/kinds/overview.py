"""The overview: what each arm scored, how stable that is, and how sure one can be of it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import numbers, sentences
from generator.pages.escape import Markdown, md, md_code
from generator.pages.kinds import studies
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.table import Table, numeric, text, without_empty
from generator.pages.words import missing_number
from generator.publication.arm import Arm
from generator.publication.report import Report

PATH = "index.md"


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
    glance = _glance(report, links)
    context = {
        "report": report,
        "cases": len({case.case for arm in report.arms for case in arm.cases}),
        "trials": sum(arm.plan.valid for arm in report.arms),
        "glance": glance,
        "columns": _explained(glance, links),
        "arms": [
            ArmSummary(
                links.arm(address.arm.arm),
                f"arm-{address.slug}",
                sentences.summary(address.arm, links),
            )
            for address in view.arms
        ],
        "figures": view.figures_named("headline", "plan"),
        "limits": links.limits(report.limits),
        "studies": studies.decisions(report, links),
        "provenance": _provenance(report),
    }
    description = "Headline scores, how stable they are on repeat, and how sure that is."
    return [Page(PATH, "Overview", title, description, "overview.md.j2", context, wide=True)]


def _glance(report: Report, links: Links) -> Table:
    columns = (
        *text("Arm", "Headline score", "Recovery after fail", "All of k trials pass"),
        *text("Moved in a full repeat"),
        *numeric("Valid repeat trials"),
    )
    rows = tuple(
        (
            links.arm(arm.arm),
            _score(arm),
            _recovery(arm),
            _all_pass(arm),
            _moved(arm),
            numbers.integer(arm.plan.valid),
        )
        for arm in report.arms
    )
    return without_empty(Table("glance", columns, rows))


def _explained(glance: Table, links: Links) -> list[tuple[str, Markdown]]:
    """Return what each column of the first table tells, for those that are there."""
    said = {
        "Headline score": md(
            "{} passed on the {}, with its {}. What happens later never changes it.",
            links.term("case", "cases"),
            links.term("first-pass"),
            links.term("interval"),
        ),
        "Recovery after fail": md(
            "how often a case that {} passes when it is tried again ({}). From a {} only yes or no "
            "is told.",
            links.term("fail-set", "failed first"),
            links.term("recovery", "how it is computed"),
            links.term("screen"),
        ),
        "All of k trials pass": md(
            "the chance that k trials of a case all pass ({}), for the largest k with enough "
            "trials.",
            links.term("pass-hat-k"),
        ),
        "Moved in a full repeat": md(
            "cases that changed between the first pass and the latest full run, in either "
            "direction ({}).",
            links.term("fail-set-delta"),
        ),
        "Valid repeat trials": md(
            "later attempts at the same cases that have an outcome ({}).",
            links.term("repeat-trial", "what counts as one"),
        ),
    }
    return [(column.heading, said[column.heading]) for column in glance.columns[1:]]


def _score(arm: Arm) -> Markdown:
    first = arm.primary
    if not first.cases:
        return _mean_of_trials(arm)
    score = numbers.counted(first.passed, first.cases, first.rate)
    return md("**{}**<br>{}", score, numbers.interval(first.interval))


def _mean_of_trials(arm: Arm) -> Markdown:
    row = next((row for row in arm.pass_hat_k if row.k == 1 and row.estimate is not None), None)
    if row is None:
        return Markdown("no primary run")
    return md(
        "**{}**<br>{}<br>mean of trials, no primary run",
        numbers.share(row.estimate),
        numbers.share_interval(row.interval),
    )


def _recovery(arm: Arm) -> Markdown:
    recovery = arm.recovery
    if recovery.rate is not None:
        return md(
            "**{}**<br>{}<br>{}",
            numbers.percent(recovery.rate),
            numbers.interval(recovery.interval),
            sentences.many(recovery.cases, "case", "cases"),
        )
    screened = recovery.screened
    if not screened.cases:
        return missing_number(recovery.suppressed, None) if recovery.cases else numbers.DASH
    return md("{} of {} passed<br>at least once", screened.recovery_capable, screened.cases)


def _all_pass(arm: Arm) -> Markdown:
    row = sentences.largest_k(arm)
    if row is None:
        return numbers.DASH
    return md(
        "k = {}: **{}**<br>{}<br>{}",
        row.k,
        numbers.share(row.estimate),
        numbers.share_interval(row.interval),
        sentences.many(row.tasks, "case", "cases"),
    )


def _moved(arm: Arm) -> Markdown:
    if not arm.deltas:
        return numbers.DASH
    delta = arm.deltas[-1]
    return md(
        "**{} of {}**<br>{} up, {} down",
        len(delta.fail_to_pass) + len(delta.pass_to_fail),
        numbers.integer(delta.compared),
        len(delta.fail_to_pass),
        len(delta.pass_to_fail),
    )


def _provenance(report: Report) -> Table:
    made, rules = report.provenance, report.rules
    rows = (
        (Markdown("Version"), report.version),
        (Markdown("Published on"), report.published_on or Markdown("no date in the input")),
        (Markdown("Protocol"), md("{} {}", rules.protocol, rules.protocol_version)),
        (Markdown("Rules (SHA-256 of the spec)"), md_code(made.spec_sha256)),
        (Markdown("Input (keyed SHA-256)"), md_code(made.inputs_sha256)),
        (Markdown("Program"), md("{} {}", made.generator.name, made.generator.version)),
        (Markdown("Random seed"), Markdown(str(made.seed))),
    )
    return Table("provenance", text("What", "Value"), rows)


KIND = PageKind("overview", 10, build)
