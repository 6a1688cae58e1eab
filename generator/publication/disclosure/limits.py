"""The honest limits: which of the protocol's caveats the data itself shows to apply."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from generator.artifacts.records import Run
from generator.measures.arm import ArmMeasure
from generator.publication.arm import Arm
from generator.publication.estimates import Dependence
from generator.publication.strings import LimitCode
from generator.spec.model import Spec


def arm_limits(measure: ArmMeasure, dependence: Dependence, spec: Spec) -> list[LimitCode]:
    """Return the codes of the limits that apply to one arm, in the order of the vocabulary."""
    cases = measure.cases
    evidence = measure.evidence
    account = measure.account
    screens = [case for case in cases if case.screened_only]
    tried = [case for case in cases if case.valid]
    order = dependence.order_clustering
    holds: dict[LimitCode, bool] = {
        "SELECTED_FAIL_SET": bool(measure.recovery.estimate.tasks or screens),
        "ORDER_CLUSTERING": bool(order.clustered or order.clustered_cases),
        "ORDER_NOT_TESTABLE": bool(tried) and order.p_value is None,
        "SAME_DAY_ONLY": bool(evidence[True]) and not evidence[False],
        "STABLE_SCORE_DRIFTING_SET": any(
            delta.passed_from == delta.passed_to and delta.fail_to_pass for delta in measure.deltas
        ),
        "SMALL_SAMPLE": bool(tried) and _few(measure, spec),
        "SCREEN_ONLY": bool(screens),
        "BOUNDED_NOT_IMPOSSIBLE": any(
            not case.passed and case.valid >= spec.stages.screen and not case.on_boundary
            for case in cases
        ),
        "MISSING_TRIALS": any(case.missing or case.owed or case.pending for case in cases),
        "WIRE_NOT_AUDITED": any(_not_audited(run) for run in account.own_runs),
        "SUBSTITUTE_CALLS": any(
            r.run.wire_audit.status == "substitute_calls" for r in account.runs
        ),
        "SHARED_RESETS": measure.resets.shared,
        "RESETS_NOT_RECORDED": bool(measure.resets.unrecorded),
        "INDEPENDENCE_NOT_CHARACTERISED": bool(tried),
        "ONE_ENVIRONMENT": bool(tried) and measure.account.reference.arm.isolation is not None,
    }
    return [code for code, applies in holds.items() if applies]


def _few(measure: ArmMeasure, spec: Spec) -> bool:
    """Whether a rate has too few cases behind it; a rate that no case calls for is not missed."""
    floor = spec.publication.minimum_tasks
    called_for = (
        sum(case.counted for case in measure.cases),
        measure.recovery.estimate.tasks,
        measure.regression.tasks,
    )
    return any(0 < cases < floor for cases in called_for)


def report_limits(arms: Sequence[Arm]) -> list[LimitCode]:
    """Return the codes of the limits that apply to any arm, in the order of the vocabulary."""
    return [code for code in get_args(LimitCode) if any(code in arm.limits for arm in arms)]


def _not_audited(run: Run) -> bool:
    return run.wire_audit.status == "not_audited"
