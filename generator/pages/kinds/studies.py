"""The page of one preregistered study: first the decision, and the one sentence it allows."""

from __future__ import annotations

from generator.pages import numbers, study_sentences
from generator.pages.addresses import slugs
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.sections import study_exact, study_primaries, study_record
from generator.pages.study_words import INTERPRETATIONS, PRIMARY_DECISIONS
from generator.publication.report import Report
from generator.publication.study import Study


def build(view: View) -> list[Page]:
    """Return the page of every study."""
    paths = study_paths(view.report)
    return [_page(view, study, paths[study.study]) for study in view.report.studies]


def study_paths(report: Report) -> dict[str, str]:
    """Return the page of each study, by its alias."""
    aliases = [study.study for study in report.studies]
    return {
        alias: f"studies/{slug}.md" for alias, slug in zip(aliases, slugs(aliases), strict=True)
    }


def _page(view: View, study: Study, path: str) -> Page:
    links = view.links(path)
    drawn = {figure.name.split("-")[1]: figure for figure in view.figures_of(study.study)}
    context = {
        "study": study,
        "decision": study_sentences.headline(study),
        "allowed": study_sentences.allowed(study),
        "summary": study_sentences.summary(study, links),
        "effects": [drawn["effects"]] if "effects" in drawn else [],
        "tasks": [drawn["tasks"]] if "tasks" in drawn else [],
        "curve": [drawn["power"]] if "power" in drawn else [],
        "level": numbers.level(study.level) if study.level is not None else numbers.DASH,
        "timing": study_primaries.timing(study, links),
        "content": study_primaries.content(study, links),
        "decided": {
            name: PRIMARY_DECISIONS[word].label
            for name, word in (
                ("timing", study.decisions.timing),
                ("content", study.decisions.content),
            )
            if word is not None
        },
        "read_as": {
            name: INTERPRETATIONS[found.interpretation].say(links.rules)
            for name, found in (("timing", study.timing), ("content", study.content))
            if found is not None
        },
        "no_trap": study_primaries.no_trap(study),
        "exact": study_exact.registered_and_exact(study, links),
        "differ": study_exact.decide_differently(study),
        "rows": study_record.rows(study),
        "invalid": study_record.invalid_reasons(study, links),
        "cuts": study_record.cuts(study),
        "imputed": study_record.imputed(study),
        "arms": study_record.arms(study),
        "no_trap_arms": study_record.no_trap_arms(study),
        "power": study_record.power(study),
        "power_status": study_record.power_status(study, links),
        "power_curve": study_record.power_curve(study),
        "experiments": study_record.experiments(study),
        "audits": study_record.audits(study, links),
        "hashes": study_record.hashes(study, links),
        "differences": study_record.differences(study),
        "against": study_record.against(study, links),
        "retries": study_record.retries(study),
    }
    title = f"Study {study.study}"
    description = "A preregistered study: its decision, its record, and what it may claim."
    return Page(path, study.study, title, description, "study.md.j2", context)


def decisions(report: Report, links: Links) -> list[Markdown]:
    """Return one line a study for the overview: its decision, and what it may claim."""
    paths = study_paths(report)
    return [
        md(
            "[{}]({}): **{}**. {}",
            study.study,
            links.to(paths[study.study]),
            study_sentences.headline(study),
            study_sentences.allowed(study),
        )
        for study in report.studies
    ]


KIND = PageKind("studies", 34, build, section="Studies")
