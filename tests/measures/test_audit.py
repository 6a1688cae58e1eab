"""The audit of run directories: what stands in the matrix, and what is kept apart from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.publication.audit import AuditArm, Score, ShownScore
from generator.publication.report import Report, decode, encode
from tests.artifacts.samples import arm, case, write_run
from tests.audit_cells import CASES, DAYS, row, write_cells
from tests.measures.reporting import audit_of, audited, labelled, reported
from tests.measures.run_dirs import scored, stated, trials, write_library
from tests.sample_report import empty_report

ARM = "arm-1"
# Public aliases already, so that they can be told in the report.
A, B, C, D, E = (f"A-0000000{letter}" for letter in "abcde")
FIRST, LATER = "2026-09-01", "2026-09-08"


def past(results: Path) -> AuditArm:
    """The one arm's past."""
    return audited(reported(results, labelled("The arm", ARM)), "The arm")


def test_a_later_full_run_stands_beside_the_first_pass(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "P", B: "F", C: "F", D: "P"})
    write_library(tmp_path / "r", "two", "observational", LATER, {A: "P", B: "P", C: "F", E: "F"})
    arm = past(tmp_path / "r")
    assert [(run.role, run.evidence, run.date) for run in arm.runs] == [
        ("primary", "first_pass", FIRST),
        ("observational", "cross_day", LATER),
    ]
    assert arm.runs[0].outcomes == {A: "pass", B: "fail", C: "fail", D: "pass"}
    assert arm.runs[1].outcomes == {A: "pass", B: "pass", C: "fail", E: "fail"}
    (delta,) = arm.deltas
    assert (delta.compared, delta.passed_from, delta.passed_to) == (3, 1, 2)
    assert (delta.fail_to_pass, delta.pass_to_fail, delta.stayed_failed) == ([B], [], 1)
    assert (delta.only_from, delta.only_to) == ([D], [E])
    assert delta.score_from == Score(passed=2, cases=4, failed=2)
    assert delta.score_to == Score(passed=2, cases=4, failed=2)
    assert delta.evidence == "cross_day"
    assert [(flip.case, flip.pattern) for flip in arm.flips] == [(B, "FP")]
    assert arm.repeated == 3


def test_flips_are_counted_over_all_runs_in_order(tmp_path: Path) -> None:
    for number, letter in enumerate("PFPF"):
        role = "primary" if number in (0, 2) else "observational"
        write_library(tmp_path / "r", f"run{number}", role, f"2026-09-0{number + 1}", {A: letter})
    arm = past(tmp_path / "r")
    (flip,) = arm.flips
    assert (flip.pattern, flip.fail_to_pass, flip.pass_to_fail) == ("PFPF", 1, 2)
    assert [len(delta.pass_to_fail) for delta in arm.deltas] == [1, 0, 1]


def test_a_repeat_of_the_same_day_is_told_from_one_of_another(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "P"})
    rows = trials(A, "F", FIRST, hour=15)
    write_run(tmp_path / "r" / "two", rows, stated("two", "observational", FIRST, [A]))
    (delta,) = past(tmp_path / "r").deltas
    assert delta.evidence == "same_day"


def test_the_trials_of_a_screen_are_no_part_of_the_matrix(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "F", B: "P"})
    write_library(tmp_path / "r", "two", "repeat", LATER, {A: "FPPFP"}, scope="fail_set")
    report = reported(tmp_path / "r", labelled("The arm", ARM))
    arm = audited(report, "The arm")
    assert [run.outcomes for run in arm.runs] == [{A: "fail", B: "pass"}]
    assert (arm.deltas, arm.flips, arm.repeated) == ([], [], 0)
    assert next(each for each in report.arms[0].cases if each.case == A).passed is None


def test_of_a_full_run_with_several_trials_the_first_valid_one_is_taken(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "F"})
    write_library(tmp_path / "r", "two", "observational", LATER, {A: "TFPPP"})
    arm = past(tmp_path / "r")
    assert arm.runs[1].outcomes == {A: "fail"}
    assert arm.flips == []


