"""Everything in the results is found once, in one order, or named; no link is followed."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.discovery import Discovery, discover
from tests.artifacts.samples import LIMITS, attempt, refusal, write_run
from tests.artifacts.test_cells import HEADER

TAU = json.dumps([{"task_id": 0, "reward": 1.0, "info": {}, "traj": [], "trial": 0}])


def names(discovery: Discovery) -> dict[str, list[str]]:
    """What was found, by names relative to the results folder."""

    def of(paths: Any) -> list[str]:
        return [path.relative_to(discovery.root).as_posix() for path in paths]

    return {
        "runs": of(found.path for found in discovery.runs),
        "cells": of(found.path for found in discovery.cells),
        "unrecognised": of(discovery.unrecognised),
        "warnings": [warning.code for warning in discovery.warnings],
    }


def test_runs_lie_at_any_depth_beside_files_of_other_formats(tmp_path: Path) -> None:
    write_run(tmp_path / "b")
    write_run(tmp_path / "a" / "deep" / "run")
    (tmp_path / "a" / "model.json").write_text(TAU)
    (tmp_path / "cells.csv").write_text(HEADER)
    (tmp_path / "notes.txt").write_text("x")
    (tmp_path / ".gitkeep").touch()
    found = discover(tmp_path, LIMITS)
    assert names(found) == {
        "runs": ["a/model.json", "a/deep/run", "b"],
        "cells": ["cells.csv"],
        "unrecognised": ["notes.txt"],
        "warnings": [],
    }
    assert [each.reader.format for each in found.runs] == [
        "tau-bench",
        "amber-run/1",
        "amber-run/1",
    ]


def test_the_order_is_that_of_the_names_bytes(tmp_path: Path) -> None:
    for name in ("ä", "Z", "a", "10", "9", "\udcff"):
        write_run(tmp_path / name)
    runs = [os.fsencode(each.path.name) for each in discover(tmp_path, LIMITS).runs]
    assert runs == sorted(runs)
    assert len(runs) == 6


def test_nothing_below_a_run_is_an_input(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r")
    write_run(folder / "workspace" / "inner")
    (folder / "workspace" / "model.json").write_text(TAU)
    (folder / "link").symlink_to(tmp_path)
    assert names(discover(tmp_path, LIMITS)) == {
        "runs": ["r"],
        "cells": [],
        "unrecognised": [],
        "warnings": [],
    }


def test_the_results_folder_may_be_a_run_itself(tmp_path: Path) -> None:
    assert names(discover(write_run(tmp_path / "r"), LIMITS))["runs"] == ["."]


@pytest.mark.parametrize("stated", [b'{"format": "other/1"}', b"[]", b"null", b"nothing"])
def test_attempts_beside_a_foreign_run_file_are_named_and_passed_over(
    tmp_path: Path, stated: bytes
) -> None:
    write_run(tmp_path / "other", [attempt()], stated)
    write_run(tmp_path / "run")
    found = discover(tmp_path, LIMITS)
    assert names(found) == {
        "runs": ["run"],
        "cells": [],
        "unrecognised": ["other/attempts.jsonl", "other/run.json"],
        "warnings": ["NOT_AMBER"],
    }
    assert found.warnings[0].file == tmp_path / "other" / "run.json"


def test_a_foreign_run_file_alone_is_only_unrecognised(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}")
    write_run(tmp_path / "run")
    assert names(discover(tmp_path, LIMITS))["unrecognised"] == ["run.json"]


def test_links_are_not_followed_and_said(tmp_path: Path) -> None:
    outside = write_run(tmp_path / "outside")
    results = tmp_path / "results"
    write_run(results / "run")
    (results / "folder").symlink_to(outside)
    (results / "file.json").symlink_to("/etc/passwd")
    (results / "broken").symlink_to("nowhere")
    (results / "loop").symlink_to(results)
    found = discover(results, LIMITS)
    assert names(found) == {
        "runs": ["run"],
        "cells": [],
        "unrecognised": [],
        "warnings": ["LINK"] * 4,
    }
    assert [warning.file for warning in found.warnings] == [
        results / name for name in ("broken", "file.json", "folder", "loop")
    ]


def test_pipes_and_sockets_are_not_opened_and_said(tmp_path: Path) -> None:
    write_run(tmp_path / "run")
    os.mkfifo(tmp_path / "pipe.json")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        assert names(discover(tmp_path, LIMITS))["warnings"] == ["NO_FILE"] * 2


def test_a_link_named_as_the_results_is_followed(tmp_path: Path) -> None:
    write_run(tmp_path / "there" / "run")
    (tmp_path / "results").symlink_to(tmp_path / "there")
    assert names(discover(tmp_path / "results", LIMITS))["runs"] == ["run"]
    (tmp_path / "model.json").write_text(TAU)
    (tmp_path / "link.json").symlink_to(tmp_path / "model.json")
    assert names(discover(tmp_path / "link.json", LIMITS))["runs"] == ["model.json"]


def test_one_file_may_be_named(tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text(TAU)
    (tmp_path / "other.json").write_text(TAU)
    assert names(discover(tmp_path / "model.json", LIMITS))["runs"] == ["model.json"]


def test_a_named_file_must_be_of_a_format_that_is_read(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x")
    (problem,) = refusal(lambda: discover(tmp_path / "notes.txt", LIMITS))
    assert problem.code == "NOT_RECOGNISED"


def test_no_run_at_all_is_said(tmp_path: Path) -> None:
    assert names(discover(tmp_path, LIMITS))["warnings"] == ["NO_RUNS"]


def test_a_results_folder_that_is_a_pipe_or_a_link_to_nothing_is_refused(tmp_path: Path) -> None:
    pipe, loop, lost = tmp_path / "pipe", tmp_path / "loop", tmp_path / "lost"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    lost.symlink_to(tmp_path / "nowhere")
    for place in (pipe, loop, lost):
        (problem,) = refusal(lambda: discover(place, LIMITS))  # noqa: B023
        assert (problem.code, problem.file) == ("NO_RESULTS", place)
        assert "neither" in problem.what


def test_a_results_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    (problem,) = refusal(lambda: discover(tmp_path / "nothing", LIMITS))
    assert problem.code == "NO_RESULTS"


def test_what_cannot_be_read_is_refused_all_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_run(tmp_path / "a")
    (tmp_path / "b.json").write_text(TAU)
    (tmp_path / "closed").mkdir()
    write_run(tmp_path / "d")
    scan, opened = os.scandir, os.open

    # Whoever runs the tests may read everything, so that permissions alone show nothing.
    def scandir(path: Path) -> Any:
        if Path(path).name == "closed":
            raise PermissionError
        return scan(path)

    def open_(path: Path, flags: int) -> int:
        if Path(path).name == "b.json" or Path(path).parent.name == "d":
            raise PermissionError
        return opened(path, flags)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(os, "open", open_)
    problems = refusal(lambda: discover(tmp_path, LIMITS))
    assert [(problem.code, problem.file) for problem in problems] == [
        ("UNREADABLE", tmp_path / "b.json"),
        ("UNREADABLE", tmp_path / "closed"),
        ("UNREADABLE", tmp_path / "d" / "run.json"),
    ]


@pytest.mark.parametrize(
    "name", ["a\nb", "-rf", "\udcff\udcfe", "\u202etxt", "case", "CASE", "a b"]
)
def test_any_name_can_be_found_and_printed(tmp_path: Path, name: str) -> None:
    results = tmp_path / "results"
    write_run(results / name, [attempt(state="lost")])
    shutil.copy(results / name / "run.json", results / f"{name}.json")
    found = discover(results, LIMITS)
    assert [each.path.name for each in found.runs] == [name]
    (run,) = found.runs
    (problem,) = refusal(lambda: run.reader.read(run.path, LIMITS, run.root))
    message = problem.message()
    assert message.encode()
    assert message.isprintable()


@pytest.fixture
def deep_folder(tmp_path: Path) -> Iterator[Path]:
    """A run below more folders than Python calls itself; they are gone afterwards."""
    top = folder = tmp_path / "top"
    for _ in range(1200):
        folder.mkdir()
        folder = folder / "d"
    write_run(folder)
    yield top
    # Whoever removes such a folder whole runs into the same limit: here it loses its top each time.
    while (top / "d").exists():
        (top / "d").rename(tmp_path / "rest")
        shutil.rmtree(top)
        (tmp_path / "rest").rename(top)


def test_a_very_deep_folder_is_walked(deep_folder: Path) -> None:
    assert len(discover(deep_folder, LIMITS).runs) == 1
