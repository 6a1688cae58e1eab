"""A scale over any numbers: round ticks that cover what is drawn, and a line at no difference."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from html import unescape

from generator.pages.figures.canvas import Canvas
from generator.pages.figures.style import MUTED, RULE, SMALL
from generator.pages.numbers import score

_STEPS = (1, 2, 5, 10)
_MOST_TICKS = 7

LABELS_HEIGHT = 30.0
"""Height of an axis's labels, with the words below them."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Where a number lies on the sheet, and which numbers are marked."""

    left: float
    right: float
    ticks: tuple[float, ...]

    def at(self, value: float) -> float:
        """Return the place of a number."""
        low, high = self.ticks[0], self.ticks[-1]
        return self.left + (value - low) / (high - low) * (self.right - self.left)

    def draw_lines(self, canvas: Canvas, top: float, bottom: float) -> None:
        """Draw the lines of the ticks between two heights, that of zero stronger."""
        for tick in self.ticks:
            x = self.at(tick)
            colour, width = (MUTED, 1.2) if tick == 0 else (RULE, 0.8)
            canvas.line([(x, top), (x, bottom)], colour, width=width)

    def draw_labels(self, canvas: Canvas, top: float, unit: str) -> None:
        """Write the ticks, and below them what is measured."""
        for tick in self.ticks:
            words = unescape(score(tick))
            canvas.text(self.at(tick), top + 11, words, anchor="center", colour=MUTED, size=SMALL)
        middle = (self.left + self.right) / 2
        canvas.text(middle, top + 23, unit, anchor="center", colour=MUTED, size=SMALL)


def axis_over(values: Iterable[float], left: float, right: float) -> Axis:
    """Return an axis of round ticks over some numbers and zero."""
    numbers = [0.0, *values]
    low, high = min(numbers), max(numbers)
    if low == high:
        low, high = -1.0, 1.0
    step = _step((high - low) / (_MOST_TICKS - 1))
    first, last = math.floor(low / step), math.ceil(high / step)
    return Axis(left, right, tuple(_tick(number, step) for number in range(first, last + 1)))


def _step(least: float) -> float:
    """Return the smallest round number that is no smaller than `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(factor * power for factor in _STEPS if factor * power >= least * (1 - 1e-9))


def _tick(number: int, step: float) -> float:
    """Return a multiple of a step without the noise of the multiplication."""
    return float(f"{number * step:.12g}")
