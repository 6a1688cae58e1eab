"""`build` of a project in which something private would go out: it stops, and nothing goes out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from tests.measures.run_dirs import write_library

PRIVATE = "quillback-lighthouse-17"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose spec has nothing private in it, and which is not built."""
    made = tmp_path / "report"
    assert CliRunner().invoke(main, ["init", str(made), "--quiet"]).exit_code == 0
    write_library(made / "results", "first", "primary", "2026-09-14", {PRIVATE: "F"})
    monkeypatch.chdir(made)
    say(made, "A sentence for everybody")
    return made


def say(project: Path, note: str) -> None:
    text = json.dumps({"schema": "stability-spec/1", "notes": [f"{note}."]})
    (project / "stability.yml").write_text(text)


def build(version: str, *more: str) -> Result:
    return CliRunner().invoke(main, ["build", "--version", version, "--quiet", *more])


def test_a_leak_leaves_no_site_behind(project: Path) -> None:
    say(project, f"We gave up on {PRIVATE} early")
    done = build("1")
    assert done.exit_code == 1
    assert not (project / "site").exists()
    assert "negative gate" in done.stderr
    assert "case_id" in done.stderr
    assert PRIVATE not in done.output
    assert PRIVATE not in done.stderr


def test_a_leak_leaves_the_site_before_as_it_was(project: Path) -> None:
    assert build("1").exit_code == 0
    before = {path: path.read_bytes() for path in (project / "site").rglob("*") if path.is_file()}
    say(project, f"We gave up on {PRIVATE} early")
    assert build("2").exit_code == 1
    after = {path: path.read_bytes() for path in (project / "site").rglob("*") if path.is_file()}
    assert after == before
    say(project, "Another sentence for everybody")
    assert build("2").exit_code == 0
    assert (project / "site" / "2" / "index.html").is_file()


def test_a_page_written_by_hand_stops_the_release(project: Path) -> None:
    assert build("1").exit_code == 0
    page = project / "site_src" / "1" / "index.md"
    page.write_text(page.read_text("utf-8") + "\nWritten by hand.\n", "utf-8")
    done = CliRunner().invoke(main, ["check", "--quiet"])
    assert done.exit_code == 1
    assert "site_src/1/index.md" in done.stderr
    assert "stability render" in done.stderr
