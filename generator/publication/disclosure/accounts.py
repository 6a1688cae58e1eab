"""An arm's accounts as they are published; totals that give one withheld count back are not."""

from __future__ import annotations

from typing import cast, get_args

from generator.accounting.account import ArmAccount
from generator.accounting.identity import ArmRun, Standing, by_time
from generator.artifacts.records import FailureMode, InvalidCause, Run, State
from generator.measures.arm import ArmMeasure
from generator.measures.evidence import window_day
from generator.measures.totals import window_share_of
from generator.publication.accounts import (
    CapRow,
    Cost,
    EvidenceCounts,
    FailureModes,
    InvalidCauses,
    Makeups,
    Plan,
    SideEffects,
    States,
    Tokens,
    Without,
)
from generator.publication.aliases import Aliases, Kind
from generator.publication.arm import BudgetRow, RunRow
from generator.publication.strings import BudgetBreach, Evidence, IdentityField, Tier, TrialEvidence
from generator.spec.model import Spec


def withholds_totals(measure: ArmMeasure) -> bool:
    """Whether the arm's pass totals would give a withheld count back by its own repeats alone.

    They would where exactly one case's count is withheld, and where the total of several can be
    reached in one way only: each has at least one pass, which its verdict says, and at most all.
    This is a rule of what is published, and nobody is told of a total that it withholds. What the
    totals that it leaves give back together with everything else that is public, earlier versions
    included, is for `inference.withhold` to find, from what is published alone.
    """
    hidden = [c for c in measure.cases if c.screened_only and c.verdict == "recovery_capable"]
    open_counts = [case for case in hidden if case.valid > 1]
    if len(hidden) == 1 or len(open_counts) == 1:
        return True
    total = sum(case.passed for case in open_counts)
    extremes = (len(open_counts), sum(case.valid for case in open_counts))
    return bool(open_counts) and total in extremes


def publish_states(measure: ArmMeasure) -> States:
    """Return the states of the arm's attempts and the trials that are not there."""
    hidden = withholds_totals(measure)
    states = measure.states
    return States(
        valid_task_success=None if hidden else states[State.SUCCESS],
        valid_task_failure=None if hidden else states[State.FAILURE],
        invalid_infrastructure=states[State.INVALID],
        protocol_violation=states[State.VIOLATION],
        pending_adjudication=states[State.PENDING],
        missing=sum(case.missing for case in measure.cases) + measure.first_pass_missing,
        owed=sum(case.owed for case in measure.cases) + measure.first_pass_owed,
        withheld="WITHHELD_COUNTS" if hidden else None,
    )


def publish_causes(measure: ArmMeasure) -> InvalidCauses:
    """Return why attempts were invalid."""
    causes = measure.causes
    return InvalidCauses(
        infrastructure_missing=causes[InvalidCause.INFRASTRUCTURE_MISSING],
        harness_timeout=causes[InvalidCause.HARNESS_TIMEOUT],
        billing_exhausted=causes[InvalidCause.BILLING_EXHAUSTED],
        model_delivery_budget_burn=causes[InvalidCause.DELIVERY_BUDGET],
    )


def publish_modes(measure: ArmMeasure) -> FailureModes:
    """Return how failures failed, withheld with the total of failures."""
    hidden = withholds_totals(measure)
    modes = measure.modes
    return FailureModes(
        no_deliverable=None if hidden else modes[FailureMode.NO_DELIVERABLE],
        oracle_judged=None if hidden else modes[FailureMode.ORACLE_JUDGED],
    )


def publish_evidence(measure: ArmMeasure) -> EvidenceCounts:
    """Return the valid trials by the class of evidence they are."""
    excluded = {
        standing: sum(trial.valid for trial in trials)
        for standing, trials in measure.account.excluded.items()
    }
    return EvidenceCounts(
        same_day=measure.evidence[True],
        cross_day=measure.evidence[False],
        undated=measure.evidence[None],
        cross_arm=excluded[Standing.CROSS_ARM],
        cross_time=excluded[Standing.CROSS_TIME],
        contaminated=excluded[Standing.CONTAMINATED],
        excluded_attempts=measure.account.excluded_attempts,
        excluded_driver_exceptions=measure.account.excluded_driver_exceptions,
    )


def publish_plan(measure: ArmMeasure) -> Plan:
    """Return the ledger of the arm's repeat trials, which adds up by construction of its cases."""
    cases = measure.cases
    plan = Plan(
        planned=sum(case.planned for case in cases),
        valid=sum(case.valid for case in cases),
        protocol_violation=sum(case.protocol_violation for case in cases),
        pending=sum(case.pending for case in cases),
        missing=sum(case.missing for case in cases),
        owed=sum(case.owed for case in cases),
    )
    parts = plan.valid + plan.protocol_violation + plan.pending + plan.missing + plan.owed
    if plan.planned != parts:
        raise AssertionError("the ledger does not add up to the plan")
    return plan


def publish_side_effects(measure: ArmMeasure, aliases: Aliases, spec: Spec) -> SideEffects:
    """Return side effects by class, and by case and run where there are any."""
    found = measure.side_effects
    return SideEffects(
        per_class={name: found.per_class[name] for name in sorted(spec.side_effect_classes)},
        per_case=_by_alias("case", found.per_case, aliases),
        per_run=_by_alias("run", found.per_run, aliases),
    )


