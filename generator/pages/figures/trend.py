"""One measure of one arm over the versions: marks with intervals, and a line where it may go.

The line joins neighbouring versions that can be compared and nothing else: it stops at a break, at
a version without a number, and passes by a version that was corrected. What has no number stands in
a band of its own below the scale, where nobody reads it as a share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal

from generator.pages.figures.canvas import Canvas
from generator.pages.figures.forest import share
from generator.pages.figures.legend import Key, draw_legend, legend_height, mark_key
from generator.pages.figures.lettering import advance, fitted
from generator.pages.figures.style import (
    FAIL,
    MUTED,
    PAPER,
    PASS,
    RULE,
    SMALL,
    WIDTH,
    WITHHELD,
    Colour,
)

MAX_POINTS = 100
"""Versions a figure draws, the newest; what is older stands in the table."""

State = Literal["published", "draft", "corrected"]

_COLOURS: dict[State, Colour] = {"corrected": WITHHELD, "draft": PASS, "published": PASS}
"""The colours of the states, in the order in which they are drawn."""

MOST_TOLD = 20
"""Versions that the words of a figure tell, the newest: nobody listens to a hundred."""

_KEPT = 512
"""Figures kept: a build draws those of the history, and so does the gate that looks at it."""

_LEFT, _RIGHT = 56.0, WIDTH - 14
_TOP, _BOTTOM = 18.0, 138.0
_BAND = 24.0
"""Height of what lies below the scale for the versions without a number: a gap, then a band."""

_ROOM = 14.0
"""Height of the band itself."""

_EDGE = 14.0
_LABEL = 64.0
"""Room of the label of one version below the scale."""


@dataclass(frozen=True, slots=True)
class TrendPoint:
    """One version's number; `breaks` says that it cannot be compared with those before it."""

    version: str
    state: State
    value: float | None
    lower: float | None
    upper: float | None
    breaks: bool


@lru_cache(_KEPT)
def trend(
    title: str, unit: str, points: tuple[TrendPoint, ...], *, highest: float = 1.0
) -> tuple[str, bytes, bytes]:
    """Return a trend's description and its light and dark form; points are oldest first.

    The scale goes from 0 to `highest`.
    """
    shown = points[-MAX_POINTS:]
    keys = [key for key, used in _keys(shown) if used]
    foot = _foot(shown)
    canvas = Canvas(foot + 32 + legend_height(keys))
    _draw_scale(canvas, unit, highest)
    _draw_versions(canvas, shown, foot)
    _draw_breaks(canvas, shown, foot)
    _draw_line(canvas, shown, highest)
    _draw_numberless(canvas, shown)
    _draw_numbers(canvas, shown, highest)
    draw_legend(canvas, foot + 32, keys)
    description = _description(points)
    return description, *canvas.pair(title, description)


def highest_of(points: Sequence[TrendPoint]) -> float:
    """Return the least round top of a scale over all points and their intervals."""
    most = max((p.upper or p.value or 0.0 for p in points if p.value is not None), default=1.0)
    return next(top for top in (0.1, 0.2, 0.5, 1.0) if top >= min(most, 1.0))


def _foot(points: Sequence[TrendPoint]) -> float:
    """Return where the versions are named: below the scale, or below the band that follows it."""
    return _BOTTOM + (_BAND if any(point.value is None for point in points) else 0)


def _keys(points: Sequence[TrendPoint]) -> list[tuple[Key, bool]]:
    states = {point.state for point in points if point.value is not None}
    return [
        (mark_key("published", "square", PASS), "published" in states),
        (mark_key("draft, may change", "square", PASS, hollow=True), "draft" in states),
        (mark_key("corrected later", "diamond", WITHHELD, hollow=True), "corrected" in states),
        (Key("not comparable across", 10, _draw_break_key), any(p.breaks for p in points)),
    ]


def _draw_break_key(canvas: Canvas, x: float, y: float) -> None:
    canvas.line([(x, y - 5), (x, y + 5)], FAIL, width=1.2, dashes=(3, 2))


def _x(number: int, count: int) -> float:
    """Return the place of a version: versions stand evenly, whatever the time between them."""
    if count == 1:
        return (_LEFT + _RIGHT) / 2
    return _LEFT + _EDGE + number / (count - 1) * (_RIGHT - _LEFT - 2 * _EDGE)


def _y(value: float, highest: float) -> float:
    return _BOTTOM - value / highest * (_BOTTOM - _TOP)


def _draw_scale(canvas: Canvas, unit: str, highest: float) -> None:
    canvas.text(0, 9, unit, colour=MUTED, size=SMALL)
    for part in (0, 0.5, 1):
        y = _y(part * highest, highest)
        canvas.line([(_LEFT, y), (_RIGHT, y)], RULE, width=0.8)
        words = f"{part * highest:.0%}"
        canvas.text(_LEFT - 6, y + 3, words, anchor="right", colour=MUTED, size=SMALL)


