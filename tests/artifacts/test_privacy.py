"""No message of any problem holds a value of an artifact or the name of an unknown field."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.discovery import discover
from generator.artifacts.reading import artifacts_of, read_each, read_runs
from generator.artifacts.twins import id_twins
from generator.errors import Problem, UnusableInput
from tests.artifacts.samples import LIMITS, arm, attempt, case, jsonl, run, write_run
from tests.artifacts.test_cells import HEADER, row
from tests.artifacts.test_tau_bench import element

CANARY = "canary7f3a"


def everything_said(results: Path) -> tuple[Problem, ...]:
    try:
        found = discover(results, LIMITS)
    except UnusableInput as refused:
        return refused.problems
    runs, cells = read_runs(found.runs, LIMITS), read_each(found.cells, LIMITS)
    artifacts = artifacts_of(runs)
    return (
        *found.warnings,
        *(problem for reading in runs for problem in reading.problems),
        *(problem for reading in cells for problem in reading.problems),
        *(warning for artifact in artifacts for warning in artifact.warnings),
        *id_twins(artifacts),
    )


def amber(
    lines: list[Any] | bytes, stated: dict[str, Any] | bytes | None = None
) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        write_run(folder / "run", lines, stated)

    return write


def file(name: str, text: str | bytes) -> Callable[[Path], None]:
    def write(folder: Path) -> None:
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    return write


def tau(*elements: dict[str, Any]) -> Callable[[Path], None]:
    return file("m.json", json.dumps(elements))


SECRET = {"transcript": CANARY, CANARY: {CANARY: [CANARY]}}
WRITERS = {
    **{
        f"attempt {name}": amber([attempt(**SECRET) | {name: CANARY}])
        for name in attempt(
            **dict.fromkeys(
                ("score", "side_effects", "criteria_hits", "tokens_in", "account_tier", "cap_s")
            )
        )
        if name != "attempt_id"
    },
    "a case that is not listed": amber([attempt(case_id=CANARY, **SECRET)]),
    "torn": amber(jsonl([attempt(**SECRET)])[:-5]),
    "no JSON": amber(f'{{"{CANARY}": {CANARY}}}\n'.encode()),
    "no UTF-8": amber(f'{{"{CANARY}": "\xff"}}\n'.encode("latin-1")),
    "a doubled key": amber(f'{{"{CANARY}": 1, "{CANARY}": 2}}\n'.encode()),
    "a bad number": amber(f'{{"{CANARY}": 1e999}}\n'.encode()),
    "too deep": amber(("[" * 70 + f'"{CANARY}"' + "]" * 70 + "\n").encode()),
    "copies": amber([attempt(notes=CANARY), attempt(notes=1)]),
    "copies with unknown fields": amber([attempt(), attempt(**{CANARY: 1})]),
    "odd": amber(
        [
            attempt(wall_s=9999, **SECRET),
            attempt(attempt_id=CANARY, started_at="2020-01-01T00:00:00Z", **SECRET),
        ]
    ),
    "another format": amber([attempt()], {"format": CANARY, CANARY: 1}),
    **{
        f"run {name}": amber([], run(**SECRET) | {name: CANARY})
        for name in run()
        if name not in ("run_id", "format")
    },
    "arm": amber([], run(arm=arm(runner_config=CANARY, arm_id=7, **SECRET))),
    "cases": amber([], run(cases=[case(case_id=CANARY), case(case_id=CANARY, kind=CANARY)])),
    "case twins": amber([], run(cases=[case(case_id=CANARY), case(case_id=CANARY.upper())])),
    "run.json with a doubled key": amber(
        [], f'{{"format": "amber-run/1", "{CANARY}": 1, "{CANARY}": 2}}'.encode()
    ),
    "torn run.json": amber([], f'{{"format": "amber-run/1", "{CANARY}": '.encode()),
    "τ reward": tau(element(reward=CANARY, **SECRET)),
    "τ copies": tau(element(task_id=CANARY, reward=1), element(task_id=CANARY, reward=0)),
    "τ torn": file("m.json", f'[{{"task_id": "{CANARY}", "reward": 1, "traj": ["{CANARY}'),
    **{
        f"cell {name}": file("c.csv", f"{HEADER}\n{row(**{name: CANARY + '@'})}\n")
        for name in ("case", "face", "arm_id", "run_tag", "republished", "status", "unscored_cause")
    },
    "cells that differ": file("c.csv", f"{HEADER}\n{row(detail=CANARY)}\n{row()}\n"),
    "a ragged row": file("c.csv", f"{HEADER}\n{row()},{CANARY}\n"),
    "an open quote": file("c.csv", f'{HEADER}\n"{CANARY}\n'),
    "a strange column": file("c.csv", f"{HEADER},{CANARY}\n"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_no_message_holds_what_is_private(tmp_path: Path, name: str) -> None:
    WRITERS[name](tmp_path)
    problems = everything_said(tmp_path)
    assert problems, "the case must provoke a message"
    for problem in problems:
        assert CANARY not in repr(problem).casefold()
        assert CANARY not in problem.message().casefold()
        assert problem.file is not None
