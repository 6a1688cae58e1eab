"""The audit page: what it says in words, what it leaves out, and the files beside it."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.pages.escape import md_text
from generator.pages.kinds import audit as page
from generator.pages.page import Page, view
from generator.pages.render import navigation, render
from generator.publication.audit import Audit
from generator.publication.report import Report
from tests.artifacts.samples import arm, write_run
from tests.audit_cells import CASES, DAYS, SWAPPED, WEEKLY, Row, real_audit, row, write_cells
from tests.demo_data import PROJECT
from tests.measures.reporting import KEY, reported
from tests.measures.run_dirs import stated, trials, write_library
from tests.sample_parts import HOSTILE
from tests.sample_report import empty_report

TEMPLATES = PROJECT / "templates"
SPEC = {
    "schema": "stability-spec/1",
    "labels": {"arms": {WEEKLY: "Weekly", SWAPPED: "Swapped", "arm-1": "Own arm"}},
}


@pytest.fixture(autouse=True)
def _alias_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY)


def text_of(report: Report) -> str:
    return render(report, TEMPLATES)["audit.md"].decode()


def of_cells(folder: Path, rows: list[Row]) -> Report:
    return reported(write_cells(folder / "results", rows), SPEC)


def built(report: Report) -> Page:
    (found,) = page.build(view(report))
    return found


def table_rows(report: Report, name: str) -> list[dict[str, str]]:
    data = render(report, TEMPLATES)[f"data/{name}.csv"].decode()
    return list(csv.DictReader(io.StringIO(data)))


@pytest.fixture(name="real")
def _real(tmp_path: Path) -> Report:
    return of_cells(tmp_path, real_audit())


def test_there_is_no_page_without_an_audit() -> None:
    assert page.build(view(empty_report())) == []
    assert "audit.md" not in render(empty_report(), TEMPLATES)


def test_the_page_stands_in_the_navigation(real: Report) -> None:
    assert ("Historical audit", "audit.md") in navigation(real)


def test_a_score_that_moved_because_cases_were_added_is_told_apart(real: Report) -> None:
    said = text_of(real)
    assert "| Weekly |" in said
    assert "15/21 → 16/23" in said.replace("&#8594;", "→")
    assert "went from 15/21 to 16/23, but not over the same cases" in said
    assert "of the 21 valid in both, 15 passed and then 14" in said


def test_a_score_that_stayed_while_other_cases_failed_is_told(real: Report) -> None:
    said = text_of(real)
    assert "**2 of 23 cases** with more than one outcome moved: 1 move from fail to pass" in said
    assert "The score is 15/23 and then 15/23, yet other cases failed." in said


def test_the_cells_that_were_read_add_up(real: Report) -> None:
    said = text_of(real)
    assert "| at home: counted | 701 |" in said
    assert "| reprints: not counted | 199 |" in said
    assert "| together | 900 | 566 | 326 | 4 | 4 | 3 | 1 |" in said


def test_sections_with_nothing_to_say_are_left_out(tmp_path: Path) -> None:
    write_library(tmp_path / "r", "one", "primary", "2026-09-01", {"A-0000000a": "P"})
    said = text_of(reported(tmp_path / "r", SPEC))
    assert [line for line in said.splitlines() if line.startswith("## ")] == [
        "## What stands out { #findings }",
        "## Runs { #runs }",
        "## Case by case { #matrix }",
    ]
    assert "no outcome could move" in said


def test_nothing_that_moved_is_said_in_words(tmp_path: Path) -> None:
    for run_id, role, day in (("a", "primary", "01"), ("b", "observational", "02")):
        write_library(tmp_path / "r", run_id, role, f"2026-09-{day}", {"A-0000000a": "P"})
    said = text_of(reported(tmp_path / "r", SPEC))
    assert "in 2 runs, none of the 1 case with more than one outcome moved." in said
    assert "None of the 1 case with more than one outcome moved." in said


def everything(folder: Path) -> Report:
    """A report in which every section has something to say."""
    results = folder / "results"
    write_library(results, "one", "primary", "2026-09-01", {"A-0000000a": "P", "A-0000000b": "T"})
    write_library(results, "two", "observational", "2026-09-08", {"A-0000000a": "F"})
    changed = stated("three", "repeat", "2026-09-08", ["A-0000000a"], arm=arm(effort="other"))
    write_run(results / "three", trials("A-0000000a", "F", "2026-09-08"), changed)
    rows = [
        row(DAYS[0], CASES[0], "glim-3@quay", "fail", arm_label="Glim", detail="6/8"),
        row(DAYS[1], CASES[0], "glim-3@quay", "fail", arm_label="Glim", detail="5/8"),
        row(DAYS[1], CASES[0], "glim-3.1@quay", "pass", arm_label="Glim"),
        row(DAYS[1], CASES[0], "glim-3@dock", "pass", arm_label="Glim"),
        row(DAYS[1], CASES[1], "glim-3@dock", "pass", run_tag="makeup"),
        row(DAYS[1], CASES[0], "glim-3@dock", "pass"),
    ]
    return reported(write_cells(results, rows), SPEC)


def test_every_section_has_its_place(tmp_path: Path) -> None:
    said = text_of(everything(tmp_path))
    headings = [line.rpartition("#")[2].rstrip(" }") for line in said.splitlines() if "{ #" in line]
    sections = [each for each in headings if not each.startswith(("run-", "runs-", "cells-"))]
    assert sections == [
        "findings",
        "cells",
        "runs",
        "deltas",
        "flips",
        "between-arms",
        "other-runs",
        "versions",
        "lanes",
        "invalid",
        "drift",
        "matrix",
        "matrix-runs",
        "matrix-cells",
    ]
    assert "effort" in said
    assert "1 published makeup makes up no single cell" in said
    assert "1 more cell says what another one" in said


@pytest.mark.parametrize("label", HOSTILE)
def test_a_label_is_text_wherever_it_stands(tmp_path: Path, label: str) -> None:
    report = everything(tmp_path)
    assert report.audit is not None
    arms = [replace(arm, arm=label) if arm.basis == "cells" else arm for arm in report.audit.arms]
    pairs = [replace(pair, a=label, b=label) for pair in report.audit.related_arms]
    said = text_of(replace(report, audit=Audit(arms=arms, related_arms=pairs)))
    assert str(md_text(label)) in said
    assert label not in said


def test_the_matrix_has_a_column_for_every_run(real: Report) -> None:
    (matrix,) = (table for _, table, shown in built(real).context["matrices"] if shown)  # type: ignore[attr-defined]
    assert len(matrix.columns) == 1 + 29 + 2 + 3
    assert len(matrix.rows) == 23


def test_a_matrix_of_many_cases_is_left_to_its_file(tmp_path: Path) -> None:
    many = {f"A-{number:08x}": "P" for number in range(page.MATRIX_CASES + 1)}
    write_library(tmp_path / "r", "one", "primary", "2026-09-01", many)
    report = reported(tmp_path / "r", SPEC)
    assert "These are 201 cases; the matrix is in the file alone." in text_of(report)
    assert len(table_rows(report, "matrix")) == 201


def test_the_files_hold_every_cell_and_every_run(real: Report) -> None:
    cells = table_rows(real, "matrix")
    assert len(cells) == 701
    assert sum(cell["outcome"] == "pass" for cell in cells) == 566 - 119
    runs = table_rows(real, "audit")
    assert [(run["passed"], run["cases"]) for run in runs if run["arm"] == "Weekly"] == [
        ("15", "21"),
        ("16", "23"),
    ]
    (delta,) = (each for each in table_rows(real, "audit-deltas") if each["arm"] == "Weekly")
    assert (delta["score_from.passed"], delta["score_to.cases"]) == ("15", "23")
    assert sorted(flip["pattern"] for flip in table_rows(real, "flips")) == ["FPP", "PF", "PFF"]


def test_a_report_of_pages_alone_points_to_the_audit(real: Report) -> None:
    overview = render(real, TEMPLATES)["index.md"].decode()
    assert "[historical audit](audit.md)" in overview
    assert "There is nothing to report yet" not in overview
