"""A study's comparisons as they are published: tasks aliased, steps summed, arms counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast, get_args

from generator.artifacts.study_records import RowIdentity
from generator.artifacts.study_rule_records import NoTrapRule
from generator.measures.study import StudyMeasure
from generator.measures.study_comparison import Comparison, Hypothesis
from generator.measures.study_decisions import Decisions, Evidence, HolmRow
from generator.measures.study_differences import interpretation
from generator.measures.study_exact import ExactStudy
from generator.measures.study_replay import NoTrap, Primary
from generator.publication.aliases import Aliases
from generator.publication.study_effects import (
    HolmEntry,
    NoTrapCheck,
    Recomputed,
    RecomputedNoTrap,
    RecomputedPrimary,
    StudyArmOutcome,
    StudyComparison,
    StudyDecisions,
    StudyInterval,
    TaskEffect,
)
from generator.publication.study_words import (
    Interpretation,
    PrimaryHypothesis,
    PrimaryWord,
    StudyAnalysis,
    StudyArm,
    StudyHypothesis,
    StudyWord,
)
from generator.statistics import ReplayedLimits

HYPOTHESES: dict[Hypothesis, StudyHypothesis] = {
    Hypothesis.TIMING: "TIMING",
    Hypothesis.CONTENT: "CONTENT",
    Hypothesis.NO_TRAP: "NO_TRAP",
}


def plain(value: float | None) -> float | None:
    """Return a number without the sign of a zero, which means nothing."""
    return None if value is None else value + 0.0


def publish_arm(arm: str) -> StudyArm:
    """Return an arm's public name, which is its own."""
    return cast("StudyArm", str(arm))


def publish_comparison(primary: Primary, level: float, *, withheld: bool) -> StudyComparison:
    """Return one primary; one with a row that nobody planned is exploratory like one with a cut."""
    comparison, effects = primary.comparison, primary.effects
    made = interpretation(cut=withheld or bool(comparison.cuts))
    return StudyComparison(
        task_count=len(comparison.tasks),
        baseline_arm=publish_arm(comparison.baseline),
        candidate_arm=publish_arm(comparison.candidate),
        interpretation=cast("Interpretation", made),
        repeated_failure_benefit=plain(effects.failure),
        repeated_failure_benefit_interval=_interval(effects.failure_limits, level),
        relative_risk_reduction=plain(effects.reduction),
        relative_risk_reduction_interval=_interval(effects.reduction_limits, level),
        non_estimable_rrr_draws=effects.non_estimable_draws,
        repeated_failure_p=effects.failure_p,
        task_pass_benefit=plain(effects.passed),
        task_pass_benefit_interval=_interval(effects.passed_limits, level),
        task_pass_p=effects.passed_p,
        steps_difference=plain(effects.steps),
        steps_interval=_interval(effects.steps_limits, level),
    )


def _interval(limits: ReplayedLimits | None, level: float) -> StudyInterval | None:
    if limits is None:
        return None
    return StudyInterval(lower=limits.lower + 0.0, upper=limits.upper + 0.0, level=level)


def publish_no_trap(check: NoTrap, rule: NoTrapRule) -> NoTrapCheck:
    """Return the no-trap check."""
    effects = check.effects
    return NoTrapCheck(
        task_count=len(check.comparison.tasks),
        interval_level=rule.level,
        pass_rate_difference=plain(effects.passed),
        pass_rate_interval=_interval(effects.passed_limits, rule.level),
        steps_difference=plain(effects.steps),
        steps_interval=_interval(effects.steps_limits, rule.level),
        pass_margin=rule.pass_margin,
        steps_margin=rule.steps_margin,
        gate_pass_rate=rule.gate_pass_rate,
        pass_rate_within_margin=check.within,
        equivalent=check.equivalent,
    )


def publish_holm(family: Iterable[HolmRow]) -> list[HolmEntry]:
    """Return the registered family."""
    return [
        HolmEntry(
            id=cast("PrimaryHypothesis", HYPOTHESES[row.hypothesis]),
            raw_p=row.raw,
            adjusted_p=row.adjusted,
            rank=row.rank,
        )
        for row in family
    ]


def publish_decisions(decisions: Decisions | None) -> StudyDecisions:
    """Return the decisions on the primaries."""
    if decisions is None:
        return StudyDecisions(timing=None, content=None)
    content = decisions.content
    return StudyDecisions(
        timing=cast("PrimaryWord", str(decisions.timing)),
        content=None if content is None else cast("PrimaryWord", str(content)),
    )


def publish_recomputed(exact: ExactStudy, decisions: Decisions) -> Recomputed:
    """Return the exact values and what the rule decides by them."""
    return Recomputed(
        timing=_exact(exact.timing),
        content=_exact(exact.content) if exact.content else None,
        content_compound_p=exact.verdict.compound_p,
        holm=publish_holm(exact.verdict.family),
        decisions=publish_decisions(decisions),
        study_decision=cast("StudyWord", str(decisions.study)),
        no_trap=RecomputedNoTrap(equivalent=exact.equivalent) if exact.no_trap else None,
    )


def _exact(evidence: Evidence) -> RecomputedPrimary:
    return RecomputedPrimary(repeated_failure_p=evidence.failure_p, task_pass_p=evidence.passed_p)


def publish_task_effects(comparisons: Sequence[Comparison], aliases: Aliases) -> list[TaskEffect]:
    """Return every complete task of every comparison, in the order of the aliases."""
    return [
        effect
        for comparison in comparisons
        for effect in sorted(_task_effects(comparison, aliases), key=lambda each: each.task)
    ]


def _task_effects(comparison: Comparison, aliases: Aliases) -> Iterable[TaskEffect]:
    for pair in comparison.tasks:
        before, after = pair.baseline, pair.candidate
        yield TaskEffect(
            comparison=HYPOTHESES[comparison.hypothesis],
            task=aliases.of("task", pair.task_id),
            baseline_rows=before.rows,
            baseline_repeated_failures=before.failures,
            baseline_passes=before.passes,
            baseline_steps=sum(before.steps),
            candidate_rows=after.rows,
            candidate_repeated_failures=after.failures,
            candidate_passes=after.passes,
            candidate_steps=sum(after.steps),
        )


def publish_arm_outcomes(measure: StudyMeasure) -> list[StudyArmOutcome]:
    """Return what the rows of every arm came to, those of no comparison as well."""
    design = measure.study.design
    analyses: tuple[tuple[StudyAnalysis, Sequence[RowIdentity]], ...] = (
        ("primary", design.primary),
        ("no_trap", design.no_trap),
    )
    return [
        _arm_outcome(measure, analysis, arm, [row for row in planned if row.arm == arm])
        for analysis, planned in analyses
        for arm in dict.fromkeys(sorted({row.arm for row in planned}, key=get_args(StudyArm).index))
    ]


def _arm_outcome(
    measure: StudyMeasure, analysis: StudyAnalysis, arm: str, planned: Sequence[RowIdentity]
) -> StudyArmOutcome:
    outcomes = [rows[0].outcome for identity in planned if (rows := measure.rows.of(identity))]
    valid = [outcome for outcome in outcomes if outcome.valid]
    steps = [outcome.steps for outcome in valid if outcome.steps is not None]
    return StudyArmOutcome(
        analysis=analysis,
        arm=publish_arm(arm),
        expected=len(planned),
        valid=len(valid),
        invalid=len(outcomes) - len(valid),
        repeated_failures=sum(outcome.repeated_failure is True for outcome in valid),
        passes=sum(outcome.task_passed is True for outcome in valid),
        mean_steps=sum(steps) / len(steps) if steps else None,
    )
