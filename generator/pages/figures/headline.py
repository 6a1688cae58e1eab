"""Headline scores of all arms with their intervals, one under the other."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages.figures.canvas import Canvas
from generator.pages.figures.figure import Figure
from generator.pages.figures.forest import LABELS_HEIGHT, Scale, bounds, draw_estimate, share
from generator.pages.figures.legend import Key, draw_legend, legend_height, mark_key
from generator.pages.figures.lettering import advance, fitted
from generator.pages.figures.style import (
    INK,
    MAX_ROWS,
    PASS,
    PENDING,
    TEXT,
    WIDTH,
)
from generator.pages.figures.table import table
from generator.publication.arm import Arm
from generator.publication.base import Bracket, Interval
from generator.publication.report import Report

_ROW = 36.0
_SCALE = Scale(16, WIDTH - 16)


@dataclass(frozen=True, slots=True)
class Score:
    """What an arm is judged by: its first pass, or the mean over its trials where it has none."""

    arm: str
    kind: str
    passed: int | None
    cases: int
    rate: float | None
    interval: Interval | None
    bracket: Bracket | None


def headline(report: Report) -> Figure | None:
    """Return the figure of headline scores; None where no arm has one."""
    scores = [score_of(arm) for arm in report.arms]
    if all(score.rate is None for score in scores):
        return None
    shown = scores[:MAX_ROWS]
    description = _description(scores, len(shown))
    kinds = {score.kind for score in shown if score.rate is not None}
    title = "Headline score of each arm" if "first pass" in kinds else "Mean score of each arm"
    bracketed = any(_open_ended(score) for score in shown)
    keys = [key for key, used in _keys(kinds, bracketed=bracketed) if used]
    bottom = _ROW * len(shown)
    canvas = Canvas(bottom + LABELS_HEIGHT + legend_height(keys))
    _SCALE.draw_labels(canvas, bottom, "share passed, with its interval")
    for number, score in enumerate(shown):
        _draw(canvas, _ROW * number, score)
    draw_legend(canvas, bottom + LABELS_HEIGHT, keys)
    light, dark = canvas.pair(title, description)
    return Figure("headline", None, title, description, light, dark, _table(scores))


def score_of(arm: Arm) -> Score:
    """Return what an arm is judged by."""
    first = arm.primary
    if first.cases:
        return Score(
            arm.arm,
            "first pass",
            first.passed,
            first.cases,
            first.rate,
            first.interval,
            first.bracket,
        )
    for row in arm.pass_hat_k:
        if row.k == 1:
            return Score(arm.arm, "pass^1", None, row.tasks, row.estimate, row.interval, None)
    return Score(arm.arm, "none", None, 0, None, None, None)


def _open_ended(score: Score) -> bool:
    return score.bracket is not None and score.bracket.worst < score.bracket.best


def _keys(kinds: set[str], *, bracketed: bool) -> list[tuple[Key, bool]]:
    """Return every key there is, each with whether this figure needs it."""
    return [
        (mark_key("first pass over cases", "circle", PASS), "first pass" in kinds),
        (mark_key("mean over trials, no first pass", "diamond", INK), "pass^1" in kinds),
        (
            Key("if all missing had failed, or passed", 14, _draw_bracket_key),
            bracketed,
        ),
    ]


def _draw(canvas: Canvas, top: float, score: Score) -> None:
    counts = f"{score.passed:,}/{score.cases:,}  " if score.passed is not None else ""
    value = f"{counts}{share(score.rate)}" if score.rate is not None else "no score"
    room = WIDTH - 32 - advance(value, TEXT) - 8
    canvas.text(16, top + 13, fitted(score.arm, room, TEXT))
    canvas.text(WIDTH - 16, top + 13, value, anchor="right", bold=score.rate is not None)
    if score.rate is None:
        return
    y = top + 26
    _SCALE.draw_lines(canvas, y - 7, y + 8)
    if score.bracket is not None and _open_ended(score):
        _draw_ends(canvas, y, _SCALE.at(score.bracket.worst), _SCALE.at(score.bracket.best))
    first = score.kind == "first pass"
    draw_estimate(
        canvas,
        _SCALE,
        y,
        score.rate,
        score.interval,
        shape="circle" if first else "diamond",
        colour=PASS if first else INK,
    )


def _draw_bracket_key(canvas: Canvas, x: float, y: float) -> None:
    _draw_ends(canvas, y, x - 5, x + 5)


def _draw_ends(canvas: Canvas, y: float, left: float, right: float) -> None:
    for x, inward in ((left, 3), (right, -3)):
        canvas.line(
            [(x + inward, y - 5), (x, y - 5), (x, y + 5), (x + inward, y + 5)], PENDING, width=1.4
        )


def _description(scores: list[Score], shown: int) -> str:
    sentences = [
        f"{score.arm}: {share(score.rate)} of {score.cases:,} cases ({score.kind})"
        + (f", interval {bounds(score.interval)}" if bounds(score.interval) else "")
        + "."
        for score in scores[:shown]
        if score.rate is not None
    ]
    if len(scores) > shown:
        sentences.append(f"{len(scores) - shown} more arms are in the table.")
    return " ".join(sentences)


def _table(scores: list[Score]) -> str:
    return table(
        ["arm", "kind", "passed", "cases", "rate", "lower", "upper", "worst", "best"],
        (
            [
                score.arm,
                score.kind,
                score.passed,
                score.cases,
                score.rate,
                score.interval.lower if score.interval else None,
                score.interval.upper if score.interval else None,
                score.bracket.worst if score.bracket else None,
                score.bracket.best if score.bracket else None,
            ]
            for score in scores
        ),
    )
