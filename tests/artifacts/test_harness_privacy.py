"""No message about a harness's files holds a value or a name that stands in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.artifacts import test_gso, test_harbor, test_swe_bench, test_terminal_bench
from tests.artifacts.test_privacy import everything_said

CANARY = "canary7f3a"
SECRET: dict[str, Any] = {CANARY: {CANARY: [CANARY]}}
WRONG: tuple[Any, ...] = (CANARY, {CANARY: CANARY}, [CANARY])
Tree = dict[str, Any]


def terminal_bench() -> Iterator[Tree]:
    trial, results = test_terminal_bench.trial, test_terminal_bench.results
    for name in trial():
        for wrong in WRONG:
            yield {"arm/r.json": results(trial(**SECRET) | {name: wrong})}
    yield {"arm/r.json": results(trial(), trial(instruction=CANARY))}
    metadata = {"run_id": CANARY, "agent_name": CANARY, "n_attempts": 2}
    for name in ("n_attempts", "task_ids", "start_time", "dataset_size", "model_name"):
        stated = metadata | {name: {CANARY: 1}, "username": CANARY}
        yield {"arm/results.json": results(trial()), "arm/run_metadata.json": stated}


def harbor() -> Iterator[Tree]:
    trial = test_harbor.trial
    for name in trial():
        for wrong in WRONG:
            yield {"job/t/result.json": trial(**SECRET) | {name: wrong}}
    broken = {"exception_type": CANARY, "exception_message": CANARY, CANARY: 1}
    yield {"job/t/result.json": trial(exception_info=broken, verifier_result=None)}
    yield {
        "job/t/result.json": trial(),
        "job/config.json": {"jobs_dir": CANARY, "n_attempts": CANARY, "agents": [CANARY]},
        "job/result.json": {"id": 7, "n_total_trials": CANARY, "stats": {CANARY: CANARY}},
    }


def reports() -> Iterator[Tree]:
    for name in test_swe_bench.report():
        yield {"m.r.json": test_swe_bench.report(**SECRET) | {name: CANARY}}
        yield {"m.r.json": test_swe_bench.report(**SECRET) | {name: [CANARY, CANARY, 3]}}
    yield {"m.r.json": test_swe_bench.report(error_ids=["a", CANARY])}
    for name in ("passed_ids", "opt_commit_ids", "test_failed_ids", "hacked_ids"):
        sets: dict[str, Any] = {name: [CANARY, 3]}
        yield {"m.json": test_gso.report(None, **sets)}
    yield {"m.json": test_gso.report({"total_instances": CANARY})}
    yield {"m.json": test_gso.report(error_ids=["a"], opt_commit_ids=["a", CANARY])}


TREES = [*terminal_bench(), *harbor(), *reports()]


@pytest.mark.parametrize("tree", TREES, ids=range(len(TREES)))
def test_no_message_holds_what_is_private(tmp_path: Path, tree: Tree) -> None:
    for name, data in tree.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps(data))
    for problem in everything_said(tmp_path):
        assert CANARY not in repr(problem).casefold()
        assert CANARY not in problem.message().casefold()
        assert problem.file is not None


def test_most_of_them_provoke_a_message(tmp_path: Path) -> None:
    silent = 0
    for number, tree in enumerate(TREES):
        for name, data in tree.items():
            file = tmp_path / str(number) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(data))
        silent += not everything_said(tmp_path / str(number))
    assert silent < len(TREES) / 3
