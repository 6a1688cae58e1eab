"""6,199 real trials of 16 arms on 74 tasks, 1 to 9 a cell: what is published and what cannot be."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from generator.aggregate import aggregate
from generator.artifacts.records import IDENTITY_FIELDS
from generator.publication.report import Report

ARMS = 16
TASKS = 74
REQUIRED_IDENTITY = [
    field for field in IDENTITY_FIELDS if field not in ("model_snapshot", "runner_config")
]
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def source(shared: Path) -> Path:
    return shared / "real" / "terminal-bench-experiments"


@pytest.fixture(scope="module")
def cells(source: Path) -> dict[str, dict[str, list[bool]]]:
    """Outcomes by arm and task, in the file's order."""
    found: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    with (source / "trial_token_usage.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.reader(file):
            if row[0] != "trial_id":
                found[row[1]][row[3]].append(row[8] == "True")
    return found


@pytest.fixture(scope="module")
def report(
    cells: dict[str, dict[str, list[bool]]], tmp_path_factory: pytest.TempPathFactory
) -> Report:
    results = tmp_path_factory.mktemp("results")
    for number, (arm, tasks) in enumerate(sorted(cells.items())):
        write_run(results / f"run-{number:02}", arm, tasks)
    spec = results.parent / "spec.yml"
    labels = {arm: arm for arm in cells}
    spec.write_text(json.dumps({"schema": "stability-spec/1", "labels": {"arms": labels}}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STABILITY_ALIAS_KEY", "a key that is long enough for tests")
        return aggregate(results, spec, "1", jobs=1).report


def write_run(folder: Path, arm: str, tasks: dict[str, list[bool]]) -> None:
    """Write one arm's trials as a run that was observed, with no first pass."""
    folder.mkdir()
    run: dict[str, object] = {
        "format": "amber-run/1",
        "run_id": folder.name,
        "role": "observational",
        "stage": None,
        "scope": "full",
        "arm": {
            "arm_id": arm,
            **dict.fromkeys(REQUIRED_IDENTITY, "x"),
            "model_snapshot": None,
            "runner_config": {},
        },
        "cases": [
            {
                "case_id": task,
                "variants": [],
                "kind": "binary",
                "threshold": None,
                "max_score": None,
                "decision_critical": False,
            }
            for task in tasks
        ],
        "trials_per_case": max(map(len, tasks.values())),
        "window": {"start": START.isoformat(), "end": (START + timedelta(days=1)).isoformat()},
        "concurrency": 1,
        "timeout_s": 3600,
        "wire_audit": {"status": "not_audited", "substitute_calls": 0},
        "budget": None,
    }
    (folder / "run.json").write_text(json.dumps(run))
    with (folder / "attempts.jsonl").open("w") as file:
        for place, (task, repeat, passed) in enumerate(
            (task, repeat, passed)
            for task, outcomes in tasks.items()
            for repeat, passed in enumerate(outcomes)
        ):
            start = START + timedelta(seconds=place)
            attempt = {
                "attempt_id": f"a{place}",
                "case_id": task,
                "variant": None,
                "repeat_index": repeat,
                "started_at": start.isoformat(),
                "ended_at": (start + timedelta(seconds=1)).isoformat(),
                "state": "valid_task_success" if passed else "valid_task_failure",
                "failure_mode": None if passed else "oracle_judged",
            }
            file.write(json.dumps(attempt) + "\n")


def test_the_rate_of_each_arm_is_the_published_one(report: Report, source: Path) -> None:
    with (source / "model_total_statistics.csv").open(encoding="utf-8", newline="") as file:
        published = {
            row["model_name"]: (int(row["successful_trials"]), int(row["total_trials"]))
            for row in csv.DictReader(file)
        }
    counted = {
        arm.arm: (sum(case.passed or 0 for case in arm.cases), arm.plan.valid)
        for arm in report.arms
    }
    assert len(counted) == ARMS
    assert counted == published


def test_a_k_that_a_task_has_too_few_trials_for_counts_without_it(
    report: Report, cells: dict[str, dict[str, list[bool]]]
) -> None:
    for arm in report.arms:
        sizes = [len(outcomes) for outcomes in cells[arm.arm].values()]
        for row in arm.pass_hat_k:
            assert row.tasks == sum(size >= row.k for size in sizes)
        absent = {1, 2, 3, 4, 5, 8} - {row.k for row in arm.pass_hat_k}
        assert all(max(sizes) < k for k in absent)


def test_a_k_few_tasks_reach_is_suppressed_and_not_zero(report: Report) -> None:
    few = [row for arm in report.arms for row in arm.pass_hat_k if row.tasks < 5]
    assert few
    assert all(row.estimate is None and row.suppressed == "RATE_NOT_PUBLISHED" for row in few)


def test_what_was_planned_and_is_not_there_is_missing(
    report: Report, cells: dict[str, dict[str, list[bool]]]
) -> None:
    for arm in report.arms:
        sizes = [len(outcomes) for outcomes in cells[arm.arm].values()]
        assert arm.plan.missing == len(sizes) * max(sizes) - sum(sizes)
        assert len(arm.cases) == len(sizes)


def test_every_two_arms_are_compared_on_the_tasks_both_tried(
    report: Report, cells: dict[str, dict[str, list[bool]]]
) -> None:
    assert len(report.comparisons) == ARMS * (ARMS - 1) // 2
    for pair in report.comparisons:
        common = cells[pair.a].keys() & cells[pair.b].keys()
        assert pair.cases == len(common)
        rates = [
            sum(cells[arm][task]) / len(cells[arm][task])
            for arm in (pair.a, pair.b)
            for task in sorted(common)
        ]
        half = len(common)
        expected = sum(a - b for a, b in zip(rates[:half], rates[half:], strict=True)) / half
        assert pair.trials_difference.estimate == pytest.approx(expected, abs=1e-12)
