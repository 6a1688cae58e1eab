"""What may be said of a study, in one sentence, and what stands behind it."""

from __future__ import annotations

from collections.abc import Mapping

from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.sentences import Statement, many
from generator.pages.study_words import (
    ELIGIBILITY,
    ELIGIBILITY_REASONS,
    PHASES,
    PRIMARY_DECISIONS,
    REPLAYS,
    STUDY_DECISIONS,
)
from generator.publication.study import Study
from generator.publication.study_words import PrimaryWord

_TIMING: Mapping[PrimaryWord, str] = {
    "SUPPORTED": "a failure note just before the matched action led to fewer repeated failures "
    "than the same note at turn start",
    "REJECTED": "that a failure note works better just before the matched action than at turn "
    "start is not supported",
    "NOT_ESTIMABLE": "whether a failure note works better just before the matched action than at "
    "turn start cannot be decided by this run",
}
_CONTENT: Mapping[PrimaryWord, str] = {
    "SUPPORTED": "at turn start, a fact of failure led to fewer repeated failures and to more "
    "passes than a matched fact of success",
    "REJECTED": "that a fact of failure works better than a matched fact of success is not "
    "supported",
    "NOT_ESTIMABLE": "whether a fact of failure works better than a matched fact of success "
    "cannot be decided by this run",
}


def headline(study: Study) -> Markdown:
    """Return the decision of a study."""
    if study.study_decision is None:
        return Markdown("not decided")
    return STUDY_DECISIONS[study.study_decision].label


def allowed(study: Study) -> Markdown:
    """Return the one sentence that the run allows."""
    if study.study_decision is None:
        return Markdown(
            "Nothing is decided: the run holds only the digest of its decision rule, not the rule."
        )
    said = _claims(study)
    status = study.eligibility.status
    if status == "CONFIRMATORY":
        return md("On these tasks, {}.", said)
    if status == "EXPLORATORY":
        return md(
            "Nothing is confirmed, because a primary has no answer: {}. What the complete tasks "
            "show is exploratory.",
            said,
        )
    if study.phase == "pilot":
        return Markdown("Nothing may be claimed: a pilot plans the main run and confirms nothing.")
    return Markdown(
        "Nothing may be claimed from this run, whatever its numbers say: its record is not what "
        "was registered."
    )


def _claims(study: Study) -> Markdown:
    parts = []
    if study.decisions.timing is not None:
        parts.append(Markdown(_TIMING[study.decisions.timing]))
    if study.decisions.content is not None:
        parts.append(Markdown(_CONTENT[study.decisions.content]))
    return md_join("; and ", parts)


def summary(study: Study, links: Links) -> list[Statement]:
    """Return what a reader should know of a study first."""
    said = (
        ("Decision", _decision(study, links)),
        ("May be claimed as", _eligibility(study)),
        ("Rows", _rows(study)),
        ("Record", _record(study, links)),
    )
    return [Statement(Markdown(about), sentence) for about, sentence in said]


def _decision(study: Study, links: Links) -> Markdown:
    if study.study_decision is None:
        return Markdown("none, for want of a rule.")
    primaries = [
        md("{} **{}**", Markdown(name), PRIMARY_DECISIONS[word].label)
        for name, word in (("timing", study.decisions.timing), ("content", study.decisions.content))
        if word is not None
    ]
    rule = md("{}, version {}", links.term("preregistration", "frozen rule"), study.rule_version)
    return md(
        "**{}** ({}), by the {}. {}",
        headline(study),
        md_join(", ", primaries),
        rule,
        STUDY_DECISIONS[study.study_decision].say(links.rules),
    )


def _eligibility(study: Study) -> Markdown:
    found = study.eligibility
    word = ELIGIBILITY[found.status]
    if not found.reasons:
        return md("**{}**.", word.label)
    reasons = md_join(", ", [ELIGIBILITY_REASONS[code].label for code in found.reasons])
    return md("**{}**, because of: {}.", word.label, reasons)


def _rows(study: Study) -> Markdown:
    design, rows = study.design, study.completeness
    planned = many(design.expected_rows, "row was planned", "rows were planned")
    phase = PHASES[study.phase].label
    if design.exact and not rows.invalid:
        return md("{} ({}), and each is there and valid.", planned, phase)
    parts = [
        many(count, one, one)
        for count, one in (
            (rows.invalid, "invalid"),
            (rows.missing, "missing"),
            (rows.duplicate, "doubled"),
            (rows.unexpected, "unplanned"),
            (rows.unlisted, "not listed"),
        )
        if count
    ]
    paused = Markdown(" The run paused and did not end.") if study.retries.paused else Markdown("")
    return md("{} ({}): {}.{}", planned, phase, md_join(", ", parts), paused)


def _record(study: Study, links: Links) -> Markdown:
    replayed = REPLAYS[study.replay.status]
    return md(
        "the {} of the recorded statistics is **{}**. {}",
        links.term("replay"),
        replayed.label,
        replayed.say(links.rules),
    )
