"""run.json of an AMBER run directory: the arm, the case set, the window, the plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from generator.artifacts.checks import (
    MOST_TRIALS,
    Check,
    amount,
    count,
    duration,
    each,
    flag,
    identifier,
    instant,
    mapping,
    number,
    one_of,
    text,
    whole,
)
from generator.artifacts.fields import Fields
from generator.artifacts.records import (
    AccountTier,
    ArmIdentity,
    AuditStatus,
    Budget,
    CaseKind,
    CasePlan,
    JsonValue,
    Role,
    Run,
    Scope,
    Window,
    WireAudit,
)
from generator.errors import Problem, UnusableInput

FORMAT = "amber-run/1"

ACCOUNT_TIER: Check[AccountTier] = one_of(get_args(AccountTier))
_ROLE: Check[Role] = one_of(get_args(Role))
_SCOPE: Check[Scope] = one_of(get_args(Scope))
_KIND: Check[CaseKind] = one_of(get_args(CaseKind))
_AUDIT: Check[AuditStatus] = one_of(get_args(AuditStatus))
_STAGE: Check[Literal[0, 1, 2]] = one_of((0, 1, 2))
_IDS = each(identifier)

RUN_FIELDS = frozenset({"format", *Run.__struct_fields__})


def parse_run(values: dict[str, JsonValue]) -> Run:
    """Return the run that run.json states; every field that is wrong is named."""
    fields = Fields(values)
    fields.required("format", one_of((FORMAT,)))
    run = Run(
        run_id=fields.required("run_id", identifier),
        role=fields.required("role", _ROLE),
        stage=fields.nullable("stage", _STAGE),
        scope=fields.required("scope", _SCOPE),
        arm=_arm(fields.inner("arm")),
        cases=tuple(_case(case) for case in fields.objects("cases")),
        trials_per_case=fields.required("trials_per_case", whole(1, MOST_TRIALS)),
        window=_window(fields.inner("window")),
        concurrency=fields.required("concurrency", whole(1)),
        timeout_s=fields.required("timeout_s", duration),
        wire_audit=_wire_audit(fields.inner("wire_audit")),
        budget=_budget(fields),
    )
    fields.done()
    if problems := tuple(_contradictions(run)):
        raise UnusableInput(*problems)
    return run


def _arm(fields: Fields) -> ArmIdentity:
    return ArmIdentity(
        arm_id=fields.required("arm_id", identifier),
        provider_endpoint=fields.required("provider_endpoint", text),
        lane=fields.required("lane", text),
        served_model=fields.required("served_model", text),
        model_snapshot=fields.nullable("model_snapshot", text),
        effort=fields.required("effort", text),
        reasoning_wire=fields.required("reasoning_wire", text),
        harness=fields.required("harness", text),
        harness_version=fields.required("harness_version", text),
        runner_config=fields.required("runner_config", mapping),
        profile=fields.required("profile", text),
        fallback_policy=fields.required("fallback_policy", text),
        isolation=fields.required("isolation", text),
        egress=fields.required("egress", text),
        spec_sha256=fields.required("spec_sha256", text),
        base_bundle_sha256=fields.required("base_bundle_sha256", text),
        oracle_pack_sha256=fields.required("oracle_pack_sha256", text),
        index_version=fields.required("index_version", text),
    )


def _case(fields: Fields) -> CasePlan:
    return CasePlan(
        case_id=fields.required("case_id", identifier),
        variants=fields.required("variants", _IDS),
        scored_variants=fields.nullable("scored_variants", _IDS),
        kind=fields.required("kind", _KIND),
        threshold=fields.nullable("threshold", number),
        max_score=fields.nullable("max_score", number),
        decision_critical=fields.required("decision_critical", flag),
    )


def _window(fields: Fields) -> Window:
    return Window(start=fields.required("start", instant), end=fields.required("end", instant))


def _wire_audit(fields: Fields) -> WireAudit:
    return WireAudit(
        status=fields.required("status", _AUDIT),
        substitute_calls=fields.required("substitute_calls", count),
    )


def _budget(fields: Fields) -> Budget | None:
    if not fields.states("budget"):
        return None
    inner = fields.inner("budget")
    return Budget(
        owner_approved=inner.required("owner_approved", flag),
        account=inner.required("account", text),
        account_tier=inner.required("account_tier", ACCOUNT_TIER),
        expected_window_share=inner.nullable("expected_window_share", amount),
    )


def _contradictions(run: Run) -> Iterator[Problem]:
    """Yield what the fields, each right by itself, say against one another."""
    if run.window is not None and run.window.end < run.window.start:
        yield _problem("BACKWARDS", "The window ends before it starts.", "window.end")
    if run.wire_audit.status == "clean" and run.wire_audit.substitute_calls:
        yield _problem(
            "CONTRADICTION",
            "A wire audit that found substitute calls is not clean.",
            "wire_audit.substitute_calls",
        )
    seen: set[str] = set()
    for index, case in enumerate(run.cases):
        place = f"cases[{index}]"
        if case.case_id in seen:
            yield _problem("LISTED_TWICE", "The case is listed twice.", f"{place}.case_id")
        seen.add(case.case_id)
        yield from _case_contradictions(case, place)


def _case_contradictions(case: CasePlan, place: str) -> Iterator[Problem]:
    scored = case.scored_variants
    for name, listed in (("variants", case.variants), ("scored_variants", scored or ())):
        if len(set(listed)) < len(listed):
            yield _problem("LISTED_TWICE", "A variant is listed twice.", f"{place}.{name}")
    if scored is not None and not set(scored) <= set(case.variants):
        yield _problem(
            "UNLISTED", "A scored variant is none of the case's.", f"{place}.scored_variants"
        )
    if scored == () and case.variants:
        yield _problem(
            "CONTRADICTION", "Of a case's variants one is scored.", f"{place}.scored_variants"
        )


def _problem(code: str, what: str, field: str) -> Problem:
    return Problem(code, what, "Correct run.json.", field=field)
