"""Reading gives artifacts in the order of discovery, whatever finishes first, or all problems."""

from __future__ import annotations

import threading
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from generator.artifacts.discovery import Found, discover
from generator.artifacts.files import Limits
from generator.artifacts.reading import read_all, read_each
from generator.errors import Problem
from tests.artifacts.samples import LIMITS, attempt, refusal, run, write_run


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
    alone = read_all(found, LIMITS)
    assert [artifact.run.run_id for artifact in alone] == [f"id-{number}" for number in range(4)]
    for executor in executors():
        with executor:
            assert read_all(found, LIMITS, executor) == alone


def test_problems_of_all_files_cross_from_other_processes(results: Path) -> None:
    write_run(results / "run-1", [attempt(state="lost")])
    write_run(results / "run-3", [attempt(), {}])
    found = discover(results, LIMITS).runs
    alone = refusal(lambda: read_all(found, LIMITS))
    assert {(each.file, each.line) for each in alone} == {
        (results / "run-1" / "attempts.jsonl", 1),
        (results / "run-3" / "attempts.jsonl", 2),
    }
    for executor in executors():
        with executor:
            assert refusal(lambda executor=executor: read_all(found, LIMITS, executor)) == alone  # type: ignore[misc]


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
        assert read_all(found, LIMITS, executor) == ["first", "second"]


def test_progress_is_told(results: Path) -> None:
    found = discover(results, LIMITS).runs
    told: list[tuple[int, int]] = []
    read_all(found, LIMITS, None, lambda done, total: told.append((done, total)))
    with ThreadPoolExecutor(2) as executor:
        read_all(found, LIMITS, executor, lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)] * 2


def test_nothing_found_is_nothing_read() -> None:
    nothing: list[Found[str]] = []
    assert read_all(nothing, LIMITS) == []
