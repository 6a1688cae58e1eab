"""Power of a registered paired study: how often it would come out supported, from a pilot.

A simulated experiment draws the study's number of tasks from the pilot's, with replacement, all
arms of a task together, and runs the whole registered analysis on them: bootstrap limits, flips
of signs, Holm, thresholds.

The answer is the power at the pilot's effects. Power at the registered minimum is another question
with a known answer: about one half, whatever the number of tasks, since an estimate falls short of
its own true value half the time.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from generator.statistics.counts import IntArray
from generator.statistics.exact import Exact, as_effects, exact
from generator.statistics.method import Method
from generator.statistics.shared_draws import (
    BoolArray,
    Scaled,
    bootstrap_limits,
    flip_counts,
)


@dataclass(frozen=True, slots=True)
class PilotEffects:
    """Two integers a pilot task for one comparison, in units of 1/rows.

    Timing: repeated failures avoided, and the baseline's repeated failures. Content: repeated
    failures avoided, and passes gained. No-trap: passes gained, and steps added. `rows` is how
    many rows a task has in one arm.
    """

    first: IntArray
    second: IntArray
    rows: int

    def __post_init__(self) -> None:
        """Refuse what is not one integer of each for the same tasks."""
        if as_effects(self.first, "first").shape != as_effects(self.second, "second").shape:
            raise ValueError("both numbers are needed for each of the same tasks")
        if self.first.size == 0 or self.rows < 1:
            raise ValueError("a pilot needs tasks and rows")

    @property
    def tasks(self) -> int:
        """The number of pilot tasks."""
        return self.first.size


@dataclass(frozen=True, slots=True)
class PowerRule:
    """The registered rule; every threshold comes from it."""

    draws: int
    level: Exact
    alpha: Exact
    minimum_benefit: Exact
    minimum_rrr: Exact
    timing_above: Exact
    content_failure_above: Exact
    content_pass_above: Exact
    no_trap_level: Exact
    pass_margin: Exact
    steps_margin: Exact
    gate_pass_rate: bool


@dataclass(frozen=True, slots=True)
class Power:
    """How many of the simulated experiments succeeded."""

    succeeded: int
    experiments: int

    @property
    def power(self) -> float:
        """The share of experiments that succeeded."""
        return self.succeeded / self.experiments

    @property
    def standard_error(self) -> float:
        """The simulation's own error; that of the pilot, a sample of few tasks, is not in it."""
        return math.sqrt(self.power * (1 - self.power) / self.experiments)


@dataclass(frozen=True, slots=True)
class StudyPower:
    """The power of each part of a study of so many tasks; None for a part not registered."""

    tasks: int
    timing: Power
    content: Power | None
    no_trap: Power | None


def study_power(
    timing: PilotEffects,
    content: PilotEffects | None,
    no_trap: PilotEffects | None,
    *,
    rule: PowerRule,
    tasks: int,
    experiments: int,
    rng: np.random.Generator,
    progress: Callable[[int], None] = lambda analysed: None,  # noqa: ARG005
) -> StudyPower:
    """Simulate the study on `tasks` tasks drawn from the pilot's and count what succeeds.

    Timing and content succeed where `decide_timing` and `decide_content` say SUPPORTED, their p
    values adjusted as one Holm family (timing alone where there is no content); no-trap where
    `equivalence` holds. All parts see the same tasks drawn. A zero baseline is no success.
    `progress` is told, block by block, how many experiments of a part were analysed: in all,
    experiments times parts. Unit: tasks. ValueError unless every part has the same pilot tasks and
    all numbers are positive.
    """
    if {part.tasks for part in (timing, content, no_trap) if part} != {timing.tasks}:
        raise ValueError("every part of the study needs the same pilot tasks")
    if min(tasks, experiments, rule.draws) < 1:
        raise ValueError("tasks, experiments and draws must be positive")
    for_tasks, for_timing, for_content, for_no_trap = rng.spawn(4)
    chosen = for_tasks.integers(0, timing.tasks, size=(experiments, tasks))
    run = _Run(rule, chosen, progress)
    timing_met, timing_p = run.timing(timing, for_timing)
    content_met, content_p = run.content(content, for_content) if content else (None, None)
    return StudyPower(
        tasks=tasks,
        timing=_power(timing_met & run.significant(timing_p, content_p)),
        content=None
        if content_met is None or content_p is None
        else _power(content_met & run.significant(content_p, timing_p)),
        no_trap=_power(run.no_trap(no_trap, for_no_trap)) if no_trap else None,
    )


