"""How likely a study like a pilot is to come out supported, by the whole registered rule.

The answer is the power at the pilot's own effects. The error of the pilot, a sample of few tasks,
is not in it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from generator.artifacts.study_rule_records import Rule
from generator.measures.study_comparison import Comparison, TaskPair
from generator.measures.study_exact import (
    TaskEffects,
    baseline_failures,
    failure_effects,
    pass_effects,
    steps_effects,
)
from generator.measures.study_replay import StudyReplay
from generator.statistics import PilotEffects, PowerRule, StudyPower, study_power

_GRID = (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3))
"""The task counts of the power curve, in units of the registered one."""


@dataclass(frozen=True, slots=True)
class Pilot:
    """A pilot whose tasks are complete for everything that was registered."""

    timing: PilotEffects
    content: PilotEffects | None
    no_trap: PilotEffects | None
    rule: Rule
    seed: int

    @property
    def parts(self) -> int:
        """How many parts an experiment has."""
        return sum(part is not None for part in (self.timing, self.content, self.no_trap))

    def simulate(
        self,
        tasks: int,
        experiments: int,
        progress: Callable[[int], None] = lambda analysed: None,  # noqa: ARG005
    ) -> StudyPower:
        """Return the power of a study of so many tasks; its draws are those of that number."""
        return study_power(
            self.timing,
            self.content,
            self.no_trap,
            rule=power_rule(self.rule),
            tasks=tasks,
            experiments=experiments,
            rng=np.random.default_rng([self.seed, tasks]),
            progress=progress,
        )

    def curve(self) -> tuple[StudyPower, ...]:
        """Return the power at the registered number of tasks and around it."""
        registered, experiments = self.rule.population.tasks, self.rule.power.experiments
        sizes = sorted({math.ceil(step * registered) for step in _GRID})
        return tuple(self.simulate(tasks, experiments) for tasks in sizes)


def take_pilot(replay: StudyReplay, rule: Rule) -> Pilot | None:
    """Return the pilot that a replay gives; None where a task is cut, or there is none."""
    if replay.cuts or not replay.timing.comparison.tasks:
        return None
    timing, content = replay.timing.comparison, replay.content
    no_trap = replay.no_trap
    if no_trap is not None and not no_trap.comparison.tasks:
        return None
    return Pilot(
        timing=_pilot_effects(timing, failure_effects, baseline_failures),
        content=_pilot_effects(content.comparison, failure_effects, pass_effects)
        if content
        else None,
        no_trap=_pilot_effects(no_trap.comparison, pass_effects, steps_effects)
        if no_trap
        else None,
        rule=rule,
        seed=replay.seed,
    )


def _pilot_effects(
    comparison: Comparison,
    first: Callable[[Sequence[TaskPair]], TaskEffects],
    second: Callable[[Sequence[TaskPair]], TaskEffects],
) -> PilotEffects:
    """Return two effects a task over one denominator."""
    parts: Sequence[TaskEffects] = (first(comparison.tasks), second(comparison.tasks))
    common = math.lcm(*(part.denominator for part in parts))
    scaled = [part.values * (common // part.denominator) for part in parts]
    return PilotEffects(scaled[0], scaled[1], common)


def power_rule(rule: Rule) -> PowerRule:
    """Return what of a decision rule a simulated experiment is decided by.

    The thresholds of what is not registered decide nothing.
    """
    content, no_trap = rule.content, rule.no_trap
    return PowerRule(
        draws=rule.draws,
        level=rule.level,
        alpha=rule.timing.adjusted_p_below,
        minimum_benefit=rule.timing.minimum_benefit,
        minimum_rrr=rule.timing.minimum_reduction,
        timing_above=rule.timing.benefit_above,
        content_failure_above=content.failure_benefit_above if content else 0,
        content_pass_above=content.pass_benefit_above if content else 0,
        no_trap_level=no_trap.level if no_trap else rule.level,
        pass_margin=no_trap.pass_margin if no_trap else 1,
        steps_margin=no_trap.steps_margin if no_trap else 1,
        gate_pass_rate=no_trap.gate_pass_rate if no_trap else True,
    )
