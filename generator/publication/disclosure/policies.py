"""Both readings of contested ends as they are published."""

from __future__ import annotations

from generator.artifacts.records import State
from generator.measures.arm import ArmMeasure
from generator.measures.policies import FirstPassMeasure, PoliciesMeasure, PolicyMeasure
from generator.publication.disclosure.estimates import pass_row, publish_interval
from generator.publication.policies import (
    ContestedStates,
    Policies,
    PolicyFirstPass,
    PolicyReading,
)
from generator.spec.model import Spec


def publish_policies(measure: ArmMeasure, spec: Spec) -> Policies | None:
    """Return an arm's readings, None where nothing of it is contested."""
    policies = measure.policies
    if policies is None:
        return None
    if policies.as_read is None:
        as_read = states = None
    else:
        as_read = _reading(policies.as_read, spec)
        states = _states(policies, hidden=any(case.screened_only for case in measure.cases))
    return Policies(
        used=policies.used,
        contested=policies.contested,
        readings=[_reading(each, spec) for each in policies.readings],
        as_read=as_read,
        states=states,
    )


def _reading(measure: PolicyMeasure, spec: Spec) -> PolicyReading:
    rows = [pass_row(k, each, spec) for k, each in measure.pass_hat_k.items()]
    hidden = any(row.k == 1 and row.suppressed for row in rows)
    return PolicyReading(
        policy=measure.policy,
        trials=measure.trials,
        passed=None if hidden else measure.passed,
        pass_hat_k=rows,
        first_pass=None if measure.first_pass is None else _first_pass(measure.first_pass),
    )


def _first_pass(measure: FirstPassMeasure) -> PolicyFirstPass:
    return PolicyFirstPass(
        passed=measure.passed,
        cases=measure.cases,
        rate=measure.passed / measure.cases if measure.cases else None,
        interval=publish_interval(measure.interval),
    )


def _states(measure: PoliciesMeasure, *, hidden: bool) -> ContestedStates:
    counts = {state: measure.states.get(state, 0) for state in State}
    return ContestedStates(
        valid_task_success=None if hidden else counts[State.SUCCESS],
        valid_task_failure=None if hidden else counts[State.FAILURE],
        invalid_infrastructure=counts[State.INVALID],
        protocol_violation=counts[State.VIOLATION],
        pending_adjudication=counts[State.PENDING],
    )
