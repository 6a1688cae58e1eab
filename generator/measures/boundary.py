"""Boundary margin: how far a partial-credit case's modal score lies from its pass threshold.

Where the gate sits on the modal score, pass and fail flip on scoring noise; such a flip is no
instability, and the stable quantities are the score distribution and the hit vectors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from generator.accounting.trials import Trial
from generator.artifacts.records import Attempt, CasePlan


@dataclass(frozen=True, slots=True)
class BoundaryMeasure:
    """Scores of one scored variant over the valid repeat trials that state one."""

    margin: float | None
    modal_score: float | None
    threshold: float | None
    score_distribution: tuple[tuple[float, int], ...]
    distinct_hit_vectors: int | None
    modal_hit_vector_share: float | None
    near: bool


def measure_boundary(
    case: CasePlan, trials: Sequence[Trial], margin: float
) -> BoundaryMeasure | None:
    """Return the scores of the scored variant nearest to its threshold, None for a binary case.

    A case with variants is a boundary case if any scored variant is near its threshold. Ties of
    nearness go to the lower modal score, then to the earlier variant.
    """
    if case.kind != "partial" or not trials:
        return None
    measured = [
        _measure_variant([trial.attempts[place] for trial in trials], case.threshold, margin)
        for place in range(len(case.scored))
    ]
    return min(measured, key=_nearness)


def exact(number: float) -> Fraction:
    """Return the rational a float was written as, so that 0.3 - 0.2 is 0.1."""
    return Fraction(repr(number))


def _nearness(measure: BoundaryMeasure) -> tuple[bool, Fraction, Fraction]:
    if measure.margin is None or measure.modal_score is None:
        return (True, Fraction(0), Fraction(0))
    return (False, abs(exact(measure.margin)), exact(measure.modal_score))


def _measure_variant(
    attempts: Sequence[Attempt], threshold: float | None, margin: float
) -> BoundaryMeasure:
    scored = [each for each in attempts if each.score is not None]
    scores = Counter(each.score for each in scored if each.score is not None)
    hits = Counter(each.criteria_hits for each in scored if each.criteria_hits is not None)
    modal = _modal_score(scores, threshold)
    distance = None
    if modal is not None and threshold is not None:
        distance = exact(modal) - exact(threshold)
    return BoundaryMeasure(
        margin=None if distance is None else float(distance),
        modal_score=modal,
        threshold=threshold,
        score_distribution=tuple(sorted(scores.items())),
        distinct_hit_vectors=len(hits) or None,
        modal_hit_vector_share=max(hits.values()) / hits.total() if hits else None,
        near=distance is not None and abs(distance) <= exact(margin),
    )


def _modal_score(scores: Counter[float], threshold: float | None) -> float | None:
    """The most frequent score; of tied ones the nearest to the threshold, then the lower."""
    if not scores:
        return None
    most = max(scores.values())
    tied = sorted(score for score, count in scores.items() if count == most)
    if threshold is None:
        return tied[0]
    gate = exact(threshold)
    return min(tied, key=lambda score: abs(exact(score) - gate))
