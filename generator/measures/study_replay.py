"""A study's registered analysis, replayed: drawn, rounded and compared as its harness does it.

These are the study's numbers, for they are what was registered. Floats can lose an exact tie; the
exact answers stand beside them (`study_exact`).
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.study_rule_records import ContentRule, NoTrapRule, Rule, TimingRule
from generator.artifacts.study_words import Arm
from generator.measures.study_comparison import Comparison, Cut, Hypothesis, compare
from generator.measures.study_decisions import Evidence, Verdict, decide
from generator.measures.study_rowset import RowSet
from generator.statistics import (
    ReplayedLimits,
    equivalence,
    inside_margin,
    replay_bootstrap,
    replay_effects,
    replay_shuffle,
)
from generator.statistics.replay import CONTENT, FAILURE_SHUFFLE, NO_TRAP, PASS_SHUFFLE, TIMING


@dataclass(frozen=True, slots=True)
class Effects:
    """The estimates of one comparison over its complete tasks; all None without one.

    Benefits are the candidate's: fewer failures, more passes; and how many more steps it took.
    """

    failure: float | None = None
    failure_limits: ReplayedLimits | None = None
    reduction: float | None = None
    reduction_limits: ReplayedLimits | None = None
    non_estimable_draws: int = 0
    failure_p: float | None = None
    passed: float | None = None
    passed_limits: ReplayedLimits | None = None
    passed_p: float | None = None
    steps: float | None = None
    steps_limits: ReplayedLimits | None = None


@dataclass(frozen=True, slots=True)
class Primary:
    """One primary hypothesis: its comparison and what came of it."""

    comparison: Comparison
    effects: Effects


@dataclass(frozen=True, slots=True)
class NoTrap:
    """The no-trap check; `within` says whether the pass rates' interval lies inside its margin."""

    comparison: Comparison
    effects: Effects
    within: bool | None
    equivalent: bool | None


@dataclass(frozen=True, slots=True)
class StudyReplay:
    """The whole analysis, in the harness's arithmetic and with its own decisions."""

    seed: int
    draws: int
    timing: Primary
    content: Primary | None
    no_trap: NoTrap | None
    verdict: Verdict

    @property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Every comparison, the primaries first."""
        parts = (self.timing, self.content, self.no_trap)
        return tuple(part.comparison for part in parts if part is not None)

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """Every cut, by hypothesis and task."""
        cuts = (cut for comparison in self.comparisons for cut in comparison.cuts)
        return tuple(sorted(cuts, key=lambda cut: (cut.hypothesis, cut.task_id)))


def replay_study(study: StudyArtifact, rule: Rule, rows: RowSet) -> StudyReplay:
    """Replay the analysis that a rule registers on the rows of a study."""
    design, draws, seed = study.design, study.run.statistics_draws, study.run.statistics_seed
    tested = compare(
        rows, design.primary, Hypothesis.TIMING, _arms(rule.timing), imputed=rule.imputed
    )
    timing = Primary(tested, _tested(tested, seed ^ TIMING, draws, rule.level))
    content = no_trap = None
    if rule.content is not None:
        tested = compare(rows, design.primary, Hypothesis.CONTENT, _arms(rule.content))
        content = Primary(tested, _tested(tested, seed ^ CONTENT, draws, rule.level))
    if rule.no_trap is not None:
        checked = compare(rows, design.no_trap, Hypothesis.NO_TRAP, _arms(rule.no_trap))
        no_trap = _no_trap(checked, rule.no_trap, seed ^ NO_TRAP, draws)
    verdict = decide(_evidence(timing), _evidence(content) if content else None, rule)
    return StudyReplay(seed, draws, timing, content, no_trap, verdict)


def _arms(rule: TimingRule | ContentRule | NoTrapRule) -> tuple[Arm, Arm]:
    return rule.baseline, rule.candidate


def _tested(comparison: Comparison, seed: int, draws: int, level: float) -> Effects:
    """Return the estimates with the p values of both shuffles."""
    if not comparison.tasks:
        return Effects()
    means = comparison.means
    return _estimated(
        comparison,
        seed,
        draws,
        level,
        failure_p=replay_shuffle(means.failure_effects, seed ^ FAILURE_SHUFFLE, draws),
        passed_p=replay_shuffle(means.pass_effects, seed ^ PASS_SHUFFLE, draws),
    )


def _estimated(
    comparison: Comparison,
    seed: int,
    draws: int,
    level: float,
    *,
    failure_p: float | None = None,
    passed_p: float | None = None,
) -> Effects:
    if not comparison.tasks:
        return Effects()
    means = comparison.means
    points, limits = replay_effects(means), replay_bootstrap(means, seed, draws, level)
    return Effects(
        failure=points.failure,
        failure_limits=limits.failure,
        reduction=points.reduction,
        reduction_limits=limits.reduction,
        non_estimable_draws=limits.non_estimable,
        failure_p=failure_p,
        passed=points.passed,
        passed_limits=limits.passed,
        passed_p=passed_p,
        steps=points.steps,
        steps_limits=limits.steps,
    )


def _evidence(primary: Primary) -> Evidence:
    effects = primary.effects
    # The harness asks for the reduction's interval too before it decides on a reduction.
    reducible = effects.reduction_limits is not None
    return Evidence(
        complete=not primary.comparison.cuts,
        failure=effects.failure,
        reduction=effects.reduction if reducible else None,
        failure_lower=effects.failure_limits.lower if effects.failure_limits else None,
        failure_p=effects.failure_p,
        passed_lower=effects.passed_limits.lower if effects.passed_limits else None,
        passed_p=effects.passed_p,
    )


def _no_trap(comparison: Comparison, rule: NoTrapRule, seed: int, draws: int) -> NoTrap:
    effects = _estimated(comparison, seed, draws, rule.level)
    passed, steps = effects.passed_limits, effects.steps_limits
    if comparison.cuts or passed is None or steps is None:
        return NoTrap(comparison, effects, None, None)
    return NoTrap(
        comparison,
        effects,
        inside_margin(passed.lower, passed.upper, rule.pass_margin),
        equivalence(
            passed.lower,
            passed.upper,
            steps.lower,
            steps.upper,
            pass_margin=rule.pass_margin,
            steps_margin=rule.steps_margin,
            gate_pass_rate=rule.gate_pass_rate,
        ),
    )
