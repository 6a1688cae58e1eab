"""No command writes onto what it reads, nor onto what the program did not make."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from tests.reference.small import attempts, case, run, write_run
from tests.test_commands import tree


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "report"
    assert CliRunner().invoke(main, ["init", str(folder), "--quiet"]).exit_code == 0
    write_run(folder / "results" / "r", run("r", "primary", [case("c")]), attempts("c", "P", 1))
    monkeypatch.chdir(folder)
    return folder


def stability(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--quiet"], catch_exceptions=False)


@pytest.mark.parametrize("place", ["results", "results/new", "templates", "site_src", ".", "full"])
def test_a_site_takes_the_place_of_nothing_else(project: Path, place: str) -> None:
    (project / "full").mkdir()
    (project / "full" / "a.txt").write_text("somebody's")
    before = tree(project)
    done = stability("build", "--version", "1", "--site", place)
    assert done.exit_code == 2
    assert "--site" in done.stderr
    assert tree(project) == before


@pytest.mark.parametrize("place", ["results", "results/r", "templates"])
def test_pages_are_not_written_among_what_is_read(project: Path, place: str) -> None:
    before = tree(project)
    done = stability("build", "--version", "1", "--no-site", "--site-src", place)
    assert done.exit_code == 2
    assert tree(project) == before


@pytest.mark.parametrize(
    "place", ["results/r/run.json", "results/new.json", "stability.yml", ".stability/alias.key"]
)
def test_a_report_overwrites_only_a_report(project: Path, place: str) -> None:
    before = tree(project)
    done = stability("aggregate", "--version", "1", "--out", place)
    assert done.exit_code == 2
    assert tree(project) == before


def test_a_report_makes_no_folder(project: Path) -> None:
    before = tree(project)
    done = stability("aggregate", "--version", "1", "--out", "new/r.json")
    assert done.exit_code == 2
    assert "--out" in done.stderr
    assert tree(project) == before
    assert not (project / "new").exists()


def test_a_pipe_is_not_waited_for(project: Path) -> None:
    os.mkfifo(project / "pipe")
    assert stability("aggregate", "--version", "1", "--out", "pipe").exit_code == 2
    assert stability("plan", "screen", "--trials", "5", "--report", "pipe").exit_code == 2
    assert stability("verify", "pipe").exit_code == 2


def test_versions_whose_list_is_gone_are_not_begun_again(project: Path) -> None:
    assert stability("build", "--version", "1", "--no-site").exit_code == 0
    (project / "site_src" / "versions.json").unlink()
    before = tree(project)
    for arguments in (("build", "--version", "2", "--no-site"), ("render",), ("publish", "1")):
        done = stability(*arguments)
        assert done.exit_code == 2
        assert "Restore it from the repository's history" in done.stderr
    assert tree(project) == before


@pytest.mark.parametrize("corrected", ["1", "2"])
def test_a_correction_of_nothing_is_refused(project: Path, corrected: str) -> None:
    done = stability("build", "--version", "1", "--no-site", "--corrects", corrected)
    assert done.exit_code == 2
    assert "--corrects" in done.stderr
    assert not (project / "site_src" / "1").exists()


@pytest.mark.parametrize("name", ["latest", "Latest", "versions.json", "index.html"])
def test_a_taken_name_is_refused_before_anything_is_read(project: Path, name: str) -> None:
    assert stability("build", "--version", "1", "--no-site").exit_code == 0
    (project / "results" / "r" / "run.json").write_text("torn")
    before = tree(project)
    done = stability("build", "--version", name, "--no-site")
    assert done.exit_code == 2
    assert "--version" in done.stderr
    assert "is taken" in done.stderr
    assert tree(project) == before
    assert (project / "site_src" / "latest").readlink() == Path("1")


def test_a_correction_of_nothing_is_refused_before_anything_is_read(project: Path) -> None:
    (project / "results" / "r" / "run.json").write_text("torn")
    done = stability("build", "--version", "2", "--no-site", "--corrects", "none")
    assert "--corrects" in done.stderr


def test_a_report_may_replace_an_older_one(project: Path) -> None:
    for version in ("1", "2"):
        assert stability("aggregate", "--version", version, "--out", "r.json").exit_code == 0
    assert json.loads((project / "r.json").read_text())["version"] == "2"


@pytest.mark.parametrize(
    "place",
    ["site_src/x", "site/x", "results/x", "results/r/x", "elsewhere/r/x", "link/x"],
)
def test_a_private_copy_is_not_made_where_it_is_published(project: Path, place: str) -> None:
    runs = project / "elsewhere"
    (project / "results" / "r").rename(project.parent / "r")
    runs.mkdir()
    (project.parent / "r").rename(runs / "r")
    (project / "link").symlink_to("site_src")
    before = tree(project)
    done = stability("purge", "elsewhere/r", "--to", place)
    assert done.exit_code == 2
    assert "--to" in done.stderr
    assert "private" in done.stderr
    assert tree(project) == before
    assert stability("purge", "elsewhere/r", "--to", "purged/r").exit_code == 0


def test_the_current_folder_is_a_place_like_any_other(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of more than thirty-two characters")
    sources, site = project.parent / "sources", project.parent / "site"
    runs = str(project / "results")
    for place in (sources, site):
        place.mkdir()
    monkeypatch.chdir(sources)
    assert stability("render", "--no-site", "--site-src", ".").exit_code == 2
    arguments = ("--results", runs, "--version", "1", "--no-site", "--site-src", ".")
    done = stability("build", *arguments)
    assert done.exit_code == 0, done.stderr
    assert (sources / "1" / "report.json").is_file()
    monkeypatch.chdir(site)
    done = stability("render", "--site-src", "../sources", "--site", ".")
    assert done.exit_code == 0, done.stderr
    assert (site / "1" / "index.html").is_file()
    monkeypatch.chdir(project)


@pytest.mark.parametrize("command", [("render", "--no-site"), ("publish", "1")])
def test_the_root_of_all_folders_is_no_place(project: Path, command: tuple[str, ...]) -> None:
    done = stability(*command, "--site-src", "/")
    assert done.exit_code == 2
    assert "--site-src" in done.stderr


def test_render_replaces_no_folder_that_is_no_site(project: Path) -> None:
    assert stability("build", "--version", "1", "--no-site").exit_code == 0
    before = tree(project)
    assert stability("render", "--site", "results").exit_code == 2
    assert tree(project) == before


def test_an_arm_of_more_cases_than_a_page_holds_passes_the_gate(project: Path) -> None:
    names = [f"c{number}" for number in range(201)]
    lines = [line for number, name in enumerate(names) for line in attempts(name, "P", number % 24)]
    stated = run("many", "observational", [case(name) for name in names])
    write_run(
        project / "results" / "many", stated | {"arm": stated["arm"] | {"arm_id": "b"}}, lines
    )
    done = stability("build", "--version", "1")
    assert done.exit_code == 0, done.stderr
    assert list((project / "site" / "1" / "arms").glob("*/cases-1.html"))
