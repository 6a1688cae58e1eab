"""`stability check`: each thing that must stop a release is named, and sound projects pass."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from generator.errors import Problem
from generator.gates import Gates
from generator.publication.report import Report, decode
from generator.review import Part, Review
from generator.site import versions
from generator.site.store import publish, read_versions, write_versions
from generator.spec.load import load_spec
from tests.site.conftest import ROOT, Project, new_project, version
from tests.site.test_build import tree

FONT = '<link rel="stylesheet" href="https://fonts.example/a.css">'


def one_arm() -> Report:
    """A report whose numbers are those of its counts: one arm of the demonstration."""
    report = decode((ROOT / "site_src" / "2026.09.15" / "report.json").read_bytes())
    return msgspec.structs.replace(
        report, arms=report.arms[:1], comparisons=[], ledgers=[], studies=[], audit=None
    )


def git(folder: Path, *arguments: str) -> None:
    named = ["-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *named, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A built and committed project: v1 published, v2 a draft. Only to be copied."""
    project = new_project(tmp_path_factory.mktemp("sound") / "project")
    project.write(version("v1", one_arm(), "2026-10-01"))
    publish(project.site_src, "v1")
    project.write(version("v2", one_arm()))
    project.build()
    (project.root / ".gitignore").write_text("/site/\n/.site*\nsite_src/.*\n")
    git(project.root, "init")
    git(project.root, "add", ".")
    git(project.root, "commit", "-m", "one")
    return project


@dataclass
class Checked:
    """A project that a test may damage, and what a check of it finds."""

    project: Project

    @property
    def src(self) -> Path:
        return self.project.site_src

    def run(self, *arguments: str) -> Result:
        return CliRunner().invoke(main, [*arguments], catch_exceptions=False)

    def told(self) -> str:
        """What a check says of its parts."""
        return self.run("check").stdout

    def found(self, *arguments: str) -> list[dict[str, Any]]:
        done = self.run("check", "--json", *arguments)
        told = json.loads(done.stdout)
        problems = [each for part in told["parts"] for each in part["problems"]]
        assert told["passed"] is (not problems)
        assert done.exit_code == (1 if problems else 0)
        assert all(each["what"] and each["remedy"] and each["file"] for each in problems)
        return problems

    def parts(self, last: str, base: str | None = None) -> list[Part]:
        """The parts of a review, up to one that needs no built site."""
        gates = Gates(self.project.settings, load_spec(None), None)
        site = self.project.site
        reviewed = Review(self.src, gates, None, site, base, 1, lambda _: nullcontext(_no_step), {})
        parts = list(takewhile_with(reviewed.parts(), last))
        assert parts[-1].name == last
        return parts

    def upto(self, last: str, base: str | None = None) -> list[Problem]:
        """What these parts find."""
        return [problem for part in self.parts(last, base) for problem in part.problems]

    def codes(self, last: str, base: str | None = None) -> set[str]:
        return {each.code for each in self.upto(last, base)}


def _no_step(_done: int, _of: int) -> None:
    pass


def takewhile_with(parts: Iterator[Part], last: str) -> Iterator[Part]:
    for part in parts:
        yield part
        if part.name == last:
            return


