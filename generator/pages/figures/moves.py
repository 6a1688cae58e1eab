"""Who moved which way between the first pass and each later full run: the fail-set delta.

Cases that fell are drawn to the left, cases that recovered to the right, on one scale: two runs of
one score may still have failed other cases.
"""

from __future__ import annotations

from generator.pages.figures.canvas import Canvas
from generator.pages.figures.figure import Figure
from generator.pages.figures.legend import Key, draw_legend, draw_note, legend_height, note_height
from generator.pages.figures.style import (
    FAIL,
    MAX_ROWS,
    MUTED,
    PAPER,
    PASS,
    SMALL,
    TEXT,
    WIDTH,
    Colour,
)
from generator.pages.figures.table import table
from generator.publication.arm import Arm, Delta

_ROW = 46.0
_BAR = 14.0
_MIDDLE = WIDTH / 2
_REACH = WIDTH / 2 - 34
"""The longest bar of one side; its count stands beside it."""


def moves(arm: Arm, slug: str) -> Figure | None:
    """Return the moves of one arm; None where no run can be laid beside the first pass."""
    deltas = [delta for delta in arm.deltas if delta.compared]
    if not deltas:
        return None
    shown = deltas[:MAX_ROWS]
    keys = [
        Key("passed first, failed later", 18, lambda c, x, y: _bar(c, x - 9, y - 4.5, 18, 9, FAIL)),
        Key("failed first, passed later", 18, lambda c, x, y: _bar(c, x - 9, y - 4.5, 18, 9, PASS)),
    ]
    left_out = len(deltas) - len(shown)
    note = note_height(left_out)
    bottom = _ROW * len(shown)
    canvas = Canvas(bottom + note + legend_height(keys))
    most = max(max(len(d.pass_to_fail), len(d.fail_to_pass)) for d in shown) or 1
    for number, delta in enumerate(shown):
        _draw(canvas, _ROW * number, delta, most)
    draw_note(canvas, bottom, left_out)
    draw_legend(canvas, bottom + note, keys)
    title = f"Cases that moved between the first pass and later runs: {arm.arm}"
    description = " ".join(_sentence(delta) for delta in shown)
    light, dark = canvas.pair(title, description)
    return Figure(f"moves-{slug}", arm.arm, title, description, light, dark, _table(deltas))


def _draw(canvas: Canvas, top: float, delta: Delta, most: int) -> None:
    canvas.text(0, top + 11, f"{delta.start} → {delta.end}", size=TEXT)
    words = f"{_compared(delta)} in both, {delta.stayed_failed:,} failed both"
    canvas.text(0, top + 23, words, colour=MUTED, size=SMALL)
    y = top + 27
    for count, sign, colour in (
        (len(delta.pass_to_fail), -1, FAIL),
        (len(delta.fail_to_pass), 1, PASS),
    ):
        length = _REACH * count / most
        if count:
            left = _MIDDLE - length if sign < 0 else _MIDDLE
            _bar(canvas, left, y, length, _BAR, colour)
        end = _MIDDLE + sign * (length + 5)
        anchor = "right" if sign < 0 else "left"
        canvas.text(end, y + 10.5, f"{count:,}", anchor=anchor, bold=bool(count))  # type: ignore[arg-type]
    canvas.line([(_MIDDLE, y - 2), (_MIDDLE, y + _BAR + 2)], MUTED)


def _bar(canvas: Canvas, x: float, y: float, width: float, height: float, colour: Colour) -> None:
    """Draw a bar: falls are hatched, recoveries full."""
    if colour is FAIL:
        canvas.box(x, y, width, height, fill=PAPER, edge=colour, hatch="///")
    else:
        canvas.box(x, y, width, height, fill=colour)


def _compared(delta: Delta) -> str:
    return f"{delta.compared:,} case{'' if delta.compared == 1 else 's'}"


def _sentence(delta: Delta) -> str:
    return (
        f"{delta.start} to {delta.end}: of {_compared(delta)} in both, "
        f"{len(delta.pass_to_fail):,} passed first and failed later, "
        f"{len(delta.fail_to_pass):,} failed first and passed later, "
        f"{delta.stayed_failed:,} failed both."
    )


def _table(deltas: list[Delta]) -> str:
    return table(
        [
            "from",
            "to",
            "evidence",
            "compared",
            "pass_to_fail",
            "fail_to_pass",
            "stayed_failed",
            "expected_moves",
            "failed_later",
            "passed_later",
        ],
        (
            [
                delta.start,
                delta.end,
                delta.evidence,
                delta.compared,
                len(delta.pass_to_fail),
                len(delta.fail_to_pass),
                delta.stayed_failed,
                delta.expected_moves,
                " ".join(sorted(delta.pass_to_fail)),
                " ".join(sorted(delta.fail_to_pass)),
            ]
            for delta in deltas
        ),
    )
