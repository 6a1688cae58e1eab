"""What the frozen rule decides: each primary from its evidence, then the study from both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.artifacts.study_rule_records import Rule
from generator.measures.study_comparison import Hypothesis
from generator.statistics import (
    PrimaryDecision,
    StudyDecision,
    compound_p,
    decide_content,
    decide_study,
    decide_timing,
    holm,
    holm_ranks,
)
from generator.statistics.exact import Exact


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a primary is decided by; None for what its complete tasks do not give."""

    complete: bool
    failure: Exact | None
    reduction: Exact | None
    failure_lower: Exact | None
    failure_p: float | None
    passed_lower: Exact | None
    passed_p: float | None


@dataclass(frozen=True, slots=True)
class HolmRow:
    """A p value within the registered family."""

    hypothesis: Hypothesis
    raw: float
    adjusted: float
    rank: int


@dataclass(frozen=True, slots=True)
class Decisions:
    """What the rule says of each primary, and so of the study; content None where unregistered."""

    timing: PrimaryDecision
    content: PrimaryDecision | None

    @property
    def study(self) -> StudyDecision:
        """The study's decision."""
        return decide_study(self.timing, self.content)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The registered family's p values and the decisions that they and the evidence make."""

    compound_p: float | None
    family: tuple[HolmRow, ...]
    decisions: Decisions


def decide(timing: Evidence, content: Evidence | None, rule: Rule) -> Verdict:
    """Decide by a rule; a family that lacks a p value is adjusted for nobody."""
    compound = compound_p([content.failure_p, content.passed_p]) if content else None
    family = _family(timing.failure_p, compound, alone=content is None)
    of_timing = decide_timing(
        timing.failure,
        timing.reduction,
        timing.failure_lower,
        _adjusted(family, Hypothesis.TIMING),
        timing.complete,
        minimum_benefit=rule.timing.minimum_benefit,
        minimum_rrr=rule.timing.minimum_reduction,
        lower_above=rule.timing.benefit_above,
        alpha=rule.timing.adjusted_p_below,
    )
    of_content = None
    if content is not None and rule.content is not None:
        of_content = decide_content(
            content.failure_lower,
            content.passed_lower,
            _adjusted(family, Hypothesis.CONTENT),
            content.complete,
            rf_above=rule.content.failure_benefit_above,
            tp_above=rule.content.pass_benefit_above,
            alpha=rule.content.adjusted_p_below,
        )
    return Verdict(compound, family, Decisions(of_timing, of_content))


def _adjusted(family: Sequence[HolmRow], hypothesis: Hypothesis) -> float | None:
    return next((row.adjusted for row in family if row.hypothesis is hypothesis), None)


def _family(timing_p: float | None, content_p: float | None, *, alone: bool) -> tuple[HolmRow, ...]:
    # In the order of the names, for equal p values rank in it.
    family = [(Hypothesis.TIMING, timing_p)]
    if not alone:
        family.insert(0, (Hypothesis.CONTENT, content_p))
    values = [p for _, p in family]
    rows = [
        HolmRow(hypothesis, raw, adjusted, rank)
        for (hypothesis, raw), adjusted, rank in zip(
            family, holm(values), holm_ranks(values), strict=True
        )
        if raw is not None and adjusted is not None and rank is not None
    ]
    return tuple(reversed(rows))
