"""The power of a study by its number of tasks, against the power that its rule asks for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.pages.figures.canvas import Canvas, Shape
from generator.pages.figures.figure import Figure
from generator.pages.figures.forest import share
from generator.pages.figures.legend import Key, draw_legend, legend_height, mark_key
from generator.pages.figures.style import MUTED, OWED, PASS, RULE, SMALL, VIOLATION, WIDTH, Colour
from generator.pages.figures.table import table
from generator.publication.study import PowerPoint, Study, StudyThresholds

_LEFT, _RIGHT = 40.0, WIDTH - 16
_TOP, _BOTTOM = 8.0, 178.0
_LABELS = 30.0
_DASHES = (4.0, 2.0)
_APART = 22.0
"""Least distance between two labels below the scale."""


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of the decision: how it is drawn, and what the rule asks of it."""

    word: str
    shape: Shape
    colour: Colour
    shift: float
    power: Callable[[PowerPoint], float | None]
    error: Callable[[PowerPoint], float | None]
    required: Callable[[StudyThresholds], float | None]


_PARTS = (
    _Part(
        "timing",
        "circle",
        PASS,
        -2.5,
        lambda point: point.timing,
        lambda point: point.timing_standard_error,
        lambda rule: rule.minimum_timing_power,
    ),
    _Part(
        "content",
        "square",
        OWED,
        0,
        lambda point: point.content,
        lambda point: point.content_standard_error,
        lambda rule: rule.minimum_content_power,
    ),
    _Part(
        "no-trap check",
        "diamond",
        VIOLATION,
        2.5,
        lambda point: point.no_trap,
        lambda point: point.no_trap_standard_error,
        lambda rule: rule.minimum_no_trap_power,
    ),
)


def study_power(study: Study, slug: str) -> Figure | None:
    """Return the power curve of one study; None where fewer than two points were simulated."""
    points = study.power_curve
    if len(points) < 2:
        return None
    parts = [part for part in _PARTS if any(part.power(point) is not None for point in points)]
    keys = [mark_key(part.word, part.shape, part.colour) for part in parts]
    required = sorted({least for part in parts if (least := _required(part, study)) is not None})
    if required:
        keys.append(Key("what the rule asks for", 22, _draw_required_key))
    canvas = Canvas(_BOTTOM + _LABELS + legend_height(keys))
    ticks = [point.tasks for point in points]
    _draw_scale(canvas, ticks)
    for least in required:
        canvas.line([(_LEFT, _y(least)), (_RIGHT, _y(least))], MUTED, width=1.2, dashes=_DASHES)
    for part in parts:
        _draw_part(canvas, part, points, ticks)
    draw_legend(canvas, _BOTTOM + _LABELS, keys)
    title = f"Power by number of tasks: {study.study}"
    description = " ".join(_sentence(part, study) for part in parts)
    light, dark = canvas.pair(title, description)
    name = f"study-power-{slug}"
    return Figure(name, study.study, title, description, light, dark, _table(parts, study))


def _required(part: _Part, study: Study) -> float | None:
    return part.required(study.thresholds) if study.thresholds else None


def _draw_required_key(canvas: Canvas, x: float, y: float) -> None:
    canvas.line([(x - 11, y), (x + 11, y)], MUTED, width=1.2, dashes=_DASHES)


def _x(tasks: int, ticks: list[int]) -> float:
    first, last = ticks[0], ticks[-1]
    return _LEFT + 14 + (tasks - first) / (last - first) * (_RIGHT - _LEFT - 28)


def _y(value: float) -> float:
    return _BOTTOM - value * (_BOTTOM - _TOP)


def _draw_scale(canvas: Canvas, ticks: list[int]) -> None:
    for value in (0, 0.25, 0.5, 0.75, 1):
        y = _y(value)
        canvas.line([(_LEFT, y), (_RIGHT, y)], RULE, width=0.8)
        canvas.text(_LEFT - 6, y + 3, f"{value:.0%}", anchor="right", colour=MUTED, size=SMALL)
    labelled = float("-inf")
    for tasks in ticks:
        x = _x(tasks, ticks)
        canvas.line([(x, _BOTTOM), (x, _BOTTOM + 3)], MUTED)
        if x - labelled >= _APART:
            canvas.text(x, _BOTTOM + 13, str(tasks), anchor="center", colour=MUTED, size=SMALL)
            labelled = x
    middle = (_LEFT + _RIGHT) / 2
    canvas.text(
        middle, _BOTTOM + 25, "tasks of the study", anchor="center", colour=MUTED, size=SMALL
    )


def _draw_part(canvas: Canvas, part: _Part, points: list[PowerPoint], ticks: list[int]) -> None:
    """Draw one part's points, each with two standard errors of the simulation either way."""
    known = [
        (_x(point.tasks, ticks) + part.shift, power, part.error(point) or 0.0)
        for point in points
        if (power := part.power(point)) is not None
    ]
    canvas.line([(x, _y(power)) for x, power, _ in known], part.colour, width=1.4)
    for x, power, error in known:
        ends = [_y(min(max(power + 2 * side * error, 0.0), 1.0)) for side in (-1, 1)]
        canvas.line([(x, end) for end in ends], part.colour, width=1.2)
    places = [(x, _y(power)) for x, power, _ in known]
    canvas.marks(places, part.shape, part.colour, size=3.2)


def _sentence(part: _Part, study: Study) -> str:
    values = ", ".join(
        f"{point.tasks} tasks: {share(power)}"
        for point in study.power_curve
        if (power := part.power(point)) is not None
    )
    least = _required(part, study)
    asked = "" if least is None else f" The rule asks for {share(least)}."
    return f"Power of {part.word}, {values}.{asked}"


def _table(parts: list[_Part], study: Study) -> str:
    return table(
        ["part", "tasks", "power", "standard_error", "experiments", "required"],
        (
            [
                part.word,
                point.tasks,
                part.power(point),
                part.error(point),
                point.experiments,
                _required(part, study),
            ]
            for part in parts
            for point in study.power_curve
        ),
    )
