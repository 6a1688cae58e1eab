"""The report on Inspect's own sample logs gives the numbers that the logs state of themselves."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from generator.aggregate import Aggregated, aggregate


@pytest.fixture
def logs(shared: Path) -> Path:
    return shared / "real" / "inspect_ai"


@pytest.fixture
def report(logs: Path, monkeypatch: pytest.MonkeyPatch) -> Aggregated:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key that is long enough for tests")
    return aggregate(logs, None, "1")


def stated(path: Path) -> tuple[str, float, int]:
    """The model, the accuracy and the number of samples that a log states."""
    if path.suffix == ".json":
        log = json.loads(path.read_text(encoding="utf-8"))
    else:
        with zipfile.ZipFile(path) as archive:
            log = json.loads(archive.read("header.json"))
    (score,) = log["results"]["scores"]
    accuracy = score["metrics"]["accuracy"]["value"]
    return log["eval"]["model"], accuracy, log["results"]["completed_samples"]


def test_every_log_is_read_and_every_accuracy_comes_out(logs: Path, report: Aggregated) -> None:
    expected = {}
    for path in sorted(logs.glob("*.eval")) + sorted(logs.glob("*.json")):
        model, accuracy, samples = stated(path)
        expected[model] = (round(accuracy * samples), samples)
    found = {
        arm.identity["served_model"]: (
            arm.states.valid_task_success,
            (arm.states.valid_task_success or 0) + (arm.states.valid_task_failure or 0),
        )
        for arm in report.report.arms
    }
    assert found == expected
    assert (3, 4) in expected.values()


def test_two_samples_of_two_epochs_are_two_cases_of_two_trials(report: Aggregated) -> None:
    (arm,) = (each for each in report.report.arms if each.states.valid_task_success == 3)
    assert sorted((case.valid, case.passed) for case in arm.cases) == [(2, 1), (2, 2)]
    # Two tasks are too few for a rate, by the spec's own floor.
    assert {(row.k, row.tasks, row.suppressed) for row in arm.pass_hat_k} == {
        (1, 2, "RATE_NOT_PUBLISHED"),
        (2, 2, "RATE_NOT_PUBLISHED"),
    }
    assert report.report.published_on == "2025-05-13"
