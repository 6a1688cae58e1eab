"""The inventory names every run, file and problem, and its ordinals stand for names."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from generator.artifacts.amber import AmberReader
from generator.artifacts.discovery import Discovery, Found, discover
from generator.artifacts.inventory import Inventory, take_inventory
from generator.artifacts.inventory_text import as_table
from generator.artifacts.ordinals import Ordinals
from generator.artifacts.reading import read_each, read_runs
from generator.errors import Problem
from tests.artifacts.samples import LIMITS, attempt, failure, run, write_run
from tests.artifacts.test_cells import HEADER, row


@pytest.fixture
def results(tmp_path: Path) -> Path:
    write_run(
        tmp_path / "good\nname",
        [
            attempt(),
            attempt(),
            failure(attempt_id="2"),
            attempt(attempt_id="3", wall_s=5, state="pending_adjudication"),
        ],
        run(role="primary", stage=0),
    )
    write_run(tmp_path / "wrong", [attempt(state="lost")])
    (tmp_path / "cells.csv").write_text("\n".join([HEADER, row(), row(republished="1")]))
    (tmp_path / "notes.txt").touch()
    (tmp_path / "link").symlink_to("nowhere")
    return tmp_path


def taken(discovery: Discovery) -> Inventory:
    return take_inventory(
        discovery,
        read_runs(discovery.runs, LIMITS),
        read_each(discovery.cells, LIMITS),
        warnings=[Problem("LATER", "It was seen later.", "Look.", discovery.root / "notes.txt")],
    )


def test_every_run_and_file_has_a_row(results: Path) -> None:
    inventory = taken(discover(results, LIMITS))
    plain = json.loads(msgspec.json.encode(inventory))
    assert plain["runs"] == [
        {
            "ordinal": "#2",
            "path": "good\\nname",
            "format": "amber-run/1",
            "run_id": "run-1",
            "arm_id": "arm-1",
            "role": "primary",
            "stage": 0,
            "scope": "full",
            "cases": 3,
            "attempts": 3,
            "states": {
                "valid_task_success": 1,
                "valid_task_failure": 1,
                "invalid_infrastructure": 0,
                "protocol_violation": 0,
                "pending_adjudication": 1,
                "driver_exception": 0,
            },
            "folded": 1,
        },
        {"ordinal": "#5", "path": "wrong", "format": "amber-run/1"}
        | dict.fromkeys(
            ["run_id", "arm_id", "role", "stage", "scope", "cases", "attempts", "states", "folded"]
        ),
    ]
    assert plain["cells"] == [
        {
            "ordinal": "#1",
            "path": "cells.csv",
            "format": "amber-cells",
            "cells": 2,
            "reprints": 1,
            "folded": 0,
        }
    ]
    assert plain["unrecognised"] == [{"ordinal": "#4", "path": "notes.txt"}]
    assert [(each["code"], each["file"], each["line"]) for each in plain["problems"]] == [
        ("UNKNOWN_VALUE", "wrong/attempts.jsonl", 1)
    ]
    assert [(each["code"], each["file"], each["line"]) for each in plain["warnings"]] == [
        ("LINK", "link", None),
        ("WALL_CLOCK", "good\\nname/attempts.jsonl", 3 + 1),
        ("LATER", "notes.txt", None),
    ]


def test_the_table_says_all_of_it_in_printable_lines(results: Path) -> None:
    text = as_table(taken(discover(results, LIMITS)))
    lines = text.split("\n")
    assert all(line.isprintable() for line in lines)
    for part in ("good\\nname", "primary", "cells.csv", "notes.txt"):
        assert sum(part in line for line in lines) >= 1
    assert "problem: wrong/attempts.jsonl:1: field state: " in text
    assert "warning: good\\nname/attempts.jsonl:4: field wall_s: " in text


def test_columns_are_aligned(results: Path) -> None:
    header, first, second = as_table(taken(discover(results, LIMITS))).split("\n")[:3]
    for heading in ("format", "run_id", "attempts", "copies"):
        column = header.index(heading)
        assert first[column - 1] == second[column - 1] == " "
        assert first[column] != " "


def test_nothing_found_is_an_empty_table_with_its_warning(tmp_path: Path) -> None:
    found = discover(tmp_path, LIMITS)
    assert "warning: .: " in as_table(take_inventory(found, [], []))


def test_ordinals_stand_for_names(results: Path) -> None:
    found = discover(results, LIMITS)
    ordinals = Ordinals(found)
    shown = {
        results / "cells.csv": "#1",
        results / "good\nname": "#2",
        results / "good\nname" / "attempts.jsonl": "#2/attempts.jsonl",
        results / "link": "#3",
        results / "notes.txt": "#4",
        results / "wrong" / "run.json": "#5/run.json",
    }
    assert {file: ordinals.shown(file) for file in shown} == shown


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("job/result.json", "#1/result.json"),  # a name of the format's own
        ("job/secret-task.json", "#1/5"),
        ("job/secret-task", "#1/4"),
        ("job/secret-task/result.json", "#1/6"),
        ("job/deep/secret-task/results.json", "#1/3"),
        ("job/deep/secret-task/gone.json", "#1/?"),
        ("secret.json", "#?"),
    ],
)
def test_a_file_below_a_run_is_named_by_no_task(tmp_path: Path, file: str, shown: str) -> None:
    job = tmp_path / "job"
    found = Found(job, tmp_path, AmberReader())
    ordinals = Ordinals(Discovery(tmp_path, (found,), (), (), (), (), ()))
    for name in ("deep/secret-task/results.json", "secret-task/result.json", "secret-task.json"):
        (job / name).parent.mkdir(parents=True, exist_ok=True)
        (job / name).touch()
    assert ordinals.shown(tmp_path / file) == shown


def test_the_inventory_says_which_file_a_number_stands_for(tmp_path: Path) -> None:
    write_run(tmp_path / "wrong", [attempt(state="lost")])
    inventory = taken(discover(tmp_path, LIMITS))
    (row,) = inventory.problems
    assert (row.ordinal, row.file) == ("#1/attempts.jsonl", "wrong/attempts.jsonl")
    assert as_table(inventory).split("\n")[-3].endswith(" [#1/attempts.jsonl]")
