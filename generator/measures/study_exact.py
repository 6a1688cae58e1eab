"""A study's discrete answers, counted: integer effects, every pattern of signs, ties as ties.

The harness draws, and compares floats; both can move a decision. What it decides by is found here
without either. Only where a law has too many values to be counted is it drawn after all, by a
generator of this program.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from generator.artifacts.study_rule_records import NoTrapRule, Rule
from generator.measures.study_comparison import ArmCounts, Comparison, TaskPair
from generator.measures.study_decisions import Evidence, Verdict, decide
from generator.measures.study_replay import StudyReplay
from generator.statistics import (
    LatticeTooWideError,
    bootstrap_exact,
    draw_signs,
    equivalence,
    signflip_exact,
    signflip_from_draws,
    task_bootstrap,
)

Limits = tuple[float | None, float | None]


@dataclass(frozen=True, slots=True)
class ExactStudy:
    """The exact p values, and what the rule decides by them and by exact limits.

    `no_trap` says whether there is a no-trap check at all.
    """

    timing: Evidence
    content: Evidence | None
    verdict: Verdict
    no_trap: bool
    equivalent: bool | None


def count_study(replay: StudyReplay, rule: Rule) -> ExactStudy:
    """Count what the replay drew, on the same complete tasks."""
    counting = _Counting(replay.draws, np.random.default_rng([replay.seed, replay.draws]))
    timing = counting.evidence(replay.timing.comparison, rule.level)
    content = counting.evidence(replay.content.comparison, rule.level) if replay.content else None
    equivalent = None
    if replay.no_trap is not None and rule.no_trap is not None:
        equivalent = counting.equivalent(replay.no_trap.comparison, rule.no_trap)
    verdict = decide(timing, content, rule)
    return ExactStudy(timing, content, verdict, replay.no_trap is not None, equivalent)


@dataclass(frozen=True, slots=True)
class TaskEffects:
    """One integer a task, in units of 1/denominator."""

    values: npt.NDArray[np.int64]
    denominator: int

    @property
    def mean(self) -> Fraction:
        """The mean effect over the tasks."""
        return Fraction(int(self.values.sum()), self.denominator * self.values.size)


def failure_effects(tasks: Sequence[TaskPair]) -> TaskEffects:
    """Return how much less often the candidate repeated the failure, task by task."""
    return _effects(
        [
            Fraction(pair.baseline.failures, pair.baseline.rows)
            - Fraction(pair.candidate.failures, pair.candidate.rows)
            for pair in tasks
        ]
    )


def baseline_failures(tasks: Sequence[TaskPair]) -> TaskEffects:
    """Return how often the baseline repeated the failure, task by task."""
    return _effects([Fraction(pair.baseline.failures, pair.baseline.rows) for pair in tasks])


def pass_effects(tasks: Sequence[TaskPair]) -> TaskEffects:
    """Return how much more often the candidate passed, task by task."""
    return _differences(tasks, lambda arm: Fraction(arm.passes, arm.rows))


def steps_effects(tasks: Sequence[TaskPair]) -> TaskEffects:
    """Return how many more steps the candidate took, task by task."""
    return _differences(tasks, lambda arm: sum(map(Fraction, arm.steps)) / Fraction(arm.rows))


def _differences(tasks: Sequence[TaskPair], of: Callable[[ArmCounts], Fraction]) -> TaskEffects:
    return _effects([of(pair.candidate) - of(pair.baseline) for pair in tasks])


def _effects(effects: Sequence[Fraction]) -> TaskEffects:
    denominator = math.lcm(*(effect.denominator for effect in effects))
    values = [int(effect * denominator) for effect in effects]
    return TaskEffects(np.array(values, dtype=np.int64), denominator)


class _Counting:
    """Exact answers, or drawn ones where there are too many values to count."""

    def __init__(self, draws: int, rng: np.random.Generator) -> None:
        self._draws = draws
        self._rng = rng

    def evidence(self, comparison: Comparison, level: float) -> Evidence:
        """Return what a primary is decided by."""
        complete = not comparison.cuts
        if not comparison.tasks:
            return Evidence(complete, None, None, None, None, None, None)
        failure, passed = failure_effects(comparison.tasks), pass_effects(comparison.tasks)
        baseline = baseline_failures(comparison.tasks).mean
        return Evidence(
            complete=complete,
            failure=failure.mean,
            reduction=failure.mean / baseline if baseline else None,
            failure_lower=self._limits(failure, level)[0],
            failure_p=self._p(failure),
            passed_lower=self._limits(passed, level)[0],
            passed_p=self._p(passed),
        )

    def equivalent(self, comparison: Comparison, rule: NoTrapRule) -> bool | None:
        """Return whether the no-trap arms are equivalent."""
        if comparison.cuts or not comparison.tasks:
            return None
        return equivalence(
            *self._limits(pass_effects(comparison.tasks), rule.level),
            *self._limits(steps_effects(comparison.tasks), rule.level),
            pass_margin=rule.pass_margin,
            steps_margin=rule.steps_margin,
            gate_pass_rate=rule.gate_pass_rate,
        )

    def _p(self, effects: TaskEffects) -> float:
        try:
            return signflip_exact(effects.values)["p"]
        except LatticeTooWideError:
            signs = draw_signs(effects.values.size, self._draws, self._rng)
            return signflip_from_draws(effects.values, signs)["p"]

    def _limits(self, effects: TaskEffects, level: float) -> Limits:
        try:
            counted = bootstrap_exact(effects.values, effects.denominator, level)
        except LatticeTooWideError:
            drawn = task_bootstrap(
                effects.values, effects.denominator, level, self._draws, self._rng
            )
            return drawn["lo"], drawn["hi"]
        return counted["lo"], counted["hi"]
