"""Failures round by round: whether they come together in time, over the cases that can tell.

A round is the first, second, … trial of each case. Cases with equally many trials share a strip,
so that every round of it is over the same cases and an even mix of failures is one height. A strip
is no run: in which order the cases of one run followed each other is not published, because beside
the order of the case set it would tell which case stands behind which alias.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from generator.pages.figures.canvas import Canvas
from generator.pages.figures.figure import Figure
from generator.pages.figures.legend import (
    Key,
    draw_legend,
    draw_note,
    legend_height,
    mark_key,
    note_height,
)
from generator.pages.figures.lettering import advance
from generator.pages.figures.outcomes import any_first, withheld
from generator.pages.figures.style import (
    FAIL,
    INK,
    MAX_COLUMNS,
    MUTED,
    PAPER,
    PASS,
    SMALL,
    WIDTH,
)
from generator.pages.figures.table import table
from generator.publication.arm import Arm
from generator.publication.case import Case

_LEFT = 34.0
_COLUMN = 14.0
_HEADING = 24.0
_BELOW = 40.0
"""Room below a strip: the numbers of its rounds, what they are, and a gap."""

_STRIPS = 3
"""Strips a figure draws, those of most cases; the table has all."""

_ROWS, _CELLS = 20, 400
"""Cases, and trials in all, of which a strip draws every one; of more it draws shares."""

_CELL = 8.0
_BARS = 72.0
_GAP = 6.0
"""Least room between two numbers below a strip."""


@dataclass(frozen=True, slots=True)
class _Strip:
    """The cases with equally many trials: how many there are, and how many failed each round."""

    cases: int
    failed: list[int]

    @property
    def cells(self) -> bool:
        """Whether every trial is drawn, or the shares of each round."""
        return self.cases <= _ROWS and self.cases * min(len(self.failed), MAX_COLUMNS) <= _CELLS

    @property
    def height(self) -> float:
        return _CELL * self.cases if self.cells else _BARS

    @property
    def column(self) -> float:
        return min(_COLUMN, (WIDTH - _LEFT) / min(len(self.failed), MAX_COLUMNS))


def rounds(arm: Arm, slug: str) -> Figure | None:
    """Return the strips of one arm; None where no two cases with an order are equally long."""
    ordered = [case for case in arm.cases if case.order and not withheld(case)]
    strips = _strips(ordered)
    shown = [strip for strip in strips if strip.cases > 1 and len(strip.failed) > 1][:_STRIPS]
    if not shown:
        return None
    left_out = len(strips) - len(shown)
    keys = _keys(shown)
    bottom = sum(_HEADING + strip.height + _BELOW for strip in shown)
    canvas = Canvas(bottom + note_height(left_out) + legend_height(keys))
    words = "repeat trial" if any_first(ordered) else "trial"
    top = 0.0
    for strip in shown:
        _draw(canvas, top, strip, words)
        top += _HEADING + strip.height + _BELOW
    draw_note(canvas, bottom, left_out, f"group{'' if left_out == 1 else 's'} of cases")
    draw_legend(canvas, bottom + note_height(left_out), keys)
    title = f"Failures round by round, in the order of time: {arm.arm}"
    description = _description(shown, words)
    light, dark = canvas.pair(title, description)
    return Figure(f"rounds-{slug}", arm.arm, title, description, light, dark, _table(strips))


def _strips(ordered: list[Case]) -> list[_Strip]:
    """Group the cases by how many trials they have, the most cases first."""
    patterns: dict[int, list[str]] = defaultdict(list)
    for case in ordered:
        if case.order:
            patterns[len(case.order.pattern)].append(case.order.pattern)
    strips = [
        _Strip(len(group), [each.count("F") for each in map("".join, zip(*group, strict=True))])
        for group in patterns.values()
    ]
    return sorted(strips, key=lambda strip: (-strip.cases, -len(strip.failed)))


def _draw(canvas: Canvas, top: float, strip: _Strip, words: str) -> None:
    trials = len(strip.failed)
    heading = f"{strip.cases:,} cases of {trials:,} {words}s each"
    canvas.text(0, top + 11, heading, bold=True)
    top += _HEADING
    foot = top + strip.height
    shown = strip.failed[:MAX_COLUMNS]
    right = _LEFT + strip.column * len(shown)
    draw = _draw_cells if strip.cells else _draw_shares
    draw(canvas, foot, strip, shown)
    for height, tick in ((0.0, "0"), (strip.height, f"{strip.cases:,}" if strip.cells else "100%")):
        canvas.text(_LEFT - 5, foot - height + 3, tick, anchor="right", colour=MUTED, size=SMALL)
    canvas.line([(_LEFT, foot), (right, foot)], MUTED)
    _draw_average(canvas, foot, strip, right)
    _draw_numbers(canvas, foot, strip, len(shown))
    said = f"{words} of its case, in the order of time"
    if trials > len(shown):
        said += f"; the first {len(shown)} of {trials:,}"
    canvas.text(_LEFT, foot + 24, said, colour=MUTED, size=SMALL)


def _draw_cells(canvas: Canvas, foot: float, strip: _Strip, shown: list[int]) -> None:
    """Draw a mark for every trial, the failures of a round at its foot."""
    failed, passed = [], []
    for at, count in enumerate(shown):
        x = _LEFT + strip.column * (at + 0.5)
        places = [(x, foot - _CELL * (row + 0.5)) for row in range(strip.cases)]
        failed += places[:count]
        passed += places[count:]
    size = min(_CELL, strip.column) * 0.32
    canvas.marks(passed, "square", PASS, size=size)
    canvas.marks(failed, "cross", FAIL, size=size)


def _draw_shares(canvas: Canvas, foot: float, strip: _Strip, shown: list[int]) -> None:
    """Draw a bar for every round, the share that failed hatched at its foot."""
    width = strip.column - 1
    for at, count in enumerate(shown):
        x = _LEFT + strip.column * at + 0.5
        failed = strip.height * count / strip.cases
        if count < strip.cases:
            canvas.box(x, foot - strip.height, width, strip.height - failed, fill=PASS)
        if count:
            _draw_failed(canvas, x, foot - failed, width, failed)


def _draw_failed(canvas: Canvas, x: float, y: float, width: float, height: float) -> None:
    canvas.box(x, y, width, height, fill=PAPER, edge=FAIL, hatch="///")


def _draw_average(canvas: Canvas, foot: float, strip: _Strip, right: float) -> None:
    """Draw how high the failures of every round would stand if time had no part in them."""
    share = sum(strip.failed) / (strip.cases * len(strip.failed))
    y = foot - strip.height * share
    if not strip.cells:  # told from the edges of the bars
        canvas.line([(_LEFT - 3, y), (right + 3, y)], PAPER, width=2.4)
    canvas.line([(_LEFT - 3, y), (right + 3, y)], INK, width=1.2, dashes=(3, 2))


def _draw_numbers(canvas: Canvas, foot: float, strip: _Strip, count: int) -> None:
    """Write the first round below the strip, then as many as there is room for, evenly."""
    apart = advance(str(count), SMALL) + _GAP
    every = next(step for step in (1, 5, 10, 20) if step * strip.column >= apart)
    for number in range(1, count + 1):
        if number == 1 or number % every == 0:
            x = _LEFT + strip.column * (number - 0.5)
            canvas.text(x, foot + 12, str(number), anchor="center", colour=MUTED, size=SMALL)


def _keys(shown: list[_Strip]) -> list[Key]:
    keys = []
    if any(strip.cells for strip in shown):
        keys += [mark_key("passed", "square", PASS), mark_key("failed", "cross", FAIL)]
    if not all(strip.cells for strip in shown):
        keys += [
            Key("share passed", 12, lambda c, x, y: c.box(x - 6, y - 4.5, 12, 9, fill=PASS)),
            Key("share failed", 12, lambda c, x, y: _draw_failed(c, x - 6, y - 4.5, 12, 9)),
        ]
    return [*keys, Key("failures if spread evenly", 16, _draw_average_key)]


def _draw_average_key(canvas: Canvas, x: float, y: float) -> None:
    canvas.line([(x - 8, y), (x + 8, y)], INK, width=1.2, dashes=(3, 2))


def _description(shown: list[_Strip], words: str) -> str:
    sentences = [f"A round is the first, second, and so on {words} of each case."]
    for strip in shown:
        counts = ", ".join(f"{count:,}" for count in strip.failed[:MAX_COLUMNS])
        sentences.append(
            f"{strip.cases:,} cases of {len(strip.failed):,} {words}s each; "
            f"failures by round: {counts}."
        )
    return " ".join(sentences)


def _table(strips: list[_Strip]) -> str:
    return table(
        ["trials_each", "cases", "round", "passed", "failed"],
        (
            [len(strip.failed), strip.cases, number, strip.cases - failed, failed]
            for strip in strips
            for number, failed in enumerate(strip.failed, 1)
        ),
    )
