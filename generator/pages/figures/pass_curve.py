"""pass^k and pass@k over k: how fast "every time" falls and "at least once" rises."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from generator.pages.figures.canvas import Canvas, Shape
from generator.pages.figures.figure import Figure
from generator.pages.figures.forest import bounds, share
from generator.pages.figures.legend import Key, draw_legend, legend_height
from generator.pages.figures.style import LINE, MUTED, OWED, PASS, RULE, SMALL, WIDTH, Colour
from generator.pages.figures.table import table
from generator.publication.arm import Arm
from generator.publication.estimates import PassRow

_LEFT, _RIGHT = 40.0, WIDTH - 16
_TOP, _BOTTOM = 20.0, 206.0
_APART = 16.0
"""Least distance between two labels below the scale."""


@dataclass(frozen=True, slots=True)
class _Series:
    name: str
    words: str
    chance: str
    rows: list[PassRow]
    shape: Shape
    colour: Colour
    dashes: tuple[float, ...] | None
    shift: float


def pass_curve(arm: Arm, slug: str) -> Figure | None:
    """Return the curves of one arm; None where no two k have a number, which makes no curve."""
    chance = "all k trials of a case pass"
    every = _Series(
        "pass^k", "all k trials pass", chance, arm.pass_hat_k, "circle", PASS, None, -1.5
    )
    chance = "at least one of k trials of a case passes"
    once = _Series(
        "pass@k", "at least one passes", chance, arm.pass_at_k, "square", OWED, (4, 2), 1.5
    )
    series = [each for each in (once, every) if len(_known(each)) > 1]
    if not series:
        return None
    ticks = sorted({row.k for each in series for row, _ in _known(each)})
    left_out = sorted({row.k for row in (*every.rows, *once.rows)} - set(ticks))
    keys = [
        Key(f"{each.name}: {each.words}", 22, partial(_draw_key, each)) for each in reversed(series)
    ]
    note = LINE if left_out else 0.0
    canvas = Canvas(_BOTTOM + 30 + note + legend_height(keys))
    _draw_scale(canvas, ticks)
    for each in series:
        _draw_series(canvas, each, ticks)
    draw_legend(canvas, _BOTTOM + 30, keys)
    if left_out:
        words = f"k = {', '.join(map(str, left_out))}: no number, the table says why"
        canvas.text(0, canvas.height - 4, words, colour=MUTED, size=SMALL)
    title = f"Passing every time and at least once in k trials: {arm.arm}"
    description = " ".join(_sentence(each) for each in reversed(series))
    light, dark = canvas.pair(title, description)
    return Figure(
        f"pass-curve-{slug}",
        arm.arm,
        title,
        description,
        light,
        dark,
        _table([every, once]),
    )


def _draw_key(series: _Series, canvas: Canvas, x: float, y: float) -> None:
    canvas.line([(x - 11, y), (x + 11, y)], series.colour, width=1.4, dashes=series.dashes)
    canvas.mark(x, y, series.shape, series.colour, size=3.4)


def _known(series: _Series) -> list[tuple[PassRow, float]]:
    return [(row, row.estimate) for row in series.rows if row.estimate is not None]


def _x(k: int, ticks: list[int]) -> float:
    """Return the place of k, on a scale true to k."""
    first, last = ticks[0], ticks[-1]
    if first == last:
        return (_LEFT + _RIGHT) / 2
    return _LEFT + 14 + (k - first) / (last - first) * (_RIGHT - _LEFT - 28)


def _y(value: float) -> float:
    return _BOTTOM - value * (_BOTTOM - _TOP)


def _draw_scale(canvas: Canvas, ticks: list[int]) -> None:
    canvas.text(0, 9, "chance, as a mean over cases", colour=MUTED, size=SMALL)
    for value in (0, 0.25, 0.5, 0.75, 1):
        canvas.line([(_LEFT, _y(value)), (_RIGHT, _y(value))], RULE, width=0.8)
        canvas.text(
            _LEFT - 6, _y(value) + 3, f"{value:.0%}", anchor="right", colour=MUTED, size=SMALL
        )
    labelled = float("-inf")
    for k in ticks:
        x = _x(k, ticks)
        canvas.line([(x, _BOTTOM), (x, _BOTTOM + 3)], MUTED)
        if x - labelled >= _APART:
            canvas.text(x, _BOTTOM + 13, str(k), anchor="center", colour=MUTED, size=SMALL)
            labelled = x
    middle = (_LEFT + _RIGHT) / 2
    canvas.text(
        middle, _BOTTOM + 25, "k, trials of one case", anchor="center", colour=MUTED, size=SMALL
    )


def _draw_series(canvas: Canvas, series: _Series, ticks: list[int]) -> None:
    """Draw one curve; the two are set a little apart so that neither hides the other's bars."""
    known = _known(series)
    places = [(_x(row.k, ticks) + series.shift, _y(value)) for row, value in known]
    canvas.line(places, series.colour, width=1.4, dashes=series.dashes)
    for (row, _), (x, _place) in zip(known, places, strict=True):
        interval = row.interval
        if interval is None or interval.lower is None or interval.upper is None:
            continue
        low, high = _y(interval.lower), _y(interval.upper)
        canvas.line([(x, low), (x, high)], series.colour, width=1.2)
        for end in (low, high):
            canvas.line([(x - 2.5, end), (x + 2.5, end)], series.colour, width=1.2)
    canvas.marks(places, series.shape, series.colour, size=3.4)


def _sentence(series: _Series) -> str:
    values = ", ".join(
        f"k = {row.k}: {share(estimate)}"
        + (f" ({bounds(row.interval)})" if bounds(row.interval) else "")
        for row, estimate in _known(series)
    )
    return f"{series.name}, the chance that {series.chance}, as a mean over cases: {values}."


def _table(series: list[_Series]) -> str:
    return table(
        ["measure", "k", "estimate", "lower", "upper", "tasks", "withheld", "undefined"],
        (
            [
                each.name,
                row.k,
                row.estimate,
                row.interval.lower if row.interval else None,
                row.interval.upper if row.interval else None,
                row.tasks,
                row.suppressed,
                row.undefined,
            ]
            for each in series
            for row in each.rows
        ),
    )
