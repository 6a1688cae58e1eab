"""Settings that cannot be used are refused before anything is written, with file and line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.errors import UnusableInput
from generator.publication.report import Report
from generator.site.settings import check_settings
from tests.site.conftest import Project, version
from tests.site.test_build import tree


def replace(old: str, new: str) -> Callable[[str], str]:
    def change(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return change


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda text: "site_name: [a\n" + text, None),
        (replace("name: material\n", "name: nonexist\n"), "theme"),
        (replace("name: material\n", "name: readthedocs\n"), "theme"),
        (replace("custom_dir: templates/theme\n", "custom_dir: nowhere\n"), "theme"),
        (replace("  custom_dir: templates/theme\n", ""), "theme"),
        (replace("  - search\n", "  - nope\n"), "plugins"),
        (lambda _: "site_name: x\ntheme: material\n", "theme"),
        (lambda _: "theme:\n  name: material\n", "site_name"),
        (lambda _: "- a\n", None),
        (lambda _: "words\n", None),
        (lambda _: "INHERIT: nowhere.yml\n", None),
        (lambda _: "", "site_name"),
    ],
)
def test_broken_settings_are_refused_with_their_place(
    project: Project, change: Callable[[str], str], field: str | None
) -> None:
    text = change(project.mkdocs_yml.read_text("utf-8"))
    project.mkdocs_yml.write_text(text, "utf-8")
    with pytest.raises(UnusableInput) as refused:
        check_settings(project.mkdocs_yml)
    first = refused.value.problems[0]
    assert (first.file, first.field) == (project.mkdocs_yml, field)
    stated = [at for at, line in enumerate(text.splitlines(), 1) if line.startswith(f"{field}:")]
    if field:
        assert first.line == (stated[0] if stated else None)


def test_the_programs_own_settings_pass(project: Project) -> None:
    check_settings(project.mkdocs_yml)


def test_bytes_that_are_no_text_are_refused(project: Project) -> None:
    project.mkdocs_yml.write_bytes(b"site_name: \xff\n")
    with pytest.raises(UnusableInput, match="UTF-8"):
        check_settings(project.mkdocs_yml)


@pytest.mark.parametrize("command", ["render", "serve", "check"])
def test_a_command_ends_with_2_and_has_written_nothing(
    project: Project, small: Report, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write(version("v1", small))
    project.mkdocs_yml.write_text("site_name: [a\n")
    before = tree(project.root)
    monkeypatch.chdir(project.root)
    done = CliRunner().invoke(main, [command])
    assert done.exit_code == 2
    assert "mkdocs.yml:2: This is no YAML" in done.stderr
    assert tree(project.root) == before


def test_a_link_to_another_place_is_not_replaced_by_a_site(
    project: Project, small: Report, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    project.write(version("v1", small))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "mine.txt").write_text("mine\n")
    project.site.symlink_to(elsewhere)
    monkeypatch.chdir(project.root)
    done = CliRunner().invoke(main, ["render"])
    assert done.exit_code == 2
    assert "--site" in done.stderr
    assert tree(elsewhere) == {"mine.txt": b"mine\n"}
