"""The built site: one folder a version, rebuilt where something changed, whole at all times."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NoReturn

import pytest

from generator.errors import Problem, UnusableInput
from generator.gates import Gates
from generator.publication.report import Report
from generator.site import build, mkdocs
from generator.site.build import build_site, known_of
from generator.site.links import link_problems
from generator.site.mkdocs import Job
from generator.site.record import Inputs, memory_of
from generator.site.store import publish
from generator.spec.load import load_spec
from tests.site.conftest import Project, new_project, version


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_every_link_of_every_version_leads_somewhere_and_nothing_foreign_loads(
    built: Project,
) -> None:
    assert [problem.message() for problem in link_problems(built.site)] == []


def test_the_root_lists_all_versions_for_the_selector_and_for_a_reader(built: Project) -> None:
    listed = json.loads((built.site / "versions.json").read_bytes())
    assert [each["version"] for each in listed] == ["v2", "v1"]
    landing = (built.site / "index.html").read_text()
    assert landing.index('href="v2/index.html"') < landing.index('href="v1/index.html"')
    assert "2026-10-01" in landing
    assert 'http-equiv="refresh"' not in landing


def test_latest_leads_every_page_to_the_newest_version(built: Project) -> None:
    pages = {path.relative_to(built.site / "v2") for path in (built.site / "v2").rglob("*.html")}
    redirects = {
        path.relative_to(built.site / "latest") for path in (built.site / "latest").rglob("*.html")
    }
    assert pages == redirects
    for page in redirects:
        text = (built.site / "latest" / page).read_text()
        target = "../" * len(page.parts) + f"v2/{page.as_posix()}"
        assert f'content="0; url={target}"' in text


def test_latest_holds_the_data_itself(built: Project) -> None:
    for name in ("report.json", "figures/headline-light.svg", "figures/headline.csv"):
        assert (built.site / "latest" / name).read_bytes() == (
            built.site / "v2" / name
        ).read_bytes()


def test_nothing_is_shipped_that_no_reader_needs(built: Project) -> None:
    names = [path.name for path in built.site.rglob("*")]
    assert not [name for name in names if name.endswith(".map") or name.startswith("lunr.")]


def test_drafts_say_so_and_published_versions_do_not(built: Project) -> None:
    assert "is not published yet" in (built.site / "v2" / "index.html").read_text()
    published = (built.site / "v1" / "index.html").read_text()
    assert "is not published yet" not in published
    announced = published.split('data-md-component="announce">')[1].split("</div>")[0]
    assert "Version v1 of this report." in announced
    assert '<a href="../latest/index.html">Is there a newer one?</a>' in announced


def test_search_indexes_its_own_version_alone(built: Project) -> None:
    index = json.loads((built.site / "v1" / "search" / "search_index.json").read_bytes())
    assert not [page for page in index["docs"] if page["location"].startswith("..")]


@pytest.mark.usefixtures("without_mkdocs")
def test_a_second_build_keeps_what_is_unchanged_byte_for_byte(
    project: Project, small: Report
) -> None:
    project.write(version("v1", small))
    project.write(version("v2", small))
    assert project.build() == (("v2", "v1"), ())
    first = tree(project.site)
    assert project.build() == ((), ("v2", "v1"))
    assert tree(project.site) == first

    project.write(version("v3", small))
    assert project.build() == (("v3",), ("v2", "v1"))
    assert tree(project.site / "v1") == {
        name.removeprefix("v1/"): data for name, data in first.items() if name.startswith("v1/")
    }

    (project.root / "templates" / "theme" / "assets" / "stability.css").write_text("p {}\n")
    assert project.build() == (("v3", "v2", "v1"), ())


@pytest.mark.usefixtures("without_mkdocs")
@pytest.mark.parametrize("damage", ["removed", "changed", "added"])
def test_a_damaged_version_is_built_again(project: Project, small: Report, damage: str) -> None:
    project.write(version("v1", small))
    project.write(version("v2", small))
    project.build()
    whole = tree(project.site)
    page = project.site / "v1" / "limits.md"
    if damage == "removed":
        page.unlink()
    else:
        (page if damage == "changed" else page.with_name("stray.md")).write_text("other\n")
    assert project.build() == (("v1",), ("v2",))
    assert tree(project.site) == whole
    (project.root / ".site.digests.json").unlink()
    assert project.build() == (("v2", "v1"), ())


@pytest.mark.usefixtures("without_mkdocs")
def test_what_is_damaged_during_a_build_is_not_recorded_as_sound(
    project: Project, small: Report
) -> None:
    project.write(version("v1", small))
    project.build()
    project.write(version("v2", small))
    page = project.site / "v1" / "limits.md"

    def damage(staging: Path, *_: object) -> None:
        (staging / "v1" / "limits.md").write_text("damaged")

    build_site(project.site_src, project.site, project.settings, check=damage)
    assert page.read_text() == "damaged"
    assert project.build() == (("v1",), ("v2",))
    assert page.read_text() != "damaged"


@pytest.mark.usefixtures("without_mkdocs")
def test_the_gate_is_told_what_was_taken_over(project: Project, small: Report) -> None:
    told: list[list[str]] = []

    for name in ("v1", "v2"):
        project.write(version(name, small))
        build_site(
            project.site_src,
            project.site,
            project.settings,
            check=lambda _, passed: told.append(list(passed)),
        )
    assert told == [[], ["v1"]]


def test_the_first_version_that_fails_is_named_whatever_ended_first(
    project: Project, small: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("v1", "v2", "v3"):
        project.write(version(name, small))

    def fail(job: Job, _: Path) -> None:
        raise UnusableInput(Problem("CODE", job.version, "Remedy."))

    monkeypatch.setattr(build, "run", fail)
    for _ in range(10):
        with pytest.raises(UnusableInput) as raised:
            build_site(project.site_src, project.site, project.settings, jobs=3)
        assert [each.what for each in raised.value.problems] == ["v3"]


def test_nothing_more_is_begun_once_something_went_wrong_beside_the_builds(
    project: Project, small: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []
    wrong = threading.Event()

    def run(job: Job, _: Path) -> None:
        begun.append(job.version)
        assert wrong.wait(60)
        time.sleep(0.5)  # for the others to be called off

    def past(*_: object) -> NoReturn:
        wrong.set()
        raise KeyboardInterrupt

    for name in ("v1", "v2", "v3"):
        project.write(version(name, small))
    monkeypatch.setattr(build, "run", run)
    monkeypatch.setattr(build, "_past", past)
    with pytest.raises(KeyboardInterrupt):
        build_site(project.site_src, project.site, project.settings, jobs=1)
    assert begun == ["v3"]


@pytest.mark.usefixtures("without_mkdocs")
def test_a_text_put_into_a_version_that_is_taken_over_is_found(
    project: Project, small: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the search kept of a version is of its bytes, and they may change during the build."""
    results = project.root / "results"
    results.mkdir()
    (results / "notes.json").write_text('{"case_id": "kelp-forest-one"}')
    gates = Gates(project.settings, load_spec(None), results)
    memory = memory_of(project.site)
    found: list[str] = []

    def check(staging: Path, _: Inputs) -> None:
        found[:] = [each.file for each in gates.private_texts(staging, memory)]

    def step(*_: object) -> None:
        if (page := project.site / "v1" / "limits.md").exists():
            page.write_text("kelp-forest-one")

    for name in ("v1", "v2"):
        project.write(version(name, small))
        build_site(project.site_src, project.site, project.settings, 1, step, check)
    assert found == ["v1/limits.md"]


