"""What a study decided as it was registered, beside what counting every pattern gives."""

from __future__ import annotations

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.study_words import PRIMARY_DECISIONS, STUDY_DECISIONS
from generator.pages.table import Table, numeric, text
from generator.publication.study import Study
from generator.publication.study_effects import Recomputed, StudyComparison, StudyDecisions
from generator.publication.study_words import StudyWord

Row = tuple[object, ...]


def registered_and_exact(study: Study, links: Links) -> Table:
    """Return what the harness drew beside what counting gives."""
    exact = study.recomputed
    columns = (
        *text("What"),
        *numeric(links.term("replay", "As registered"), links.term("recomputed", "Counted")),
    )
    if exact is None or study.timing is None:
        return Table("exact", columns, ())
    rows = [
        *_p_rows("Timing", study.timing, exact.timing.repeated_failure_p, exact.timing.task_pass_p),
        *_content_rows(study, exact),
        *_adjusted_rows(study, exact),
        *_decision_rows(study.decisions, exact.decisions),
        (
            Markdown("**Decision of the study**"),
            _decided(study.study_decision),
            _decided(exact.study_decision),
        ),
    ]
    if study.no_trap is not None and exact.no_trap is not None:
        drawn, counted = study.no_trap.equivalent, exact.no_trap.equivalent
        rows.append((Markdown("No-trap check: equivalent"), _answer(drawn), _answer(counted)))
    return Table("exact", columns, tuple(rows))


def _p_rows(
    name: str, drawn: StudyComparison, failure: float | None, passed: float | None
) -> list[Row]:
    return [
        (
            md("{}: p of failures avoided", Markdown(name)),
            numbers.p_value(drawn.repeated_failure_p),
            numbers.p_value(failure),
        ),
        (
            md("{}: p of passes gained", Markdown(name)),
            numbers.p_value(drawn.task_pass_p),
            numbers.p_value(passed),
        ),
    ]


def _content_rows(study: Study, exact: Recomputed) -> list[Row]:
    if study.content is None or exact.content is None:
        return []
    counted = exact.content
    return [
        *_p_rows("Content", study.content, counted.repeated_failure_p, counted.task_pass_p),
        (
            Markdown("Content: the larger of both"),
            numbers.p_value(study.content_compound_p),
            numbers.p_value(exact.content_compound_p),
        ),
    ]


def _adjusted_rows(study: Study, exact: Recomputed) -> list[Row]:
    counted = {entry.id: entry.adjusted_p for entry in exact.holm}
    return [
        (
            md("{}: p, corrected", Markdown(entry.id.capitalize())),
            numbers.p_value(entry.adjusted_p),
            numbers.p_value(counted.get(entry.id)),
        )
        for entry in study.holm
    ]


def _decision_rows(drawn: StudyDecisions, counted: StudyDecisions) -> list[Row]:
    pairs = (("Timing", drawn.timing, counted.timing), ("Content", drawn.content, counted.content))
    return [
        (
            md("{}: decision", Markdown(name)),
            PRIMARY_DECISIONS[one].label,
            PRIMARY_DECISIONS[other].label,
        )
        for name, one, other in pairs
        if one is not None and other is not None
    ]


def decide_differently(study: Study) -> bool:
    """Whether counting would decide anything otherwise than the registered draws do."""
    exact, check = study.recomputed, study.no_trap
    if exact is None:
        return False
    decided = exact.decisions != study.decisions or exact.study_decision != study.study_decision
    if check is None or exact.no_trap is None:
        return decided
    return decided or exact.no_trap.equivalent != check.equivalent


def _decided(word: StudyWord | None) -> Markdown:
    return md("**{}**", STUDY_DECISIONS[word].label) if word else numbers.DASH


def _answer(value: bool | None) -> Markdown:  # noqa: FBT001 - the answer itself
    return numbers.DASH if value is None else Markdown("yes" if value else "**no**")
