"""Public reports to try pages and figures on: built by hand from the public types alone.

The counts are invented and add up; intervals are computed here with scipy, not by the program.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from scipy.special import betaincinv
from scipy.stats import t as student

from generator.publication.accounts import (
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
from generator.publication.arm import Arm, NamedLists, Primary, RunRow
from generator.publication.base import Bracket, Interval
from generator.publication.case import Boundary, Case, Order, ScoreCount, Variant
from generator.publication.estimates import (
    Dependence,
    FreshRecovery,
    IntraClassCorrelation,
    InvalidBurden,
    OrderClustering,
    Overdispersion,
    PassRow,
    Recovery,
    Regression,
    Screened,
)
from generator.publication.strings import Outcome, Verdict

SCREEN, CONFIRMATION, FLOOR = 5, 20, 5

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1)){ onclick=alert(1) }",
    "| a |",
    "{{ 7*7 }}",
    '--8<-- "x"',
    "# `a` *b* _c_ ![d](e) <!-- f --> &amp; $g$ ]]>",
    "=cmd()",
    "\uff1cb\uff1egpj.exe",
)


# -- numbers ---------------------------------------------------------------------------------


def clopper_pearson(passed: int, trials: int) -> Interval | None:
    """The exact two-sided 95% interval."""
    if trials == 0:
        return None
    lower = 0.0 if passed == 0 else float(betaincinv(passed, trials - passed + 1, 0.025))
    upper = 1.0 if passed == trials else float(betaincinv(passed + 1, trials - passed, 0.975))
    return Interval(lower=lower, upper=upper, level=0.95, method="clopper-pearson")


def over_cases(values: Sequence[float]) -> dict[str, Any]:
    """The standard error and t interval of a mean over cases, or the reason there is none."""
    missing: dict[str, Any] = {"standard_error": None, "interval": None, "undefined": "NO_TRIALS"}
    if not values:
        return missing
    mean = sum(values) / len(values)
    if len(values) == 1:
        return missing | {"undefined": "ONE_TASK"}
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    if variance < 1e-18:
        return missing | {"undefined": "ZERO_VARIANCE"}
    error = math.sqrt(variance / len(values))
    half = float(student.ppf(0.975, len(values) - 1)) * error
    interval = Interval(
        lower=max(0.0, mean - half), upper=min(1.0, mean + half), level=0.95, method="t"
    )
    return {"standard_error": error, "interval": interval, "undefined": None}


def runs_test(pattern: str) -> tuple[int, float | None]:
    """The number of runs, and the exact chance of so few when the order is arbitrary."""
    runs = 1 + sum(a != b for a, b in pairwise(pattern))
    failed, passed = pattern.count("F"), pattern.count("P")
    if not failed or not passed or len(pattern) < 5:
        return runs, None
    ways = 0
    for r in range(2, runs + 1):
        half = r // 2
        if r % 2 == 0:
            ways += 2 * math.comb(failed - 1, half - 1) * math.comb(passed - 1, half - 1)
        else:
            ways += math.comb(failed - 1, half) * math.comb(passed - 1, half - 1)
            ways += math.comb(failed - 1, half - 1) * math.comb(passed - 1, half)
    return runs, min(1.0, ways / math.comb(failed + passed, failed))


# -- cases -----------------------------------------------------------------------------------


def _verdict(first: Outcome, valid: int, passed: int) -> Verdict | None:
    if first != "fail":
        return None
    if valid == 0:
        return "not_screened"
    if passed:
        return "recovery_capable"
    return "no_recovery_observed" if valid >= SCREEN else "screen_incomplete"


def sample_case(alias: str, first: Outcome, trials: str = "", **changes: Any) -> Case:
    """One case from its trials in order (`PPFP`); below confirmation size counts are withheld."""
    valid, passed = len(trials), trials.count("P")
    verdict = _verdict(first, valid, passed)
    confirmed = valid >= CONFIRMATION
    screen = first == "fail" and 0 < valid < CONFIRMATION
    runs, p_value = runs_test(trials) if trials else (0, None)
    reasons = [
        *(["RECOVERY_OBSERVED"] if verdict == "recovery_capable" else []),
        *(["DECISION_CRITICAL"] if changes.get("decision_critical") and valid >= SCREEN else []),
    ]
    fields: dict[str, Any] = {
        "case": alias,
        "kind": "binary",
        "decision_critical": False,
        "primary_outcome": first,
        "stage": "confirmation" if confirmed else "screen" if screen else None,
        "planned": valid + sum(changes.get(k, 0) for k in _NOT_VALID),
        "valid": valid,
        "passed": (0 if verdict == "no_recovery_observed" else None) if screen else passed,
        "invalid": 0,
        "protocol_violation": 0,
        "pending": 0,
        "missing": 0,
        "owed": 0,
        "verdict": verdict,
        "rate": passed / valid if confirmed else None,
        "interval": clopper_pearson(passed, valid) if confirmed else None,
        "upper_bound": 1 - 0.05 ** (1 / valid) if valid >= SCREEN and not passed else None,
        "bracket": None,
        "boundary": None,
        "variants": [],
        "order": Order(pattern=trials, runs=runs, p_value=p_value)
        if trials and not screen
        else None,
        "escalate": bool(reasons),
        "escalate_reasons": reasons,
    }
    fields |= changes
    if confirmed and fields["planned"] > valid:
        planned = fields["planned"]
        worst, best = passed / planned, (passed + planned - valid) / planned
        fields["bracket"] = Bracket(worst=worst, best=best)
    return Case(**fields)


_NOT_VALID = ("protocol_violation", "pending", "missing", "owed")


def boundary_case(alias: str) -> Case:
    """The measured story: hits 1 to 3 of 5 on a gate of 3, and 8 of 20 trials reach it."""
    return sample_case(
        alias,
        "fail",
        "FPFFPFFPFPFFPFFPFPFP",
        kind="partial",
        verdict="boundary",
        order=None,
        upper_bound=None,
        escalate=False,
        escalate_reasons=[],
        boundary=Boundary(
            margin=-1.0,
            modal_score=2.0,
            threshold=3.0,
            score_distribution=[
                ScoreCount(score=1.0, count=3),
                ScoreCount(score=2.0, count=9),
                ScoreCount(score=3.0, count=8),
            ],
            distinct_hit_vectors=6,
            modal_hit_vector_share=0.35,
        ),
    )


def variant_case(alias: str) -> Case:
    """The measured story: four variants, failures in rounds 4 and 5 only, two variants moved."""
    return sample_case(
        alias,
        "fail",
        "PPPFF",
        variants=[
            Variant(variant="V1", valid=5, passed=None, moved=False),
            Variant(variant="V2", valid=5, passed=None, moved=True),
            Variant(variant="V3", valid=5, passed=None, moved=False),
            Variant(variant="V4", valid=5, passed=None, moved=True),
        ],
    )


# -- estimates from cases --------------------------------------------------------------------


def _suppress(fields: dict[str, Any], tasks: int) -> dict[str, Any]:
    if tasks >= FLOOR:
        return fields | {"suppressed": None}
    empty = dict.fromkeys(("rate", "estimate", "standard_error", "interval"))
    kept = {key: None if key in empty else value for key, value in fields.items()}
    return kept | {"suppressed": "RATE_NOT_PUBLISHED", "undefined": None}


def _open(cases: Sequence[Case]) -> list[Case]:
    """The cases whose counts may be pooled: neither boundary nor at stage screen."""
    return [case for case in cases if case.verdict != "boundary" and case.stage != "screen"]


def recovery_of(cases: Sequence[Case]) -> Recovery:
    """Recovery over confirmed first-pass failures; the fresh part leaves five trials out."""
    chosen = [case for case in _open(cases) if case.stage and case.primary_outcome == "fail"]
    rates = [(case.passed or 0) / case.valid for case in chosen]
    fresh = [case.order.pattern[SCREEN:].count("P") for case in chosen if case.order]
    fresh_trials = sum(case.valid - SCREEN for case in chosen)
    mean = sum(rates) / len(rates) if rates else None
    few = len(chosen) < FLOOR
    verdicts = [case.verdict for case in cases]
    fields = {"rate": mean} | over_cases(rates)
    return Recovery(
        cases=len(chosen),
        trials=sum(case.valid for case in chosen),
        recovered=sum(case.passed or 0 for case in chosen),
        fresh=FreshRecovery(
            trials=fresh_trials,
            recovered=sum(fresh),
            rate=None
            if few
            else sum(f / (c.valid - 5) for f, c in zip(fresh, chosen, strict=True)) / len(chosen),
        ),
        screened=Screened(
            cases=sum(
                verdicts.count(v)
                for v in ("recovery_capable", "no_recovery_observed", "screen_incomplete")
            ),
            recovery_capable=verdicts.count("recovery_capable"),
            no_recovery_observed=verdicts.count("no_recovery_observed"),
            screen_incomplete=verdicts.count("screen_incomplete"),
        ),
        **_suppress(fields, len(chosen)),
    )


def regression_of(cases: Sequence[Case]) -> Regression:
    """Failures at confirmation size after a first pass that passed."""
    chosen = [case for case in _open(cases) if case.stage and case.primary_outcome == "pass"]
    rates = [1 - (case.passed or 0) / case.valid for case in chosen]
    fields = {"rate": sum(rates) / len(rates) if rates else None} | over_cases(rates)
    return Regression(
        cases=len(chosen),
        trials=sum(case.valid for case in chosen),
        failed=sum(case.valid - (case.passed or 0) for case in chosen),
        **_suppress(fields, len(chosen)),
    )


def pass_rows(cases: Sequence[Case], *, hat: bool) -> list[PassRow]:
    """pass^k or pass@k over the cases with enough trials."""
    rows = []
    for k in (1, 2, 3, 4, 5, 8):
        chosen = [case for case in _open(cases) if case.valid >= max(k, 1)]
        if not chosen:
            continue
        values = []
        for case in chosen:
            passed = case.passed or 0
            all_k = math.comb(passed, k) / math.comb(case.valid, k)
            none_k = math.comb(case.valid - passed, k) / math.comb(case.valid, k)
            values.append(all_k if hat else 1 - none_k)
        fields = {"estimate": sum(values) / len(values)} | over_cases(values)
        enough = all(case.valid >= 2 * k for case in chosen) and fields["standard_error"]
        fields["standard_error_trials"] = fields["standard_error"] * 0.6 if enough else None
        few = len(chosen) < FLOOR
        row = _suppress(fields, len(chosen))
        row["standard_error_trials"] = None if few else row["standard_error_trials"]
        rows.append(PassRow(k=k, tasks=len(chosen), **row))
    return rows


def lists_of(cases: Sequence[Case]) -> NamedLists:
    """The cases by whether they ever passed or failed on repeat."""
    tried = [case for case in _open(cases) if case.valid]
    return NamedLists(
        always_fail=[case.case for case in tried if case.passed == 0],
        sometimes_fail=[case.case for case in tried if 0 < (case.passed or 0) < case.valid],
        never_fail=[case.case for case in tried if case.passed == case.valid],
    )


def sample_dependence(cases: Sequence[Case], *, clustered: bool = False) -> Dependence:
    """What can be said of the independence of trials, or that nothing can."""
    tried = [case for case in _open(cases) if case.valid]
    tasks, trials = len(tried), sum(case.valid for case in tried)
    testable = sum(case.order is not None and case.order.p_value is not None for case in cases)
    none: dict[str, Any] = {"estimate": None, "tasks": tasks, "trials": trials}
    enough = tasks >= FLOOR
    return Dependence(
        overdispersion=Overdispersion(
            **none
            | {"estimate": 4.7 if enough else None, "undefined": None if enough else "ONE_TASK"},
            degrees_of_freedom=tasks - 1 if enough else None,
            p_value=0.00004 if enough else None,
            tarone_z=11.2 if enough else None,
            tarone_p=1e-12 if enough else None,
        ),
        intra_class_correlation=IntraClassCorrelation(
            **none
            | {"estimate": 0.41 if enough else None, "undefined": None if enough else "ONE_TASK"},
            interval=Interval(lower=0.19, upper=0.78, level=0.95, method="f") if enough else None,
            design_effect=8.8 if enough else None,
        ),
        order_clustering=OrderClustering(
            p_value=(0.0004 if clustered else 0.31) if testable else None,
            cases=testable,
            clustered=clustered if testable else None,
            undefined=None if testable else "NO_VARIATION",
        ),
    )


# -- arms ------------------------------------------------------------------------------------

IDENTITY = {
    "served_model": "atlas-2-large",
    "model_snapshot": "2026-10-01",
    "effort": "high",
    "harness": "bench-runner",
    "harness_version": "1.4.2",
    "profile": "clean-room",
    "isolation": "container",
    "egress": "none",
    "index_version": "idx-7",
}


def run_row(run: str, role: Any, **changes: Any) -> RunRow:
    """One run, same-day unless told otherwise."""
    fields: dict[str, Any] = {
        "run": run,
        "role": role,
        "stage": None,
        "scope": "full",
        "evidence": "first_pass" if role == "primary" else "same_day",
        "differs": [],
        "date": "2026-11-03",
        "concurrency": 4,
        "timeout_s": 1800.0,
        "wire_audit": "clean",
    }
    return RunRow(**fields | changes)


def sample_arm(label: str, cases: Sequence[Case], **changes: Any) -> Arm:
    """An arm whose aggregates follow from its cases; the rest is plausible, or given."""
    first = [case.primary_outcome for case in cases]
    passed, counted = first.count("pass"), first.count("pass") + first.count("fail")
    unknown = len(cases) - counted
    trials = sum(case.valid for case in cases)
    single = sum(c.stage == "screen" and c.verdict == "recovery_capable" for c in cases) == 1
    wins = passed + sum(c.passed if c.passed is not None else c.valid // 2 for c in cases)
    invalid = sum(case.invalid for case in cases)
    violations = sum(case.protocol_violation for case in cases)
    pending = sum(case.pending for case in cases)
    attempts = counted + trials + invalid + violations + pending
    lost = counted + trials - wins
    fields: dict[str, Any] = {
        "arm": label,
        "identity": dict(IDENTITY),
        "primary": Primary(
            passed=passed,
            cases=counted,
            rate=passed / counted if counted else None,
            interval=clopper_pearson(passed, counted),
            bracket=Bracket(worst=passed / len(cases), best=(passed + unknown) / len(cases))
            if counted
            else None,
            fail_set=[case.case for case in cases if case.primary_outcome == "fail"],
        ),
        "states": States(
            valid_task_success=None if single else wins,
            valid_task_failure=None if single else lost,
            invalid_infrastructure=invalid,
            protocol_violation=violations,
            pending_adjudication=pending,
            missing=sum(c.missing for c in cases) + (first.count("missing") if counted else 0),
            owed=sum(c.owed for c in cases) + first.count("owed"),
        ),
        "invalid_causes": InvalidCauses(
            infrastructure_missing=0,
            harness_timeout=invalid,
            billing_exhausted=0,
            model_delivery_budget_burn=0,
        ),
        "invalid_burden": InvalidBurden(
            invalid=invalid,
            attempts=attempts,
            rate=invalid / attempts if attempts else None,
            interval=clopper_pearson(invalid, attempts),
        ),
        "driver_exceptions": 0,
        "failure_modes": FailureModes(
            no_deliverable=None if single else lost // 5,
            oracle_judged=None if single else lost - lost // 5,
        ),
        "evidence": EvidenceCounts(
            same_day=trials,
            cross_day=0,
            cross_arm=0,
            cross_time=0,
            contaminated=0,
            excluded_attempts=0,
        ),
        "plan": Plan(
            planned=sum(case.planned for case in cases),
            valid=trials,
            protocol_violation=violations,
            pending=pending,
            missing=sum(case.missing for case in cases),
            owed=sum(case.owed for case in cases),
        ),
        "recovery": recovery_of(cases),
        "regression": regression_of(cases),
        "pass_at_k": pass_rows(cases, hat=False),
        "pass_hat_k": pass_rows(cases, hat=True),
        "dependence": sample_dependence(cases),
        "named_lists": lists_of(cases),
        "side_effects": SideEffects(per_class={}, per_case={}, per_run={}),
        "cost": Cost(
            attempts=attempts,
            outcomes=attempts,
            tokens=Tokens(into=attempts * 41_250, out=attempts * 3_120),
            wall_s=attempts * 611.5,
            cost_usd=None,
            window_share=None,
            without=Without(tokens=0, wall_s=0, cost_usd=attempts, window_share=attempts),
            trials_by_tier={"bench-dedicated": trials},
        ),
        "runs": [run_row("R-11111111", "primary")] if counted else [],
        "budget": [],
        "makeups": Makeups(count=0, doubled_cap=0),
        "caps": [],
        "claimed_deliveries": 0,
        "reset_per_trial": True if trials else None,
        "deltas": [],
        "limits": [],
        "cases": sorted(cases, key=lambda case: case.case),
    }
    return Arm(**fields | changes)
