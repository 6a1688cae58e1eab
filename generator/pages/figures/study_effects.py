"""The effects of a study as a forest plot: each beside the margins that its rule asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Literal

from generator.pages.figures.axis import LABELS_HEIGHT, Axis, axis_over
from generator.pages.figures.canvas import Canvas, Shape
from generator.pages.figures.figure import Figure
from generator.pages.figures.legend import Key, draw_legend, legend_height, mark_key
from generator.pages.figures.style import FAIL, OWED, PASS, VIOLATION, WIDTH, Colour
from generator.pages.figures.table import table
from generator.pages.numbers import decimal
from generator.pages.study_words import DEGENERATE
from generator.publication.study import Study
from generator.publication.study_effects import NoTrapCheck, StudyComparison, StudyInterval
from generator.publication.study_words import StudyHypothesis

_ROW = 34.0
_GAP = 10.0
_LEFT, _RIGHT = 14.0, WIDTH - 14
_DASHES = (3.0, 2.0)

Unit = Literal["points", "percent", "steps"]

_UNITS: dict[Unit, str] = {
    "points": "percentage points, more is better",
    "percent": "% of the baseline's repeated failures avoided",
    "steps": "steps more than the baseline",
}
_SCALES: dict[Unit, float] = {"points": 100, "percent": 100, "steps": 1}
_DIGITS: dict[Unit, int] = {"points": 1, "percent": 1, "steps": 2}


@dataclass(frozen=True, slots=True)
class _Look:
    """How the effects of a comparison are drawn."""

    word: str
    shape: Shape
    colour: Colour


_LOOKS: dict[StudyHypothesis, _Look] = {
    "TIMING": _Look("timing", "circle", PASS),
    "CONTENT": _Look("content", "square", OWED),
    "NO_TRAP": _Look("no-trap check", "diamond", VIOLATION),
}


@dataclass(frozen=True, slots=True)
class _Effect:
    """One estimate; `margins` are what the rule holds it against."""

    comparison: StudyHypothesis
    measure: str
    unit: Unit
    estimate: float | None
    interval: StudyInterval | None
    margins: tuple[float, ...]
    exploratory: bool

    @property
    def name(self) -> str:
        """What is estimated, in words."""
        return f"{_LOOKS[self.comparison].word.capitalize()}: {self.measure}"

    def shown(self, value: float) -> float:
        """Return a value in the unit that is drawn."""
        return value * _SCALES[self.unit]

    def spelled(self, value: float) -> str:
        """Return a value as the figure prints it."""
        guards = (0.0, *(self.shown(margin) for margin in self.margins))
        return unescape(decimal(self.shown(value), _DIGITS[self.unit], guards))


def study_effects(study: Study, slug: str) -> Figure | None:
    """Return the effects of one study; None where nothing is estimated."""
    effects = list(_effects(study))
    drawn = [effect for effect in effects if effect.estimate is not None]
    if not drawn:
        return None
    panels = [(unit, [each for each in drawn if each.unit == unit]) for unit in _UNITS]
    panels = [(unit, held) for unit, held in panels if held]
    keys = _keys(drawn)
    height = sum(_ROW * len(held) + LABELS_HEIGHT + _GAP for _, held in panels)
    canvas = Canvas(height + legend_height(keys))
    top = 0.0
    for unit, held in panels:
        top = _draw_panel(canvas, top, unit, held) + _GAP
    draw_legend(canvas, height, keys)
    title = f"Effects and the margins they are held against: {study.study}"
    description = " ".join(_sentence(effect) for effect in drawn)
    light, dark = canvas.pair(title, description)
    name = f"study-effects-{slug}"
    return Figure(name, study.study, title, description, light, dark, _table(effects))


def _effects(study: Study) -> Iterator[_Effect]:
    """Yield every effect, comparison by comparison."""
    rule = study.thresholds
    if study.timing is not None and rule is not None:
        failures = (rule.minimum_benefit,)
        share = (rule.minimum_relative_risk_reduction,)
        yield from _primary("TIMING", study.timing, {"points": failures, "percent": share})
    if study.content is not None:
        yield from _primary("CONTENT", study.content, {})
    if study.no_trap is not None:
        yield from _no_trap(study.no_trap)


def _primary(
    comparison: StudyHypothesis,
    found: StudyComparison,
    least: Mapping[Unit, tuple[float, ...]],
) -> Iterator[_Effect]:
    """Yield the effects of a primary; a relative reduction only where the rule asks for one."""
    explores = found.interpretation != "CONFIRMATORY"
    of = partial(_Effect, comparison, exploratory=explores)
    avoided, share = found.repeated_failure_benefit_interval, found.relative_risk_reduction_interval
    passed = found.task_pass_benefit_interval
    yield of(
        "failures avoided",
        "points",
        found.repeated_failure_benefit,
        avoided,
        least.get("points", ()),
    )
    yield of("passes gained", "points", found.task_pass_benefit, passed, ())
    if "percent" in least:
        reduced = found.relative_risk_reduction
        yield of("failures avoided", "percent", reduced, share, least["percent"])
    yield of("steps", "steps", found.steps_difference, found.steps_interval, ())


def _no_trap(check: NoTrapCheck) -> Iterator[_Effect]:
    of = partial(_Effect, "NO_TRAP", exploratory=False)
    passing = (-check.pass_margin, check.pass_margin)
    stepping = (-check.steps_margin, check.steps_margin)
    yield of("passes", "points", check.pass_rate_difference, check.pass_rate_interval, passing)
    yield of("steps", "steps", check.steps_difference, check.steps_interval, stepping)


def _draw_panel(canvas: Canvas, top: float, unit: Unit, effects: list[_Effect]) -> float:
    """Draw the effects of one unit over a scale of their own; return where the panel ends."""
    axis = axis_over(
        (effect.shown(value) for effect in effects for value in _values(effect)), _LEFT, _RIGHT
    )
    for number, effect in enumerate(effects):
        _draw_effect(canvas, axis, top + _ROW * number, effect)
    bottom = top + _ROW * len(effects)
    axis.draw_labels(canvas, bottom, _UNITS[unit])
    return bottom + LABELS_HEIGHT


def _values(effect: _Effect) -> list[float]:
    ends = [effect.interval.lower, effect.interval.upper] if effect.interval else []
    estimate = [] if effect.estimate is None else [effect.estimate]
    return [*estimate, *ends, *effect.margins]


def _draw_effect(canvas: Canvas, axis: Axis, top: float, effect: _Effect) -> None:
    """Draw one estimate: its words above, its mark, interval and margins on the scale."""
    look, y = _LOOKS[effect.comparison], top + 25
    canvas.text(0, top + 12, effect.name)
    canvas.text(WIDTH, top + 12, _value(effect), anchor="right", bold=True)
    axis.draw_lines(canvas, top + 17, top + 33)
    for margin in effect.margins:
        x = axis.at(effect.shown(margin))
        canvas.line([(x, top + 16), (x, top + 34)], FAIL, width=1.4, dashes=_DASHES)
    if effect.interval is not None and not effect.interval.degenerate:
        ends = [
            axis.at(effect.shown(end)) for end in (effect.interval.lower, effect.interval.upper)
        ]
        canvas.line([(end, y) for end in ends], look.colour, width=1.6)
        for end in ends:
            canvas.line([(end, y - 3), (end, y + 3)], look.colour, width=1.6)
    if effect.estimate is not None:
        x = axis.at(effect.shown(effect.estimate))
        canvas.mark(x, y, look.shape, look.colour, size=3.6, hollow=effect.exploratory)


def _value(effect: _Effect) -> str:
    estimate = "none" if effect.estimate is None else effect.spelled(effect.estimate)
    if effect.interval is None:
        return estimate
    if effect.interval.degenerate:
        return f"{estimate}, {DEGENERATE}"
    lower, upper = effect.spelled(effect.interval.lower), effect.spelled(effect.interval.upper)
    return f"{estimate} [{lower}, {upper}]"


def _keys(effects: list[_Effect]) -> list[Key]:
    keys = [
        mark_key(look.word, look.shape, look.colour)
        for comparison, look in _LOOKS.items()
        if any(each.comparison == comparison and not each.exploratory for each in effects)
    ]
    keys += [
        mark_key(f"{look.word}, exploratory", look.shape, look.colour, hollow=True)
        for comparison, look in _LOOKS.items()
        if any(each.comparison == comparison and each.exploratory for each in effects)
    ]
    if any(each.margins for each in effects):
        keys.append(Key("what the rule asks for", 8, _draw_margin_key))
    return keys


def _draw_margin_key(canvas: Canvas, x: float, y: float) -> None:
    canvas.line([(x, y - 5), (x, y + 5)], FAIL, width=1.4, dashes=_DASHES)


def _sentence(effect: _Effect) -> str:
    held = ""
    if effect.margins:
        margins = " and ".join(effect.spelled(margin) for margin in effect.margins)
        held = f", held against {margins}"
    return f"{effect.name}, {_UNITS[effect.unit].partition(',')[0]}: {_value(effect)}{held}."


def _table(effects: list[_Effect]) -> str:
    return table(
        [
            *("comparison", "measure", "unit", "estimate", "lower", "upper", "level"),
            *("margin_low", "margin_high", "exploratory"),
        ],
        ([*_numbers(effect), *_held(effect)] for effect in effects),
    )


def _numbers(effect: _Effect) -> list[str | float | None]:
    interval = effect.interval
    shown = [
        None if value is None else effect.shown(value)
        for value in (
            effect.estimate,
            interval.lower if interval else None,
            interval.upper if interval else None,
        )
    ]
    level = interval.level if interval else None
    return [effect.comparison, effect.measure, effect.unit, *shown, level]


def _held(effect: _Effect) -> list[str | float | None]:
    low = effect.shown(effect.margins[0]) if effect.margins else None
    high = effect.shown(effect.margins[1]) if len(effect.margins) > 1 else None
    return [low, high, "true" if effect.exploratory else "false"]