def tasks_reaching(target: float, largest: int, power_at: Callable[[int], float]) -> int | None:
    """Return the fewest tasks whose power reaches the target; None if `largest` tasks do not.

    `power_at` gives the power at a number of tasks, taken to grow with it; it is asked at doubled
    numbers first and then between the last two. A simulated power makes the answer uncertain by
    about its own standard error. ValueError unless target is inside (0, 1) and largest positive.
    """
    if not 0 < target < 1 or largest < 1:
        raise ValueError("the target must lie inside (0, 1), and some tasks be allowed")
    short, enough = 0, 1
    while power_at(enough) < target:
        if enough == largest:
            return None
        short, enough = enough, min(2 * enough, largest)
    while enough - short > 1:
        middle = (short + enough) // 2
        if power_at(middle) < target:
            short = middle
        else:
            enough = middle
    return enough


@dataclass(frozen=True, slots=True)
class _Run:
    """The registered analysis of all the experiments, one comparison at a time.

    p values are whole numbers here: (count + 1) of (draws + 1).
    """

    rule: PowerRule
    chosen: IntArray
    progress: Callable[[int], None]

    def timing(self, part: PilotEffects, rng: np.random.Generator) -> tuple[BoolArray, IntArray]:
        """Return whether timing meets all but its p value, and that value."""
        rule, effects = self.rule, self._effects(part)
        ((lower, _),) = self._limits(effects[:1], rule.level, rng)
        gain, baseline = effects.sum(axis=2)
        scale = part.rows * self.chosen.shape[1]
        least = exact(rule.minimum_rrr)
        met = (
            (baseline > 0)
            & (gain * least.denominator >= baseline * least.numerator)
            & (gain >= math.ceil(exact(rule.minimum_benefit) * scale))
            & lower.above(exact(rule.timing_above) * scale)
        )
        return met, self._p(effects[0], rng)

    def content(self, part: PilotEffects, rng: np.random.Generator) -> tuple[BoolArray, IntArray]:
        """Return whether content meets all but its compound p value, and that value."""
        rule, effects = self.rule, self._effects(part)
        failure, passing = self._limits(effects, rule.level, rng)
        scale = part.rows * self.chosen.shape[1]
        met = failure[0].above(exact(rule.content_failure_above) * scale) & passing[0].above(
            exact(rule.content_pass_above) * scale
        )
        return met, np.maximum(self._p(effects[0], rng), self._p(effects[1], rng))

    def no_trap(self, part: PilotEffects, rng: np.random.Generator) -> BoolArray:
        """Return whether the intervals of the no-trap check lie strictly inside the margins."""
        rule = self.rule
        passing, steps = self._limits(self._effects(part), rule.no_trap_level, rng)
        scale = part.rows * self.chosen.shape[1]
        inside = _inside(steps, exact(rule.steps_margin) * scale)
        if rule.gate_pass_rate:
            inside &= _inside(passing, exact(rule.pass_margin) * scale)
        return inside

    def significant(self, p: IntArray, other: IntArray | None) -> BoolArray:
        """Whether p, adjusted by Holm with the other of its family, is below alpha."""
        adjusted = p if other is None else np.where(p <= other, 2 * p, np.maximum(2 * other, p))
        return Scaled(adjusted, Fraction(1, self.rule.draws + 1)).below(self.rule.alpha)

    def _effects(self, part: PilotEffects) -> IntArray:
        return np.stack([part.first, part.second])[:, self.chosen]

    def _limits(
        self, effects: IntArray, level: Exact, rng: np.random.Generator
    ) -> list[tuple[Scaled, Scaled]]:
        return bootstrap_limits(effects, self.rule.draws, level, rng, self.progress)

    def _p(self, effects: IntArray, rng: np.random.Generator) -> IntArray:
        return flip_counts(effects, self.rule.draws, rng) + 1


def _inside(limits: tuple[Scaled, Scaled], margin: Fraction) -> BoolArray:
    lower, upper = limits
    return lower.above(-margin) & upper.below(margin)


def _power(succeeded: BoolArray) -> Power:
    return Power(succeeded=int(succeeded.sum()), experiments=succeeded.size)


METHODS = (
    Method(
        name="study_power",
        title="Power of a paired study",
        formula="share of experiments of T tasks drawn from the pilot's that the rule supports",
        unit="tasks",
        undefined_when="A pilot task is incomplete.",
        source="The study's decision-rule.json, on resampled pilot tasks",
        agrees_with=("every experiment of a small pilot, weighted by its probability",),
        function=study_power,
        caution="At the pilot's effects; the error of a pilot of few tasks is not in it.",
    ),
)
