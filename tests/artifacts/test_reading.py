"""Reading gives artifacts in the order of discovery, whatever finishes first, or all problems."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec
import pytest

from generator.artifacts.discovery import Found, discover
from generator.artifacts.files import Limits
from generator.artifacts.reading import artifacts_of, read_each, read_runs, refuse_if_unread
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from generator.errors import Problem, UnusableInput
from tests.artifacts.samples import LIMITS, attempt, read_run, refusal, run, write_run
from tests.artifacts.test_cells import HEADER, row
from tests.artifacts.test_sources import entries


@pytest.fixture
def results(tmp_path: Path) -> Path:
    for number in range(4):
        write_run(tmp_path / f"run-{number}", [attempt()], run(run_id=f"id-{number}"))
    return tmp_path


def executors() -> list[Executor]:
    return [
        ThreadPoolExecutor(2),
        ProcessPoolExecutor(2, mp_context=get_context("spawn")),
    ]


def test_artifacts_are_the_same_on_any_executor(results: Path) -> None:
    found = discover(results, LIMITS).runs
    alone = artifacts_of(read_runs(found, LIMITS))
    assert [each.run.run_id for each in alone] == [f"id-{number}" for number in range(4)]
    for executor in executors():
        with executor:
            assert artifacts_of(read_runs(found, LIMITS, executor)) == alone


def test_problems_of_all_files_cross_from_other_processes(results: Path) -> None:
    write_run(results / "run-1", [attempt(state="lost")])
    write_run(results / "run-3", [attempt(), {}])
    found = discover(results, LIMITS).runs
    alone = refusal(lambda: refuse_if_unread(read_each(found, LIMITS)))
    assert {(each.file, each.line) for each in alone} == {
        (results / "run-1" / "attempts.jsonl", 1),
        (results / "run-3" / "attempts.jsonl", 2),
    }
    for executor in executors():
        with executor:
            readings = read_each(found, LIMITS, executor)
        assert refusal(lambda readings=readings: refuse_if_unread(readings)) == alone  # type: ignore[misc]


def test_what_can_be_read_is_read_beside_what_cannot(results: Path) -> None:
    write_run(results / "run-2", [attempt(state="lost")])
    readings = read_each(discover(results, LIMITS).runs, LIMITS)
    assert [reading.artifact is not None for reading in readings] == [True, True, False, True]
    assert [problem.code for problem in readings[2].problems] == ["UNKNOWN_VALUE"]


class Waits:
    """A reader whose first artifact is done only after its second."""

    format = "waits"

    def __init__(self) -> None:
        self._second = threading.Event()

    def recognise(self, path: Path, limits: Limits) -> bool | Problem:
        raise NotImplementedError  # it is found already

    def read(self, path: Path, limits: Limits, root: Path) -> str:  # noqa: ARG002 - nothing to bound
        if path.name == "first":
            assert self._second.wait(30)
        else:
            self._second.set()
        return path.name


def test_the_order_is_not_that_of_completion() -> None:
    reader = Waits()
    found = [Found(Path(name), Path(), reader) for name in ("first", "second")]
    with ThreadPoolExecutor(2) as executor:
        assert artifacts_of(read_each(found, LIMITS, executor)) == ["first", "second"]


def test_progress_is_told(results: Path) -> None:
    found = discover(results, LIMITS).runs
    told: list[tuple[int, int]] = []
    read_each(found, LIMITS, None, lambda done, total: told.append((done, total)))
    with ThreadPoolExecutor(2) as executor:
        read_each(found, LIMITS, executor, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)] * 2


def test_nothing_found_is_nothing_read() -> None:
    nothing: list[Found[str]] = []
    assert read_each(nothing, LIMITS) == []


def test_a_place_of_several_runs_is_read_once_and_a_task(tmp_path: Path) -> None:
    class Several:
        """A reader of places that hold two runs each, but for the one that is empty."""

        format = "several"
        read_from: list[str] = []  # noqa: RUF012 - of this one test

        def recognise(self, path: Path, limits: Limits) -> bool | Problem:
            raise NotImplementedError  # it is found already

        def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:  # noqa: ARG002
            self.read_from.append(path.name)
            if path.name == "empty":
                raise UnusableInput(Problem("NO_ROWS", "It is empty.", "Fill it.", path))
            one = read_run(write_run(root / path.name, [attempt()]))
            return (one, msgspec.structs.replace(one, folded=1))

    found = [Found(Path(name), tmp_path, Several()) for name in ("first", "empty", "last")]
    told: list[tuple[int, int]] = []
    readings = read_runs(found, LIMITS, None, lambda done, total: told.append((done, total)))
    assert [(each.found.path.name, len(each.problems)) for each in readings] == [
        *(("first", 0), ("first", 0), ("empty", 1), ("last", 0), ("last", 0))
    ]
    assert [each.artifact and each.artifact.folded for each in readings] == [0, 1, None, 0, 1]
    assert Several.read_from == ["first", "empty", "last"]
    assert told == [(1, 3), (2, 3), (3, 3)]


def test_what_is_wrong_with_runs_cells_and_the_spec_is_raised_together(results: Path) -> None:
    write_run(results / "run-1", [attempt(state="lost")])
    (results / "cells.csv").write_text(f"{HEADER}\n{row(status='lost')}\n")
    declared = entries({"path": "run-2", "ends": {"lost": "valid_task_failure"}})
    problems = refusal(lambda: read_results(results, LIMITS, sources=declared))
    assert {(each.file and each.file.name, each.code) for each in problems} == {
        ("stability.yml", "NO_SUCH_END"),
        ("attempts.jsonl", "UNKNOWN_VALUE"),
        ("cells.csv", "UNKNOWN_VALUE"),
    }
