"""Boundary margin: how far the scores an arm mostly reaches lie from the score that passes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TypedDict

from generator.statistics.method import Method


class BoundaryMargin(TypedDict):
    """The modal scores, the signed distance to the threshold, the share at or above it."""

    modes: list[float]
    margin: float | None
    modal_score: float | None
    pass_rate: float | None


def boundary_margin(scores: Sequence[float], threshold: float) -> BoundaryMargin:
    """Return the modal score minus the threshold, in units of the score.

    A score passes at or above the threshold. Of tied modes the one nearest the threshold counts,
    then the lower; all are listed, ascending. Without scores all but the empty list is None.
    ValueError unless scores and threshold are finite.
    """
    if not all(map(math.isfinite, [*scores, threshold])):
        raise ValueError("scores and threshold must be finite numbers")
    if not len(scores):
        return BoundaryMargin(modes=[], margin=None, modal_score=None, pass_rate=None)
    times = Counter(scores)
    most = max(times.values())
    modes = sorted(score for score in times if times[score] == most)
    mode = min(modes, key=lambda score: abs(score - threshold))
    passed = sum(score >= threshold for score in scores)
    return BoundaryMargin(
        modes=modes,
        margin=mode - threshold,
        modal_score=mode,
        pass_rate=passed / len(scores),
    )


METHODS = (
    Method(
        name="boundary_margin",
        title="Boundary margin",
        formula="modal score - threshold; of tied modes the one nearest the threshold, then the "
        "lower",
        unit="scores of one case",
        undefined_when="There is no score.",
        source="AMBER Stability Protocol section 2",
        agrees_with=("numpy.unique", "R table"),
        function=boundary_margin,
    ),
)
