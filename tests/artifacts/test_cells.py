"""Published cells: a strict CSV of closed vocabularies, where agreeing home cells are one."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.artifacts.cell_records import Cell, CellArtifact, CellStatus, UnscoredCause
from generator.artifacts.cells import COLUMNS, CellsReader
from generator.artifacts.records import InvalidCause
from tests.artifacts.samples import LIMITS, Said, refusal, said

READER = CellsReader()
HEADER = ",".join(COLUMNS)
ROW = {
    "source": "page-1",
    "section": "Table 2",
    "case": "A-0123abcd",
    "face": "ops",
    "arm_label": "Model X",
    "arm_id": "model-x@lane",
    "run_tag": "primary",
    "republished": "0",
    "status": "pass",
    "detail": "6/8",
    "unscored_cause": "",
}


def row(**changes: str) -> str:
    return ",".join((ROW | changes).values())


def written(folder: Path, *lines: str | bytes, name: str = "cells.csv") -> Path:
    path = folder / name
    path.write_bytes(
        b"".join((each if isinstance(each, bytes) else each.encode()) + b"\n" for each in lines)
    )
    return path


def read(path: Path) -> CellArtifact:
    return READER.read(path, LIMITS, path.parent)


def refused(path: Path) -> list[Said]:
    problems = refusal(lambda: read(path))
    assert {problem.file for problem in problems} == {path}
    return said(problems)


def test_every_column_is_read(tmp_path: Path) -> None:
    unscored = row(
        case="A-00000000",
        face="",
        section="",
        run_tag="makeup",
        republished="1",
        status="invalid_or_pending",
        detail="",
        unscored_cause="infrastructure_timeout_owed",
        arm_id="model-x@lane:high",
    )
    artifact = read(written(tmp_path, HEADER, row(), unscored))
    assert artifact.format == "amber-cells"
    assert artifact.cells == (
        Cell(
            row=2,
            source="page-1",
            section="Table 2",
            case="A-0123abcd",
            face="ops",
            arm_label="Model X",
            arm_id="model-x@lane",
            run_tag="primary",
            reprint=False,
            status=CellStatus.PASS,
            detail="6/8",
            score=6.0,
            out_of=8.0,
            unscored_cause=None,
        ),
        Cell(
            row=3,
            source="page-1",
            section=None,
            case="A-00000000",
            face=None,
            arm_label="Model X",
            arm_id="model-x@lane:high",
            run_tag="makeup",
            reprint=True,
            status=CellStatus.UNSCORED,
            detail=None,
            score=None,
            out_of=None,
            unscored_cause=UnscoredCause.TIMEOUT_OWED,
        ),
    )


def test_columns_may_come_in_any_order(tmp_path: Path) -> None:
    backwards = [",".join(reversed(each.split(","))) for each in (HEADER, row())]
    assert read(written(tmp_path, *backwards)).cells == read(written(tmp_path, HEADER, row())).cells


@pytest.mark.parametrize(
    ("detail", "score", "out_of"),
    [
        ("6/8", 6, 8),
        ("-2", -2, None),
        ("−13", -13, None),  # noqa: RUF001 - a typeset minus
        ("+1", 1, None),
        ("3.0", 3, None),
        ("2.5/5.0", 2.5, 5),
        ("✓", None, None),
        ("-", None, None),
        ("6/8 late", None, None),
        ("1e5", None, None),
        ("", None, None),
        ("9" * 400, None, None),
    ],
)
def test_a_detail_is_a_score_where_it_is_a_number(
    tmp_path: Path, detail: str, score: float | None, out_of: float | None
) -> None:
    (cell,) = read(written(tmp_path, HEADER, row(detail=detail))).cells
    assert (cell.detail, cell.score, cell.out_of) == (detail or None, score, out_of)


@pytest.mark.parametrize(
    ("cause", "expected"),
    [
        ("infrastructure_timeout", InvalidCause.HARNESS_TIMEOUT),
        ("infrastructure_timeout_owed", InvalidCause.HARNESS_TIMEOUT),
        ("model_delivery_budget_burn", InvalidCause.DELIVERY_BUDGET),
    ],
)
def test_a_cause_has_a_name_among_the_causes_of_attempts(
    tmp_path: Path, cause: str, expected: InvalidCause
) -> None:
    stated = row(status="invalid_or_pending", detail="", unscored_cause=cause)
    (cell,) = read(written(tmp_path, HEADER, stated)).cells
    assert cell.unscored_cause is not None
    assert cell.unscored_cause.invalid_cause is expected


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"source": ""}, "MISSING_FIELD"),
        ({"case": ""}, "MISSING_FIELD"),
        ({"case": "A-0123ABCD"}, "BAD_ID"),
        ({"case": "A-0123abcde"}, "BAD_ID"),
        ({"case": "OPS-1"}, "BAD_ID"),
        ({"face": "Ops"}, "UNKNOWN_VALUE"),
        ({"arm_label": ""}, "MISSING_FIELD"),
        ({"arm_id": "model-x"}, "BAD_ID"),
        ({"arm_id": "@lane"}, "BAD_ID"),
        ({"arm_id": "model@lane:"}, "BAD_ID"),
        ({"run_tag": "second"}, "UNKNOWN_VALUE"),
        ({"republished": "yes"}, "UNKNOWN_VALUE"),
        ({"status": "PASS"}, "UNKNOWN_VALUE"),
        ({"status": ""}, "MISSING_FIELD"),
        ({"unscored_cause": "infrastructure_timeout"}, "CONTRADICTION"),
        ({"unscored_cause": "weather"}, "UNKNOWN_VALUE"),
    ],
)
def test_a_wrong_value_is_refused_by_row_and_column(
    tmp_path: Path, changes: dict[str, str], code: str
) -> None:
    (name,) = changes
    path = written(tmp_path, HEADER, row(source="page-0"), row(**changes))
    assert refused(path) == [Said(code, 3, name)]


@pytest.mark.parametrize(
    "header",
    [
        HEADER.replace("face,", ""),
        HEADER + ",extra",
        HEADER + ",face",
        HEADER.replace("face", "section"),
        HEADER.replace("status", "Status"),
        HEADER.replace(",", ";"),
        HEADER.replace(",", "\t"),
        HEADER.replace("face", " face"),
    ],
)
def test_the_header_is_the_formats_own(tmp_path: Path, header: str) -> None:
    path = written(tmp_path, header, row())
    assert READER.recognise(path, LIMITS)
    assert refused(path) == [Said("BAD_HEADER", 1, None)]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (row() + ",more", "RAGGED_ROW"),
        ("page-1,Table 2", "RAGGED_ROW"),
        (row().replace(",", ";"), "RAGGED_ROW"),
        (row(detail='"6/8'), "BAD_CSV"),
        (row(detail='"6"/8'), "BAD_CSV"),
        (row(detail="a\0b"), "BAD_TEXT"),
        (row(detail="a\rb"), "BAD_CSV"),
        (row().encode() + b"\xff", "NOT_UTF8"),
    ],
)
def test_a_malformed_row_is_refused(tmp_path: Path, line: str | bytes, code: str) -> None:
    assert refused(written(tmp_path, HEADER, line)) == [Said(code, 2, None)]


def test_an_open_quote_swallows_no_rows(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER, row(detail='"6/8'), row(source="p", detail='"'))
    assert [each.line for each in refused(path)] == [2, 3]


def test_quotes_line_ends_blank_lines_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    quoted = row(section='"Table ""2"", left"')
    lines = (b"\xef\xbb\xbf" + HEADER.encode() + b"\r", b"\r", quoted.encode() + b"\r")
    (cell,) = read(written(tmp_path, *lines)).cells
    assert (cell.row, cell.section, cell.unscored_cause) == (3, 'Table "2", left', None)


def test_two_home_cells_that_agree_are_one(tmp_path: Path) -> None:
    artifact = read(written(tmp_path, HEADER, row(), row(section="Table 3"), row(run_tag="retest")))
    assert ([cell.row for cell in artifact.cells], artifact.folded) == ([2, 4], 1)


@pytest.mark.parametrize(
    ("changes", "field"), [({"status": "fail"}, "status"), ({"detail": "7/8"}, "detail")]
)
def test_two_home_cells_that_differ_name_both_rows(
    tmp_path: Path, changes: dict[str, str], field: str
) -> None:
    path = written(tmp_path, HEADER, row(), row(**changes))
    (problem,) = refusal(lambda: read(path))
    assert (problem.code, problem.line, problem.field) == ("CELLS_DIFFER", 3, field)
    assert "row 2" in problem.what


@pytest.mark.parametrize(
    "changes",
    [
        {"republished": "1"},
        {"source": "page-2"},
        {"arm_id": "model-x@other"},  # one model on two lanes is two arms
        {"arm_id": "model-x@lane:high"},
        {"run_tag": "makeup"},
        {"case": "A-99999999"},
    ],
)
def test_a_reprint_and_another_observation_conflict_with_nothing(
    tmp_path: Path, changes: dict[str, str]
) -> None:
    stated = row(status="fail", **changes)
    assert len(read(written(tmp_path, HEADER, row(), stated)).cells) == 2


def test_a_file_of_cells_is_recognised_by_its_header(tmp_path: Path) -> None:
    assert READER.recognise(written(tmp_path, HEADER), LIMITS)
    assert not READER.recognise(written(tmp_path, "case,arm,status"), LIMITS)
    assert not READER.recognise(written(tmp_path, ""), LIMITS)
    assert not READER.recognise(written(tmp_path, HEADER, name="cells.txt"), LIMITS)
