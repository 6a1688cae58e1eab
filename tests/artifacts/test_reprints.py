"""How much of a results folder is printed more than once, as the inventory says it."""

from __future__ import annotations

from pathlib import Path

from generator.artifacts.discovery import discover
from generator.artifacts.inventory import take_inventory
from generator.artifacts.inventory_text import as_table
from generator.artifacts.reading import read_each, read_runs
from generator.artifacts.reprints import Reprints
from tests.artifacts.samples import LIMITS, attempt, run, write_run
from tests.audit_cells import real_audit, write_cells


def counted(results: Path) -> tuple[Reprints, str]:
    """What is folded, and the last line of the inventory's text."""
    found = discover(results, LIMITS)
    runs, cells = read_runs(found.runs, LIMITS), read_each(found.cells, LIMITS)
    inventory = take_inventory(found, runs, cells)
    return inventory.reprints, as_table(inventory).splitlines()[-1]


def rows(*indices: int) -> list[dict[str, object]]:
    return [attempt(attempt_id=f"attempt-{i}", repeat_index=i) for i in indices]


def test_nothing_is_folded_where_all_is_printed_once(tmp_path: Path) -> None:
    write_run(tmp_path / "one", rows(0, 1))
    write_run(tmp_path / "two", rows(0, 1), run(run_id="run-2"))
    folded, said = counted(tmp_path)
    assert folded == Reprints(runs=0, attempts=0, cells=0, duplicate_cells=0)
    assert said == "reprints folded: runs 0, attempts 0, cells 0, cells stated twice 0"


def test_a_run_in_two_folders_is_printed_twice_and_its_attempts_only_where_they_are(
    tmp_path: Path,
) -> None:
    write_run(tmp_path / "one", rows(0, 1, 2))
    write_run(tmp_path / "two", rows(2, 3))
    write_run(tmp_path / "three", rows(4, 4))
    folded, _ = counted(tmp_path)
    assert (folded.runs, folded.attempts) == (2, 2)


def test_reprinted_cells_and_cells_stated_twice_are_told_apart(tmp_path: Path) -> None:
    cells = real_audit()
    write_cells(tmp_path, [*cells, cells[0]], "one.csv")
    write_cells(tmp_path, [cells[1], cells[-1]], "two.csv")
    folded, said = counted(tmp_path)
    assert (folded.cells, folded.duplicate_cells) == (200, 2)
    assert said.endswith("cells 200, cells stated twice 2")