@pytest.mark.usefixtures("without_mkdocs")
def test_a_known_site_is_taken_over_without_a_second_look(
    project: Project, small: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("v1", "v2"):
        project.write(version(name, small))
    project.build()
    (project.site / "v1" / "limits.md").write_text("damaged")
    known = known_of(project.site_src, project.site, project.settings)
    assert list(known.made) == ["v2"]
    monkeypatch.delattr("generator.site.build.sound")
    elsewhere = project.root / "elsewhere"
    summary = build_site(project.site_src, elsewhere, project.settings, known=known)
    assert (summary.built, summary.kept) == (("v1",), ("v2",))


@pytest.mark.usefixtures("without_mkdocs")
def test_publishing_a_draft_rebuilds_its_pages_alone(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    project.write(version("v2", small))
    project.build()
    publish(project.site_src, "v1")
    assert project.build() == (("v1",), ("v2",))


def test_a_corrected_version_says_which_one_corrects_it(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    publish(project.site_src, "v1")
    project.write(version("v2", small), corrects="v1")
    project.build()
    assert "corrects this version" not in (project.site / "v1" / "index.html").read_text()
    publish(project.site_src, "v2")
    project.build()
    old = (project.site / "v1" / "arms" / "trials-only.html").read_text()
    assert "Version v2 corrects this version" in old
    assert 'href="../../v2/index.html"' in old
    assert "corrected by" in (project.site / "index.html").read_text()


def test_the_same_sources_give_the_same_bytes_elsewhere_at_another_time(
    tmp_path: Path, small: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    trees: list[dict[str, bytes]] = []
    for place, zone, locale, seed in (
        ("one", "UTC", "C", "1"),
        ("two/deeper", "Asia/Tokyo", "C.UTF-8", "2"),
    ):
        monkeypatch.setenv("TZ", zone)
        monkeypatch.setenv("LC_ALL", locale)
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
        project = new_project(tmp_path / place)
        project.write(version("v1", small))
        build_site(project.site_src, project.site, project.settings, jobs=1 + len(trees))
        trees.append(tree(project.site))
    assert trees[0] == trees[1]


def test_a_page_mkdocs_refuses_stops_the_build_with_its_own_words(
    project: Project, small: Report
) -> None:
    project.write(version("v1", small))
    project.build()
    before = tree(project.site)
    page = project.site_src / "v1" / "index.md"
    page.write_text(page.read_text() + "\n[dead](nowhere.md)\n")
    with pytest.raises(UnusableInput, match=r"nowhere\.md"):
        project.build()
    assert tree(project.site) == before
    assert [path.name for path in project.root.iterdir() if path.name.startswith(".")] == [
        ".site.digests.json"
    ]


@pytest.mark.usefixtures("without_mkdocs")
def test_a_build_that_dies_leaves_the_site_as_it_was(
    project: Project, small: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write(version("v1", small))
    project.build()
    before = tree(project.site)
    project.write(version("v2", small))
    for step in ("run", "write_root"):
        with monkeypatch.context() as patched:
            patched.setattr(build, step, die)
            with pytest.raises(KeyboardInterrupt):
                project.build()
        assert tree(project.site) == before
    assert project.build() == (("v2",), ("v1",))


def die(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.usefixtures("without_mkdocs")
def test_progress_is_told_version_by_version(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    project.write(version("v2", small))
    told: list[tuple[int, int, str]] = []
    build_site(project.site_src, project.site, project.settings, 1, lambda *step: told.append(step))
    assert sorted(told) == [(1, 2, told[0][2]), (2, 2, told[1][2])]
    assert {name for _, _, name in told} == {"v1", "v2"}


def test_an_address_in_the_settings_makes_canonical_links(
    project: Project, small: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_SITE_URL", "https://example.org/reports/")
    project.write(version("v1", small))
    project.build()
    page = (project.site / "v1" / "arms" / "trials-only.html").read_text()
    assert '<link rel="canonical" href="https://example.org/reports/v1/arms/' in page
    assert 'href="/reports/index.html"' in (project.site / "404.html").read_text()
    assert link_problems(project.site, "/reports/") == []


def test_a_version_whose_report_is_gone_is_named(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    (project.site_src / "v1" / "report.json").unlink()
    with pytest.raises(UnusableInput, match="v1"):
        project.build()


def test_plain_mkdocs_builds_the_newest_version(
    project: Project, small: Report, tmp_path: Path
) -> None:
    project.write(version("v1", small))
    plain = [sys.executable, "-m", "mkdocs", "build", "-d", str(tmp_path / "plain")]
    done = subprocess.run(plain, cwd=project.root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "plain" / "arms" / "trials-only.html").is_file()


def test_an_empty_project_gives_a_site_that_says_so(project: Project) -> None:
    assert project.build() == ((), ())
    assert "No version has been built yet" in (project.site / "index.html").read_text()


def test_the_private_folders_of_a_machine_are_on_no_page(built: Project) -> None:
    for path in built.site.rglob("*"):
        if path.is_file():
            assert str(built.root).encode() not in path.read_bytes()


def test_a_date_that_never_was_does_not_stop_the_build(project: Project, small: Report) -> None:
    project.write(version("v1", small, date="2026-02-31"))
    assert project.build() == (("v1",), ())


def _inputs(job: mkdocs.Job, project: Project) -> str:
    return mkdocs.inputs_digests([job], mkdocs.shared_digest(project.settings))[job.version]


def test_inputs_name_everything_a_page_is_made_from(project: Project, small: Report) -> None:
    project.write(version("v1", small))
    job = mkdocs.Job("v1", project.site_src / "v1", project.mkdocs_yml, "draft", None, ())
    before = _inputs(job, project)
    (project.site_src / "v1" / "stray.csv").write_text("a\n")
    assert _inputs(job, project) != before
    (project.site_src / "v1" / "stray.csv").unlink()
    assert _inputs(job, project) == before
    (project.root / "templates" / "limits.md.j2").write_text("other\n")
    assert _inputs(job, project) != before
