"""`build` beside versions that are there: a count that they give back stops it."""

from __future__ import annotations

import hashlib
import json
import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from generator.commands.places import settings_of
from generator.gates import Gates
from generator.project import Project
from generator.review import Part, Review
from generator.site.store import read_versions, write_versions
from generator.site.versions import with_entry
from generator.spec.load import load_spec
from tests.measures.run_dirs import write_library

ONE, TWO = "A-00000001", "A-00000002"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two cases that failed and recovered in three trials each, published once."""
    results = tmp_path / "results"
    write_library(results, "first", "primary", "2026-09-14", {ONE: "F", TWO: "F"})
    screens = {ONE: "PFF", TWO: "PPF"}
    write_library(results, "screen", "repeat", "2026-09-15", screens, scope="fail_set")
    (tmp_path / "mkdocs.yml").write_text("site_name: Runs\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
    assert build("1").exit_code == 0
    return tmp_path


def build(version: str, *more: str) -> Result:
    return CliRunner().invoke(main, ["build", "--version", version, "--no-site", "--quiet", *more])


def confirm(project: Path, *cases: str) -> None:
    outcomes = dict.fromkeys(cases, "PF" * 9)
    results = project / "results"
    write_library(results, "confirmation", "repeat", "2026-09-16", outcomes, scope="fail_set")


def test_a_count_that_an_earlier_total_gives_back_stops_the_build(project: Path) -> None:
    before = (project / "site_src" / "versions.json").read_bytes()
    confirm(project, TWO)
    done = build("2")
    assert done.exit_code == 1
    assert ONE in done.stderr
    assert "states.valid_task_success of version 1" in done.stderr
    assert "Confirm the case" in done.stderr
    assert not (project / "site_src" / "2").exists()
    assert (project / "site_src" / "versions.json").read_bytes() == before


def test_a_first_version_says_what_will_have_to_be_confirmed_together(project: Path) -> None:
    """The warning comes while the runs can still be planned, and goes once they are confirmed."""
    done = build("1")
    assert f"screened cases {ONE}, {TWO} are not" in done.stderr
    assert "Confirm these cases together" in done.stderr
    confirm(project, ONE, TWO)
    assert "Confirm these cases together" not in build("2").stderr


def withheld_part(project: Path) -> Part:
    """What a review finds of withheld counts."""
    gates = Gates(settings_of(Project(project)), load_spec(None), None)
    site = project / "site"
    steps = nullcontext(lambda _done, _of: None)
    reviewed = Review(project / "site_src", gates, None, site, None, 1, lambda _: steps, {})
    return next(part for part in reviewed.parts() if part.name == "withheld")


def test_check_holds_withheld_counts_against_all_versions_together(project: Path) -> None:
    """The second version is built where the first is not seen, and then laid beside it."""
    assert withheld_part(project).problems == ()
    confirm(project, TWO)
    apart = str(project / "apart")
    assert build("2", "--site-src", apart).exit_code == 0
    shutil.copytree(Path(apart) / "2", project / "site_src" / "2")
    listed = read_versions(project / "site_src")
    for entry in read_versions(Path(apart)):
        listed = with_entry(listed, entry)
    write_versions(project / "site_src", listed)
    part = withheld_part(project)
    assert part.looked_at == "withheld counts against all versions together"
    assert [each.file and each.file.parent.name for each in part.problems] == ["1", "2"]
    for problem in part.problems:
        assert problem.code == "WITHHELD_COUNT_GIVEN_BACK"
        assert f"the screened case {ONE} of the arm " in problem.what
        assert "states.valid_task_success of version 1 " in problem.what
        assert "Confirm the case in a new version" in problem.remedy


def test_no_digest_of_an_input_is_public(project: Path) -> None:
    """A digest of a small private file tells who guesses its content that the guess is right."""
    done = CliRunner().invoke(main, ["build", "--version", "1", "--no-site", "--json"])
    public = [path.read_bytes() for path in (project / "site_src").rglob("*") if path.is_file()]
    shown = b"\n".join([*public, done.output.encode()])
    files = [path for path in (project / "results").rglob("*") if path.is_file()]
    assert len(files) == 4
    for file in files:
        for name in ("md5", "sha1", "sha256", "sha512", "blake2b"):
            digest = hashlib.new(name, file.read_bytes()).hexdigest()
            assert digest.encode() not in shown


def test_a_confirmation_of_all_goes_out(project: Path) -> None:
    confirm(project, ONE, TWO)
    done = build("2")
    assert done.exit_code == 0, done.output
    report = json.loads((project / "site_src" / "2" / "report.json").read_text())
    assert report["arms"][0]["states"]["valid_task_success"] == 3 + 18


def test_the_version_with_the_total_can_be_built_again_without_it(project: Path) -> None:
    """A draft is replaced: built again from the new runs it no longer has the old total."""
    confirm(project, TWO)
    assert build("1").exit_code == 0
    report = json.loads((project / "site_src" / "1" / "report.json").read_text())
    assert report["arms"][0]["states"]["valid_task_success"] is None
    assert build("2").exit_code == 0
