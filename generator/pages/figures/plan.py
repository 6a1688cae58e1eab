"""The ledger of planned trials as stacked bars: the kinds of trial add up to the plan."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from generator.pages.figures.canvas import Canvas
from generator.pages.figures.figure import Figure
from generator.pages.figures.legend import Key, draw_legend, legend_height
from generator.pages.figures.lettering import advance, fitted
from generator.pages.figures.style import (
    INK,
    MAX_ROWS,
    MUTED,
    OWED,
    PAPER,
    PASS,
    PENDING,
    SMALL,
    TEXT,
    VIOLATION,
    WIDTH,
    WITHHELD,
    Colour,
)
from generator.pages.figures.table import table
from generator.publication.arm import Arm
from generator.publication.report import Report

_ROW = 52.0
_BAR = 14.0


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of planned trial: its name in the report, its words, and how it is drawn."""

    field: str
    words: str
    colour: Colour
    hatch: str


_KINDS = (
    _Kind("valid", "valid", PASS, ""),
    _Kind("protocol_violation", "protocol violation", VIOLATION, "xxx"),
    _Kind("pending", "awaiting a decision", PENDING, "..."),
    _Kind("owed", "owed a makeup", OWED, "///"),
    _Kind("missing", "missing", WITHHELD, "\\\\\\"),
)


def plan(report: Report) -> Figure | None:
    """Return the ledger of all arms; None where no arm planned a repeat trial."""
    arms = [arm for arm in report.arms if arm.plan.planned]
    if not arms:
        return None
    shown = arms[:MAX_ROWS]
    kinds = [kind for kind in _KINDS if any(_count(arm, kind) for arm in shown)]
    keys = [Key(kind.words, 18, partial(_draw_swatch, kind)) for kind in kinds]
    bottom = _ROW * len(shown)
    canvas = Canvas(bottom + legend_height(keys))
    for number, arm in enumerate(shown):
        _draw(canvas, _ROW * number, arm)
    draw_legend(canvas, bottom, keys)
    repeats = any(run.role == "primary" for arm in arms for run in arm.runs)
    title = f"Planned {'repeat ' if repeats else ''}trials and what became of them"
    description = " ".join(f"{arm.arm}: {_sum(arm)}." for arm in shown)
    if len(arms) > len(shown):
        description += f" {len(arms) - len(shown)} more arms are in the table."
    light, dark = canvas.pair(title, description)
    return Figure("plan", None, title, description, light, dark, _table(report.arms))


def _count(arm: Arm, kind: _Kind) -> int:
    count: int = getattr(arm.plan, kind.field)
    return count


def _sum(arm: Arm) -> str:
    """Spell the ledger as a sum."""
    parts = [f"{_count(arm, kind):,} {kind.words}" for kind in _KINDS if _count(arm, kind)]
    return f"{arm.plan.planned:,} planned = {' + '.join(parts)}"


def _draw(canvas: Canvas, top: float, arm: Arm) -> None:
    """Draw one arm's bar over the whole width: shares of the plan, with their counts in words."""
    value = f"{arm.plan.planned:,} planned"
    canvas.text(0, top + 11, fitted(arm.arm, WIDTH - advance(value, TEXT) - 8, TEXT))
    canvas.text(WIDTH, top + 11, value, anchor="right", bold=True)
    x = 0.0
    for kind in _KINDS:
        count = _count(arm, kind)
        if not count:
            continue
        width = WIDTH * count / arm.plan.planned
        _segment(canvas, kind, x, top + 16, width=width, height=_BAR)
        words = f"{count:,}"
        if width > advance(words, SMALL) + 6:
            _label(canvas, x + width / 2, top + 16, words, kind)
        x += width
    counts = [f"{_count(arm, kind):,}" for kind in _KINDS if _count(arm, kind)]
    if len(counts) > 1:
        words = f"= {' + '.join(counts)}"
        canvas.text(WIDTH, top + 42, words, anchor="right", colour=MUTED, size=SMALL)


def _draw_swatch(kind: _Kind, canvas: Canvas, x: float, y: float) -> None:
    _segment(canvas, kind, x - 9, y - 4.5, width=18, height=9)


def _segment(
    canvas: Canvas, kind: _Kind, x: float, y: float, *, width: float, height: float
) -> None:
    if kind.hatch:
        canvas.box(x, y, width, height, fill=PAPER, edge=kind.colour, hatch=kind.hatch)
    else:
        canvas.box(x, y, width, height, fill=kind.colour)


def _label(canvas: Canvas, x: float, top: float, words: str, kind: _Kind) -> None:
    if kind.hatch:
        room = advance(words, SMALL) + 2
        canvas.box(x - room / 2, top + 2, room, _BAR - 4, fill=PAPER)
    canvas.text(
        x,
        top + 10.5,
        words,
        anchor="center",
        size=SMALL,
        colour=INK if kind.hatch else PAPER,
        bold=True,
    )


def _table(arms: list[Arm]) -> str:
    return table(
        ["arm", "planned", *(kind.field for kind in _KINDS)],
        ([arm.arm, arm.plan.planned, *(_count(arm, kind) for kind in _KINDS)] for arm in arms),
    )
