"""What stands below a figure: what it leaves out, and its keys, broken into lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from generator.pages.figures.canvas import Canvas, Shape
from generator.pages.figures.lettering import advance
from generator.pages.figures.style import LINE, MUTED, SMALL, WIDTH, Colour

_GAP = 14.0


@dataclass(frozen=True, slots=True)
class Key:
    """One key: its words, the width of its mark, and how the mark is drawn around a middle."""

    words: str
    width: float
    draw: Callable[[Canvas, float, float], None]


def mark_key(words: str, shape: Shape, colour: Colour, *, hollow: bool = False) -> Key:
    """Return the key of a mark."""
    return Key(
        words,
        10,
        lambda canvas, x, y: canvas.mark(x, y, shape, colour, size=3.6, hollow=hollow),
    )


def legend_height(keys: Sequence[Key]) -> float:
    """Return how high the keys stand once they are broken into lines."""
    return LINE * len(_lines(keys)) + 4


def draw_legend(canvas: Canvas, top: float, keys: Sequence[Key]) -> None:
    """Draw the keys below a height."""
    for number, line in enumerate(_lines(keys)):
        baseline = top + LINE * (number + 1) - 2
        x = 0.0
        for key in line:
            key.draw(canvas, x + key.width / 2, baseline - 3.3)
            canvas.text(x + key.width + 4, baseline, key.words, colour=MUTED, size=SMALL)
            x += _advance(key)


def note_height(left_out: int) -> float:
    """Return how high the line stands that says how much a figure leaves out."""
    return LINE if left_out > 0 else 0.0


def draw_note(canvas: Canvas, top: float, left_out: int, of: str = "") -> None:
    """Say below a height how much a figure leaves out, if anything, and of what."""
    if left_out > 0:
        words = f"and {left_out:,} more{of and f' {of}'}, in the table"
        canvas.text(0, top + 10, words, colour=MUTED, size=SMALL)


def _advance(key: Key) -> float:
    return key.width + 4 + advance(key.words, SMALL) + _GAP


def _lines(keys: Sequence[Key]) -> list[list[Key]]:
    lines: list[list[Key]] = []
    room = 0.0
    for key in keys:
        if room < _advance(key) - _GAP:
            lines.append([])
            room = WIDTH
        lines[-1].append(key)
        room -= _advance(key)
    return lines
