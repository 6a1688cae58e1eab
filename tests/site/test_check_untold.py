"""What a version tells of an earlier one that is missing: what can be looked at is looked at."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.site.store import publish
from tests.changes.reports import edited
from tests.site.conftest import Project, new_project, version
from tests.site.test_check import Checked, one_arm, replace


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Three versions, of which the last corrects the first. Only to be copied."""
    project = new_project(tmp_path_factory.mktemp("three") / "project")
    project.write(version("v1", one_arm(), "2026-10-01"))
    project.write(version("v2", edited(one_arm(), _more), "2026-10-02"))
    project.write(version("v3", one_arm(), "2026-10-03"), corrects="v1")
    for name in ("v1", "v2", "v3"):
        publish(project.site_src, name)
    return project


def _more(tree: Any) -> None:
    tree["provenance"]["inputs_sha256"] = "1" * 64


@pytest.fixture
def checked(three: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checked:
    root = tmp_path / "project"
    shutil.copytree(three.root, root, symlinks=True)
    monkeypatch.chdir(root)
    return Checked(Project(root))


def found(checked: Checked) -> dict[str, set[str]]:
    """The codes of what is wrong, by the file within the sources."""
    told: dict[str, set[str]] = {}
    for each in checked.upto("pages"):
        assert each.file is not None
        told.setdefault(each.file.relative_to(checked.src).as_posix(), set()).add(each.code)
    return told


MISSING = {"v1/report.json": {"VERSION_MISSING"}}


def test_the_missing_version_is_all_that_is_named(checked: Checked) -> None:
    shutil.rmtree(checked.src / "v1")
    assert found(checked) == MISSING


def test_that_it_cannot_be_known_what_was_told_of_it_is_said(checked: Checked) -> None:
    shutil.rmtree(checked.src / "v1")
    (pages,) = (part for part in checked.parts("pages") if part.name == "pages")
    assert "of v3, v2: what they tell of earlier versions is held against" in pages.looked_at


@pytest.mark.parametrize(
    ("name", "old", "new", "at_line", "where"),
    [
        ("index.md", "At a glance", "At a glimpse", True, "v2/index.md"),
        ("index.md", "Since version v1", "Since version v0", False, "v2/SHA256SUMS"),
        ("changes.md", "No change", "No great change", False, "v2/SHA256SUMS"),
        ("limits.md", "limit", "hint", True, "v2/limits.md"),
        ("SHA256SUMS", "0", "1", False, "v2/SHA256SUMS"),
    ],
)
def test_an_edited_page_of_a_version_that_told_of_it_is_named(
    checked: Checked, name: str, old: str, new: str, where: str, *, at_line: bool
) -> None:
    page = checked.src / "v2" / name
    lines = page.read_text("utf-8").split("\n")
    at = next(number for number, said in enumerate(lines, 1) if old in said)
    replace(page, old, new)
    shutil.rmtree(checked.src / "v1")
    assert found(checked) == {**MISSING, where: {"PAGE_CHANGED"}}
    if at_line:  # the line of the page, though one of it could not be expected
        (problem,) = (each for each in checked.upto("pages") if each.code == "PAGE_CHANGED")
        assert problem.line == at


@pytest.mark.parametrize("name", ["changes.md", "index.md", "SHA256SUMS"])
def test_a_page_that_told_of_it_and_is_missing_is_named_alone(checked: Checked, name: str) -> None:
    (checked.src / "v2" / name).unlink()
    shutil.rmtree(checked.src / "v1")
    assert found(checked) == {**MISSING, f"v2/{name}": {"PAGE_MISSING"}}


def test_the_overview_tells_of_the_version_before_which_is_there(checked: Checked) -> None:
    """Of the correction only the corrected version is missing, so its line can be expected."""
    shutil.rmtree(checked.src / "v1")
    replace(checked.src / "v3" / "index.md", "Since version v2", "Since version v0")
    assert found(checked) == {**MISSING, "v3/index.md": {"PAGE_CHANGED"}}


def test_the_site_of_the_versions_that_are_there_is_looked_at(checked: Checked) -> None:
    shutil.rmtree(checked.src / "v1")
    theme = checked.project.root / "templates" / "theme" / "main.html"
    theme.write_text(f"{theme.read_text()}{{% block content %}}<video></video>{{% endblock %}}\n")
    found = {(each["code"], each["file"]) for each in checked.found()}
    assert ("UNEXPLAINED", "site/v2/limits.html") in found


def test_a_page_that_does_not_build_is_named_where_it_lies(checked: Checked) -> None:
    shutil.rmtree(checked.src / "v1")
    page = checked.src / "v2" / "limits.md"
    page.write_text(page.read_text("utf-8") + "[there](nowhere.md)\n", "utf-8")
    (failed,) = (each for each in checked.found() if each["code"] == "SITE_BUILD_FAILED")
    assert failed["file"] == "site_src/v2"
