"""Recorded audits are derived again where the artifacts allow, and never believed against them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.measures.study import StudyMeasure, measure_study
from generator.measures.study_audits import AuditMeasure
from tests.study.rule_file import put
from tests.study.run_dir import Run
from tests.study.scenarios import measured, read, supported

RECORDED_ONLY = {"dataset", "timing_evidence", "fake_agent_contract", "traces"}
"""What the artifacts of these tests do not hold."""


def audits(measure: StudyMeasure) -> dict[str, AuditMeasure]:
    return {each.audit: each for each in measure.audits}


def recorded(path: str, value: object) -> Run:
    """A run with something else in its audit."""
    made = supported()
    put(made.audit, path, value)
    return made


def test_every_audit_that_can_be_is_derived_and_agrees(tmp_path: Path) -> None:
    made = supported(no_trap={arm: [3] * 12 for arm in ("NO_MEMORY", "PRE_ACTION_FAILURE")})
    found = audits(measured(made, tmp_path))
    assert len(found) == 12
    for name, each in found.items():
        assert each.passed
        assert not each.failed
        assert (each.rederived is None) == (name in RECORDED_ONLY)
        assert each.agrees is (None if name in RECORDED_ONLY else True)


def test_without_audit_there_is_none(tmp_path: Path) -> None:
    made = supported()
    made.audit = {"schemaVersion": 1}
    assert not measured(made, tmp_path).audits


@pytest.mark.parametrize(
    ("audit", "path", "value"),
    [
        ("expected_design", "expectedDesign.exactRowSet", False),
        ("expected_design", "expectedDesign.expectedRows", 1),
        ("expected_design", "expectedDesign.terminalRows", 1),
        ("fact_pairs", "factPairs.allMatched", False),
        ("fact_pairs", "factPairs.pairCount", 1),
        ("isolation", "isolation.allUnique", False),
        ("model_profiles", "modelProfiles", [{"id": "private-other", "hash": "c" * 64}]),
        ("no_trap", "noTrap.observedRows", 1),
        ("deviations", "deviations", {"count": 1, "none": False}),
        ("cuts", "cuts.primary", [{"hypothesis": "TIMING", "taskId": "x", "reasons": []}]),
        ("decision", "decision", "REJECT"),
    ],
)
def test_an_audit_that_the_artifacts_contradict_fails(
    audit: str, path: str, value: object, tmp_path: Path
) -> None:
    measure = measured(recorded(path, value), tmp_path)
    found = audits(measure)[audit]
    assert found.agrees is False
    assert found.failed
    assert found.passed is False
    assert "AUDIT_BINDING_MISMATCH" in measure.eligibility.reasons
    others = [each for each in measure.audits if each.audit != audit]
    assert not any(each.failed for each in others)


def shared_memory(made: Run) -> None:
    made.rows[1]["isolation"]["memoryId"] = made.rows[0]["isolation"]["memoryId"]


def other_start(made: Run) -> None:
    for number, row in enumerate(made.rows):
        row["evidence"] = {"startRepoHash": "f" * 64 if number else "0" * 64}


def partial_isolation(made: Run) -> None:
    del made.rows[0]["isolation"]


@pytest.mark.parametrize(
    ("change", "verdict"),
    [(shared_memory, False), (other_start, False), (partial_isolation, None)],
)
def test_isolation_is_seen_in_the_rows(
    change: Callable[[Run], None], verdict: bool | None, tmp_path: Path
) -> None:
    made = supported()
    change(made)
    measure = measured(made, tmp_path)
    assert audits(measure)["isolation"].rederived is verdict
    assert ("ISOLATION_FAILURE" in measure.eligibility.reasons) == (verdict is False)


def test_copies_of_one_row_share_with_nobody_else(tmp_path: Path) -> None:
    made = supported()
    made.rows.append(dict(made.rows[0]))
    assert audits(measured(made.analyse(), tmp_path))["isolation"].rederived is True


@pytest.mark.parametrize(
    "changes",
    [
        {"jaccard": 0.79},
        {"tokenGap": 9, "failureTokens": 200, "successTokens": 209, "relativeTokenGap": 9 / 209},
        {"relativeTokenGap": 0.06, "failureTokens": 47, "successTokens": 50, "tokenGap": 3},
        {"failurePathShapeHash": "0" * 64},
        {"successActionShapeHash": "0" * 64},
        {"failureFactCount": 2},
        {"tokenGap": 1},
    ],
)
def test_a_pair_that_its_own_measurements_contradict_is_no_match(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    made = supported()
    made.pairs[0] |= changes
    measure = measured(made, tmp_path)
    assert measure.pairs is not None
    assert measure.pairs.contradicted == 1
    assert audits(measure)["fact_pairs"].rederived is False
    assert "UNMATCHED_FACT_PAIRS" in measure.eligibility.reasons


def test_pairs_that_were_not_measured_are_not_judged(tmp_path: Path) -> None:
    made = supported()
    for pair in made.pairs:
        del pair["jaccard"]
    measure = measured(made, tmp_path)
    assert audits(measure)["fact_pairs"].rederived is None
    assert measure.eligibility.status == "CONFIRMATORY"


def test_no_trap_rows_pass_by_state_and_within_their_caps(tmp_path: Path) -> None:
    through = {arm: [3] * 12 for arm in ("NO_MEMORY", "PRE_ACTION_FAILURE")}
    passing = audits(measured(supported(no_trap=through), tmp_path / "a"))["no_trap"]
    assert passing.rederived is True
    capped = audits(measured(supported(), tmp_path / "b"))["no_trap"]
    assert capped.rederived is None
    made = supported(no_trap=through)
    made.row(0, "NO_MEMORY", no_trap=True)["finalState"] = "TRAPPED"
    trapped = audits(measured(made, tmp_path / "c"))["no_trap"]
    assert trapped.rederived is False
    assert trapped.failed


def traced(made: Run, folder: Path) -> None:
    """Keep a trace of every row."""
    (folder / "traces").mkdir(parents=True)
    for number, row in enumerate(made.rows):
        text = f'{{"event": "private-{number}"}}\n'
        name = f"traces/{number}.jsonl"
        (folder / name).write_text(text)
        row["evidence"] = {
            "traceArtifactPath": name,
            "traceArtifactHash": hashlib.sha256(text.encode()).hexdigest(),
        }


@pytest.mark.parametrize(
    ("spoil", "verdict"),
    [
        (lambda _: None, True),
        (lambda folder: (folder / "traces" / "3.jsonl").unlink(), False),
        (lambda folder: (folder / "traces" / "3.jsonl").write_text("{}"), False),
    ],
)
def test_traces_are_held_against_their_digests(
    spoil: Callable[[Path], object], verdict: bool, tmp_path: Path
) -> None:
    kept, made = tmp_path / "kept", supported()
    traced(made, kept)
    spoil(kept)
    folder = made.write(tmp_path / "run")
    (kept / "traces").rename(folder / "traces")
    measure = measure_study(read(folder), simulate=False)
    assert audits(measure)["traces"].rederived is verdict
    assert ("TRACE_DURABILITY_FAILURE" in measure.eligibility.reasons) != verdict


def test_a_trace_elsewhere_is_not_followed(tmp_path: Path) -> None:
    made = supported()
    folder = tmp_path / "run"
    outside = tmp_path / "outside.jsonl"
    outside.write_text("{}")
    for row in made.rows:
        row["evidence"] = {
            "traceArtifactPath": "../outside.jsonl",
            "traceArtifactHash": hashlib.sha256(b"{}").hexdigest(),
        }
    made.write(folder)
    (folder / "traces").mkdir()
    assert {row.trace_whole for row in read(folder).rows} == {False}
