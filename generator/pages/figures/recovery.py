"""Recovery after fail, case by case: confirmed cases with intervals, screened ones by verdict.

A screened case is drawn by its verdict alone: its counts are withheld, so no length, place or
word of the figure depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from generator.pages.figures.canvas import Canvas, Shape
from generator.pages.figures.figure import Figure
from generator.pages.figures.forest import LABELS_HEIGHT, Scale, bounds, draw_estimate, share
from generator.pages.figures.lettering import fitted
from generator.pages.figures.style import (
    FAIL,
    LINE,
    MAX_ROWS,
    MUTED,
    PASS,
    RULE,
    SMALL,
    TEXT,
    WIDTH,
    WITHHELD,
    Colour,
)
from generator.pages.figures.table import table
from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.strings import Verdict

_LABEL = 84.0
_SCALE = Scale(_LABEL, WIDTH - 50)
_ROW = 16.0
_SCREENED_SHOWN = 24

_MARKS: dict[Verdict, tuple[Shape, Colour, str]] = {
    "recovery_capable": ("up", PASS, "passed at least once"),
    "no_recovery_observed": ("down", FAIL, "no pass observed"),
    "screen_incomplete": ("dash", WITHHELD, "screen not finished"),
    "not_screened": ("dash", WITHHELD, "not tried again"),
}


def recovery(arm: Arm, slug: str) -> Figure | None:
    """Return the forest plot of one arm's cases that failed first; None where none did."""
    failed = [case for case in arm.cases if case.verdict in _MARKS]
    if not failed:
        return None
    confirmed = sorted(
        (case for case in failed if case.rate is not None),
        key=lambda case: (-(case.rate or 0), case.case),
    )
    screened = [case for case in failed if case.rate is None]
    rows = _rows(confirmed)
    height = 18 + _ROW * len(rows) + (_ROW + 8 if rows else 0) + LABELS_HEIGHT
    canvas = Canvas((height if rows else 0) + _screened_height(screened) + 4)
    if rows:
        _draw_confirmed(canvas, arm, rows)
    if screened:
        _draw_screened(canvas, height if rows else 0, screened)
    title = f"Recovery after a first failure: {arm.arm}"
    description = _description(arm, confirmed, screened)
    light, dark = canvas.pair(title, description)
    return Figure(
        f"recovery-{slug}", arm.arm, title, description, light, dark, _table(confirmed, screened)
    )


def _rows(confirmed: list[Case]) -> list[tuple[str, Case]]:
    """Label each row; beyond what fits, cases with the same counts share a row, and an interval."""
    if len(confirmed) <= MAX_ROWS:
        return [(case.case, case) for case in confirmed]
    ordered = sorted(confirmed, key=lambda case: (-(case.rate or 0), case.valid))
    alike = [
        list(group)
        for _, group in groupby(ordered, key=lambda case: (case.rate, case.valid, case.passed))
    ]
    largest = sorted(alike, key=len, reverse=True)[:MAX_ROWS]
    return [(_cases(group), group[0]) for group in alike if group in largest]


def _cases(cases: list[Case]) -> str:
    return f"{len(cases):,} {'case' if len(cases) == 1 else 'cases'}"


def _draw_confirmed(canvas: Canvas, arm: Arm, rows: list[tuple[str, Case]]) -> None:
    canvas.text(0, 11, "Confirmed cases", bold=True)
    canvas.text(WIDTH, 11, "passed/tried", anchor="right", colour=MUTED, size=SMALL)
    bottom = 18 + _ROW * len(rows) + _ROW + 8
    _SCALE.draw_lines(canvas, 18, bottom)
    _SCALE.draw_labels(canvas, bottom, "share of repeat trials passed, with its interval")
    for number, (label, case) in enumerate(rows):
        y = 18 + _ROW * (number + 0.5)
        canvas.text(0, y + 3.5, fitted(label, _LABEL - 6, TEXT))
        shape: Shape = "circle" if case.passed else "square"
        colour = PASS if case.passed else FAIL
        assert case.rate is not None  # noqa: S101 - only cases with a rate come here
        draw_estimate(canvas, _SCALE, y, case.rate, case.interval, shape=shape, colour=colour)
        canvas.text(WIDTH, y + 3.5, f"{case.passed}/{case.valid}", anchor="right")
    _draw_mean(canvas, arm, bottom - _ROW - 6)


