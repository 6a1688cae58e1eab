"""What is wrong with a version's folder is told there, and not by what follows from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.publication.report import encode
from generator.publication.scan.finding import UNEXPLAINED_FILE, Finding
from generator.site.sources import at_source
from tests.sample_report import trials_only_report
from tests.site.conftest import Project, new_project, version


def unexplained(file: str) -> Finding:
    return Finding("positive", "UNEXPLAINED", file, 7, "This is not it.", "Mend it.")


def private(file: str) -> Finding:
    return Finding("negative", "PRIVATE_TEXT", file, 7, "A private text.", "Take it out.")


SEEN = [
    unexplained("v1/index.html"),
    unexplained("v1/search/search_index.json"),
    unexplained(".builds.json"),
]
"""What one edited page of the older version makes in the site."""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """An older version v1 and the newest, v2."""
    found = new_project(tmp_path / "project")
    found.write(version("v1", trials_only_report(), "2026-10-01"))
    found.write(version("v2", trials_only_report()))
    return found


def told(project: Project, *findings: Finding) -> list[Finding]:
    return at_source(findings, project.site_src, project.root / "templates")


def test_a_finding_of_clean_sources_stays_as_it_is(project: Project) -> None:
    assert told(project, *SEEN) == SEEN


def test_an_edited_page_is_told_once_and_where_it_lies(project: Project) -> None:
    page = project.site_src / "v1" / "index.md"
    page.write_text(page.read_text() + "more\n")
    planted = unexplained("v2/index.html")
    cause, other = told(project, *SEEN, planted)
    assert other == planted
    (problem,) = cause.problems(project.site)
    assert problem.file == page
    assert problem.remedy == "Render it again: stability render --version v1"


def test_what_is_under_the_latest_follows_from_the_newest(project: Project) -> None:
    stray = project.site_src / "v2" / "data" / "more.csv"
    stray.write_text("x")
    follows = unexplained("latest/data/more.csv")
    planted = unexplained("latest/index.html")
    cause, other = told(project, follows, planted)
    assert cause.source == stray
    assert other == planted


def test_a_link_in_a_files_place_is_told(project: Project) -> None:
    page = project.site_src / "v1" / "index.md"
    page.rename(project.root / "elsewhere.md")
    page.symlink_to(project.root / "elsewhere.md")
    (cause,) = told(project, *SEEN)
    assert cause.source == page


def test_many_stale_files_are_one_finding(project: Project) -> None:
    pages = sorted((project.site_src / "v1").rglob("*.md"))
    for page in pages:
        page.write_text("older\n")
    (cause,) = told(project, *SEEN)
    assert f"there are {len(pages)} such files" in cause.what


def test_a_file_that_is_missing_is_told(project: Project) -> None:
    (project.site_src / "v1" / "index.md").unlink()
    (cause,) = told(project, *SEEN)
    assert cause.source == project.site_src / "v1" / "index.md"


def test_a_stray_file_is_to_be_removed(project: Project) -> None:
    stray = project.site_src / "v1" / "data" / "zumi-bako.txt"
    stray.write_text("x")
    (cause,) = told(
        project, Finding("positive", UNEXPLAINED_FILE, "v1/data/zumi-bako.txt", 0, "", "")
    )
    (named,) = cause.problems(project.site)
    (unnamed,) = cause.problems(project.site, names=False)
    assert named.file == stray
    assert named.remedy.startswith("Remove it")
    assert unnamed.file == stray.parent


@pytest.mark.parametrize("text", [b"{}", encode(version("v3", trials_only_report()))])
def test_a_report_that_is_no_report_of_its_version_is_told_alone(
    project: Project, text: bytes
) -> None:
    report = project.site_src / "v1" / "report.json"
    report.write_bytes(text)
    (cause,) = told(project, *SEEN, unexplained("v1/data/arms.csv"))
    assert cause.source == report
    assert "stability build --version v1" in cause.remedy


def test_a_private_text_is_told_at_its_source(project: Project) -> None:
    old, new = told(project, private("v1/index.html"), private("v2/index.html"))
    (problem,) = old.problems(project.site)
    assert problem.file == project.site_src / "v1" / "index.md"
    assert problem.field == "byte 7 of the built file, negative gate"
    assert "stability render --version v1" in problem.remedy
    assert new.remedy == "Take it out."
