"""Two arms at a time on the same cases: the difference with its interval, and a line at none."""

from __future__ import annotations

from html import unescape

from generator.pages.figures.axis import LABELS_HEIGHT, axis_over
from generator.pages.figures.canvas import Canvas
from generator.pages.figures.figure import Figure
from generator.pages.figures.legend import (
    draw_legend,
    draw_note,
    legend_height,
    mark_key,
    note_height,
)
from generator.pages.figures.lettering import advance, fitted, plain
from generator.pages.figures.style import INK, LINE, MAX_ROWS, PASS, TEXT, WIDTH
from generator.pages.figures.table import table
from generator.pages.numbers import points
from generator.publication.comparison import Comparison, Difference
from generator.publication.report import Report

NAME = "pairs"

_MINUS = " \N{MINUS SIGN} "

_ROW = 44.0
"""Height of a pair whose names stand on one line; with a line each it is one more."""

_WORDS = {
    "a_higher": "first higher",
    "b_higher": "second higher",
    "tied": "tied",
    "not_comparable": "not comparable",
}


def decisive(pair: Comparison) -> Difference:
    """Return the difference that two arms are told apart by: of first passes, or of trials."""
    return pair.difference if pair.table is not None else pair.trials_difference


def pairs(report: Report) -> Figure | None:
    """Return the figure of all pairs; None where no pair has a difference."""
    known = [
        (pair, decisive(pair), estimate)
        for pair in report.comparisons
        if (estimate := decisive(pair).estimate) is not None
    ]
    if not known:
        return None
    shown = known[:MAX_ROWS]
    ends = [100 * value for _, each, estimate in shown for value in (estimate, *_bounds(each))]
    axis = axis_over(ends, 16, WIDTH - 16)
    keys = [
        mark_key("told apart", "circle", PASS),
        mark_key("tied: not told apart", "diamond", INK, hollow=True),
    ]
    left_out = len(known) - len(shown)
    note = note_height(left_out)
    apart = any(_cut(*each) for each in shown)
    row = _ROW + (LINE if apart else 0)
    bottom = row * len(shown)
    canvas = Canvas(bottom + LABELS_HEIGHT + note + legend_height(keys))
    for number, (pair, difference, estimate) in enumerate(shown):
        top = row * number
        value = _value(pair, estimate)
        canvas.text(WIDTH, top + 11, value, anchor="right", bold=True)
        if apart:
            canvas.text(0, top + 11, fitted(pair.a, _room(value), TEXT))
            canvas.text(0, top + 11 + LINE, fitted(f"{_MINUS.lstrip()}{pair.b}", WIDTH, TEXT))
        else:
            canvas.text(0, top + 11, f"{pair.a}{_MINUS}{pair.b}")
        y = top + row - 17
        axis.draw_lines(canvas, y - 9, y + 10)
        told = pair.verdict in {"a_higher", "b_higher"}
        colour = PASS if told else INK
        bounds = _bounds(difference)
        if bounds:
            lower, upper = (axis.at(100 * bound) for bound in bounds)
            canvas.line([(lower, y), (upper, y)], colour, width=1.6)
            for end in (lower, upper):
                canvas.line([(end, y - 3), (end, y + 3)], colour, width=1.6)
        x = axis.at(100 * estimate)
        canvas.mark(x, y, "circle" if told else "diamond", colour, size=3.6, hollow=not told)
    axis.draw_labels(canvas, bottom, "difference in points, first arm minus second")
    draw_note(canvas, bottom + LABELS_HEIGHT, left_out)
    draw_legend(canvas, bottom + LABELS_HEIGHT + note, keys)
    title = "Differences between arms on the same cases"
    description = " ".join(_sentence(*each) for each in shown)
    light, dark = canvas.pair(title, description)
    return Figure(NAME, None, title, description, light, dark, _table(report))


def _value(pair: Comparison, estimate: float) -> str:
    return f"{_points(estimate)}, {_WORDS[pair.verdict]}"


def _room(value: str) -> float:
    """Return the room that a value leaves for names on its line."""
    return WIDTH - advance(value, TEXT) - 8


def _cut(pair: Comparison, _: Difference, estimate: float) -> bool:
    """Whether the two names do not fit on one line beside their value."""
    names = plain(f"{pair.a}{_MINUS}{pair.b}")
    return advance(names, TEXT) > _room(_value(pair, estimate))


def _bounds(difference: Difference) -> tuple[float, ...]:
    interval = difference.interval
    if interval is None or interval.lower is None or interval.upper is None:
        return ()
    return interval.lower, interval.upper


def _points(value: float) -> str:
    return f"{unescape(points(value))} points"


def _sentence(pair: Comparison, difference: Difference, estimate: float) -> str:
    bounds = _bounds(difference)
    interval = f" ({_points(bounds[0])} to {_points(bounds[1])})" if bounds else ""
    return f"{pair.a} minus {pair.b}: {_points(estimate)}{interval}, {_WORDS[pair.verdict]}."


def _table(report: Report) -> str:
    rows = []
    for pair in report.comparisons:
        difference = decisive(pair)
        bounds = _bounds(difference) or (None, None)
        kind = "first_pass" if pair.table is not None else "trials"
        rows.append(
            [pair.a, pair.b, kind, difference.estimate, *bounds, difference.tasks, pair.verdict]
        )
    return table(["a", "b", "of", "difference", "lower", "upper", "cases", "verdict"], rows)
