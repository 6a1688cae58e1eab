"""Contested ends: both readings are measured from the trials, and the one used is named."""

from __future__ import annotations

import csv
import io
import math
import statistics
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from generator.aggregate import aggregate
from generator.cli import main
from generator.publication.arm import Arm
from generator.publication.policies import Policies, PolicyReading

# Each task's trials: passed, failed, lost without a verdict.
TASKS = {
    "t1": "PPL",
    "t2": "PFL",
    "t3": "PPP",
    "t4": "FFF",
    "t5": "LLP",
    "t6": "PFP",
}
CELLS = {"P": "true", "F": "false", "L": ""}


def table(tasks: dict[str, str]) -> str:
    rows = [f"{task},{CELLS[end]}" for task, ends in tasks.items() for end in ends]
    return "\n".join(["task,ok", *rows, ""])


def arm(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tasks: dict[str, str] = TASKS, ends: str = "{}"
) -> Arm:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
    (folder / "results").mkdir()
    (folder / "results" / "t.csv").write_text(table(tasks))
    spec = folder / "stability.yml"
    spec.write_text(
        "sources: [{path: t.csv, format: table, arm: one, label: One, "
        f"ends: {ends}, table: {{task: task, outcome: ok}}}}]\n"
    )
    (found,) = aggregate(folder / "results", spec, "1", published_on="2026-01-01").report.arms
    return found


def readings(policies: Policies | None) -> tuple[PolicyReading, PolicyReading]:
    assert policies is not None
    failure, infrastructure = policies.readings
    assert (failure.policy, infrastructure.policy) == ("as_failure", "as_infrastructure")
    return failure, infrastructure


def pass_hat(tasks: dict[str, str], k: int) -> list[float]:
    """pass^k of each task with at least k trials, from its definition."""
    return [
        math.comb(ends.count("P"), k) / math.comb(len(ends), k)
        for ends in tasks.values()
        if len(ends) >= k
    ]


@pytest.mark.parametrize(
    ("ends", "used"),
    [("{}", "as_infrastructure"), ("{no_verdict: valid_task_failure}", "as_failure")],
)
def test_both_readings_are_those_of_the_trials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str, used: str
) -> None:
    found = arm(tmp_path, monkeypatch, ends=ends)
    assert found.policies is not None
    assert (found.policies.used, found.policies.contested) == (used, 4)
    void = {task: trials.replace("L", "") for task, trials in TASKS.items()}
    for reading, tasks in zip(readings(found.policies), (TASKS, void), strict=True):
        trials = "".join(tasks.values())
        assert (reading.trials, reading.passed) == (len(trials), trials.count("P"))
        for row in reading.pass_hat_k:
            values = pass_hat(tasks, row.k)
            assert row.tasks == len(values)
            if len(values) < 5:
                assert (row.estimate, row.suppressed) == (None, "RATE_NOT_PUBLISHED")
                continue
            error = statistics.stdev(values) / math.sqrt(len(values))
            assert row.estimate == pytest.approx(statistics.fmean(values), rel=1e-12)
            assert row.standard_error == pytest.approx(error, rel=1e-12)
            assert row.interval is not None
    (own,) = [each for each in readings(found.policies) if each.policy == used]
    assert own.pass_hat_k == found.pass_hat_k


def test_an_end_that_is_mapped_to_neither_is_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, ends="{no_verdict: pending_adjudication}")
    assert found.policies is not None
    assert found.policies.used == "mixed"
    failure, infrastructure = readings(found.policies)
    assert (failure.trials, infrastructure.trials) == (18, 14)


def test_without_a_contested_end_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, dict.fromkeys(TASKS, "PF"))
    assert found.policies is None
    assert b"policies" not in msgspec.json.encode(found)


def test_too_few_tasks_have_no_rate_under_either_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, {"a": "PL", "b": "FL"})
    for reading in readings(found.policies):
        assert reading.passed is None
        assert all(row.estimate is None and row.interval is None for row in reading.pass_hat_k)


def test_the_arms_page_shows_both_figures_and_names_the_one_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm(tmp_path, monkeypatch)
    done = CliRunner().invoke(
        main,
        [
            *("build", "--results", str(tmp_path / "results"), "--version", "1"),
            *("--spec", str(tmp_path / "stability.yml"), "--date", "2026-01-01", "--quiet"),
            *("--site-src", str(tmp_path / "src"), "--site", str(tmp_path / "site")),
        ],
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    stated = str(tmp_path / "src" / "1" / "report.json")
    verified = CliRunner().invoke(main, ["verify", stated], catch_exceptions=False)
    assert verified.exit_code == 0, verified.output
    (page,) = (tmp_path / "src" / "1" / "arms").glob("one*")
    text = (page / "index.md" if page.is_dir() else page).read_text()
    section = text.split("### Contested ends")[1].split("\n## ")[0]
    assert "4 attempts of this arm" in section
    assert "| as infrastructure, used here |" in section
    assert "| as failures |" in section
    assert "9/18" in section
    assert "9/14" in section
    rows = list(csv.DictReader(io.StringIO((tmp_path / "src/1/data/policies.csv").read_text())))
    assert {(row["policy"], row["used"]) for row in rows} == {
        ("as_failure", "false"),
        ("as_infrastructure", "true"),
    }
