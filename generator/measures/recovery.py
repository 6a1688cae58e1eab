"""Recovery after fail, and its mirror: regression after pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.measures.case import SCREENED, CaseMeasure
from generator.spec.model import Spec
from generator.statistics import Estimate, pass_hat_k_over_tasks


@dataclass(frozen=True, slots=True)
class RecoveryMeasure:
    """Recovery over the cases at confirmation size whose first pass failed.

    `fresh` leaves out each case's first trials, which chose it. `screened` counts every case that
    failed first and was tried again, by verdict.
    """

    estimate: Estimate
    fresh: Estimate
    screened: dict[str, int]


def measure_recovery(cases: Sequence[CaseMeasure], spec: Spec) -> RecoveryMeasure:
    """Measure how often a case that failed first passes when tried again."""
    confirmed = [case for case in cases if case.failed_first and _confirmed(case)]
    fresh = [case.trials[spec.stages.screen :] for case in confirmed]
    return RecoveryMeasure(
        estimate=_mean([c.valid for c in confirmed], [c.passed for c in confirmed], spec),
        fresh=_mean(
            [len(trials) for trials in fresh],
            [sum(bool(t.passed) for t in trials) for trials in fresh],
            spec,
        ),
        screened={verdict: sum(case.verdict == verdict for case in cases) for verdict in SCREENED},
    )


def measure_regression(cases: Sequence[CaseMeasure], spec: Spec) -> Estimate:
    """Measure how often a case that passed first fails when tried again."""
    confirmed = [case for case in cases if case.primary_outcome == "pass" and _confirmed(case)]
    failed = [case.valid - case.passed for case in confirmed]
    return _mean([case.valid for case in confirmed], failed, spec)


def _confirmed(case: CaseMeasure) -> bool:
    return case.stage == "confirmation" and not case.on_boundary


def _mean(n: Sequence[int], c: Sequence[int], spec: Spec) -> Estimate:
    """A mean of shares over tasks is pass^1."""
    return pass_hat_k_over_tasks(list(n), list(c), 1, spec.interval.level)
