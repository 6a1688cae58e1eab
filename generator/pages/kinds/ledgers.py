"""Reliability ledgers: all of them, each by itself, and what faults the evaluator instead."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages import numbers
from generator.pages.addresses import slugs
from generator.pages.escape import Markdown, md, md_code, md_join
from generator.pages.ledger_words import BANDS, INPUTS, TRIAL_KINDS
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.sections import ledger_faults, ledger_rates, ledger_tables
from generator.pages.sentences import Statement, many
from generator.pages.table import Table, numeric, text
from generator.publication.eio import Band, Ledger
from generator.publication.report import Report

PATH = "ledgers.md"
EVALUATOR = "ledgers/evaluator.md"

_SHOWN: tuple[Band, ...] = ("CONFIRMED", "INTERMITTENT", "UNCONFIRMED", "NOT_RETESTED")


def build(view: View) -> list[Page]:
    """Return the pages of the ledgers; none where there is no ledger."""
    report = view.report
    if not report.ledgers:
        return []
    paths = ledger_paths(report)
    return [
        _all(view, paths),
        *(_one(view, ledger, paths[ledger.ledger]) for ledger in report.ledgers),
        _evaluator(view, paths),
    ]


def ledger_paths(report: Report) -> dict[str, str]:
    """Return the page of each ledger, by its alias."""
    aliases = [ledger.ledger for ledger in report.ledgers]
    return {
        alias: f"ledgers/{slug}.md" for alias, slug in zip(aliases, slugs(aliases), strict=True)
    }


def _all(view: View, paths: Mapping[str, str]) -> Page:
    links = view.links(PATH)
    context = {
        "ledgers": _table(view.report.ledgers, paths, links),
        "bands": [(word.label, word.say(links.rules)) for word in BANDS.values()],
        "evaluator": links.to(EVALUATOR),
        "faults": ledger_faults.counted(view.report.ledgers),
    }
    description = "What happened at least once, what recurs, and how often a whole task passes."
    title = "Reliability ledgers"
    return Page(PATH, "All ledgers", title, description, "ledgers.md.j2", context, wide=True)


def _table(ledgers: list[Ledger], paths: Mapping[str, str], links: Links) -> Table:
    columns = (
        *text("Ledger"),
        *numeric("Findings", *(BANDS[band].short.capitalize() for band in _SHOWN)),
        *text("All of k trials pass"),
        *numeric("Disagreements"),
    )
    rows = tuple(
        (
            md("[{}]({})", ledger.ledger, links.to(paths[ledger.ledger])),
            numbers.integer(len(ledger.occurrence)),
            *(numbers.integer(_with_band(ledger, band)) for band in _SHOWN),
            _rate(ledger),
            numbers.integer(len(ledger.disagreements)),
        )
        for ledger in ledgers
    )
    return Table("ledgers", columns, rows)


def _sources(ledger: Ledger) -> Markdown:
    return md_join(", ", [INPUTS[each].label for each in ledger.inputs])


def _with_band(ledger: Ledger, band: Band) -> int:
    return list(ledger.finding_bands.values()).count(band)


def _rate(ledger: Ledger) -> Markdown:
    rate = ledger.rate
    if rate is None:
        return BANDS["NOT_RETESTED"].label
    tasks = many(rate.tasks, "task", "tasks")
    if not rate.published:
        return md("not published<br>{}", tasks)
    shown = md("k = {}: **{}**", rate.k, numbers.share(rate.pass_k))
    if rate.pass_k_standard_error is None:
        return md("{}<br>no standard error<br>{}", shown, tasks)
    error = numbers.share(rate.pass_k_standard_error)
    return md("{}<br>standard error {}<br>{}", shown, error, tasks)


def _one(view: View, ledger: Ledger, path: str) -> Page:
    links = view.links(path)
    context = {
        "summary": _summary(ledger, links),
        "figures": view.figures_of(ledger.ledger),
        "occurrence": ledger_tables.occurrence(ledger),
        "recurrence": ledger_tables.finding_bands(ledger),
        "claims": ledger_tables.claims(ledger),
        "left_out": max(len(ledger.recurrence) - ledger_tables.MOST_ROWS, 0),
        "trials": ledger_tables.trials(ledger, links),
        "rate": ledger.rate,
        "rates": ledger_rates.rates(ledger, links),
        "why": ledger_rates.why_not_published(ledger.rate) if ledger.rate else None,
        "stated": ledger.rate is not None and ledger.rate.basis == "stated",
        "lists": ledger_tables.named_lists(ledger),
        "independence": ledger_rates.independence(ledger, links),
        "by_session": bool(
            ledger.rate and ledger.rate.overdispersion and ledger.rate.overdispersion.by_session
        ),
        "disagreements": ledger_tables.disagreements(ledger, links),
        "evaluator": links.to(EVALUATOR),
        "faults": bool(ledger.evaluator_findings or ledger.predicate_defects),
        "back": links.to(PATH),
    }
    title = f"Reliability ledger {ledger.ledger}"
    description = "What occurred, what recurs, and whether a rate may be told."
    return Page(path, ledger.ledger, title, description, "ledger.md.j2", context)


def _summary(ledger: Ledger, links: Links) -> list[Statement]:
    said = (
        ("What occurred", _occurred(ledger, links)),
        ("What recurs", _recurs(ledger, links)),
        ("Rate", _rate_sentence(ledger, links)),
        ("Told by", _told_by(ledger)),
    )
    return [Statement(Markdown(about), sentence) for about, sentence in said]


def _occurred(ledger: Ledger, links: Links) -> Markdown:
    if not ledger.occurrence:
        return md("no {}.", links.term("finding"))
    count = many(len(ledger.occurrence), "finding", "findings")
    return md("{}; each keeps its {}.", count, links.term("deduction"))


def _recurs(ledger: Ledger, links: Links) -> Markdown:
    parts = [
        md("{} {}", numbers.integer(count), BANDS[band].label)
        for band in _SHOWN
        if (count := _with_band(ledger, band))
    ]
    if not parts:
        return Markdown("nothing to recur.")
    return md("{} ({}).", md_join(", ", parts), links.term("recurrence-band"))


def _rate_sentence(ledger: Ledger, links: Links) -> Markdown:
    rate = ledger.rate
    if rate is None:
        return Markdown("nothing was re-tested, so there is none.")
    if not rate.published:
        return md("not published ({}).", md_code(rate.suppressed_state or ""))
    error = (
        md("standard error {}", numbers.share(rate.pass_k_standard_error))
        if rate.pass_k_standard_error is not None
        else Markdown("without a standard error, see below")
    )
    return md(
        "the chance that all {} trials of a task pass ({}) is **{}**, {}, over {}.",
        rate.k,
        links.term("pass-hat-k"),
        numbers.share(rate.pass_k),
        error,
        many(rate.tasks, "task", "tasks"),
    )


def _told_by(ledger: Ledger) -> Markdown:
    kinds = [
        md("{} {}", numbers.integer(each.valid), TRIAL_KINDS[each.kind].label)
        for each in ledger.trials
        if each.valid is not None
    ]
    if kinds:
        return md("a {} of {} trials.", _sources(ledger), md_join(", ", kinds))
    passes = many(ledger.passes or 0, "re-test pass", "re-test passes")
    if ledger.inputs == ["record", "bundle"]:
        return md("an evaluation record of {}, checked against its bundle.", passes)
    return md("{}, {}.", _sources(ledger), passes)


def _evaluator(view: View, paths: Mapping[str, str]) -> Page:
    links = view.links(EVALUATOR)
    places = {alias: md("[{}]({})", alias, links.to(path)) for alias, path in paths.items()}
    context = {
        "findings": ledger_faults.evaluator_findings(view.report.ledgers, places),
        "defects": ledger_faults.predicate_defects(view.report.ledgers, places),
    }
    title = "Evaluator and predicates"
    description = "What the trials say of the evaluator and its predicates, not of an agent."
    return Page(EVALUATOR, title, title, description, "evaluator.md.j2", context)


KIND = PageKind("ledgers", 33, build, section="Ledgers")
