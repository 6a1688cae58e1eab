"""The grid of outcomes, case by trial: who passes always, who never, and who moves.

Rows with recorded times show the trials in the order they ran. Without times only counts are
known, and the row says so. A screened case is one even band, whatever lies behind it.
"""

from __future__ import annotations

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
from generator.pages.figures.lettering import advance, fitted
from generator.pages.figures.style import (
    FAIL,
    MAX_COLUMNS,
    MAX_ROWS,
    MUTED,
    PAPER,
    PASS,
    RULE,
    SMALL,
    TEXT,
    WIDTH,
    WITHHELD,
)
from generator.pages.figures.table import Cell, table
from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.strings import Verdict

_FIRST = 92.0
_LEFT = 110.0
_ROW = 13.0
_CELL = 12.0
_HEADING = 28.0
_AFTER = 10.0
_SCREENED_ROWS = 12
"""Screened rows all look alike; these many show it, the table names the others."""

_SCREENED: dict[Verdict | None, str] = {
    "recovery_capable": "withheld: passed at least once",
    "no_recovery_observed": "withheld: no pass observed",
    "screen_incomplete": "withheld: screen not finished",
}


_SAID: dict[Verdict, str] = {
    "recovery_capable": "passed at least once",
    "no_recovery_observed": "had no pass observed",
    "screen_incomplete": "did not finish the screen",
}


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows of one kind, as many as are drawn, and the words above them."""

    heading: str
    cases: list[Case]
    left_out: int


def outcomes(arm: Arm, slug: str) -> Figure | None:
    """Return the grid of one arm's cases that were tried again; None where none was."""
    tried = [case for case in arm.cases if case.planned]
    if not tried:
        return None
    blocks = _blocks(tried)
    keys = _keys(blocks)
    canvas = Canvas(sum(_height(block) for block in blocks) + legend_height(keys))
    cell = _cell(blocks)
    top = 0.0
    for block in blocks:
        _draw_block(canvas, top, block, cell)
        top += _height(block)
    draw_legend(canvas, top, keys)
    title = f"Outcome of every trial, case by case: {arm.arm}"
    description = _description(tried)
    light, dark = canvas.pair(title, description)
    return Figure(f"outcomes-{slug}", arm.arm, title, description, light, dark, _table(tried))


def _blocks(tried: list[Case]) -> list[_Block]:
    """Sort the cases into rows in run order, rows of counts, and screened rows."""
    screened = [case for case in tried if withheld(case)]
    open_cases = [case for case in tried if not withheld(case)]
    kinds = (
        ("Trials in the order they ran", [case for case in open_cases if case.order], MAX_ROWS),
        (
            "Counts, not order: passes first",
            [case for case in open_cases if not case.order],
            MAX_ROWS,
        ),
        ("Screened only: outcomes withheld", screened, _SCREENED_ROWS),
    )
    return [_capped(heading, cases, rows) for heading, cases, rows in kinds if cases]


def _capped(heading: str, cases: list[Case], rows: int) -> _Block:
    """Keep the rows that tell most, cases with both outcomes before all others."""
    telling = sorted(cases, key=lambda case: (not _mixed(case), -case.valid, case.case))
    kept = sorted(telling[:rows], key=lambda case: (-_share(case), case.case))
    return _Block(heading, kept, len(cases) - len(kept))


def withheld(case: Case) -> bool:
    """Whether only the verdict of a case may be shown; a screened case keeps even its zeros."""
    return case.passed is None or case.stage == "screen"


def any_first(cases: list[Case]) -> bool:
    """Whether the trials repeat a first pass."""
    return any(case.primary_outcome != "missing" for case in cases)


def _mixed(case: Case) -> bool:
    return case.passed is not None and 0 < case.passed < case.valid


def _share(case: Case) -> float:
    return case.passed / case.valid if case.passed is not None and case.valid else 0.0


def _height(block: _Block) -> float:
    rows = _ROW * len(block.cases)
    return _HEADING + rows + note_height(block.left_out) + _AFTER


def _cell(blocks: list[_Block]) -> float:
    """Return the width of one trial, the same in all rows."""
    longest = max(min(case.planned, MAX_COLUMNS) for block in blocks for case in block.cases)
    return min(_CELL, (WIDTH - _LEFT) / max(longest, 1))


def _draw_block(canvas: Canvas, top: float, block: _Block, cell: float) -> None:
    canvas.text(0, top + 10, block.heading, bold=True)
    again = "repeat trials" if any_first(block.cases) else "trials"
    canvas.text(_LEFT, top + 24, again, colour=MUTED, size=SMALL)
    y = top + _HEADING
    if any_first(block.cases):
        _draw_first(canvas, y, block)
    marks: dict[str, list[tuple[float, float]]] = {"P": [], "F": [], "-": []}
    for number, case in enumerate(block.cases):
        middle = y + _ROW * (number + 0.5)
        canvas.text(0, middle + 3.5, fitted(case.case, _FIRST - 10, TEXT))
        if withheld(case):
            _draw_withheld(canvas, middle, case)
            continue
        for at, outcome in enumerate(_trials(case)):
            marks[outcome].append((_LEFT + cell * (at + 0.5), middle))
    size = round(cell / 3, 1)
    canvas.marks(marks["P"], "square", PASS, size=size)
    canvas.marks(marks["F"], "cross", FAIL, size=size)
    canvas.marks(marks["-"], "circle", WITHHELD, size=size * 0.6, hollow=True)
    draw_note(canvas, y + _ROW * len(block.cases), block.left_out)


