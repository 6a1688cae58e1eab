"""What published scores of a partial-credit case say: how many attempts at a variant passed.

A screen publishes which score was the most frequent, and of a boundary case how often each was.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.publication.case import Case


@dataclass(frozen=True, slots=True)
class Scores:
    """At least so many attempts at one of the case's variants passed, and so many failed."""

    passed: int
    failed: int


def shown_scores(case: Case) -> Scores | None:
    """Return what a case's scores show, None where they show nothing.

    Of the most frequent score nothing more follows than that it was reached: where each was reached
    once, it is the one nearest to the threshold.
    """
    found = case.boundary
    if found is None or found.threshold is None:
        return None
    shown = [(each.score, each.count) for each in found.score_distribution or ()]
    if not shown and found.modal_score is not None:
        shown = [(found.modal_score, 1)]
    passed = sum(count for score, count in shown if score >= found.threshold)
    failed = sum(count for score, count in shown if score < found.threshold)
    return Scores(passed, failed) if passed or failed else None
