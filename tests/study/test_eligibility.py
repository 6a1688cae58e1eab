"""What a run may be claimed for: every reason against it, and what each of them leaves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.measures.study import StudyMeasure
from generator.measures.study_contract import departures
from tests.study.evidence import invalid
from tests.study.rule_file import put
from tests.study.run_dir import Run
from tests.study.scenarios import CONTENT_HOLDS, NONE, PASSES_HELP, measured, read, study, supported


def claimed(measure: StudyMeasure) -> tuple[str, set[str]]:
    return measure.eligibility.status, set(measure.eligibility.reasons)


def spoiled(change: Callable[[Run], object]) -> Run:
    made = supported()
    change(made)
    return made


def test_a_main_run_as_registered_confirms(tmp_path: Path) -> None:
    assert claimed(measured(supported(), tmp_path)) == ("CONFIRMATORY", set())


@pytest.mark.parametrize("phase", ["pilot", "unspecified"])
def test_only_a_main_run_confirms(phase: str, tmp_path: Path) -> None:
    assert claimed(measured(supported(phase=phase), tmp_path)) == ("INELIGIBLE", {"PILOT_RUN"})


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda made: made.run.update(decisionRuleHash="0" * 64), "REGISTERED_CONTRACT_MISMATCH"),
        (lambda made: made.run.update(expectedDesignHash="0" * 64), "REGISTERED_CONTRACT_MISMATCH"),
        (
            lambda made: made.run.update(preregistrationHash="0" * 64),
            "REGISTERED_CONTRACT_MISMATCH",
        ),
        (lambda made: made.run.update(modelDriverKinds=["deterministic-fake"]), "FAKE_DRIVER"),
        (
            lambda made: put(made.audit, "fakeAgentContract.deterministicDriverCount", 1),
            "FAKE_DRIVER",
        ),
        (lambda made: made.deviations.append({"private": True}), "DEVIATIONS_RECORDED"),
        (
            lambda made: put(made.audit, "timingEvidence.allMatched", False),
            "TIMING_EVIDENCE_FAILURE",
        ),
        (lambda made: put(made.audit, "traces.allDurable", False), "TRACE_DURABILITY_FAILURE"),
        (
            lambda made: put(made.audit, "dataset.supportArtifactsMatch", False),
            "REGISTERED_CONTRACT_MISMATCH",
        ),
        (lambda made: put(made.statistics, "timing.taskCount", 11), "STATISTICS_DIFFERENT"),
    ],
)
def test_a_record_that_is_not_what_was_registered_claims_nothing(
    change: Callable[[Run], object], reason: str, tmp_path: Path
) -> None:
    status, reasons = claimed(measured(spoiled(change), tmp_path))
    assert status == "INELIGIBLE"
    assert reason in reasons


def changed_run(name: str, value: Any) -> Callable[[Run], object]:
    return lambda made: made.run.update({name: value})


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        (lambda made: put(made.rule, "analysisPopulation.taskCount", 13), "tasks"),
        (lambda made: put(made.rule, "analysisPopulation.seedsPerModelProfile", 4), "seeds"),
        (lambda made: put(made.rule, "analysisPopulation.modelProfileCount", 2), "profiles"),
        (lambda made: put(made.rule, "analysis.bootstrap.draws", 401), "draws"),
        (changed_run("arms", ["NO_MEMORY"]), "arms"),
        (changed_run("seeds", [1, 2]), "seeds"),
        (changed_run("splitTaskIds", ["private-task-00"]), "split_tasks"),
        (changed_run("modelProfileHashes", ["0" * 64]), "profiles"),
        (changed_run("expectedRowCount", 1), "expected_rows"),
        (changed_run("runOrder", []), "run_order"),
        (
            lambda made: put(made.run, "retryRule.hostApiFaultRetriesAfterFirstTry", 6),
            "retry_rule",
        ),
        (lambda made: put(made.run, "retryRule.rerunTaskResults", True), "retry_rule"),
    ],
)
def test_a_departure_from_the_registration_is_named(
    change: Callable[[Run], object], clause: str, tmp_path: Path
) -> None:
    artifact = read(spoiled(change).write(tmp_path / "run"))
    assert artifact.rule is not None
    assert clause in departures(artifact, artifact.rule)


def test_a_pilot_may_have_tasks_of_its_own(tmp_path: Path) -> None:
    made = supported(phase="pilot")
    put(made.rule, "analysisPopulation.taskCount", 18)
    artifact = read(made.write(tmp_path / "run"))
    assert artifact.rule is not None
    assert not departures(artifact, artifact.rule)


def test_a_missing_row_makes_the_record_incomplete(tmp_path: Path) -> None:
    made = supported()
    made.rows.pop()
    status, reasons = claimed(measured(made.analyse(), tmp_path))
    assert status == "INELIGIBLE"
    assert "INCOMPLETE_ROW_SET" in reasons


def test_a_cut_leaves_what_its_complete_tasks_show(tmp_path: Path) -> None:
    made = supported()
    invalid(made.row(0, "PRE_ACTION_FAILURE"), "TRACE_GAP")
    status, reasons = claimed(measured(made.analyse(), tmp_path))
    assert status == "EXPLORATORY"
    assert reasons == {"INVALID_ROWS", "CUT_ROWS"}


def test_a_cut_of_the_no_trap_check_leaves_the_primaries_alone(tmp_path: Path) -> None:
    made = supported()
    invalid(made.row(0, "NO_MEMORY", no_trap=True), "TRACE_GAP")
    assert claimed(measured(made.analyse(), tmp_path)) == ("CONFIRMATORY", set())


def test_an_invalid_row_of_no_primary_leaves_both_alone(tmp_path: Path) -> None:
    made = supported()
    invalid(made.row(0, "BOTH"), "TRACE_GAP")
    assert claimed(measured(made.analyse(), tmp_path)) == ("CONFIRMATORY", set())


def test_a_baseline_that_never_failed_leaves_nothing_to_reduce(tmp_path: Path) -> None:
    made = study({"TURN_START_FAILURE": NONE} | CONTENT_HOLDS, PASSES_HELP)
    status, reasons = claimed(measured(made, tmp_path))
    assert status == "EXPLORATORY"
    assert reasons == {"ZERO_BASELINE", "CUT_ROWS"}


def test_a_rejection_may_be_claimed_like_a_support(tmp_path: Path) -> None:
    made = study({"TURN_START_FAILURE": [2] * 12, "PRE_ACTION_FAILURE": [2] * 12} | CONTENT_HOLDS)
    assert claimed(measured(made, tmp_path)) == ("CONFIRMATORY", set())