def _trials(case: Case) -> str:
    """Return a row's outcomes, P, F and - for a planned trial without a valid outcome.

    No more of them than are drawn: a plan can be far longer than any row.
    """
    if case.order:
        known: str = case.order.pattern
    else:
        passed = case.passed or 0
        known = "P" * min(passed, MAX_COLUMNS) + "F" * min(case.valid - passed, MAX_COLUMNS)
    return (known + "-" * min(case.planned - case.valid, MAX_COLUMNS))[:MAX_COLUMNS]


def _draw_first(canvas: Canvas, top: float, block: _Block) -> None:
    """Draw the first pass's outcomes in a column of their own."""
    canvas.text(_FIRST + 4, top - 4, "first", anchor="center", colour=MUTED, size=SMALL)
    marks: dict[str, list[tuple[float, float]]] = {"pass": [], "fail": [], "none": []}
    for number, case in enumerate(block.cases):
        kind = case.primary_outcome if case.primary_outcome in marks else "none"
        marks[kind].append((_FIRST + 4, top + _ROW * (number + 0.5)))
    canvas.marks(marks["pass"], "square", PASS, size=_CELL / 3)
    canvas.marks(marks["fail"], "cross", FAIL, size=_CELL / 3)
    canvas.marks(marks["none"], "circle", WITHHELD, size=_CELL / 5, hollow=True)
    bottom = top + _ROW * len(block.cases)
    canvas.line([(_LEFT - 5, top), (_LEFT - 5, bottom)], RULE)


def _draw_withheld(canvas: Canvas, middle: float, case: Case) -> None:
    words = _SCREENED.get(case.verdict, "withheld")
    canvas.box(
        _LEFT, middle - 5, WIDTH - _LEFT, 10, fill=PAPER, edge=RULE, hatch="///", thickness=0.8
    )
    canvas.box(_LEFT + 6, middle - 4.5, advance(words, SMALL) + 2, 9, fill=PAPER)
    canvas.text(_LEFT + 9, middle + 3.2, words, colour=MUTED, size=SMALL)


def _keys(blocks: list[_Block]) -> list[Key]:
    cases = [case for block in blocks for case in block.cases]
    absent = any(
        case.primary_outcome not in {"pass", "fail", "missing"}
        or (case.planned > case.valid and not withheld(case))
        for case in cases
    )
    return [
        mark_key("passed", "square", PASS),
        mark_key("failed", "cross", FAIL),
        *([mark_key("no valid outcome", "circle", WITHHELD, hollow=True)] if absent else []),
    ]


def _description(tried: list[Case]) -> str:
    open_cases = [case for case in tried if not withheld(case)]
    again = " again" if any_first(tried) else ""
    sentences = [f"{_cases(len(tried))} {_were(len(tried))} to be tried{again}."]
    if open_cases:
        mixed = sum(_mixed(case) for case in open_cases)
        always = sum(case.valid > 0 and case.passed == case.valid for case in open_cases)
        never = sum(case.valid > 0 and case.passed == 0 for case in open_cases)
        shown = (
            f"Of {_cases(len(open_cases))} shown trial by trial, " if open_cases != tried else ""
        )
        sentences.append(
            f"{shown}{always} passed every trial, {never} failed every trial, {mixed} did both."
        )
    if open_cases != tried:
        sentences.append(_said_of_withheld([case for case in tried if withheld(case)]))
    if any(case.order is None for case in open_cases):
        sentences.append("Where no order is recorded, passes stand first.")
    return " ".join(sentences)


def _said_of_withheld(cases: list[Case]) -> str:
    """Say what a screen says of its cases: each one's verdict and no more."""
    verdicts = [case.verdict for case in cases]
    told = [
        f"{verdicts.count(verdict)} {words}"
        for verdict, words in _SAID.items()
        if verdict in verdicts
    ]
    only = f"The trials of {_cases(len(cases))} are a screen's and withheld"
    return f"{only}: {', '.join(told)}." if told else f"{only}."


def _cases(count: int) -> str:
    return f"{count} {'case' if count == 1 else 'cases'}"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"


def _table(tried: list[Case]) -> str:
    header = ["case", "first_pass", "stage", "verdict", "planned", "valid", "passed", "order"]
    return table(header, (_table_row(case) for case in tried))


def _table_row(case: Case) -> list[Cell]:
    known: list[Cell] = [case.case, case.primary_outcome, case.stage, case.verdict]
    if withheld(case):
        return [*known, None, None, None, None]
    pattern = case.order.pattern if case.order else None
    return [*known, case.planned, case.valid, case.passed, pattern]
