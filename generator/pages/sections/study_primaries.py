"""The two primaries of a study and its no-trap check, each in a table of its own."""

from __future__ import annotations

from collections.abc import Callable

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.study_words import PRIMARY_DECISIONS, STUDY_DECISIONS
from generator.pages.table import Table, numeric, text
from generator.publication.study import Study
from generator.publication.study_effects import (
    Recomputed,
    StudyComparison,
    StudyDecisions,
    StudyInterval,
)
from generator.publication.study_words import StudyWord

Row = tuple[object, ...]
Show = Callable[[float | None], Markdown]

_COLUMNS = (
    *text("What"),
    *numeric("Estimate", "Interval"),
    *text("The rule asks for", "Met"),
)
_NOT_ASKED = Markdown("nothing")


def timing(study: Study, links: Links) -> Table:
    """Return the timing primary: what the rule asks for, and what was found."""
    found, rule = study.timing, study.thresholds
    if found is None or rule is None:
        return Table("timing", _COLUMNS, ())
    lower = _lower(found.repeated_failure_benefit_interval)
    rows = (
        _benefit_row(
            "Repeated failures avoided, points",
            found.repeated_failure_benefit,
            found.repeated_failure_benefit_interval,
            rule.minimum_benefit,
        ),
        (
            links.term("relative-risk-reduction", "Of the baseline's repeated failures, avoided"),
            _percent(found.relative_risk_reduction, rule.minimum_relative_risk_reduction),
            _interval(found.relative_risk_reduction_interval, _percent),
            md("at least {}", numbers.percent(rule.minimum_relative_risk_reduction)),
            _met(found.relative_risk_reduction, rule.minimum_relative_risk_reduction),
        ),
        _lower_row("Lower limit of failures avoided, points", lower, rule.timing_interval_above),
        _p_row(study, links, "TIMING", rule.timing_adjusted_p_below),
        *_described(found),
    )
    return Table("timing", _COLUMNS, rows)


def content(study: Study, links: Links) -> Table:
    """Return the content primary; no row where it was not registered."""
    found, rule = study.content, study.thresholds
    if found is None or rule is None or rule.content_adjusted_p_below is None:
        return Table("content", _COLUMNS, ())
    failure, passed = found.repeated_failure_benefit_interval, found.task_pass_benefit_interval
    rows = (
        _plain_row("Repeated failures avoided, points", found.repeated_failure_benefit, failure),
        _lower_row(
            "Lower limit of failures avoided, points",
            _lower(failure),
            rule.content_failure_interval_above or 0,
        ),
        _plain_row("Passes gained, points", found.task_pass_benefit, passed),
        _lower_row(
            "Lower limit of passes gained, points",
            _lower(passed),
            rule.content_pass_interval_above or 0,
        ),
        _p_row(study, links, "CONTENT", rule.content_adjusted_p_below),
        _steps_row(found.steps_difference, found.steps_interval),
    )
    return Table("content", _COLUMNS, rows)


def _described(found: StudyComparison) -> tuple[Row, ...]:
    """Return what the rule does not ask of timing, and is shown all the same."""
    return (
        _plain_row(
            "Passes gained, points", found.task_pass_benefit, found.task_pass_benefit_interval
        ),
        _steps_row(found.steps_difference, found.steps_interval),
    )


def _benefit_row(
    name: str, value: float | None, interval: StudyInterval | None, least: float
) -> Row:
    return (
        Markdown(name),
        _points(value, least),
        _interval(interval, _points),
        md("at least {}", _points(least)),
        _met(value, least),
    )


def _plain_row(name: str, value: float | None, interval: StudyInterval | None) -> Row:
    return (
        Markdown(name),
        _points(value),
        _interval(interval, _points),
        _NOT_ASKED,
        numbers.DASH,
    )


def _steps_row(value: float | None, interval: StudyInterval | None) -> Row:
    shown = numbers.decimal(value)
    return (
        Markdown("Steps more"),
        shown,
        _interval(interval, numbers.decimal),
        _NOT_ASKED,
        numbers.DASH,
    )


def _lower_row(name: str, lower: float | None, above: float) -> Row:
    met = numbers.DASH if lower is None else _yes(lower > above)
    return (
        Markdown(name),
        _points(lower, above),
        numbers.DASH,
        md("above {}", _points(above)),
        met,
    )


def _p_row(study: Study, links: Links, hypothesis: str, below: float) -> Row:
    entry = next((entry for entry in study.holm if entry.id == hypothesis), None)
    name = links.term("holm", "p, corrected for both primaries")
    if study.hypothesis_set == "timing_only":
        name = Markdown("p, of one primary alone")
    if entry is None:
        return (
            name,
            numbers.DASH,
            numbers.DASH,
            md("below {}", numbers.decimal(below)),
            numbers.DASH,
        )
    return (
        name,
        numbers.p_value(entry.adjusted_p, below),
        md("raw {}", numbers.p_value(entry.raw_p, below)),
        md("below {}", numbers.decimal(below)),
        _yes(entry.adjusted_p < below),
    )


def no_trap(study: Study) -> Table:
    """Return the no-trap check against its margins."""
    check = study.no_trap
    if check is None or not check.task_count:
        return Table("no-trap", (), ())
    passing, stepping = check.pass_rate_interval, check.steps_interval
    gated = Markdown("yes" if check.gate_pass_rate else "no")
    rows = (
        (
            Markdown("Pass rate, points"),
            _points(check.pass_rate_difference),
            _interval(passing, _points),
            md("±{}", _points(check.pass_margin)),
            _inside(passing, check.pass_margin),
            gated,
        ),
        (
            Markdown("Steps"),
            numbers.decimal(check.steps_difference),
            _interval(stepping, numbers.decimal),
            md("±{}", numbers.score(check.steps_margin)),
            _inside(stepping, check.steps_margin),
            Markdown("yes"),
        ),
    )
    columns = (
        *text("Difference"),
        *numeric("Estimate", md("Interval, {}", numbers.level(check.interval_level)), "Margin"),
        *text("Strictly inside", "Decides"),
    )
    return Table("no-trap", columns, rows)


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
    return numbers.DASH if value is None else _yes(value)


def _yes(value: bool) -> Markdown:  # noqa: FBT001 - the answer itself
    return Markdown("yes" if value else "**no**")


def _met(value: float | None, least: float) -> Markdown:
    return numbers.DASH if value is None else _yes(value >= least)


def _inside(interval: StudyInterval | None, margin: float) -> Markdown:
    if interval is None:
        return numbers.DASH
    return _yes(-margin < interval.lower and interval.upper < margin)


def _lower(interval: StudyInterval | None) -> float | None:
    return interval.lower if interval else None


def _points(value: float | None, *guards: float) -> Markdown:
    """Return a share as percentage points, never rounded across a threshold."""
    if value is None:
        return numbers.DASH
    return numbers.decimal(100 * value, 1, (0.0, *(100 * guard for guard in guards)))


def _percent(value: float | None, *guards: float) -> Markdown:
    return numbers.DASH if value is None else md("{}%", _points(value, *guards))


def _interval(interval: StudyInterval | None, show: Show) -> Markdown:
    if interval is None:
        return numbers.DASH
    return md("[{}, {}]", show(interval.lower), show(interval.upper))