def _draw_mean(canvas: Canvas, arm: Arm, top: float) -> None:
    canvas.line([(0, top), (WIDTH, top)], RULE)
    y = top + _ROW / 2 + 3
    canvas.text(0, y + 3.5, "Mean", bold=True)
    if arm.recovery.rate is None:
        words = "withheld: too few cases" if arm.recovery.suppressed else "not defined"
        canvas.text(_SCALE.at(0.5), y + 3.5, words, anchor="center", colour=MUTED)
        return
    draw_estimate(canvas, _SCALE, y, arm.recovery.rate, arm.recovery.interval, shape="diamond")
    canvas.text(WIDTH, y + 3.5, share(arm.recovery.rate), anchor="right", bold=True)


def _groups(screened: list[Case]) -> Iterator[tuple[Verdict, list[Case]]]:
    for verdict in _MARKS:
        cases = sorted(
            (case for case in screened if case.verdict == verdict), key=lambda case: case.case
        )
        if cases:
            yield verdict, cases


def _screened_height(screened: list[Case]) -> float:
    if not screened:
        return 0
    lines = sum(1 + len(_lines(cases)) for _, cases in _groups(screened))
    return 20 + LINE * lines + 4


def _lines(cases: list[Case]) -> list[str]:
    """Break the names of a group into lines of three, and say how many a cap leaves out."""
    names = [case.case for case in cases[:_SCREENED_SHOWN]]
    lines = ["   ".join(names[at : at + 3]) for at in range(0, len(names), 3)]
    left = len(cases) - len(names)
    return [*lines, f"and {left} more, in the table"] if left else lines


def _draw_screened(canvas: Canvas, top: float, screened: list[Case]) -> None:
    canvas.text(0, top + 14, "Screened only: the verdict, no rate", bold=True)
    y = top + 20
    for verdict, cases in _groups(screened):
        shape, colour, words = _MARKS[verdict]
        y += LINE
        canvas.mark(6, y - 3.5, shape, colour, size=3.6)
        canvas.text(16, y, f"{_cases(cases)}: {words}")
        for line in _lines(cases):
            y += LINE
            canvas.text(16, y, fitted(line, WIDTH - 16, SMALL), colour=MUTED, size=SMALL)


def _were(cases: list[Case]) -> str:
    return "was" if len(cases) == 1 else "were"


def _description(arm: Arm, confirmed: list[Case], screened: list[Case]) -> str:
    sentences = []
    if confirmed:
        never = sum(case.passed == 0 for case in confirmed)
        sentences.append(
            f"{_cases(confirmed)} failed first and {_were(confirmed)} tried to confirmation size; "
            f"{len(confirmed) - never} of them passed at least once, {never} never."
        )
    if arm.recovery.rate is not None:
        within = bounds(arm.recovery.interval)
        sentences.append(
            f"On average over these cases {share(arm.recovery.rate)} of the repeat trials passed"
            + (f", interval {within}." if within else ".")
        )
    sentences += [
        f"{len(cases)} screened only: {_MARKS[verdict][2]}." for verdict, cases in _groups(screened)
    ]
    return " ".join(sentences)


def _table(confirmed: list[Case], screened: list[Case]) -> str:
    return table(
        ["case", "stage", "verdict", "passed", "valid", "rate", "lower", "upper"],
        [
            *(
                [
                    case.case,
                    "confirmation",
                    case.verdict,
                    case.passed,
                    case.valid,
                    case.rate,
                    case.interval.lower if case.interval else None,
                    case.interval.upper if case.interval else None,
                ]
                for case in confirmed
            ),
            *(
                [case.case, case.stage, case.verdict, None, None, None, None, None]
                for case in sorted(screened, key=lambda case: case.case)
            ),
        ],
    )
