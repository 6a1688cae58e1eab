"""The public types of a study's comparisons: estimates over complete tasks, and the tasks."""

from __future__ import annotations

from generator.publication.base import Count, Public, Share
from generator.publication.last_digits import same_number
from generator.publication.strings import Alias
from generator.publication.study_words import (
    Interpretation,
    PrimaryHypothesis,
    PrimaryWord,
    StudyAnalysis,
    StudyArm,
    StudyHypothesis,
    StudyWord,
)


class StudyInterval(Public, frozen=True):
    """A percentile interval by resampling tasks."""

    lower: float
    upper: float
    level: Share

    @property
    def degenerate(self) -> bool:
        """Whether no draw differs from another: then it says nothing of what chance would do."""
        return same_number(self.lower, self.upper)


class StudyComparison(Public, frozen=True):
    """One primary: the candidate's benefit over the baseline on the complete tasks.

    The relative risk reduction is null where the baseline never failed; draws without a baseline
    failure are left out of its interval and counted.
    """

    task_count: Count
    baseline_arm: StudyArm
    candidate_arm: StudyArm
    interpretation: Interpretation
    repeated_failure_benefit: float | None
    repeated_failure_benefit_interval: StudyInterval | None
    relative_risk_reduction: float | None
    relative_risk_reduction_interval: StudyInterval | None
    non_estimable_rrr_draws: Count
    repeated_failure_p: Share | None
    task_pass_benefit: float | None
    task_pass_benefit_interval: StudyInterval | None
    task_pass_p: Share | None
    steps_difference: float | None
    steps_interval: StudyInterval | None


class NoTrapCheck(Public, frozen=True):
    """The check that the gate changes nothing where there is no trap, apart from the primaries.

    Equivalent means that the interval of steps lies strictly inside its margin, and that of the
    pass rates too unless the rule does not gate on it.
    """

    task_count: Count
    interval_level: Share
    pass_rate_difference: float | None
    pass_rate_interval: StudyInterval | None
    steps_difference: float | None
    steps_interval: StudyInterval | None
    pass_margin: float
    steps_margin: float
    gate_pass_rate: bool
    pass_rate_within_margin: bool | None
    equivalent: bool | None


class HolmEntry(Public, frozen=True):
    """A p value within the registered family; the smallest has rank 1."""

    id: PrimaryHypothesis
    raw_p: Share
    adjusted_p: Share
    rank: Count


class StudyDecisions(Public, frozen=True):
    """The decision on each primary; null where it was not registered, or nothing decides it."""

    timing: PrimaryWord | None
    content: PrimaryWord | None


class RecomputedPrimary(Public, frozen=True):
    """The exact p values of a primary: every pattern of signs counted, ties as ties."""

    repeated_failure_p: Share | None
    task_pass_p: Share | None


class RecomputedNoTrap(Public, frozen=True):
    """Equivalence by exact limits."""

    equivalent: bool | None


class Recomputed(Public, frozen=True):
    """What the rule decides by exact values instead of the harness's draws and floats."""

    timing: RecomputedPrimary
    content: RecomputedPrimary | None
    content_compound_p: Share | None
    holm: list[HolmEntry]
    decisions: StudyDecisions
    study_decision: StudyWord
    no_trap: RecomputedNoTrap | None


class TaskEffect(Public, frozen=True):
    """One complete task of one comparison: what its rows came to under both arms."""

    comparison: StudyHypothesis
    task: Alias
    baseline_rows: Count
    baseline_repeated_failures: Count
    baseline_passes: Count
    baseline_steps: float
    candidate_rows: Count
    candidate_repeated_failures: Count
    candidate_passes: Count
    candidate_steps: float


class StudyArmOutcome(Public, frozen=True):
    """All rows of one arm; arms of no primary explain what was seen and never rescue it."""

    analysis: StudyAnalysis
    arm: StudyArm
    expected: Count
    valid: Count
    invalid: Count
    repeated_failures: Count
    passes: Count
    mean_steps: float | None
