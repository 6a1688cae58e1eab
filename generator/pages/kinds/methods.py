"""The methods page: the rules in force, every estimator that is used, and what stays private."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.escape import Markdown, md, md_code
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.private_words import PRIVATE, REPORTING_FIELDS
from generator.pages.sections.evidence import field_names
from generator.pages.table import Table, text
from generator.pages.words import IDENTITY, SUPPRESSED
from generator.publication.report import Report
from generator.statistics.method import Method
from generator.statistics.registry import METHODS

PATH = "methods.md"


@dataclass(frozen=True, slots=True)
class MethodText:
    """One estimator as the page tells of it."""

    title: Markdown
    anchor: str
    formula: Markdown
    told: list[tuple[Markdown, Markdown]]


def build(view: View) -> list[Page]:
    """Return the methods page."""
    report, links = view.report, view.links(PATH)
    hidden = [field for field in IDENTITY if field not in report.rules.identity_public]
    context = {
        "rules": _rules(report, links),
        "ledgers": bool(report.ledgers),
        "studies": bool(report.studies),
        "methods": [_method(method) for method in METHODS],
        "reporting": _reporting(),
        "private": [(Markdown(name), Markdown(shown)) for name, shown in PRIVATE],
        "hidden_identity": field_names(hidden),
        "confirmation": report.rules.confirmation,
        "minimum_tasks": report.rules.minimum_tasks,
        "not_published": SUPPRESSED["RATE_NOT_PUBLISHED"].label,
    }
    description = "The rules, the estimators and their formulas, and what stays private."
    return [Page(PATH, "Methods", "Methods", description, "methods.md.j2", context)]


def _rules(report: Report, links: Links) -> Table:
    rules = report.rules
    case_rule = (
        md("at least {} scored variants pass", numbers.integer(rules.case_rule))
        if isinstance(rules.case_rule, int)
        else md("{} scored variants pass", Markdown({"all": "all", "any": "any"}[rules.case_rule]))
    )
    rows: tuple[tuple[object, object, object], ...] = (
        (
            links.term("screen", "Screen"),
            md("{} valid trials", numbers.integer(rules.screen)),
            Markdown("A case that failed first is screened at this size; only the verdict shows."),
        ),
        (
            links.term("confirmation", "Confirmation"),
            md("{} valid trials", numbers.integer(rules.confirmation)),
            Markdown("From this size on a case's rate is published."),
        ),
        (
            links.term("not-published", "Publication floor"),
            md("{} cases", numbers.integer(rules.minimum_tasks)),
            Markdown("Under this many cases a mean rate is replaced by named lists."),
        ),
        (
            links.term("interval", "Interval"),
            md("{} {}", numbers.level(rules.level), numbers.method_name(rules.interval_method)),
            Markdown("Two-sided, for rates of counts. Means over cases use a t interval."),
        ),
        (
            links.term("upper-bound", "Upper bound"),
            md("{} one-sided", numbers.level(rules.one_sided_level)),
            Markdown("Where no trial passed."),
        ),
        (
            links.term("pass-hat-k", "k of pass@k and pass^k"),
            Markdown(", ".join(str(k) for k in rules.pass_k)),
            Markdown("Each over the cases with at least k trials."),
        ),
        (
            links.term("variant", "Rule for variants"),
            case_rule,
            Markdown("When a case of several variants passes."),
        ),
        (
            links.term("boundary-case", "Boundary margin"),
            numbers.score(rules.boundary_margin),
            Markdown("A usual score this near its threshold makes a boundary case."),
        ),
        (
            links.term("runs-test", "Order"),
            md(
                "p at most {}, from {} trials",
                numbers.decimal(rules.order_alpha),
                numbers.integer(rules.order_minimum_trials),
            ),
            Markdown("When failures count as clustered in time."),
        ),
        (
            Markdown("Masquerade"),
            md("at most {}", numbers.seconds(rules.masquerade_max_wall_s)),
            Markdown(
                "Attempts this short that start after the quota ran out, in the same run, are "
                "counted as invalid for the same cause."
            ),
        ),
    )
    return Table("rules", text("Rule", "Value", "What it decides"), rows)


def _method(method: Method) -> MethodText:
    told = (
        ("Unit of analysis", method.unit),
        ("Undefined when", method.undefined_when),
        ("Caution", method.caution),
        ("Source", method.source),
        ("Expected values agree with", ", ".join(method.agrees_with)),
    )
    return MethodText(
        md("{}", method.title),
        "method-" + method.name.replace("_", "-"),
        md_code(method.formula),
        [(Markdown(name), md("{}", value)) for name, value in told if value],
    )


def _reporting() -> Table:
    rows = tuple((Markdown(asked), Markdown(answered)) for asked, answered in REPORTING_FIELDS)
    return Table("reporting-fields", text("The protocol asks for", "Here"), rows)


KIND = PageKind("methods", 60, build)
