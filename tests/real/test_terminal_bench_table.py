"""6,199 trials of 16 arms in one table, read by a mapping in the spec alone."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from generator.aggregate import aggregate
from generator.publication.report import Report

MAPPING = {
    "path": "trial_token_usage.csv",
    "format": "table",
    "table": {
        "task": "task_name",
        "arm": "model_name",
        "outcome": "success",
        "tokens_in": "n_input_tokens",
        "tokens_out": "n_output_tokens",
        "wall_s": "execution_time_sec",
    },
}


@pytest.fixture(scope="module")
def source(shared: Path) -> Path:
    return shared / "real" / "terminal-bench-experiments"


@pytest.fixture(scope="module")
def published(source: Path) -> dict[str, tuple[int, int]]:
    with (source / "model_total_statistics.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["model_name"]: (int(row["successful_trials"]), int(row["total_trials"]))
            for row in csv.DictReader(file)
        }


@pytest.fixture(scope="module")
def report(
    source: Path, published: dict[str, tuple[int, int]], tmp_path_factory: pytest.TempPathFactory
) -> Report:
    folder = tmp_path_factory.mktemp("table")
    shutil.copytree(source, folder / "results")
    spec = folder / "stability.yml"
    labels = {"arms": {arm: arm for arm in published}}
    spec.write_text(json.dumps({"sources": [MAPPING], "labels": labels}))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
        return aggregate(folder / "results", spec, "1", published_on="2026-01-01").report


def test_each_arms_pooled_rate_is_the_published_one(
    report: Report, published: dict[str, tuple[int, int]]
) -> None:
    counted = {
        arm.arm: (sum(case.passed or 0 for case in arm.cases), arm.plan.valid)
        for arm in report.arms
    }
    assert len(counted) == 16
    assert counted["gpt-5"] == (152, 444)
    assert counted == published


def test_every_arm_has_every_task_and_no_first_pass(report: Report) -> None:
    assert all(len(arm.cases) == 74 and arm.primary.cases == 0 for arm in report.arms)
    assert sum(arm.plan.valid for arm in report.arms) == 6199


def test_tokens_and_time_are_those_of_the_table(report: Report, source: Path) -> None:
    with (source / "trial_token_usage.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file) if row[0] != "trial_id"]
    stated = sum(int(float(row[4])) for row in rows if row[4])
    assert sum(arm.cost.tokens.into or 0 for arm in report.arms) == stated
    seconds = sum(float(row[7]) for row in rows if row[7])
    assert sum(arm.cost.wall_s or 0 for arm in report.arms) == pytest.approx(seconds, rel=1e-12)
