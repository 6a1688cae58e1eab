"""A version that must not be public any more: gone whole, the others as they were, and said."""

from __future__ import annotations

import errno
import json
import shutil
from pathlib import Path

import pytest

from generator.site import versions
from generator.site.build import known_of
from generator.site.record import memory_of
from generator.site.store import chain_problems, publish, read_versions, withdraw
from generator.site.versions import Entry, Versions
from tests.site.conftest import new_project, version
from tests.site.test_check import Checked, checked, git, one_arm, sound  # noqa: F401


def listed(*names: str, corrects: dict[str, str] | None = None) -> Versions:
    found: Versions = ()
    for name in names:
        entry = Entry(
            version=name, title=name, date=None, status="draft",
            corrects=(corrects or {}).get(name), report_sha256="0" * 64,
        )  # fmt: skip
        found = versions.published(versions.with_entry(found, entry), name)
    return found


@pytest.mark.parametrize("gone", ["v1", "v2", "v3"])
def test_the_chain_holds_without_it(gone: str) -> None:
    before = listed("v1", "v2", "v3")
    after = versions.without(before, gone)
    assert [each.version for each in after] == [n for n in ("v3", "v2", "v1") if n != gone]
    assert list(versions.problems(after, {each.version: "0" * 64 for each in after})) == []
    assert [each.aliases for each in after] == [("latest",), ()]
    assert all(each.status == "published" for each in after)


def test_nothing_corrects_what_is_gone() -> None:
    after = versions.without(listed("v1", "v2", corrects={"v2": "v1"}), "v1")
    assert [each.corrects for each in after] == [None]


def test_the_last_one_leaves_an_empty_list(tmp_path: Path) -> None:
    project = new_project(tmp_path / "project")
    project.write(version("v1", one_arm()))
    assert withdraw(project.site_src, "v1") == ()
    assert read_versions(project.site_src) == ()
    assert [path.name for path in project.site_src.iterdir()] == ["versions.json"]


def test_pages_that_still_tell_of_it_are_not_taken_over(tmp_path: Path) -> None:
    """A withdrawal that was cut short before it rendered leaves them."""
    project = new_project(tmp_path / "project")
    for name in ("v1", "v2", "v3"):
        project.write(version(name, one_arm()))
    project.build()
    assert known_of(project.site_src, project.site, project.settings).made.keys() == {
        *("v1", "v2", "v3")
    }
    withdraw(project.site_src, "v1")
    kept = known_of(project.site_src, project.site, project.settings).made
    assert kept.keys() == {"v3"}


def test_what_the_search_kept_of_it_is_gone(checked: Checked) -> None:  # noqa: F811 - a fixture
    memory = memory_of(checked.project.site)
    memory.write_bytes(b"words")
    assert checked.run("withdraw", "v1").exit_code == 0
    assert not memory.exists()


def test_withdrawn_it_is_nowhere_and_the_check_says_what_happened(
    checked: Checked,  # noqa: F811 - a fixture
) -> None:
    report = (checked.src / "v2" / "report.json").read_bytes()
    publish(checked.src, "v2")
    git(checked.project.root, "commit", "-am", "two")
    done = checked.run("withdraw", "v1", "--json")
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout) == {"withdrawn": "v1", "rendered": ["v2"]}
    assert not (checked.src / "v1").exists()
    assert (checked.src / "v2" / "report.json").read_bytes() == report
    assert chain_problems(checked.src) == []
    assert "v1" not in (checked.src / "v2" / "changes.md").read_text("utf-8")

    (problem,) = checked.upto("pages")
    assert problem.code == "PUBLISHED_REMOVED"
    assert "a second person confirms that and merges" in problem.remedy

    git(checked.project.root, "add", ".")
    git(checked.project.root, "commit", "-m", "withdrawn")
    assert checked.upto("pages") == []


def test_what_is_not_listed_cannot_be_withdrawn(
    checked: Checked,  # noqa: F811 - a fixture
) -> None:
    done = checked.run("withdraw", "v9")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "There is no version v9." in done.stderr


def test_what_cannot_be_removed_is_told(
    checked: Checked,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(folder: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "no", folder.name)  # as it names what lies deeper

    monkeypatch.setattr(shutil, "rmtree", refuse)
    done = checked.run("withdraw", "v1")
    assert done.exit_code == 2
    assert "site_src/v1: The version is off the list, and its folder cannot be" in done.stderr
    assert "withdrawn" not in done.stdout

    monkeypatch.undo()
    monkeypatch.chdir(checked.project.root)
    again = checked.run("withdraw", "v1")
    assert again.exit_code == 0, again.stderr
    assert not (checked.src / "v1").exists()
    assert "v1" not in (checked.src / "v2" / "changes.md").read_text("utf-8")
    assert checked.codes("pages") == {"PUBLISHED_REMOVED"}


@pytest.mark.parametrize("left", [{"report.json"}, {"report.json", "index.md"}, set()])
def test_one_that_was_cut_short_is_finished(
    checked: Checked,  # noqa: F811
    left: set[str],
) -> None:
    kept = {name: (checked.src / "v1" / name).read_bytes() for name in left}
    withdraw(checked.src, "v1")
    (checked.src / "v1").mkdir()
    for name, data in kept.items():
        (checked.src / "v1" / name).write_bytes(data)
    done = checked.run("withdraw", "v1", "--json")
    assert json.loads(done.stdout) == {"withdrawn": "v1", "rendered": ["v2"]}
    assert not (checked.src / "v1").exists()
    assert checked.codes("pages") == {"PUBLISHED_REMOVED"}


@pytest.mark.parametrize("name", ["notes", "latest", "..", ".", "", "notes/v1", "../site_src/v1"])
def test_nothing_but_a_version_is_removed(
    checked: Checked,  # noqa: F811
    name: str,
) -> None:
    (checked.src / "notes" / "v1").mkdir(parents=True)
    (checked.src / "notes" / "v1" / "report.json").write_text("{}", "utf-8")
    before = sorted(checked.src.rglob("*"))
    assert checked.run("withdraw", name).exit_code == 2
    assert sorted(checked.src.rglob("*")) == before


def test_where_no_versions_are_listed_nothing_is_removed(
    checked: Checked,  # noqa: F811
) -> None:
    (checked.project.root / "runs" / "v1").mkdir(parents=True)
    assert checked.run("withdraw", "v1", "--site-src", "runs").exit_code == 2
    assert (checked.project.root / "runs" / "v1").is_dir()


def test_of_a_link_only_the_link_goes(checked: Checked) -> None:  # noqa: F811
    elsewhere = checked.project.root / "elsewhere"
    (checked.src / "v1").rename(elsewhere)
    (checked.src / "v1").symlink_to(elsewhere)
    assert checked.run("withdraw", "v1").exit_code == 0
    assert not (checked.src / "v1").is_symlink()
    assert (elsewhere / "report.json").is_file()


def test_the_last_one_leaves_no_site_to_be_rendered(checked: Checked) -> None:  # noqa: F811
    assert "`stability render` takes it off" in checked.run("withdraw", "v1").stdout
    assert "no version is left, so remove site;" in checked.run("withdraw", "v2").stdout