def test_an_attempt_without_an_outcome_is_told_by_its_kind(tmp_path: Path) -> None:
    outcomes = {A: "T", B: "V", C: "N", D: "-", E: "D"}
    write_library(tmp_path / "r", "one", "primary", FIRST, outcomes)
    arm = past(tmp_path / "r")
    (run,) = arm.runs
    assert run.outcomes == {
        A: "owed",
        B: "protocol_violation",
        C: "pending",
        D: "missing",
        E: "owed",
    }
    assert (run.passed, run.cases, run.fail_set) == (0, 0, [])
    assert run.made_up == []
    assert [(each.case, each.cause, each.attempts) for each in arm.invalid] == [
        (A, "harness_timeout", 1),
        (E, "model_delivery_budget_burn", 1),
    ]


def test_a_makeup_gives_the_outcome_and_leaves_the_invalid_attempts_counted(
    tmp_path: Path,
) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "T", B: "P"})
    again = trials(A, "T", LATER, hour=9, makeup_of=f"{A}-{FIRST}-8-0")
    final = trials(A, "P", LATER, hour=12, makeup_of=again[0]["attempt_id"])
    makeup = stated("two", "makeup", LATER, [A], scope="fail_set")
    write_run(tmp_path / "r" / "two", [*again, *final], makeup)
    arm = past(tmp_path / "r")
    (run,) = arm.runs
    assert run.outcomes == {A: "pass", B: "pass"}
    assert run.made_up == [A]
    (invalid,) = arm.invalid
    assert (invalid.run, invalid.cause, invalid.attempts, invalid.outcome) == (
        run.run,
        "harness_timeout",
        2,
        "pass",
    )


def test_a_boundary_case_stands_in_the_matrix_and_never_flips(tmp_path: Path) -> None:
    partial = case(case_id=A, kind="partial", threshold=3, max_score=5)
    for run_id, role, day, score in (
        ("one", "primary", FIRST, 3),
        ("two", "observational", LATER, 2),
        ("three", "observational", "2026-09-15", 2),
    ):
        write_run(
            tmp_path / "r" / run_id,
            scored(A, [score], day, passing=3),
            stated(run_id, role, day, [A], cases=[partial]),
        )
    arm = past(tmp_path / "r")
    assert [run.outcomes[A] for run in arm.runs] == ["pass", "fail", "fail"]
    assert arm.boundary == [A]
    assert (arm.flips, arm.repeated) == ([], 0)
    assert [delta.compared for delta in arm.deltas] == []


def test_a_run_of_another_set_up_is_no_repeat(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "P", B: "F"})
    other = arm(effort="other")
    write_library(tmp_path / "r", "two", "repeat", LATER, {A: "F", B: "F", C: "P"}, arm=other)
    write_library(tmp_path / "r", "three", "repeat", LATER, {A: "F", B: "P"}, concurrency=9)
    found = past(tmp_path / "r")
    assert [run.role for run in found.runs] == ["primary"]
    assert (found.deltas, found.flips, found.repeated) == ([], [], 0)
    told = {run.evidence: (run.differs, run.outcomes) for run in found.other_runs}
    assert told == {
        "cross_arm": (["effort"], {A: "fail", B: "fail", C: "pass"}),
        "cross_time": (["concurrency"], {A: "fail", B: "pass"}),
    }
    moved = {d.evidence: (d.compared, d.fail_to_pass, d.pass_to_fail) for d in found.other_deltas}
    assert moved == {"cross_arm": (2, [], [A]), "cross_time": (2, [B], [A])}


def test_a_case_that_another_set_up_defines_otherwise_is_not_compared(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "P", B: "P"})
    changed = stated("two", "repeat", LATER, [A, B], arm=arm(effort="other"))
    changed["cases"][0] = case(case_id=A, variants=["left", "right"])
    both = [
        trials(A, "F", LATER, hour, variant=variant)[0]
        for hour, variant in ((9, "left"), (10, "right"))
    ]
    rows = [*trials(B, "F", LATER), *both]
    write_run(tmp_path / "r" / "two", rows, changed)
    (delta,) = past(tmp_path / "r").other_deltas
    assert (delta.compared, delta.pass_to_fail) == (1, [B])


