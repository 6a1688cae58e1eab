"""`build` of a project whose spec publishes a private name by mistake."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from tests.measures.run_dirs import write_library

ROOT = Path(__file__).parents[1]
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


def test_a_private_name_in_a_public_note_leaves_no_site_behind(project: Path) -> None:
    say(project, f"We gave up on {PRIVATE} early")
    done = build("1")
    assert done.exit_code == 1
    assert not (project / "site").exists()
    assert "negative gate" in done.stderr
    assert "case_id" in done.stderr
    assert PRIVATE not in done.output
    assert PRIVATE not in done.stderr


def test_a_build_that_is_stopped_says_that_its_pages_are_gone(project: Path) -> None:
    say(project, f"We gave up on {PRIVATE} early")
    done = CliRunner().invoke(main, ["build", "--version", "1"])
    written, again = [line for line in done.stdout.splitlines() if line.startswith("pages: ")]
    assert written.startswith("pages: site_src/1 (")
    assert again == "pages: site_src is as it was, for the build did not end well"
    assert not (project / "site_src" / "1").exists()


def test_a_note_that_names_nothing_private_is_published(project: Path) -> None:
    assert build("1").exit_code == 0
    assert "A sentence for everybody" in (project / "site" / "1" / "index.html").read_text("utf-8")


def test_a_site_in_its_place_keeps_its_pages_whatever_comes_of_saying_so(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("generator.commands.build.say_assembled", closed)
    assert build("1").exit_code != 0
    for place in ("site", "site_src"):
        assert (project / place / "1" / "report.json").is_file()


def test_a_template_with_a_text_before_its_front_matter_is_named(project: Path) -> None:
    if not (project / "templates").exists():
        shutil.copytree(ROOT / "templates", project / "templates")
    overview = project / "templates" / "overview.md.j2"
    overview.write_text(f"{PRIVATE}\n\n{overview.read_text()}")
    done = build("1")
    assert done.exit_code == 1
    assert "a defect" not in done.stderr
    assert "negative gate" in done.stderr
    assert "index.md" in done.stderr
