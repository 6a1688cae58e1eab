"""The public types of one case under one arm."""

from __future__ import annotations

from typing import Literal

from generator.publication.base import Bracket, Count, Interval, Public, Share
from generator.publication.strings import (
    Alias,
    EscalateReason,
    OrderPattern,
    Outcome,
    Stage,
    VariantName,
    Verdict,
    WithheldCode,
)


class ScoreCount(Public, frozen=True):
    """How often a score was reached."""

    score: float
    count: Count


class Boundary(Public, frozen=True):
    """A partial-credit case's scores against its threshold."""

    margin: float | None
    modal_score: float | None
    threshold: float | None
    score_distribution: list[ScoreCount] | None
    distinct_hit_vectors: Count | None
    modal_hit_vector_share: Share | None


class Variant(Public, frozen=True):
    """One scored variant; `moved` says whether it had both outcomes among its own trials.

    `withheld` says that its passes are, with those of the case.
    """

    variant: VariantName
    valid: Count
    passed: Count | None
    moved: bool | None
    withheld: WithheldCode | None = None


class Order(Public, frozen=True):
    """The outcomes in the order of their start, and two exact tests of them.

    `p_value` is of so few runs, that is, of failures that cluster; `late_p_value` of failures that
    come so late.
    """

    pattern: OrderPattern
    runs: Count
    p_value: Share | None
    late_p_value: Share | None = None


class Case(Public, frozen=True):
    """One case under one arm; `withheld` says that a screen withholds its passes."""

    case: Alias
    kind: Literal["binary", "partial"]
    decision_critical: bool
    primary_outcome: Outcome
    stage: Stage | None
    planned: Count
    valid: Count
    passed: Count | None
    invalid: Count
    protocol_violation: Count
    pending: Count
    missing: Count
    owed: Count
    verdict: Verdict | None
    rate: Share | None
    interval: Interval | None
    upper_bound: Share | None
    bracket: Bracket | None
    boundary: Boundary | None
    variants: list[Variant]
    order: Order | None
    escalate: bool
    escalate_reasons: list[EscalateReason]
    withheld: WithheldCode | None = None
