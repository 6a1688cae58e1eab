"""Host faults are kept, counted and retried so often; a task result is never run again."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.measures.study import StudyMeasure
from generator.measures.study_retries import Breach
from tests.study.evidence import checkpoint, fault, invalid
from tests.study.run_dir import Run
from tests.study.scenarios import measured, supported

LIMIT = 5
"""Retries after a host fault that the rule of these tests allows."""


def with_first(change: Callable[[dict[str, Any]], None]) -> Run:
    """A run whose first checkpoint was changed."""
    made = supported()
    change(made.checkpoints[0])
    return made


def codes(measure: StudyMeasure) -> list[tuple[str, str | None]]:
    return [(breach.code, breach.field) for breach in measure.retries.breaches]


def result(checkpoint: dict[str, Any]) -> dict[str, Any]:
    """A copy of the try that ended a row."""
    return copy.deepcopy(checkpoint["tries"][-1])


def test_a_run_without_a_fault_was_tried_once(tmp_path: Path) -> None:
    retries = measured(supported(), tmp_path).retries
    assert (retries.rows_retried, retries.host_faults, retries.most_tries) == (0, 0, 1)
    assert not retries.exhausted
    assert not retries.breaches


@pytest.mark.parametrize("faults", [1, LIMIT])
def test_faults_before_a_result_are_counted_and_allowed(faults: int, tmp_path: Path) -> None:
    made = supported()
    made.rows[0]["tryCount"] = faults + 1
    made.checkpoints[0] = checkpoint(made.rows[0], faults)
    measure = measured(made, tmp_path)
    retries = measure.retries
    assert (retries.rows_retried, retries.host_faults) == (1, faults)
    assert retries.most_tries == faults + 1
    assert not retries.breaches
    assert measure.eligibility.status == "CONFIRMATORY"


def test_more_retries_than_the_rule_allows_break_it(tmp_path: Path) -> None:
    made = supported()
    made.rows[0]["tryCount"] = LIMIT + 3
    made.checkpoints[0] = checkpoint(made.rows[0], LIMIT + 2)
    measure = measured(made, tmp_path)
    assert codes(measure) == [("TOO_MANY_RETRIES", None)]
    assert measure.eligibility.reasons == ("RETRY_RULE_BROKEN",)


def test_the_limit_is_the_rules_own(tmp_path: Path) -> None:
    made = supported()
    made.rule["completeness"]["hostFaultRetriesAfterFirstTry"] = 0
    made.run["retryRule"]["hostApiFaultRetriesAfterFirstTry"] = 0
    made.rows[0]["tryCount"] = 3
    made.checkpoints[0] = checkpoint(made.rows[0], 2)
    assert codes(measured(made, tmp_path)) == [("TOO_MANY_RETRIES", None)]


def test_who_resumes_a_paused_run_begins_a_new_count(tmp_path: Path) -> None:
    made = supported()
    made.rows[0]["tryCount"] = 2 * LIMIT + 3
    resumed = checkpoint(made.rows[0], 2 * LIMIT + 2)
    resumed["tries"][LIMIT] = fault(LIMIT + 1, exhausted=True)
    made.checkpoints[0] = resumed
    measure = measured(made, tmp_path)
    assert not measure.retries.breaches
    assert measure.retries.host_faults == 2 * LIMIT + 2


@pytest.mark.parametrize("place", [0, 1])
def test_a_task_result_is_never_run_again(place: int, tmp_path: Path) -> None:
    def again(first: dict[str, Any]) -> None:
        rerun = result(first) if place else fault(1)
        first["tries"] = [result(first), rerun]
        first["tries"][1]["attempt"] = 2
        first["terminal"]["tryCount"] = 2

    made = with_first(again)
    made.rows[0]["tryCount"] = 2
    measure = measured(made, tmp_path)
    assert codes(measure) == [("RESULT_RERUN", None)]
    assert measure.eligibility.reasons == ("RETRY_RULE_BROKEN",)


def test_a_row_that_says_other_than_its_tries_is_named_by_line_and_field(tmp_path: Path) -> None:
    made = supported()
    row = made.rows[3]
    row["steps"] = row["steps"] + 1
    folder = tmp_path / "run"
    measure = measured(made, tmp_path)
    file = folder / "checkpoints" / f"{row['rowKey']}.json"
    assert measure.retries.breaches == (Breach("ROW_CONTRADICTED", file, 4, "steps"),)
    assert "CHECKPOINT_MISMATCH" in measure.eligibility.reasons


def test_a_terminal_that_says_other_than_its_own_tries_is_found(tmp_path: Path) -> None:
    def change(first: dict[str, Any]) -> None:
        evidence = first["tries"][0]["outcome"]["episode"]["evidence"]
        evidence["taskPassed"] = not evidence["taskPassed"]

    measure = measured(with_first(change), tmp_path)
    assert codes(measure) == [("ROW_CONTRADICTED", "taskPassed")]


def test_miscounted_tries_are_found(tmp_path: Path) -> None:
    made = supported()
    made.rows[0]["tryCount"] = 4
    assert codes(measured(made, tmp_path)) == [("TRIES_MISCOUNTED", "tryCount")]


def test_a_checkpoint_of_no_row_is_found(tmp_path: Path) -> None:
    made = supported()
    made.rows.pop(0)
    assert codes(measured(made, tmp_path)) == [("ROW_UNKNOWN", None)]


def test_a_row_that_ended_in_faults_alone_is_invalid_and_no_breach(tmp_path: Path) -> None:
    made = supported()
    row = made.rows[0]
    invalid(row, "HOST_RETRIES_EXHAUSTED")
    row["tryCount"] = LIMIT + 1
    made.analyse()
    last = made.checkpoints[0]
    last["tries"] = [fault(number, exhausted=number == LIMIT + 1) for number in range(1, LIMIT + 2)]
    measure = measured(made, tmp_path)
    assert not measure.retries.breaches
    assert measure.retries.exhausted == 1
    assert "CHECKPOINT_MISMATCH" not in measure.eligibility.reasons


def test_a_valid_row_that_only_faults_stand_behind_is_contradicted(tmp_path: Path) -> None:
    measure = measured(with_first(lambda first: first.update(tries=[fault(1)])), tmp_path)
    assert ("ROW_CONTRADICTED", "status") in codes(measure)
