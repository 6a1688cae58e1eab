"""The order of a case's trials: whether failures cluster in it, or come late."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from generator.accounting.trials import Trial
from generator.spec.model import Spec
from generator.statistics import late_failure_rank, runs_test


@dataclass(frozen=True, slots=True)
class OrderMeasure:
    """Outcomes by start; the p values are None for one outcome or under the minimum of trials."""

    outcomes: tuple[bool, ...]
    runs: int
    p_value: float | None
    late_p_value: float | None


def measure_order(trials: Sequence[Trial], spec: Spec) -> OrderMeasure | None:
    """Return the order of trials that start one after the other; None where a start is unknown."""
    if not trials or any(trial.started_at is None for trial in trials):
        return None
    outcomes = tuple(bool(trial.passed) for trial in trials)
    failures = [int(not passed) for passed in outcomes]
    testable = len(outcomes) >= spec.order.minimum_trials
    return OrderMeasure(
        outcomes=outcomes,
        runs=1 + sum(one != other for one, other in pairwise(outcomes)),
        p_value=runs_test(failures)["p_cluster"] if testable else None,
        late_p_value=late_failure_rank(failures)["p_late"] if testable else None,
    )
