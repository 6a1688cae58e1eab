"""An arm's numbers from its counts: rates, intervals, the ledger, and what its cases add up to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import cast

import msgspec

from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.estimates import PassRow, Recovery, Regression
from generator.publication.policies import PolicyReading
from generator.publication.recheck.checked import Checked, check_interval
from generator.publication.report import Rules
from generator.statistics import (
    Estimate,
    holm,
    late_failure_rank,
    pass_at_k_over_tasks,
    pass_hat_k_over_tasks,
    proportion_interval,
    runs_test,
    zero_success_upper,
)
from generator.statistics.proportions import IntervalMethod

_PARTS = ("valid", "protocol_violation", "pending", "missing", "owed")
"""The kinds of trial that add up to what was planned."""

Counted = list[tuple[str, int, int]]
"""Cases that stand in rates and lists: alias, valid trials, passes."""

OverTasks = Callable[[list[int], list[int], int, float], Estimate]


def recheck_arm(place: str, arm: Arm, rules: Rules) -> Iterator[Checked]:
    """Yield a check of every number of an arm that its published counts determine."""
    yield from _headline(f"{place}.primary", arm, rules)
    yield from _accounts(place, arm, rules)
    for case in arm.cases:
        yield from _case(f"{place}.cases.{case.case}", case, rules)
    yield from _clustering(f"{place}.dependence.order_clustering", arm, rules)
    yield from _recovery(place, arm, rules)
    counted = _counted(arm.cases)
    yield from _rows(f"{place}.pass_at_k", arm.pass_at_k, pass_at_k_over_tasks, counted, rules)
    yield from _rows(f"{place}.pass_hat_k", arm.pass_hat_k, pass_hat_k_over_tasks, counted, rules)
    yield from _lists(f"{place}.named_lists", arm, counted)
    yield from _policies(f"{place}.policies", arm, counted, rules)


def _headline(place: str, arm: Arm, rules: Rules) -> Iterator[Checked]:
    stated, outcomes = arm.primary, [case.primary_outcome for case in arm.cases]
    passed, cases = outcomes.count("pass"), outcomes.count("pass") + outcomes.count("fail")
    failed = sorted(case.case for case in arm.cases if case.primary_outcome == "fail")
    yield Checked(f"{place}.passed", stated.passed, passed)
    yield Checked(f"{place}.cases", stated.cases, cases)
    yield Checked(f"{place}.fail_set", sorted(stated.fail_set), failed)
    yield Checked(f"{place}.rate", stated.rate, passed / cases if cases else None)
    yield from check_interval(
        f"{place}.interval", stated.interval, *_proportion(passed, cases, rules)
    )


def _proportion(passed: int, n: int, rules: Rules) -> tuple[float | None, float | None]:
    method = cast("IntervalMethod", rules.interval_method)
    return proportion_interval(passed, n, method, rules.level)


def _policies(place: str, arm: Arm, counted: Counted, rules: Rules) -> Iterator[Checked]:
    """Yield each reading's first pass from its counts; the one in use from the arm's cases, too."""
    policies = arm.policies
    if policies is None:
        return
    for reading in (*policies.readings, *([policies.as_read] if policies.as_read else ())):
        where, first = f"{place}.{reading.policy}", reading.first_pass
        if first is not None:
            rate = first.passed / first.cases if first.cases else None
            ends = _proportion(first.passed, first.cases, rules)
            yield Checked(f"{where}.first_pass.rate", first.rate, rate)
            yield from check_interval(f"{where}.first_pass.interval", first.interval, *ends)
        if reading.policy == policies.used:
            yield from _in_use(where, reading, arm, counted, rules)
    parts = list(msgspec.structs.astuple(policies.states)) if policies.states else []
    if parts and None not in parts:
        yield Checked(f"{place}.contested", policies.contested, sum(parts))


def _in_use(
    place: str, reading: PolicyReading, arm: Arm, counted: Counted, rules: Rules
) -> Iterator[Checked]:
    """Yield the figures of the reading behind the others, from what those are made of."""
    first = reading.first_pass
    if first is not None:
        yield Checked(f"{place}.first_pass.passed", first.passed, arm.primary.passed)
        yield Checked(f"{place}.first_pass.cases", first.cases, arm.primary.cases)
    yield Checked(f"{place}.trials", reading.trials, sum(n for _, n, _ in counted))
    if reading.passed is not None:
        yield Checked(f"{place}.passed", reading.passed, sum(c for _, _, c in counted))
    rows = reading.pass_hat_k
    yield from _rows(f"{place}.pass_hat_k", rows, pass_hat_k_over_tasks, counted, rules)


def _accounts(place: str, arm: Arm, rules: Rules) -> Iterator[Checked]:
    """Yield the sums: causes of invalid attempts, and the ledger over cases and over kinds."""
    causes = arm.invalid_causes
    invalid = arm.states.invalid_infrastructure
    yield Checked(
        f"{place}.states.invalid_infrastructure",
        invalid,
        causes.infrastructure_missing
        + causes.harness_timeout
        + causes.billing_exhausted
        + causes.model_delivery_budget_burn,
    )
    burden = arm.invalid_burden
    rate = invalid / burden.attempts if burden.attempts else None
    yield Checked(f"{place}.invalid_burden.invalid", burden.invalid, invalid)
    yield Checked(f"{place}.invalid_burden.rate", burden.rate, rate)
    yield from check_interval(
        f"{place}.invalid_burden.interval",
        burden.interval,
        *_proportion(invalid, burden.attempts, rules),
    )
    plan = arm.plan
    parts = sum(getattr(plan, part) for part in _PARTS)
    yield Checked(f"{place}.plan.planned", plan.planned, parts)
    for kind in ("planned", *_PARTS):
        over_cases = sum(getattr(case, kind) for case in arm.cases)
        yield Checked(f"{place}.plan.{kind}", getattr(plan, kind), over_cases)


def _case(place: str, case: Case, rules: Rules) -> Iterator[Checked]:
    yield Checked(f"{place}.planned", case.planned, sum(getattr(case, part) for part in _PARTS))
    if case.passed is None:
        return
    if case.rate is not None:
        yield Checked(f"{place}.rate", case.rate, case.passed / case.valid)
        ends = _proportion(case.passed, case.valid, rules)
        yield from check_interval(f"{place}.interval", case.interval, *ends)
    if case.upper_bound is not None:
        bound = zero_success_upper(case.valid, 1 - rules.one_sided_level)
        yield Checked(f"{place}.upper_bound", case.upper_bound, bound)
    if case.order is not None:
        yield from _order(f"{place}.order", case, rules)


def _order(place: str, case: Case, rules: Rules) -> Iterator[Checked]:
    order = case.order
    if order is None:
        return
    pattern = order.pattern
    failures = [int(letter == "F") for letter in pattern]
    testable = len(pattern) >= rules.order_minimum_trials
    yield Checked(f"{place}.pattern", pattern.count("P"), case.passed)
    yield Checked(f"{place}.runs", order.runs, 1 + sum(a != b for a, b in pairwise(pattern)))
    clustered = runs_test(failures)["p_cluster"] if testable else None
    yield Checked(f"{place}.p_value", order.p_value, clustered)
    late = late_failure_rank(failures)["p_late"] if testable else None
    if order.late_p_value is not None:
        yield Checked(f"{place}.late_p_value", order.late_p_value, late)


def _clustering(place: str, arm: Arm, rules: Rules) -> Iterator[Checked]:
    """Yield the cases that cluster by themselves; reports of an earlier release name none."""
    stated = arm.dependence.order_clustering.clustered_cases
    if not stated:
        return
    tested = [
        (case.case, case.order.p_value)
        for case in arm.cases
        if case.order is not None and case.order.p_value is not None
    ]
    adjusted = holm([p_value for _, p_value in tested])
    found = [
        case
        for (case, _), p_value in zip(tested, adjusted, strict=True)
        if p_value is not None and p_value <= rules.order_alpha
    ]
    yield Checked(f"{place}.clustered_cases", sorted(stated), sorted(found))


def _recovery(place: str, arm: Arm, rules: Rules) -> Iterator[Checked]:
    """Yield recovery and regression over the cases at confirmation size, apart from boundaries."""
    confirmed = [
        case for case in arm.cases if case.stage == "confirmation" and case.verdict != "boundary"
    ]
    failed = [case for case in confirmed if case.primary_outcome == "fail"]
    estimate = _mean(failed, [case.passed or 0 for case in failed], rules)
    yield Checked(f"{place}.recovery.recovered", arm.recovery.recovered, estimate.passes)
    yield from _mean_over_cases(f"{place}.recovery", arm.recovery, len(failed), estimate)
    passed = [case for case in confirmed if case.primary_outcome == "pass"]
    regressed = _mean(passed, [case.valid - (case.passed or 0) for case in passed], rules)
    yield Checked(f"{place}.regression.failed", arm.regression.failed, regressed.passes)
    yield from _mean_over_cases(f"{place}.regression", arm.regression, len(passed), regressed)


def _mean_over_cases(
    place: str, stated: Recovery | Regression, cases: int, computed: Estimate
) -> Iterator[Checked]:
    yield Checked(f"{place}.cases", stated.cases, cases)
    yield Checked(f"{place}.trials", stated.trials, computed.trials)
    if stated.suppressed is None:
        yield Checked(f"{place}.rate", stated.rate, computed.value)
        yield from _errors(place, stated, computed)


def _mean(cases: Sequence[Case], successes: list[int], rules: Rules) -> Estimate:
    return pass_hat_k_over_tasks([case.valid for case in cases], successes, 1, rules.level)


def _errors(
    place: str, stated: Recovery | Regression | PassRow, computed: Estimate
) -> Iterator[Checked]:
    """Yield the checks of the error of a mean over cases, and of its interval."""
    yield Checked(f"{place}.standard_error", stated.standard_error, computed.standard_error)
    limits = computed.interval
    lower, upper = (limits.lower, limits.upper) if limits else (None, None)
    yield from check_interval(f"{place}.interval", stated.interval, lower, upper)


def _counted(cases: Sequence[Case]) -> Counted:
    """Return the cases that rates and lists are over."""
    return [
        (case.case, case.valid, case.passed)
        for case in cases
        if case.valid and case.passed is not None and case.stage != "screen"
        if case.verdict != "boundary"
    ]


def _rows(
    place: str, rows: Sequence[PassRow], over: OverTasks, counted: Counted, rules: Rules
) -> Iterator[Checked]:
    valid, passed = [n for _, n, _ in counted], [c for _, _, c in counted]
    for row in rows:
        found = over(valid, passed, row.k, rules.level)
        yield Checked(f"{place}.{row.k}.tasks", row.tasks, found.tasks)
        if row.suppressed is None:
            yield Checked(f"{place}.{row.k}.estimate", row.estimate, found.value)
            own, error = row.standard_error_trials, found.standard_error_trials
            yield Checked(f"{place}.{row.k}.standard_error_trials", own, error)
            yield from _errors(f"{place}.{row.k}", row, found)


def _lists(place: str, arm: Arm, counted: Counted) -> Iterator[Checked]:
    named = arm.named_lists
    never = sorted(case for case, _, passed in counted if not passed)
    always = sorted(case for case, valid, passed in counted if passed == valid)
    sometimes = sorted(case for case, valid, passed in counted if 0 < passed < valid)
    yield Checked(f"{place}.always_fail", named.always_fail, never)
    yield Checked(f"{place}.sometimes_fail", named.sometimes_fail, sometimes)
    yield Checked(f"{place}.never_fail", named.never_fail, always)