@pytest.fixture
def checked(sound: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checked:
    root = tmp_path / "project"
    shutil.copytree(sound.root, root, symlinks=True)
    monkeypatch.chdir(root)
    return Checked(Project(root))


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")


def relist(src: Path, change: Callable[[versions.Entry], versions.Entry | None]) -> None:
    """Write the list again with changed entries, its chain whole."""
    listed: versions.Versions = ()
    for entry in reversed(read_versions(src)):
        changed = change(entry)
        if changed is not None:
            listed = versions.with_entry(listed, msgspec.structs.replace(changed, status="draft"))
            if changed.status == "published":
                listed = versions.published(listed, changed.version)
    write_versions(src, listed)


def test_a_sound_project_passes_and_nothing_is_written(checked: Checked) -> None:
    before = tree(checked.project.root)
    done = checked.run("check")
    assert done.exit_code == 0, done.stderr
    said = [line.split(":")[0] for line in done.stdout.splitlines()]
    parts = ["versions", "history", "numbers", "withheld", "pages", "site", "links", "leaks"]
    assert said == parts
    assert tree(checked.project.root) == before


def test_it_needs_neither_a_built_site_nor_a_repository(checked: Checked) -> None:
    shutil.rmtree(checked.project.root / ".git")
    shutil.rmtree(checked.project.site)
    done = checked.run("check")
    assert done.exit_code == 0, done.stderr
    assert "not looked at: there is no repository" in done.stdout


def test_a_changed_digit_in_an_old_report_is_named(checked: Checked) -> None:
    replace(checked.src / "v1" / "report.json", '"level": 0.95', '"level": 0.96')
    found = checked.found()
    (problem,) = found  # said once, at its source, whatever is built from it
    assert (problem["code"], problem["file"]) == ("REPORT_CHANGED", "site_src/v1/report.json")
    assert "v1" in problem["what"]
    assert "A correction is a new version." in problem["remedy"]
    told = checked.told()
    assert told.count("not looked at: 1 whose report is not as listed") == 3
    assert "not said again: what follows from the report of v1" in told


def test_a_rewritten_history_whose_chain_holds_is_named(checked: Checked) -> None:
    report = decode((checked.src / "v1" / "report.json").read_bytes())
    shutil.rmtree(checked.src)
    other = msgspec.structs.replace(report, published_on="2026-10-02")
    checked.project.write(other)
    publish(checked.src, "v1")
    checked.project.write(version("v2", one_arm()))
    found = [each.code for each in checked.upto("history")]
    assert found == ["PUBLISHED_CHANGED"]
    git(checked.project.root, "add", ".")
    git(checked.project.root, "commit", "-m", "two")
    assert checked.codes("history") == set()
    assert checked.codes("history", base="HEAD~1") == {"PUBLISHED_CHANGED"}


def test_a_deleted_version_is_named(checked: Checked) -> None:
    shutil.rmtree(checked.src / "v1")
    (problem,) = checked.upto("pages")
    assert (problem.code, problem.file) == ("VERSION_MISSING", checked.src / "v1" / "report.json")
    assert [each["code"] for each in checked.found()] == ["VERSION_MISSING"]
    assert "site:     ok (the site, built in a temporary place; without v1)" in checked.told()


def test_a_version_that_is_deleted_and_unlisted_is_named(checked: Checked) -> None:
    shutil.rmtree(checked.src / "v1")
    relist(checked.src, lambda entry: None if entry.version == "v1" else entry)
    # The version after it told what changed since: that follows, and is not said again.
    assert checked.codes("pages") == {"PUBLISHED_REMOVED"}


def test_a_published_version_made_a_draft_is_named(checked: Checked) -> None:
    relist(checked.src, lambda entry: msgspec.structs.replace(entry, status="draft"))
    assert checked.codes("pages") == {"PUBLISHED_CHANGED"}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"date": "2026-11-09"', '"date": "2026-11-10"', "ENTRY_CHANGED"),
        ('"title": "v2"', '"title": "best"', "ENTRY_CHANGED"),
        ('"latest"', '"newest"', "ENTRY_CHANGED"),
        ('"date": "2026-10-01"', '"date": "2026-10-02"', "CHAIN_BROKEN"),
        ("[\n  {", "[ {", "LIST_EDITED"),
    ],
)
def test_an_edited_list_is_named(checked: Checked, old: str, new: str, code: str) -> None:
    replace(checked.src / "versions.json", old, new)
    assert code in checked.codes("history")


def test_a_list_in_another_order_is_said_once(checked: Checked) -> None:
    file = checked.src / "versions.json"
    file.write_text(json.dumps(list(reversed(json.loads(file.read_text()))), indent=2) + "\n")
    (problem,) = (each for each in checked.upto("pages") if each.code == "CHAIN_BROKEN")
    assert "in another order" in problem.what
    assert "PAGE_CHANGED" not in checked.codes("pages")


def test_a_report_in_another_spelling_is_told_from_another_report(checked: Checked) -> None:
    file = checked.src / "v1" / "report.json"
    fields = list(json.loads(file.read_text()).items())
    file.write_text(json.dumps(dict(reversed(fields)), indent=2) + "\n")
    (problem,) = checked.upto("pages")
    assert problem.code == "REPORT_CHANGED"
    assert "in another spelling" in problem.what


def test_line_ends_of_another_system_are_named_with_what_to_do(checked: Checked) -> None:
    page = checked.src / "v2" / "limits.md"
    page.write_bytes(page.read_bytes().replace(b"\n", b"\r\n"))
    (problem,) = checked.upto("pages")
    assert (problem.code, problem.file) == ("PAGE_CHANGED", page)
    assert "CRLF" in problem.what
    assert ".gitattributes" in problem.remedy


