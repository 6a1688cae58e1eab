"""Both readings of contested ends as they are published."""

from __future__ import annotations

from generator.measures.policies import PoliciesMeasure, PolicyMeasure
from generator.publication.disclosure.estimates import pass_row
from generator.publication.policies import Policies, PolicyReading
from generator.spec.model import Spec


def publish_policies(measure: PoliciesMeasure | None, spec: Spec) -> Policies | None:
    """Return an arm's two readings, None where nothing of it is contested."""
    if measure is None:
        return None
    return Policies(
        used=measure.used,
        contested=measure.contested,
        readings=[_reading(each, spec) for each in measure.readings],
    )


def _reading(measure: PolicyMeasure, spec: Spec) -> PolicyReading:
    rows = [pass_row(k, each, spec) for k, each in measure.pass_hat_k.items()]
    hidden = any(row.k == 1 and row.suppressed for row in rows)
    return PolicyReading(
        policy=measure.policy,
        trials=measure.trials,
        passed=None if hidden else measure.passed,
        pass_hat_k=rows,
    )
