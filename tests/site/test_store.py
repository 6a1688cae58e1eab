"""The committed sources: folders written whole, published reports kept, the list beside them."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

import msgspec
import pytest

from generator.errors import ReleaseStopped, UnusableInput
from generator.publication.report import Report, encode
from generator.site.store import chain_problems, publish, read_versions, write_version
from tests.sample_report import empty_report


def report(version: str, **changes: object) -> Report:
    return msgspec.structs.replace(empty_report(), version=version, **changes)


def files(of: Report, **more: bytes) -> dict[str, bytes]:
    return {"report.json": encode(of), "index.md": b"# Page\n", **more}


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_folder_holds_exactly_what_was_rendered_last(tmp_path: Path) -> None:
    one = report("v1")
    write_version(tmp_path, one, {**files(one), "arms/old.md": b"old"})
    write_version(tmp_path, one, {**files(one), "arms/new.md": b"new"})
    assert sorted(tree(tmp_path / "v1")) == ["arms/new.md", "index.md", "report.json"]


def test_the_entry_names_the_reports_digest_and_date(tmp_path: Path) -> None:
    one = report("v1", published_on="2026-10-01")
    entry = write_version(tmp_path, one, files(one))
    assert entry.report_sha256 == hashlib.sha256(encode(one)).hexdigest()
    assert (entry.date, entry.status, entry.aliases) == ("2026-10-01", "draft", ("latest",))
    assert read_versions(tmp_path) == (entry,)


def test_latest_points_to_the_newest(tmp_path: Path) -> None:
    for name in ("v1", "v2"):
        write_version(tmp_path, report(name), files(report(name)))
        assert (tmp_path / "latest").readlink() == Path(name)


def test_a_copy_of_a_version_in_the_place_of_the_link_gives_way_to_it(tmp_path: Path) -> None:
    write_version(tmp_path, report("v1"), files(report("v1")))
    (tmp_path / "latest").unlink()
    shutil.copytree(tmp_path / "v1", tmp_path / "latest")
    write_version(tmp_path, report("v2"), files(report("v2")))
    assert (tmp_path / "latest").readlink() == Path("v2")


def test_a_folder_of_somebodys_in_the_place_of_the_link_is_named(tmp_path: Path) -> None:
    (tmp_path / "latest").mkdir()
    (tmp_path / "latest" / "a.txt").write_text("somebody's")
    with pytest.raises(UnusableInput) as refused:
        write_version(tmp_path, report("v1"), files(report("v1")))
    assert refused.value.problems[0].file == tmp_path / "latest"
    assert (tmp_path / "latest" / "a.txt").read_text() == "somebody's"


def test_a_published_version_keeps_its_report_and_its_folder(tmp_path: Path) -> None:
    one = report("v1")
    write_version(tmp_path, one, files(one))
    publish(tmp_path, "v1")
    before = tree(tmp_path)
    changed = report("v1", published_on="2030-01-01")
    with pytest.raises(ReleaseStopped):
        write_version(tmp_path, changed, files(changed))
    assert tree(tmp_path) == before


def test_the_pages_of_a_published_report_may_be_rendered_again(tmp_path: Path) -> None:
    one = report("v1")
    write_version(tmp_path, one, files(one))
    published = publish(tmp_path, "v1")
    assert write_version(tmp_path, one, {**files(one), "index.md": b"# Better\n"}) == published
    assert (tmp_path / "v1" / "index.md").read_bytes() == b"# Better\n"
    assert read_versions(tmp_path) == (published,)


def test_changed_and_deleted_versions_are_named(tmp_path: Path) -> None:
    for name in ("v1", "v2"):
        write_version(tmp_path, report(name), files(report(name)))
        publish(tmp_path, name)
    assert chain_problems(tmp_path) == []
    path = tmp_path / "v1" / "report.json"
    path.write_bytes(path.read_bytes().replace(b"2026", b"2027", 1))
    assert [problem.code for problem in chain_problems(tmp_path)] == ["REPORT_CHANGED"]
    path.unlink()
    (problem,) = chain_problems(tmp_path)
    assert problem.file == path
    assert "v1" in problem.what


@pytest.mark.parametrize("name", ["../x.md", "/x.md", ".hidden", "a/../../x", "a/.b", "a\\b", ""])
def test_a_name_outside_the_folder_is_refused_before_anything_is_written(
    tmp_path: Path, name: str
) -> None:
    one = report("v1")
    with pytest.raises(UnusableInput):
        write_version(tmp_path / "site_src", one, {**files(one), name: b"x"})
    assert not any(tmp_path.iterdir())


def test_a_list_that_is_gone_is_not_begun_again(tmp_path: Path) -> None:
    write_version(tmp_path, report("v1"), files(report("v1")))
    (tmp_path / "versions.json").unlink()
    with pytest.raises(UnusableInput, match="Restore it from the repository's history"):
        write_version(tmp_path, report("v2"), files(report("v2")))
    assert sorted(tree(tmp_path)) == ["v1/index.md", "v1/report.json"]


def test_a_pipe_in_the_lists_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "versions.json")
    with pytest.raises(UnusableInput, match=r"versions\.json"):
        read_versions(tmp_path)


def test_a_published_correction_keeps_what_it_corrects(tmp_path: Path) -> None:
    for name, corrected in (("v1", None), ("v2", "v1")):
        write_version(tmp_path, report(name), files(report(name)), corrects=corrected)
        publish(tmp_path, name)
    kept = read_versions(tmp_path)
    write_version(tmp_path, report("v2"), files(report("v2")))
    assert read_versions(tmp_path) == kept
    write_version(tmp_path, report("v3"), files(report("v3")), corrects="v2")
    publish(tmp_path, "v3")
    with pytest.raises(ReleaseStopped):
        write_version(tmp_path, report("v3"), files(report("v3")), corrects="v1")


def test_a_broken_list_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "versions.json").write_text("{}")
    with pytest.raises(UnusableInput, match=r"versions\.json"):
        read_versions(tmp_path)