def _by_alias(kind: Kind, counts: dict[str, int], aliases: Aliases) -> dict[str, int]:
    named = {aliases.of(kind, private): n for private, n in counts.items() if n}
    return dict(sorted(named.items()))


def publish_cost(measure: ArmMeasure) -> Cost:
    """Return what the arm's attempts cost."""
    cost = measure.cost
    return Cost(
        attempts=cost.attempts,
        outcomes=len(measure.account.valid_trials),
        tokens=Tokens(into=cost.tokens_in, out=cost.tokens_out),
        wall_s=cost.wall_s,
        cost_usd=cost.cost_usd,
        window_share=cost.window_share,
        without=Without(
            tokens=cost.without_tokens,
            wall_s=cost.without_wall_s,
            cost_usd=cost.without_cost_usd,
            window_share=cost.without_window_share,
        ),
        trials_by_tier={tier: n for tier in get_args(Tier) if (n := measure.trials_by_tier[tier])},
    )


def publish_makeups(measure: ArmMeasure) -> Makeups:
    """Return how many attempts were makeups."""
    return Makeups(count=measure.makeups, doubled_cap=measure.doubled_caps)


def publish_caps(measure: ArmMeasure, aliases: Aliases) -> list[CapRow]:
    """Return the caps of the cases that a cap has killed an attempt of, by alias."""
    rows = [
        CapRow(
            case=aliases.of("case", cap.case_id),
            cap_s=cap.cap_s,
            attempts=cap.attempts,
            killed=cap.killed,
        )
        for cap in measure.caps
    ]
    return sorted(rows, key=lambda row: (row.case, row.cap_s or 0))


def publish_runs(account: ArmAccount, aliases: Aliases) -> list[RunRow]:
    """Return the arm's runs by start, then by alias, each with the class of evidence it is."""
    return [
        RunRow(
            run=aliases.of("run", run.run.run_id),
            role=run.run.role,
            stage=run.run.stage,
            scope=run.run.scope,
            evidence=_evidence(account, run),
            differs=cast("list[IdentityField]", list(run.differs)),
            date=window_day(run.run),
            concurrency=run.run.concurrency,
            timeout_s=run.run.timeout_s,
            wire_audit=run.run.wire_audit.status,
        )
        for run in _by_start(account, aliases)
    ]


def _by_start(account: ArmAccount, aliases: Aliases) -> list[ArmRun]:
    """Return an arm's runs by start, then by alias: the order of their ids is private."""

    def start_and_alias(run: ArmRun) -> tuple[int, str]:
        return by_time(run.record)[0], aliases.of("run", run.run.run_id)

    return sorted(account.runs, key=start_and_alias)


def _evidence(account: ArmAccount, run: ArmRun) -> Evidence:
    if not run.own:
        return cast("Evidence", run.standing.value)
    if account.first_run is not None and run.run.run_id == account.first_run.run_id:
        return "first_pass"
    first, day = window_day(account.first_run or account.reference), window_day(run.run)
    return day_class(None if first is None or day is None else day == first)


def day_class(same_day: bool | None) -> TrialEvidence:  # noqa: FBT001 - an answer, no switch
    """Return the class of evidence of what is of the day it is held against, or of another."""
    if same_day is None:
        return "undated"
    return "same_day" if same_day else "cross_day"


def publish_budget(account: ArmAccount, aliases: Aliases) -> list[BudgetRow]:
    """Return the budget gate of every designed run, with what of it was not kept.

    A run that is no evidence for the arm was bought all the same.
    """
    return [
        BudgetRow(
            run=aliases.of("run", each.run.run_id),
            account_tier=each.run.budget.account_tier if each.run.budget else None,
            owner_approved=bool(each.run.budget and each.run.budget.owner_approved),
            expected_window_share=(
                each.run.budget.expected_window_share if each.run.budget else None
            ),
            actual_window_share=window_share_of(each),
            breaches=_breaches(each.run),
        )
        for each in _by_start(account, aliases)
        if each.run.budget is not None or _designed(each.run)
    ]


def _designed(run: Run) -> bool:
    """A screen or a confirmation that somebody bought, not an observation."""
    return run.role == "repeat" and run.stage in (1, 2)


def _breaches(run: Run) -> list[BudgetBreach]:
    budget = run.budget
    if budget is None:
        return ["NO_OWNER_APPROVAL", "NO_ACCOUNT", "NO_ACCOUNT_TIER", "NO_EXPECTED_WINDOW_SHARE"]
    breaches: list[BudgetBreach] = []
    if not budget.owner_approved:
        fallback = budget.account_tier == "production-fallback"
        breaches.append("NO_SIGN_OFF" if fallback else "NO_OWNER_APPROVAL")
    if not budget.account:
        breaches.append("NO_ACCOUNT")
    if budget.account_tier is None:
        breaches.append("NO_ACCOUNT_TIER")
    if budget.expected_window_share is None:
        breaches.append("NO_EXPECTED_WINDOW_SHARE")
    return breaches
