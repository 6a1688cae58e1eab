"""What can be said of the independence of trials, over the cases whose counts are published."""

from __future__ import annotations

from generator.measures.arm import ArmMeasure
from generator.measures.case import CaseMeasure
from generator.publication.base import Interval
from generator.publication.disclosure.estimates import reason
from generator.publication.estimates import (
    Dependence,
    IntraClassCorrelation,
    OrderClustering,
    Overdispersion,
)
from generator.publication.strings import Reason
from generator.spec.model import Spec
from generator.statistics import (
    icc_anova,
    icc_f_ci,
    pearson_dispersion,
    pooled_late_failures,
    stratified_runs,
    tarone_z,
)


def publish_dependence(measure: ArmMeasure, spec: Spec) -> Dependence:
    """Return dispersion and correlation over tasks, and clustering in the order of runs."""
    counted = [case for case in measure.cases if case.counted]
    n, c = [case.valid for case in counted], [case.passed for case in counted]
    return Dependence(
        overdispersion=_overdispersion(n, c),
        intra_class_correlation=_correlation(n, c, spec),
        order_clustering=_clustering(counted, spec),
    )


def _why_not(n: list[int], c: list[int]) -> Reason:
    """The reason a statistic over tasks is undefined."""
    if not n:
        return "NO_TRIALS"
    if len(n) == 1:
        return "ONE_TASK"
    return "NO_VARIATION" if sum(c) in (0, sum(n)) else "TOO_FEW_TRIALS"


def _overdispersion(n: list[int], c: list[int]) -> Overdispersion:
    pearson, tarone = pearson_dispersion(n, c), tarone_z(n, c)
    return Overdispersion(
        estimate=pearson["phi"],
        degrees_of_freedom=pearson["df"],
        p_value=pearson["p"],
        tarone_z=tarone["z"],
        tarone_p=tarone["p"],
        tasks=len(n),
        trials=sum(n),
        undefined=_why_not(n, c) if pearson["phi"] is None else None,
    )


def _correlation(n: list[int], c: list[int], spec: Spec) -> IntraClassCorrelation:
    found = icc_anova(n, c)
    rho, n0 = found["rho"], found["n0"]
    lower, upper = icc_f_ci(n, c, spec.interval.level)
    interval = None
    if lower is not None and upper is not None:
        interval = Interval(lower=lower, upper=upper, level=spec.interval.level, method="f")
    return IntraClassCorrelation(
        estimate=rho,
        interval=interval,
        design_effect=None if rho is None or n0 is None else 1 + (n0 - 1) * rho,
        tasks=len(n),
        trials=sum(n),
        undefined=_why_not(n, c) if rho is None else None,
    )


def _clustering(counted: list[CaseMeasure], spec: Spec) -> OrderClustering:
    timed = [case for case in counted if case.timed]
    long = [case for case in timed if case.valid >= spec.order.minimum_trials]
    failures = [[int(not trial.passed) for trial in case.trials] for case in long]
    pooled = stratified_runs(failures)
    p_value, cases = pooled["p_cluster"], pooled["cases"]
    undefined = None
    if p_value is None:
        undefined = reason("NO_TIMES" if counted and not timed else _why_no_order(timed, long))
    return OrderClustering(
        p_value=p_value,
        late_p_value=pooled_late_failures(failures)["p_late"],
        cases=cases,
        clustered=None if p_value is None else p_value <= spec.order.alpha,
        undefined=undefined,
    )


def _why_no_order(timed: list[CaseMeasure], long: list[CaseMeasure]) -> str:
    if not timed:
        return "NO_TRIALS"
    return "NO_VARIATION" if long else "TOO_FEW_TRIALS"
