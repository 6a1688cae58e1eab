"""Scores of partial-credit cases as histograms, each beside its own threshold.

Only cases whose score distribution the report publishes are drawn, and never a screened one.
"""

from __future__ import annotations

from html import unescape

from generator.pages.figures.axis import axis_over
from generator.pages.figures.canvas import Canvas
from generator.pages.figures.figure import Figure
from generator.pages.figures.legend import Key, draw_legend, draw_note, legend_height, note_height
from generator.pages.figures.lettering import advance, fitted
from generator.pages.figures.style import (
    FAIL,
    INK,
    LINE,
    MUTED,
    PAPER,
    PASS,
    SMALL,
    TEXT,
    WIDTH,
    Colour,
)
from generator.pages.figures.table import table
from generator.pages.numbers import score
from generator.publication.arm import Arm
from generator.publication.case import Case, ScoreCount

_ROW = 86.0
_BARS = 40.0
_WIDEST = 14.0
_ROWS = 12
"""Histograms a figure draws; the table has all."""


def boundary(arm: Arm, slug: str) -> Figure | None:
    """Return the histograms of one arm; None where no case has a published distribution."""
    cases = [(case, scores) for case in arm.cases if (scores := _published(case))]
    if not cases:
        return None
    cases.sort(key=lambda each: (each[0].verdict != "boundary", each[0].case))
    shown = cases[:_ROWS]
    keys = [
        Key("below the threshold", 12, lambda c, x, y: _bar(c, x, y + 4.5, 9, 10, FAIL)),
        Key("at or above it", 12, lambda c, x, y: _bar(c, x, y + 4.5, 9, 10, PASS)),
        Key("threshold", 10, lambda c, x, y: _draw_threshold(c, x, y - 5, y + 5)),
    ]
    left_out = len(cases) - len(shown)
    note = note_height(left_out)
    bottom = _ROW * len(shown) + LINE
    canvas = Canvas(bottom + note + legend_height(keys))
    for number, (case, scores) in enumerate(shown):
        _draw(canvas, _ROW * number, case, scores)
    words = "score reached, with the number of trials that reached it above"
    canvas.text(WIDTH / 2, bottom - 6, words, anchor="center", colour=MUTED, size=SMALL)
    draw_note(canvas, bottom, left_out)
    draw_legend(canvas, bottom + note, keys)
    title = f"Scores of partial-credit cases and their thresholds: {arm.arm}"
    description = " ".join(_sentence(case, scores) for case, scores in shown)
    light, dark = canvas.pair(title, description)
    return Figure(f"boundary-{slug}", arm.arm, title, description, light, dark, _table(cases))


def _published(case: Case) -> list[ScoreCount]:
    """Return a case's scores where they may be told and there is more than one to tell."""
    if case.boundary is None or case.stage == "screen" or case.passed is None:
        return []
    scores = sorted(case.boundary.score_distribution or [], key=lambda at: at.score)
    return scores if sum(at.count for at in scores) > 1 else []


def _threshold(case: Case) -> float | None:
    return case.boundary.threshold if case.boundary else None


def _draw(canvas: Canvas, top: float, case: Case, scores: list[ScoreCount]) -> None:
    threshold = _threshold(case)
    trials = sum(at.count for at in scores)
    value = f"{trials:,} trials" + (", boundary case" if case.verdict == "boundary" else "")
    canvas.text(0, top + 11, fitted(case.case, WIDTH - advance(value, TEXT) - 8, TEXT))
    canvas.text(WIDTH, top + 11, value, anchor="right", colour=MUTED)
    ends = [at.score for at in scores] + ([threshold] if threshold is not None else [])
    axis = axis_over(ends, 20, WIDTH - 20 - _WIDEST)
    foot = top + 18 + 10 + _BARS
    most = max(at.count for at in scores)
    width = min(_WIDEST, (WIDTH - 40) / (2 * len(scores)))
    for at in scores:
        below = threshold is not None and at.score < threshold
        height = _BARS * at.count / most
        # A bar stands from its score on, so that one at the threshold begins at the line.
        x = axis.at(at.score) + width / 2
        _bar(canvas, x, foot, width, height, FAIL if below else PASS)
        if width >= advance(f"{at.count:,}", SMALL) / 2:
            canvas.text(x, foot - height - 3, f"{at.count:,}", anchor="center", size=SMALL)
    canvas.line([(16, foot), (WIDTH - 16, foot)], MUTED, width=0.8)
    if threshold is not None:
        _draw_threshold(canvas, axis.at(threshold), foot - _BARS, foot + 3)
    for tick in axis.ticks:
        words = unescape(score(tick))
        canvas.text(axis.at(tick), foot + 12, words, anchor="center", colour=MUTED, size=SMALL)


def _bar(canvas: Canvas, x: float, foot: float, width: float, height: float, fill: Colour) -> None:
    """Draw a bar around a place: failing scores hatched, passing ones full."""
    if fill is FAIL:
        canvas.box(x - width / 2, foot - height, width, height, fill=PAPER, edge=fill, hatch="///")
    else:
        canvas.box(x - width / 2, foot - height, width, height, fill=fill)


def _draw_threshold(canvas: Canvas, x: float, top: float, bottom: float) -> None:
    canvas.line([(x, top), (x, bottom)], INK, width=1.2, dashes=(3, 2))


def _sentence(case: Case, scores: list[ScoreCount]) -> str:
    counts = ", ".join(f"{unescape(score(at.score))} in {at.count:,}" for at in scores)
    threshold = _threshold(case)
    gate = f", threshold {unescape(score(threshold))}" if threshold is not None else ""
    return f"{case.case}{gate}: {counts}."


def _table(cases: list[tuple[Case, list[ScoreCount]]]) -> str:
    return table(
        ["case", "threshold", "verdict", "score", "count"],
        (
            [case.case, _threshold(case), case.verdict, at.score, at.count]
            for case, scores in cases
            for at in scores
        ),
    )
