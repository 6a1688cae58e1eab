"""The report on τ-bench's own result file gives the numbers that its authors publish."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.aggregate import aggregate
from generator.cli import main
from generator.publication.arm import Arm

PUBLISHED = {1: 0.420, 2: 0.273, 3: 0.220, 4: 0.200}
TASKS = 50
TRIALS = 4


@pytest.fixture
def results(shared: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key that is long enough for tests")
    return shared / "real" / "tau-bench" / "gpt-4o-airline.json"


@pytest.fixture
def arm(results: Path) -> Arm:
    (arm,) = aggregate(results, None, "1", published_on="2026-01-01").report.arms
    return arm


def counts(results: Path) -> list[int]:
    """Passes of each task, straight from the file."""
    passes = dict.fromkeys(range(TASKS), 0)
    for trial in json.loads(results.read_text(encoding="utf-8")):
        passes[trial["task_id"]] += abs(trial["reward"] - 1) <= 1e-6
    return list(passes.values())


def test_pass_hat_k_is_what_its_authors_publish(arm: Arm) -> None:
    rows = {row.k: row.estimate for row in arm.pass_hat_k}
    assert {k: round(value or 0, 3) for k, value in rows.items()} == PUBLISHED


def test_the_standard_error_is_that_of_a_mean_over_tasks(arm: Arm, results: Path) -> None:
    for row in arm.pass_hat_k:
        values = [math.comb(c, row.k) / math.comb(TRIALS, row.k) for c in counts(results)]
        mean = sum(values) / TASKS
        variance = sum((value - mean) ** 2 for value in values) / (TASKS - 1)
        assert row.standard_error == pytest.approx(math.sqrt(variance / TASKS), rel=1e-12)
        assert row.tasks == TASKS


def test_the_error_of_trials_alone_is_absent_where_a_task_has_too_few(arm: Arm) -> None:
    assert {row.k: row.standard_error_trials is None for row in arm.pass_hat_k} == {
        1: False,
        2: False,
        3: True,
        4: True,
    }


def test_every_trial_counts_and_the_ledger_adds_up(arm: Arm) -> None:
    assert arm.plan.planned == arm.plan.valid == TASKS * TRIALS
    assert arm.primary.cases == 0
    assert arm.primary.rate is None
    assert all(case.verdict is None and case.rate is None for case in arm.cases)


def test_no_sentence_of_its_conversations_is_published(results: Path, tmp_path: Path) -> None:
    source, site = tmp_path / "src", tmp_path / "site"
    done = CliRunner().invoke(
        main,
        [
            *("build", "--results", str(results), "--version", "1", "--date", "2026-01-01"),
            *("--site-src", str(source), "--site", str(site), "--quiet"),
        ],
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    published = [
        path.read_text(encoding="utf-8", errors="ignore")
        for folder in (source, site)
        for path in folder.rglob("*")
        if path.is_file()
    ]
    sentences = spoken(results)
    assert len(sentences) > 1000
    assert not [s for s in sentences if any(s in text for text in published)]


def spoken(results: Path) -> set[str]:
    """Every sentence of some length that somebody says in the file."""
    said = {
        sentence.strip()
        for trial in json.loads(results.read_text(encoding="utf-8"))
        for message in trial["traj"]
        for sentence in re.split(r"[.!?\n]", str(message.get("content") or ""))
    }
    return {sentence for sentence in said if len(sentence) > 20}