def test_a_line_less_in_the_digests_is_named_where_it_was(checked: Checked) -> None:
    sums = checked.src / "v1" / "SHA256SUMS"
    sums.write_text("".join(sums.read_text().splitlines(keepends=True)[1:]))
    (problem,) = checked.upto("pages")
    assert (problem.code, problem.file, problem.line) == ("PAGE_CHANGED", sums, 1)


def test_quiet_says_which_part_failed_and_what_to_do(checked: Checked) -> None:
    (checked.src / "latest").unlink()
    done = checked.run("check", "--quiet")
    assert (done.exit_code, done.stdout) == (1, "")
    named, summary = done.stderr.splitlines()
    assert "site_src/latest" in named
    assert "`stability render --no-site` writes it again." in named
    assert summary == (
        "error: The check failed in: versions (1 problem). Mend what is named above, and check "
        "again."
    )


def test_hand_edited_missing_and_extra_pages_are_named(checked: Checked) -> None:
    page = checked.src / "v1" / "limits.md"
    page.write_text(page.read_text("utf-8") + "All is well.\n", "utf-8")
    lines = len(page.read_text("utf-8").splitlines())
    (checked.src / "v2" / "glossary.md").unlink()
    (checked.src / "v2" / "data" / "more.csv").write_text("a\n")
    found = {each.code: each for each in checked.upto("pages")}
    assert {code: each.file for code, each in found.items()} == {
        "PAGE_CHANGED": page,
        "PAGE_MISSING": checked.src / "v2" / "glossary.md",
        "PAGE_EXTRA": checked.src / "v2" / "data" / "more.csv",
    }
    assert found["PAGE_CHANGED"].line == lines
    assert "stability render" in found["PAGE_CHANGED"].remedy


def test_what_was_said_of_a_page_is_not_said_again_of_what_is_built_from_it(
    checked: Checked,
) -> None:
    page = checked.src / "v1" / "limits.md"
    page.write_text(page.read_text("utf-8") + "All is well.\n", "utf-8")
    assert {each["code"] for each in checked.found()} == {"PAGE_CHANGED"}


def test_an_edited_page_hides_nothing_that_is_wrong_with_another(checked: Checked) -> None:
    page = checked.src / "v1" / "limits.md"
    page.write_text(page.read_text("utf-8") + "All is well.\n", "utf-8")
    theme = checked.project.root / "templates" / "theme" / "main.html"
    there = "{% if page.file.src_path == 'glossary.md' %}<video></video>{% endif %}"
    theme.write_text(
        f"{theme.read_text()}{{% block content %}}{{{{ super() }}}}{there}{{% endblock %}}\n"
    )
    found = {(each["code"], each["file"]) for each in checked.found()}
    assert ("PAGE_CHANGED", "site_src/v1/limits.md") in found
    assert ("UNEXPLAINED", "site/v1/glossary.html") in found
    assert not any(file.endswith("/limits.html") for _, file in found)


def test_a_link_in_a_pages_place_is_named(checked: Checked) -> None:
    page = checked.src / "v1" / "limits.md"
    page.rename(checked.project.root / "elsewhere.md")
    page.symlink_to(checked.project.root / "elsewhere.md")
    assert checked.codes("pages") == {"PAGE_CHANGED"}


def test_a_dead_link_is_named_once_with_its_page(checked: Checked) -> None:
    theme = checked.project.root / "templates" / "theme" / "main.html"
    replace(theme, "Go to the latest version</a>", 'Go</a><a href="nowhere.html">there</a>')
    dead = checked.found()
    assert {each["code"] for each in dead} == {"DEAD_LINK"}  # by one gate, and not by both
    assert dead[0]["file"].startswith("site/v")
    assert f"not said again: what is named under links ({len(dead)})" in checked.told()
    said = checked.run("check").stderr
    assert said.count("The link nowhere.html leads nowhere") == 1
    assert f"The same in {len(dead) - 1} more places" in said


def test_a_page_that_does_not_build_is_named(checked: Checked) -> None:
    page = checked.src / "v2" / "limits.md"
    page.write_text(page.read_text("utf-8") + "[there](nowhere.md)\n", "utf-8")
    told = json.loads(checked.run("check", "--json").stdout)
    parts = {part["part"]: part for part in told["parts"]}
    (failed,) = parts["site"]["problems"]
    assert failed["code"] == "SITE_BUILD_FAILED"
    assert "nowhere.md" in failed["what"]
    for name in ("links", "leaks"):
        assert parts[name]["looked_at"] == "not looked at: the site could not be built"
        assert parts[name]["problems"] == []


