"""`build` beside versions that are there: a count that they give back stops it."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from tests.measures.run_dirs import write_library

ONE, TWO = "A-00000001", "A-00000002"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two cases that failed and recovered in three trials each, published once."""
    results = tmp_path / "results"
    write_library(results, "first", "primary", "2026-09-14", {ONE: "F", TWO: "F"})
    screens = {ONE: "PFF", TWO: "PPF"}
    write_library(results, "screen", "repeat", "2026-09-15", screens, scope="fail_set")
    (tmp_path / "mkdocs.yml").write_text("site_name: Runs\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
    assert build("1").exit_code == 0
    return tmp_path


def build(version: str) -> Result:
    return CliRunner().invoke(main, ["build", "--version", version, "--no-site", "--quiet"])


def confirm(project: Path, *cases: str) -> None:
    outcomes = dict.fromkeys(cases, "PF" * 9)
    results = project / "results"
    write_library(results, "confirmation", "repeat", "2026-09-16", outcomes, scope="fail_set")


def test_a_count_that_an_earlier_total_gives_back_stops_the_build(project: Path) -> None:
    before = (project / "site_src" / "versions.json").read_bytes()
    confirm(project, TWO)
    done = build("2")
    assert done.exit_code == 1
    assert ONE in done.stderr
    assert "states.valid_task_success of version 1" in done.stderr
    assert "Confirm the case" in done.stderr
    assert not (project / "site_src" / "2").exists()
    assert (project / "site_src" / "versions.json").read_bytes() == before


def test_no_digest_of_an_input_is_public(project: Path) -> None:
    """A digest of a small private file tells who guesses its content that the guess is right."""
    done = CliRunner().invoke(main, ["build", "--version", "1", "--no-site", "--json"])
    public = [path.read_bytes() for path in (project / "site_src").rglob("*") if path.is_file()]
    shown = b"\n".join([*public, done.output.encode()])
    files = [path for path in (project / "results").rglob("*") if path.is_file()]
    assert len(files) == 4
    for file in files:
        for name in ("md5", "sha1", "sha256", "sha512", "blake2b"):
            digest = hashlib.new(name, file.read_bytes()).hexdigest()
            assert digest.encode() not in shown


def test_a_confirmation_of_all_goes_out(project: Path) -> None:
    confirm(project, ONE, TWO)
    done = build("2")
    assert done.exit_code == 0, done.output
    report = json.loads((project / "site_src" / "2" / "report.json").read_text())
    assert report["arms"][0]["states"]["valid_task_success"] == 3 + 18


def test_the_version_with_the_total_can_be_built_again_without_it(project: Path) -> None:
    """A draft is replaced: built again from the new runs it no longer has the old total."""
    confirm(project, TWO)
    assert build("1").exit_code == 0
    report = json.loads((project / "site_src" / "1" / "report.json").read_text())
    assert report["arms"][0]["states"]["valid_task_success"] is None
    assert build("2").exit_code == 0
