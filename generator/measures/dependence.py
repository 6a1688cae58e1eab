"""What can be said of the independence of trials, over the cases that count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.measures.case import CaseMeasure
from generator.spec.model import Spec
from generator.statistics import (
    IccAnova,
    Interval,
    PearsonDispersion,
    TaroneZ,
    design_effect,
    holm,
    icc_anova,
    icc_f_ci,
    pearson_dispersion,
    pooled_late_failures,
    stratified_runs,
    tarone_z,
)


@dataclass(frozen=True, slots=True)
class ClusteringMeasure:
    """The tests of run order pooled over the cases that can tell; `undefined` says why not.

    `clustered` are the ids of the cases that cluster by themselves: a pooled test can miss one case
    of many. Holm's method over the arm's tested cases keeps a chance find among them unlikely.
    """

    p_value: float | None
    late_p_value: float | None
    cases: int
    undefined: str | None
    clustered: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DependenceMeasure:
    """Dispersion and correlation over tasks, and clustering in time.

    `undefined` is the reason that either of the first two is None.
    """

    tasks: int
    trials: int
    dispersion: PearsonDispersion
    tarone: TaroneZ
    correlation: IccAnova
    correlation_interval: Interval | None
    design_effect: float | None
    undefined: str
    clustering: ClusteringMeasure


def measure_dependence(cases: Sequence[CaseMeasure], spec: Spec) -> DependenceMeasure:
    """Measure dependence over an arm's cases; screens and boundary cases are left out."""
    counted = [case for case in cases if case.counted]
    # In an order that has nothing of the ids: the last digit of a sum may tell of its order.
    tried = sorted((case.valid, case.passed) for case in counted)
    n, c = [valid for valid, _ in tried], [passed for _, passed in tried]
    correlation, level = icc_anova(n, c), spec.interval.level
    lower, upper = icc_f_ci(n, c, level)
    interval = None
    if lower is not None and upper is not None:
        interval = Interval(lower, upper, level, "f")
    return DependenceMeasure(
        tasks=len(n),
        trials=sum(n),
        dispersion=pearson_dispersion(n, c),
        tarone=tarone_z(n, c),
        correlation=correlation,
        correlation_interval=interval,
        design_effect=design_effect(n, c),
        undefined=_why_not(n, c),
        clustering=_clustering(counted, spec),
    )


def _why_not(n: Sequence[int], c: Sequence[int]) -> str:
    if not n:
        return "NO_TRIALS"
    if len(n) == 1:
        return "ONE_TASK"
    return "NO_VARIATION" if sum(c) in (0, sum(n)) else "TOO_FEW_TRIALS"


def _clustering(counted: Sequence[CaseMeasure], spec: Spec) -> ClusteringMeasure:
    orders = [case.order for case in counted if case.order is not None]
    long = [order for order in orders if len(order.outcomes) >= spec.order.minimum_trials]
    failures = [[int(not passed) for passed in order.outcomes] for order in long]
    pooled, late = stratified_runs(failures), pooled_late_failures(failures)
    undefined = None
    if pooled["p_cluster"] is None:
        if counted and not orders:
            undefined = "NO_TIMES"
        elif not orders:
            undefined = "NO_TRIALS"
        else:
            undefined = "NO_VARIATION" if long else "TOO_FEW_TRIALS"
    return ClusteringMeasure(
        pooled["p_cluster"], late["p_late"], pooled["cases"], undefined, _clustered(counted, spec)
    )


def _clustered(counted: Sequence[CaseMeasure], spec: Spec) -> tuple[str, ...]:
    """Return the ids of the cases whose own test rejects after Holm's adjustment."""
    tested = [
        (case.case.case_id, case.order.p_value)
        for case in counted
        if case.order is not None and case.order.p_value is not None
    ]
    adjusted = holm([p_value for _, p_value in tested]) if tested else []
    return tuple(
        case_id
        for (case_id, _), p_value in zip(tested, adjusted, strict=True)
        if p_value is not None and p_value <= spec.order.alpha
    )
