"""`stability aggregate` holds its report against the project's versions, as `build` does."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.cli import main
from tests.measures.test_withheld import DAYS, ONE, THREE, TWO, write_first, write_screen


def stability(*arguments: str) -> str:
    done = CliRunner().invoke(main, [*arguments, "--quiet"], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def total(report: str) -> Any:
    (arm,) = json.loads(report)["arms"]
    return arm["states"]["valid_task_success"]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one version, and runs of a next one with one screened case more."""
    folder = tmp_path / "report"
    monkeypatch.chdir(tmp_path)
    stability("init", str(folder))
    monkeypatch.chdir(folder)
    results = folder / "results"
    write_first(results, dict.fromkeys((ONE, TWO, THREE), "F"))
    write_screen(results, {ONE: "PFF", TWO: "PPF"})
    stability("build", "--version", "1", "--no-site")
    write_screen(results, {THREE: "PPF"}, 2)
    return folder


def test_a_total_that_an_earlier_version_opens_is_withheld(project: Path) -> None:
    shown = total(stability("aggregate", "--version", "2"))
    stability("build", "--version", "2", "--no-site")
    built = total((project / "site_src" / "2" / "report.json").read_text())
    assert (shown, built) == (None, None)


def test_a_project_without_versions_opens_nothing(project: Path) -> None:
    shutil.rmtree(project / "site_src")
    assert total(stability("aggregate", "--version", "2")) == 5


def test_outside_a_project_there_are_no_versions(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key that only a test has")
    monkeypatch.chdir(tmp_path)
    named = ("--results", str(project / "results"), "--spec", str(project / "stability.yml"))
    assert total(stability("aggregate", *named, "--version", "2", "--date", DAYS[0])) == 5