def test_an_external_font_is_named(checked: Checked) -> None:
    theme = checked.project.root / "templates" / "theme" / "main.html"
    theme.write_text(theme.read_text() + f"{{% block extrahead %}}{FONT}{{% endblock %}}\n")
    found = checked.found()
    assert {each["code"] for each in found} == {"LOADED_FROM_ELSEWHERE"}
    assert "https://fonts.example/a.css" in found[0]["what"]


def test_a_dead_link_hides_nothing_that_stands_on_another_line(checked: Checked) -> None:
    theme = checked.project.root / "templates" / "theme" / "main.html"
    replace(theme, "Go to the latest version</a>", 'Go</a><a href="nowhere.html">there</a>')
    replace(theme, "{% block announce %}", "{% block announce %}<video></video>\n")
    assert {"DEAD_LINK", "UNEXPLAINED"} <= {each["code"] for each in checked.found()}


def test_a_tag_that_no_page_may_have_is_named(checked: Checked) -> None:
    theme = checked.project.root / "templates" / "theme" / "main.html"
    theme.write_text(theme.read_text() + "{% block content %}<video></video>{% endblock %}\n")
    assert "UNEXPLAINED" in {each["code"] for each in checked.found()}


def test_a_number_that_its_counts_do_not_give_is_named(checked: Checked) -> None:
    report = decode((checked.src / "v2" / "report.json").read_bytes())
    arm = report.arms[0]
    trials = (arm.recovery.trials or 0) + 1
    wrong = msgspec.structs.replace(
        arm, recovery=msgspec.structs.replace(arm.recovery, trials=trials)
    )
    checked.project.write(msgspec.structs.replace(report, arms=[wrong, *report.arms[1:]]))
    found = checked.upto("numbers")
    assert {each.code for each in found} == {"NUMBER"}
    assert [each.field for each in found] == ["arms[0].recovery.trials"]


def test_what_nobody_listed_is_named(checked: Checked) -> None:
    shutil.copytree(checked.src / "v1", checked.src / "v0")
    (checked.src / "latest").unlink()
    assert checked.codes("versions") == {"UNLISTED", "LATEST"}


def test_the_runs_are_looked_for_where_they_are(checked: Checked) -> None:
    run = checked.project.root / "results" / "run"
    run.mkdir(parents=True)
    (run / "notes.txt").write_text("nothing of this is on a page\n")
    done = checked.run("check")
    assert done.exit_code == 0, done.stderr
    assert "private texts of the runs" in done.stdout
    assert "warning" not in done.stderr


def test_what_the_gates_left_undone_is_said(checked: Checked) -> None:
    run = checked.project.root / "results" / "run"
    run.mkdir(parents=True)
    rows = (json.dumps({"request_id": f"asked-for-{number}"}) for number in range(6000))
    (run / "rows.jsonl").write_text("\n".join(rows))
    done = checked.run("check")
    assert done.exit_code == 0, done.stderr
    assert "warning: The aliases were tried with" in done.stderr


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda root: (root / "mkdocs.yml").write_text("a: [\n"), "mkdocs.yml:2"),
        (lambda root: (root / "site_src" / "versions.json").unlink(), "versions.json"),
        (lambda root: (root / "site_src" / "versions.json").write_text("{"), "versions.json"),
    ],
)
def test_what_cannot_be_checked_ends_with_2(
    checked: Checked, damage: Callable[[Path], object], said: str
) -> None:
    damage(checked.project.root)
    done = checked.run("check")
    assert done.exit_code == 2
    assert said in done.stderr


@pytest.mark.parametrize("base", ["no-such-commit", "--upload-pack=x", ""])
def test_a_base_that_is_not_there_ends_with_2(checked: Checked, base: str) -> None:
    done = checked.run("check", f"--base={base}")
    assert done.exit_code == 2
    assert "--base" in done.stderr


def test_a_list_that_corrects_what_is_not_there_is_no_fault_of_an_option(checked: Checked) -> None:
    replace(checked.src / "versions.json", '"corrects": null', '"corrects": "v0"')
    done = checked.run("render", "--no-site")
    assert done.exit_code == 2
    assert "site_src/v0/report.json" in done.stderr
    assert "--corrects" not in done.stderr


def test_a_pipe_is_not_waited_for(checked: Checked) -> None:
    page = checked.src / "v2" / "limits.md"
    page.unlink()
    os.mkfifo(page)
    report = checked.src / "v1" / "report.json"
    report.unlink()
    os.mkfifo(report)
    assert {"PAGE_CHANGED", "VERSION_MISSING"} <= {each["code"] for each in checked.found()}
