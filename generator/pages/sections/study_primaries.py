"""The two primaries of a study and its no-trap check, each in a table of its own."""

from __future__ import annotations

from collections.abc import Callable

from generator.pages import numbers
from generator.pages.escape import Markdown, md
from generator.pages.links import Links
from generator.pages.study_words import DEGENERATE
from generator.pages.table import Table, numeric, text
from generator.publication.study import Study
from generator.publication.study_effects import (
    StudyComparison,
    StudyInterval,
)

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
    if interval.degenerate:
        return Markdown(DEGENERATE)
    lower, upper = show(interval.lower), show(interval.upper)
    return md("within rounding of {}", lower) if lower == upper else md("[{}, {}]", lower, upper)
