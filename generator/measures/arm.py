"""What is reported of one arm: every measure of it, with the ids still private."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from generator.accounting.account import ArmAccount
from generator.accounting.trials import Trial
from generator.artifacts.records import FailureMode, InvalidCause, State
from generator.measures.by_k import estimates_by_k
from generator.measures.case import CaseMeasure, measure_cases
from generator.measures.delta import DeltaMeasure, measure_deltas
from generator.measures.dependence import DependenceMeasure, measure_dependence
from generator.measures.evidence import count_evidence
from generator.measures.policies import PoliciesMeasure, measure_policies
from generator.measures.proportion import interval_of
from generator.measures.recovery import RecoveryMeasure, measure_recovery, measure_regression
from generator.measures.resets import ResetMeasure, measure_resets
from generator.measures.totals import (
    CapMeasure,
    CostMeasure,
    SideEffectMeasure,
    attempt_table,
    count_causes,
    count_claimed,
    count_doubled,
    count_makeups,
    count_modes,
    count_states,
    measure_caps,
    measure_cost,
    measure_side_effects,
)
from generator.spec.model import Spec
from generator.statistics import Estimate, Interval, pass_at_k_over_tasks, pass_hat_k_over_tasks


@dataclass(frozen=True, slots=True)
class ArmMeasure:
    """One arm's measures."""

    account: ArmAccount
    cases: tuple[CaseMeasure, ...]
    states: Counter[State]
    causes: Counter[InvalidCause]
    modes: Counter[FailureMode]
    claimed: int
    evidence: Counter[bool | None]
    recovery: RecoveryMeasure
    regression: Estimate
    pass_at_k: Mapping[int, Estimate]
    pass_hat_k: Mapping[int, Estimate]
    side_effects: SideEffectMeasure
    cost: CostMeasure
    trials_by_tier: Counter[str]
    caps: tuple[CapMeasure, ...]
    makeups: int
    doubled_caps: int
    resets: ResetMeasure
    deltas: tuple[DeltaMeasure, ...]
    dependence: DependenceMeasure
    score_interval: Interval | None
    invalid_interval: Interval | None
    policies: PoliciesMeasure | None

    @property
    def first_pass_missing(self) -> int:
        """Cases of the first primary run that have no outcome and none underway."""
        return self._first_pass("missing")

    @property
    def first_pass_owed(self) -> int:
        """Cases of the first primary run whose attempt was invalid and is not made up."""
        return self._first_pass("owed")

    def _first_pass(self, outcome: str) -> int:
        run = self.account.first_run
        planned = {case.case_id for case in run.cases} if run else set()
        return sum(
            case.primary_outcome == outcome for case in self.cases if case.case.case_id in planned
        )


def measure_arm(arm: ArmAccount, spec: Spec) -> ArmMeasure:
    """Take every measure of one arm."""
    cases = measure_cases(arm, spec)
    table = attempt_table(arm)
    states = count_states(table)
    outcomes = [case.primary_outcome for case in cases]
    return ArmMeasure(
        account=arm,
        cases=tuple(cases),
        states=states,
        causes=count_causes(table),
        modes=count_modes(table),
        claimed=count_claimed(table),
        evidence=count_evidence(arm),
        recovery=measure_recovery(cases, spec),
        regression=measure_regression(cases, spec),
        pass_at_k=estimates_by_k(pass_at_k_over_tasks, cases, spec),
        pass_hat_k=estimates_by_k(pass_hat_k_over_tasks, cases, spec),
        side_effects=measure_side_effects(arm, spec),
        cost=measure_cost(table),
        trials_by_tier=Counter(_tier(trial) for trial in arm.repeats if trial.valid),
        caps=tuple(measure_caps(table)),
        makeups=count_makeups(arm),
        doubled_caps=count_doubled(arm),
        resets=measure_resets([[a.reset_id for a in t.attempts] for t in arm.valid_trials]),
        deltas=tuple(measure_deltas(arm, cases)),
        dependence=measure_dependence(cases, spec),
        score_interval=interval_of(
            outcomes.count("pass"), outcomes.count("pass") + outcomes.count("fail"), spec
        ),
        invalid_interval=interval_of(states[State.INVALID], states.total(), spec),
        policies=measure_policies(arm, cases, spec),
    )


def _tier(trial: Trial) -> str:
    """The tier of the account that paid for a trial, as its first attempt that says states it."""
    return next((a.account_tier for a in trial.attempts if a.account_tier), "not_recorded")
