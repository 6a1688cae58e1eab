"""What a command says on standard error: few lines of a kind, and every file by its own name."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.console import Console
from generator.errors import Problem


def problems(code: str, count: int) -> list[Problem]:
    return [Problem(code, "It is odd.", "Look.", Path("f"), line) for line in range(1, count + 1)]


def test_of_many_warnings_of_a_kind_five_are_said_and_the_rest_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    mixed = [*problems("ONE", 3), *problems("TWO", 1234), *problems("ONE", 2)]
    Console().warn(mixed)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 5 + 5 + 1
    assert lines[-1] == (
        "warning: and 1,229 more of this kind (TWO); --json lists all, of `aggregate` with --out."
    )
    assert [line for line in lines if ":5:" in line] == ["warning: f:5: It is odd. Look."]


def test_what_is_said_of_whole_files_is_said_once_for_all_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = [Problem("ONE", "It is odd.", "Look.", Path(f"f{n}")) for n in range(9)]
    other = Problem("ONE", "It is odder.", "Look.", Path("g"))
    nowhere = Problem("ONE", "It is odd.", "Look.")
    Console().warn([*said[:4], other, nowhere, *said[4:]])
    assert capsys.readouterr().err.splitlines() == [
        "warning: f0: It is odd. Look. So it is with 8 more files.",
        "warning: g: It is odder. Look.",
        "warning: It is odd. Look.",
    ]


def test_a_link_is_named_itself_and_not_what_it_leads_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results").mkdir()
    link, loop = tmp_path / "results" / "link", tmp_path / "results" / "loop"
    link.symlink_to("/etc/hostname")
    loop.symlink_to(loop)
    assert Console().name(link) == "results/link"
    assert Console().name(loop) == "results/loop"
    assert Console().name(tmp_path / "results" / ".." / "a\nb") == "a\\nb"


def test_a_public_log_gives_no_name_below_a_linked_results_folder(tmp_path: Path) -> None:
    real, linked = tmp_path / "real", tmp_path / "linked"
    (real / "canary").mkdir(parents=True)
    (real / "canary" / "loop").symlink_to(real / "canary" / "loop")
    linked.symlink_to(real)
    console = Console(public_log=True)
    console.look_into(linked)
    assert console.name(real / "canary" / "loop") == "#2"  # #1 is the folder, which holds no run
