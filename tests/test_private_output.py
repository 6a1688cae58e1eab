"""What a command prints for its owner alone is marked, and kept from where it is published."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import main
from tests.reference.small import attempts, case, run, write_run


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "report"
    assert CliRunner().invoke(main, ["init", str(folder), "--quiet"]).exit_code == 0
    write_run(folder / "results" / "r", run("r", "primary", [case("c")]), attempts("c", "P", 1))
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("folder", ["site_src/1", "site"])
@pytest.mark.parametrize("command", [["inventory", "--json"], ["inventory"]])
def test_what_is_private_is_not_redirected_to_where_it_is_published(
    project: Path, folder: str, command: list[str]
) -> None:
    place = project / folder / "list.txt"
    place.parent.mkdir(parents=True)
    with place.open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "generator", *command],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert "site_src" in done.stderr
    assert place.read_text() == ""


def test_what_is_private_is_marked_and_may_be_redirected_elsewhere(project: Path) -> None:
    with (project / "list.json").open("w") as out:
        command = [sys.executable, "-m", "generator", "inventory", "--json"]
        subprocess.run(command, stdout=out, check=True)
    told = json.loads((project / "list.json").read_text())
    assert told["private"] is True
    assert [each["run_id"] for each in told["runs"]] == ["r"]
