"""Dependence as it is published."""

from __future__ import annotations

from generator.measures.dependence import DependenceMeasure
from generator.publication.aliases import Aliases
from generator.publication.disclosure.estimates import publish_interval, reason
from generator.publication.estimates import (
    Dependence,
    IntraClassCorrelation,
    OrderClustering,
    Overdispersion,
)
from generator.spec.model import Spec


def publish_dependence(measure: DependenceMeasure, aliases: Aliases, spec: Spec) -> Dependence:
    """Return dispersion and correlation over tasks, and clustering in the order of runs."""
    return Dependence(
        overdispersion=_overdispersion(measure),
        intra_class_correlation=_correlation(measure),
        order_clustering=_clustering(measure, aliases, spec),
    )


def _overdispersion(measure: DependenceMeasure) -> Overdispersion:
    pearson, tarone = measure.dispersion, measure.tarone
    return Overdispersion(
        estimate=pearson["phi"],
        degrees_of_freedom=pearson["df"],
        p_value=pearson["p"],
        tarone_z=tarone["z"],
        tarone_p=tarone["p"],
        tasks=measure.tasks,
        trials=measure.trials,
        undefined=reason(measure.undefined) if pearson["phi"] is None else None,
    )


def _correlation(measure: DependenceMeasure) -> IntraClassCorrelation:
    rho = measure.correlation["rho"]
    return IntraClassCorrelation(
        estimate=rho,
        interval=publish_interval(measure.correlation_interval),
        design_effect=measure.design_effect,
        tasks=measure.tasks,
        trials=measure.trials,
        undefined=reason(measure.undefined) if rho is None else None,
    )


def _clustering(measure: DependenceMeasure, aliases: Aliases, spec: Spec) -> OrderClustering:
    found = measure.clustering
    return OrderClustering(
        p_value=found.p_value,
        cases=found.cases,
        clustered=None if found.p_value is None else found.p_value <= spec.order.alpha,
        undefined=reason(found.undefined),
        late_p_value=found.late_p_value,
        clustered_cases=sorted(aliases.of("case", case_id) for case_id in found.clustered),
    )
