"""The rows of a forest plot: an estimate, its interval, and a scale from 0 to 1 behind them."""

from __future__ import annotations

from dataclasses import dataclass
from html import unescape

from generator.pages.figures.canvas import Canvas, Shape
from generator.pages.figures.style import INK, MUTED, RULE, SMALL, Colour
from generator.pages.numbers import percent
from generator.publication.base import Interval

_TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a share between 0 and 1 lies on the sheet."""

    left: float
    right: float

    def at(self, share: float) -> float:
        """Return the place of a share."""
        return self.left + share * (self.right - self.left)

    def draw_lines(self, canvas: Canvas, top: float, bottom: float) -> None:
        """Draw the lines of the scale between two heights."""
        for tick in _TICKS:
            canvas.line([(self.at(tick), top), (self.at(tick), bottom)], RULE, width=0.8)

    def draw_labels(self, canvas: Canvas, top: float, unit: str) -> None:
        """Write the labels of the scale, and below them what is measured."""
        for tick in _TICKS:
            x, words = self.at(tick), f"{tick:.0%}"
            canvas.text(x, top + 11, words, anchor="center", colour=MUTED, size=SMALL)
        middle = (self.left + self.right) / 2
        canvas.text(middle, top + 23, unit, anchor="center", colour=MUTED, size=SMALL)


LABELS_HEIGHT = 28.0
"""Height of a scale's labels."""


def draw_estimate(
    canvas: Canvas,
    scale: Scale,
    y: float,
    estimate: float,
    interval: Interval | None,
    *,
    shape: Shape,
    colour: Colour = INK,
) -> None:
    """Draw an estimate's mark with its interval as a line with ends."""
    if interval is not None and interval.lower is not None and interval.upper is not None:
        lower, upper = scale.at(interval.lower), scale.at(interval.upper)
        canvas.line([(lower, y), (upper, y)], colour, width=1.6)
        for end in (lower, upper):
            canvas.line([(end, y - 3), (end, y + 3)], colour, width=1.6)
    canvas.mark(scale.at(estimate), y, shape, colour, size=3.6)


def share(value: float) -> str:
    """Return a share as figures print it."""
    return unescape(percent(value))


def bounds(interval: Interval | None) -> str:
    """Return an interval as figures print it, or nothing where there is none."""
    if interval is None or interval.lower is None or interval.upper is None:
        return ""
    return f"{share(interval.lower)} to {share(interval.upper)}"
