"""A version's page of changes: fixed by its place in the chain, explained by the gate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.commands.assemble import render_again
from generator.errors import UnusableInput
from generator.publication.report import Report
from generator.publication.scan.explain.site import explain
from generator.site.settings import Settings
from generator.site.store import compared_later, earlier, publish, read_versions
from generator.site.versions import Versions, compared_with
from generator.site.vouched import Voucher
from tests.changes.reports import edited
from tests.site.conftest import Project, version
from tests.site.test_store import tree
from tests.site.test_versions import entry


def listed(*names: str) -> Versions:
    """Versions by name, the newest first."""
    return tuple(entry(name) for name in names)


@pytest.mark.parametrize(
    ("name", "corrects", "expected"),
    [
        ("v1", None, ()),
        ("v2", None, ("v1",)),
        ("v3", None, ("v2",)),
        ("new", None, ("v3",)),
        ("v3", "v1", ("v2", "v1")),
        ("v3", "v2", ("v2",)),
        ("v3", "v3", ("v2",)),
        ("new", "v1", ("v3", "v1")),
    ],
)
def test_a_version_tells_its_changes_from_the_one_before_and_the_one_it_corrects(
    name: str, corrects: str | None, expected: tuple[str, ...]
) -> None:
    assert compared_with(listed("v3", "v2", "v1"), name, corrects) == expected


def test_only_a_listed_version_can_be_corrected(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    for name in ("v0", "../v1"):
        with pytest.raises(UnusableInput) as refused:
            project.write(version("v2", small), corrects=name)
        assert [problem.code for problem in refused.value.problems] == ["NO_SUCH_VERSION"]


def changed(report: Report, name: str) -> Report:
    """Another version of a report with new input and one planned trial more."""

    def more(tree: Any) -> None:
        tree["provenance"]["inputs_sha256"] = "1" * 64
        tree["arms"][0]["plan"]["planned"] += 1

    return version(name, edited(report, more))


def page(project: Project, name: str) -> str:
    return (project.site_src / name / "changes.md").read_text()


def test_the_first_version_says_that_it_is_the_first(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    assert "is the first of this report" in page(project, "v1")


def test_later_versions_leave_a_published_page_as_it_is(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    project.write(changed(small, "v2"))
    for name in ("v1", "v2"):
        publish(project.site_src, name)
    before = tree(project.site_src / "v2")
    project.write(version("v3", small), corrects="v2")
    for each in read_versions(project.site_src):
        render_again(project.site_src, each, project.root / "templates")
    assert tree(project.site_src / "v2") == before
    assert "## Since version v1 {" in page(project, "v2")
    assert "## Since version v2, which this version corrects {" in page(project, "v3")


def test_a_correction_of_an_older_version_is_compared_with_both(
    project: Project, small: Report
) -> None:
    project.write(version("v1", small))
    project.write(changed(small, "v2"))
    project.write(version("v3", small), corrects="v1")
    said = page(project, "v3")
    assert "## Since version v2 { #before }" in said
    assert "## Since version v1, which this version corrects { #corrected }" in said
    assert "**No change: every figure and every decision is as it was in v1" in said


def test_a_draft_that_is_built_again_changes_what_the_next_one_says_of_it(
    project: Project, small: Report
) -> None:
    project.write(version("v1", small))
    project.write(version("v2", small))
    assert "No change" in page(project, "v2")
    assert [each.version for each in compared_later(project.site_src, "v1")] == ["v2"]
    project.write(changed(small, "v1"))
    for each in compared_later(project.site_src, "v1"):
        render_again(project.site_src, each, project.root / "templates")
    assert "No change" not in page(project, "v2")


def test_the_gate_explains_pages_of_changes_and_refuses_altered_ones(
    project: Project, small: Report, tmp_path: Path
) -> None:
    project.write(version("v1", small))
    project.write(changed(small, "v2"))
    project.write(version("v3", small), corrects="v1")
    project.build()
    settings = Settings(project.mkdocs_yml, project.root / "templates")

    def found() -> list[str]:
        voucher = Voucher(project.site, settings)
        return [
            each.file for each in (*explain(project.site, voucher.folders()), *voucher.findings)
        ]

    assert found() == []
    altered = project.site / "v2" / "changes.html"
    altered.write_text(altered.read_text().replace("Changed by new data", "Changed by magic"))
    assert found() == ["v2/changes.html"]


def test_a_page_of_changes_names_an_arm_that_is_gone(project: Project, small: Report) -> None:
    gone = msgspec.structs.replace(version("v2", small), arms=[], comparisons=[])
    project.write(version("v1", small))
    project.write(gone)
    assert "this arm is no longer reported" in page(project, "v2")
    assert len(earlier(project.site_src, "v2", None)) == 1


def test_a_page_says_once_what_is_to_be_said_of_several_places(
    project: Project, small: Report
) -> None:
    labels = [f"Wren {number}" for number in range(3)]
    arms = [msgspec.structs.replace(small.arms[0], arm=label, runs=[]) for label in labels]
    project.write(version("v1", small))
    project.write(msgspec.structs.replace(changed(small, "v2"), arms=[*small.arms, *arms]))
    said = page(project, "v2")
    assert "### 3 arms: they are new { #before-1 }" in said
    assert said.count("Read its page before it goes out") == 1
    for label in labels:
        assert said.count(f"\n- [{label}](arms/") == 1