def test_a_contaminated_run_is_evidence_for_nothing(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", FIRST, {A: "P"})
    audit = {"status": "substitute_calls", "substitute_calls": 3}
    write_library(tmp_path / "r", "two", "observational", LATER, {A: "F"}, wire_audit=audit)
    found = past(tmp_path / "r")
    assert len(found.runs) == 1
    assert found.other_runs == []


def partial_twice(results: Path, case_id: str, scores: tuple[float, float]) -> None:
    """A partial-credit case in a first pass and in a later full run, far from its threshold."""
    partial = case(case_id=case_id, kind="partial", threshold=5, max_score=8)
    for run_id, role, day, score in (
        ("one", "primary", FIRST, scores[0]),
        ("two", "observational", LATER, scores[1]),
    ):
        rows = scored(case_id, [score], day, passing=5)
        write_run(results / run_id, rows, stated(run_id, role, day, [case_id], cases=[partial]))


def test_a_score_that_moved_on_its_side_of_the_threshold_is_drift(tmp_path: Path) -> None:
    partial_twice(tmp_path / "r", A, (8, 7))
    found = past(tmp_path / "r")
    (drift,) = found.severity_drift
    assert (drift.case, drift.outcome) == (A, "pass")
    assert drift.score_from == ShownScore(score=8, out_of=8)
    assert drift.score_to == ShownScore(score=7, out_of=8)
    assert found.flips == []


def test_of_a_screened_case_no_score_is_told(tmp_path: Path) -> None:
    partial_twice(tmp_path / "r", A, (1, 2))
    found = past(tmp_path / "r")
    (drift,) = found.severity_drift
    assert drift.outcome == "fail"
    assert (drift.score_from, drift.score_to) == (None, None)


def test_runs_and_pages_of_one_arm_are_not_mixed(tmp_path: Path) -> None:
    results = tmp_path / "r"
    write_library(results, "one", "primary", FIRST, {CASES[0]: "P"}, arm=arm(arm_id="x@lane"))
    write_cells(results, [row(DAYS[0], CASES[0], "x@lane", "fail")])
    report = reported(results, labelled("X", "x@lane"))
    assert [(each.arm, each.basis) for each in audit_of(report).arms] == [
        ("X", "runs"),
        ("X", "cells"),
    ]
    assert not any(each.flips or each.deltas for each in audit_of(report).arms)


def test_without_a_first_pass_there_is_nothing_to_audit(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "observational", FIRST, {A: "PF"})
    assert reported(tmp_path / "r").audit is None


def test_a_full_run_before_the_first_pass_comes_first(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "observational", FIRST, {A: "P"})
    write_library(tmp_path / "r", "two", "primary", LATER, {A: "F"})
    other = arm(effort="other")
    write_library(tmp_path / "r", "three", "repeat", LATER, {A: "P"}, arm=other)
    found = past(tmp_path / "r")
    assert [flip.pattern for flip in found.flips] == ["PF"]
    (delta,) = found.other_deltas
    assert (delta.fail_to_pass, delta.pass_to_fail) == ([A], [])


@pytest.mark.parametrize("copies", [1, 3])
def test_a_reprinted_run_directory_changes_nothing(tmp_path: Path, copies: int) -> None:
    def written(results: Path, times: int) -> Report:
        for number in range(times):
            place = results / f"print{number}"
            write_library(place, "one", "primary", FIRST, {A: "P", B: "T"})
            write_library(place, "two", "observational", LATER, {A: "F", B: "F"})
        return reported(results)

    usual, printed = written(tmp_path / "a", 1), written(tmp_path / "b", copies)
    assert printed.audit == usual.audit


def test_a_report_from_before_there_were_audits_keeps_its_spelling() -> None:
    data = encode(empty_report())
    assert b'"audit"' not in data
    assert encode(decode(data)) == data
