"""run.json: every field is there, of its type, in its range, and agrees with the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.records import ArmIdentity, Budget, CasePlan, Window, WireAudit
from generator.artifacts.times import parse_instant
from tests.artifacts.samples import (
    ARM_TEXTS,
    Said,
    arm,
    case,
    read_run,
    refusal,
    run,
    said,
    write_run,
)

BUDGET = {
    "owner_approved": True,
    "account": "acct",
    "account_tier": "bench-dedicated",
    "expected_window_share": 0.25,
}


def changed(path: str, value: Any) -> dict[str, Any]:
    """A good run with one value replaced; the path is dotted, numbers are indices."""
    whole = run(budget=dict(BUDGET))
    *parents, last = path.split(".")
    holder: Any = whole
    for name in parents:
        holder = holder[int(name)] if name.isdigit() else holder[name]
    holder[int(last) if last.isdigit() else last] = value
    return whole


def without(path: str) -> dict[str, Any]:
    """A good run with one field left out."""
    whole = run(budget=dict(BUDGET))
    *parents, last = path.split(".")
    holder: Any = whole
    for name in parents:
        holder = holder[int(name)] if name.isdigit() else holder[name]
    del holder[last]
    return whole


def field_of(path: str) -> str:
    """The field as problems name it: cases.0.kind is cases[0].kind."""
    return "".join(
        f"[{name}]" if name.isdigit() else f".{name}" for name in path.split(".")
    ).removeprefix(".")


def test_every_field_is_read(tmp_path: Path) -> None:
    stated = run(
        role="makeup",
        stage=2,
        scope="fail_set",
        arm=arm(model_snapshot=None),
        cases=[
            case(decision_critical=True),
            case(case_id="v", variants=["a", "b", "c"], scored_variants=["c", "a"]),
            case(case_id="p", kind="partial", threshold=3.5, max_score=5),
        ],
        wire_audit={"status": "substitute_calls", "substitute_calls": 2},
        budget=dict(BUDGET),
        something_else={"private": True},
    )
    read = read_run(write_run(tmp_path / "r", stated=stated)).run
    assert (read.run_id, read.role, read.stage, read.scope) == ("run-1", "makeup", 2, "fail_set")
    texts = dict.fromkeys(ARM_TEXTS, "x") | {"model_snapshot": None}
    assert read.arm == ArmIdentity(arm_id="arm-1", runner_config={"turns": 3}, **texts)
    assert read.cases == (
        CasePlan(case_id="case-1", decision_critical=True),
        CasePlan(case_id="v", variants=("a", "b", "c"), scored_variants=("c", "a")),
        CasePlan(case_id="p", kind="partial", threshold=3.5, max_score=5.0),
    )
    assert read.trials_per_case == 5
    assert read.window == Window(
        start=parse_instant("2026-09-14T00:00:00Z"), end=parse_instant("2026-09-14T12:00:00Z")
    )
    assert (read.concurrency, read.timeout_s) == (4, 1800.0)
    assert read.wire_audit == WireAudit(status="substitute_calls", substitute_calls=2)
    assert read.budget == Budget(
        owner_approved=True,
        account="acct",
        account_tier="bench-dedicated",
        expected_window_share=0.25,
    )


NULLABLE = [
    "stage",
    "budget",
    "budget.expected_window_share",
    "arm.model_snapshot",
    "cases.0.threshold",
    "cases.0.max_score",
    "cases.0.scored_variants",
]


@pytest.mark.parametrize("path", NULLABLE)
def test_a_nullable_field_may_be_null(tmp_path: Path, path: str) -> None:
    assert read_run(write_run(tmp_path / "r", stated=changed(path, None)))


@pytest.mark.parametrize("path", [path for path in NULLABLE if "scored" not in path])
def test_a_nullable_field_may_be_left_out(tmp_path: Path, path: str) -> None:
    left_out = read_run(write_run(tmp_path / "a", stated=without(path))).run
    assert left_out == read_run(write_run(tmp_path / "b", stated=changed(path, None))).run


REQUIRED = [
    "run_id",
    "role",
    "scope",
    "arm",
    "arm.arm_id",
    "arm.runner_config",
    *(f"arm.{name}" for name in ARM_TEXTS if name != "model_snapshot"),
    "cases",
    "cases.0.case_id",
    "cases.0.variants",
    "cases.0.kind",
    "cases.0.decision_critical",
    "trials_per_case",
    "window",
    "window.start",
    "window.end",
    "concurrency",
    "timeout_s",
    "wire_audit",
    "wire_audit.status",
    "wire_audit.substitute_calls",
    "budget.owner_approved",
    "budget.account",
    "budget.account_tier",
]


@pytest.mark.parametrize("path", REQUIRED)
def test_a_required_field_is_missed(tmp_path: Path, path: str) -> None:
    folder = write_run(tmp_path / "r", stated=without(path))
    assert said(refusal(lambda: read_run(folder))) == [Said("MISSING_FIELD", 1, field_of(path))]


@pytest.mark.parametrize("path", REQUIRED)
def test_a_required_field_is_not_null(tmp_path: Path, path: str) -> None:
    folder = write_run(tmp_path / "r", stated=changed(path, None))
    assert said(refusal(lambda: read_run(folder))) == [Said("WRONG_TYPE", 1, field_of(path))]


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("run_id", "", "EMPTY_ID"),
        ("run_id", 7, "WRONG_TYPE"),
        ("run_id", "a\0b", "BAD_TEXT"),
        ("run_id", "a\ud800b", "BAD_TEXT"),
        ("role", "Primary", "UNKNOWN_VALUE"),
        ("role", "", "UNKNOWN_VALUE"),
        ("role", ["primary"], "WRONG_TYPE"),
        ("stage", 3, "UNKNOWN_VALUE"),
        ("stage", True, "WRONG_TYPE"),
        ("stage", "1", "WRONG_TYPE"),
        ("stage", 1.0, "WRONG_TYPE"),
        ("scope", "all", "UNKNOWN_VALUE"),
        ("arm", [], "WRONG_TYPE"),
        ("arm.arm_id", "", "EMPTY_ID"),
        ("arm.lane", 1, "WRONG_TYPE"),
        ("arm.served_model", "x\udfff", "BAD_TEXT"),
        ("arm.model_snapshot", 5, "WRONG_TYPE"),
        ("arm.runner_config", "{}", "WRONG_TYPE"),
        ("cases", {}, "WRONG_TYPE"),
        ("cases.0", "case-1", "WRONG_TYPE"),
        ("cases.0.case_id", "", "EMPTY_ID"),
        ("cases.0.variants", "left", "WRONG_TYPE"),
        ("cases.1.variants", ["left", ""], "EMPTY_ID"),
        ("cases.1.variants", ["left", None], "WRONG_TYPE"),
        ("cases.1.variants", ["left", "left"], "LISTED_TWICE"),
        ("cases.1.scored_variants", ["left", "left"], "LISTED_TWICE"),
        ("cases.1.scored_variants", ["middle"], "UNLISTED"),
        ("cases.1.scored_variants", [], "CONTRADICTION"),
        ("cases.0.scored_variants", ["left"], "UNLISTED"),
        ("cases.0.kind", "graded", "UNKNOWN_VALUE"),
        ("cases.2.threshold", "3", "WRONG_TYPE"),
        ("cases.2.threshold", True, "WRONG_TYPE"),
        ("cases.2.threshold", 2**53 + 1, "OUT_OF_RANGE"),
        ("cases.2.threshold", -1.7e308, "OUT_OF_RANGE"),
        ("cases.2.max_score", 1.7e308, "OUT_OF_RANGE"),
        ("cases.0.decision_critical", 0, "WRONG_TYPE"),
        ("cases.1.case_id", "case-1", "LISTED_TWICE"),
        ("trials_per_case", 0, "OUT_OF_RANGE"),
        ("trials_per_case", 5.0, "WRONG_TYPE"),
        ("trials_per_case", True, "WRONG_TYPE"),
        ("trials_per_case", 100_001, "OUT_OF_RANGE"),
        ("trials_per_case", 2**63, "OUT_OF_RANGE"),
        ("window.start", "2026-09-14T00:00:00", "BAD_TIME"),
        ("window.start", 1789344000, "BAD_TIME"),
        ("window.end", "2026-09-13T00:00:00Z", "BACKWARDS"),
        ("concurrency", 0, "OUT_OF_RANGE"),
        ("concurrency", "4", "WRONG_TYPE"),
        ("timeout_s", 0, "OUT_OF_RANGE"),
        ("timeout_s", 1e300, "OUT_OF_RANGE"),
        ("timeout_s", "30m", "WRONG_TYPE"),
        ("wire_audit.status", "dirty", "UNKNOWN_VALUE"),
        ("wire_audit.substitute_calls", -1, "OUT_OF_RANGE"),
        ("wire_audit.substitute_calls", 1, "CONTRADICTION"),
        ("budget", [], "WRONG_TYPE"),
        ("budget.owner_approved", "yes", "WRONG_TYPE"),
        ("budget.account_tier", "free", "UNKNOWN_VALUE"),
        ("budget.expected_window_share", -0.1, "OUT_OF_RANGE"),
        ("budget.expected_window_share", 1e27, "OUT_OF_RANGE"),
    ],
)
def test_a_wrong_value_is_refused_by_file_and_field(
    tmp_path: Path, path: str, value: object, code: str
) -> None:
    folder = write_run(tmp_path / "r", stated=changed(path, value))
    problems = refusal(lambda: read_run(folder))
    assert said(problems) == [Said(code, 1, field_of(path))]
    assert problems[0].file == folder / "run.json"


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r", stated=run(role="boss", timeout_s=-1, arm=arm(lane=None)))
    assert [problem.field for problem in refusal(lambda: read_run(folder))] == [
        "role",
        "arm.lane",
        "timeout_s",
    ]


@pytest.mark.parametrize(
    ("data", "said_of_it"),
    [
        (
            b'{"format": "amber-run/1", "run_id": "a", "run_id": "b"}',
            ("DOUBLED_KEY", None, "run_id"),
        ),
        (b'{"format": "amber-run/1",\n "timeout_s": NaN}', ("BAD_NUMBER", None, "timeout_s")),
        (b'{"format": "amber-run/1",\n "run_id": "a"', ("NOT_JSON", 2, None)),
        (b'{"format": "amber-run/1",\n\n "x": "\xff"}', ("NOT_UTF8", 3, None)),
        (
            b'{"format": "amber-run/1", "x": ' + b"[" * 100 + b"]" * 100 + b"}",
            ("TOO_DEEP", None, None),
        ),
        (b"[]", ("NOT_AN_OBJECT", None, None)),
        ('{"format": "amber-run/1"}'.encode("utf-16"), ("UTF16", None, None)),
    ],
)
def test_a_run_file_that_is_no_exact_json_object_is_refused(
    tmp_path: Path, data: bytes, said_of_it: tuple[str, int | None, str | None]
) -> None:
    folder = write_run(tmp_path / "r", stated=data)
    assert said(refusal(lambda: read_run(folder))) == [said_of_it]


def test_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r")
    file = folder / "run.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert read_run(folder).run.run_id == "run-1"