def _draw_numberless(canvas: Canvas, points: Sequence[TrendPoint]) -> None:
    """Mark the versions without a number in their band, named like the marks of the scale."""
    middle = _BOTTOM + _BAND - _ROOM / 2
    places = [
        (_x(number, len(points)), middle)
        for number, point in enumerate(points)
        if point.value is None
    ]
    if not places:
        return
    top = middle - _ROOM / 2
    canvas.box(_LEFT, top, _RIGHT - _LEFT, _ROOM, fill=PAPER, edge=RULE, thickness=0.8)
    canvas.text(_LEFT - 6, middle + 3, "no number", anchor="right", colour=MUTED, size=SMALL)
    canvas.marks(places, "cross", MUTED, size=2.6)


def _draw_versions(canvas: Canvas, points: Sequence[TrendPoint], foot: float) -> None:
    """Write as many versions below the scale as there is room for, the newest always."""
    count = len(points)
    places = [_x(number, count) for number in range(count)]
    canvas.lines([[(x, foot), (x, foot + 3)] for x in places], MUTED)
    room = (_RIGHT - _LEFT - 2 * _EDGE) / max(1, count - 1)
    every = max(1, -(-int(_LABEL + 8) // max(1, int(room)))) if count > 1 else 1
    for number in range((count - 1) % every, count, every):
        words = fitted(points[number].version, _LABEL, SMALL)
        half = advance(words, SMALL) / 2
        middle = min(max(places[number], half), WIDTH - half)
        canvas.text(middle, foot + 13, words, anchor="center", colour=MUTED, size=SMALL)
    canvas.text(
        (_LEFT + _RIGHT) / 2, foot + 26, "version", anchor="center", colour=MUTED, size=SMALL
    )


def _draw_breaks(canvas: Canvas, points: Sequence[TrendPoint], foot: float) -> None:
    breaks = [number for number, point in enumerate(points) if point.breaks and number]
    between = [(_x(at - 1, len(points)) + _x(at, len(points))) / 2 for at in breaks]
    canvas.lines([[(x, _TOP), (x, foot)] for x in between], FAIL, width=1.2, dashes=(3, 2))


def _draw_line(canvas: Canvas, points: Sequence[TrendPoint], highest: float) -> None:
    """Join the neighbours that can be compared; each unbroken stretch is a line of its own."""
    stretches: list[list[tuple[float, float]]] = [[]]
    for number, point in enumerate(points):
        if point.state == "corrected":
            continue
        if point.breaks or point.value is None:
            stretches.append([])
        if point.value is not None:
            stretches[-1].append((_x(number, len(points)), _y(point.value, highest)))
    canvas.lines((each for each in stretches if len(each) > 1), PASS, width=1.2)


def _draw_numbers(canvas: Canvas, points: Sequence[TrendPoint], highest: float) -> None:
    """Mark the number of each version by its state, with its interval, all alike as one path."""
    for state, colour in _COLOURS.items():
        numbers = [
            (_x(number, len(points)), point.value, point)
            for number, point in enumerate(points)
            if point.state == state and point.value is not None
        ]
        whiskers = (_whisker(x, point, highest) for x, _, point in numbers)
        canvas.lines((each for each in whiskers if each), colour, width=1.4)
        places = [(x, _y(value, highest)) for x, value, _ in numbers]
        draw = partial(canvas.marks, places, "diamond" if state == "corrected" else "square")
        if state != "published":
            draw(PAPER, size=3)
        draw(colour, size=3, hollow=state != "published")


def _whisker(x: float, point: TrendPoint, highest: float) -> list[tuple[float, float]]:
    """Return the line that an interval is: both its ends, and what joins them."""
    if point.lower is None or point.upper is None:
        return []
    low, high = _y(point.lower, highest), _y(point.upper, highest)
    foot, head = [(x - 2.5, low), (x + 2.5, low), (x, low)], [(x, high), (x - 2.5, high)]
    return [*foot, *head, (x + 2.5, high)]


def _description(points: Sequence[TrendPoint]) -> str:
    sentences = [_sentence(point) for point in points[-MOST_TOLD:]]
    if older := len(points) - len(sentences):
        versions = "version is" if older == 1 else "versions are"
        sentences.append(f"{older:,} older {versions} in the table.")
    return " ".join(sentences)


def _sentence(point: TrendPoint) -> str:
    said = "no number" if point.value is None else share(point.value)
    if point.lower is not None and point.upper is not None:
        said += f" ({share(point.lower)} to {share(point.upper)})"
    state = "" if point.state == "published" else f", {point.state}"
    apart = " Not comparable with what is before." if point.breaks else ""
    return f"{point.version}{state}: {said}.{apart}"
