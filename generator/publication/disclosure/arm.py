"""One arm as it is published."""

from __future__ import annotations

from collections.abc import Iterable

from generator.artifacts.records import State
from generator.measures.arm import ArmMeasure
from generator.measures.case import CaseMeasure
from generator.measures.delta import DeltaMeasure
from generator.publication.aliases import Aliases
from generator.publication.arm import Arm, Delta, NamedLists, Primary
from generator.publication.disclosure.accounts import (
    day_class,
    publish_budget,
    publish_caps,
    publish_causes,
    publish_cost,
    publish_evidence,
    publish_makeups,
    publish_modes,
    publish_plan,
    publish_runs,
    publish_side_effects,
    publish_states,
    withholds_totals,
)
from generator.publication.disclosure.case import publish_case
from generator.publication.disclosure.dependence import publish_dependence
from generator.publication.disclosure.estimates import (
    bracket,
    invalid_burden,
    pass_row,
    publish_interval,
    publish_recovery,
    publish_regression,
    reason,
)
from generator.publication.disclosure.limits import arm_limits
from generator.publication.disclosure.policies import publish_policies
from generator.spec.model import Spec


def publish_arm(measure: ArmMeasure, label: str, aliases: Aliases, spec: Spec) -> Arm:
    """Return one arm under its public label, with the ids of its cases and runs aliased."""
    account = measure.account
    identity = account.reference.arm
    cases = sorted(
        (publish_case(case, aliases, spec) for case in measure.cases), key=lambda case: case.case
    )
    dependence = publish_dependence(measure.dependence, aliases, spec)
    return Arm(
        arm=label,
        identity={field: getattr(identity, field) for field in spec.identity_public},
        primary=_primary(measure, aliases),
        states=publish_states(measure),
        invalid_causes=publish_causes(measure),
        invalid_burden=invalid_burden(
            measure.states[State.INVALID], measure.states.total(), measure.invalid_interval
        ),
        driver_exceptions=account.driver_exceptions,
        failure_modes=publish_modes(measure),
        evidence=publish_evidence(measure),
        plan=publish_plan(measure),
        recovery=publish_recovery(measure.recovery, spec),
        regression=publish_regression(measure.regression, spec),
        pass_at_k=[pass_row(k, each, spec) for k, each in measure.pass_at_k.items()],
        pass_hat_k=[pass_row(k, each, spec) for k, each in measure.pass_hat_k.items()],
        dependence=dependence,
        named_lists=_named_lists(measure, aliases),
        side_effects=publish_side_effects(measure, aliases, spec),
        cost=publish_cost(measure),
        runs=publish_runs(account, aliases),
        budget=publish_budget(account, aliases),
        makeups=publish_makeups(measure),
        caps=publish_caps(measure, aliases),
        claimed_deliveries=None if withholds_totals(measure) else measure.claimed,
        reset_per_trial=measure.resets.apart,
        deltas=[_delta(delta, aliases) for delta in measure.deltas],
        limits=arm_limits(measure, dependence, spec),
        cases=cases,
        policies=publish_policies(measure, spec),
        resets_unrecorded=measure.resets.unrecorded,
    )


def _primary(measure: ArmMeasure, aliases: Aliases) -> Primary:
    outcomes = [case.primary_outcome for case in measure.cases]
    passed, failed = outcomes.count("pass"), outcomes.count("fail")
    absent = outcomes.count("pending") + measure.first_pass_missing + measure.first_pass_owed
    n = passed + failed
    return Primary(
        passed=passed,
        cases=n,
        rate=passed / n if n else None,
        interval=publish_interval(measure.score_interval),
        bracket=bracket(passed, n, absent) if n else None,
        fail_set=_aliases((c for c in measure.cases if c.failed_first), aliases),
    )


def _aliases(cases: Iterable[CaseMeasure], aliases: Aliases) -> list[str]:
    return sorted(aliases.of("case", case.case.case_id) for case in cases)


def _named_lists(measure: ArmMeasure, aliases: Aliases) -> NamedLists:
    counted = [case for case in measure.cases if case.counted]
    return NamedLists(
        always_fail=_aliases((c for c in counted if not c.passed), aliases),
        sometimes_fail=_aliases((c for c in counted if 0 < c.passed < c.valid), aliases),
        never_fail=_aliases((c for c in counted if c.passed == c.valid), aliases),
    )


def _delta(delta: DeltaMeasure, aliases: Aliases) -> Delta:
    return Delta(
        start=aliases.of("run", delta.start),
        end=aliases.of("run", delta.end),
        evidence=day_class(delta.same_day),
        compared=delta.compared,
        passed_from=delta.passed_from,
        passed_to=delta.passed_to,
        fail_to_pass=sorted(aliases.of("case", each) for each in delta.fail_to_pass),
        pass_to_fail=sorted(aliases.of("case", each) for each in delta.pass_to_fail),
        stayed_failed=delta.stayed_failed,
        expected_moves=delta.expected_moves,
        undefined=reason(delta.undefined),
    )
