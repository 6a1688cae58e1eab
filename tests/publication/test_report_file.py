"""A report read back: the closed types, or a refusal that names the file and says what to do."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from generator.publication.report import Report, encode
from generator.publication.report_file import read_report
from tests.artifacts.samples import refusal
from tests.sample_report import sample_report
from tests.whole_report import whole_report

GOOD = encode(sample_report())
FIRST = b'"schema": "stability-report/1"'
PER_CLASS = "arms[0].side_effects.per_class"
SEED = b'"seed": %d' % sample_report().provenance.seed


def test_a_report_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(GOOD)
    assert read_report(file) == sample_report()
    assert read_report(file, version=sample_report().version) == sample_report()


@pytest.mark.parametrize(
    ("data", "line", "field", "told"),
    [
        (b"", None, None, "empty"),
        (GOOD[: len(GOOD) // 2], GOOD[: len(GOOD) // 2].count(b"\n") + 1, None, "not whole JSON"),
        (GOOD + b"}", GOOD.count(b"\n") + 1, None, "not whole JSON"),
        (b"\xff\xfe" + GOOD, 1, None, "not UTF-8"),
        (b"[]", None, None, "not a JSON object"),
        (b"[" * 100_000, None, None, "deeper"),
        (GOOD.replace(FIRST, FIRST + b", " + FIRST, 1), None, None, "twice"),
        (GOOD.replace(SEED, b'"seed": NaN', 1), None, None, "NaN"),
        (GOOD.replace(SEED, b'"seed": 1' + b"0" * 400, 1), None, None, "64 bits"),
        (GOOD.replace(SEED, b'"seed": -1', 1), None, "provenance.seed", "class"),
        (GOOD.replace(b"report/1", b"report/2", 1), None, "schema", "class"),
        (GOOD.replace(FIRST, FIRST + b', "canary": 1', 1), None, None, "not one of"),
        (GOOD.replace(FIRST, FIRST + b', " - at `$.canary": 1', 1), None, None, "not one of"),
        (GOOD.replace(b'"per_class": {', b'"per_class": {"a canary": 1, ', 1), None, PER_CLASS, ""),
        (GOOD.replace(b",\n    " + SEED, b"", 1), None, "provenance.seed", "missing"),
        (GOOD.replace(FIRST + b",", b"", 1), None, "schema", "missing"),
    ],
)
def test_whatever_is_no_report_is_refused_by_its_place(
    tmp_path: Path, data: bytes, line: int | None, field: str | None, told: str
) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(data)
    (problem,) = refusal(lambda: read_report(file))
    assert (problem.code, problem.file, problem.line, problem.field) == (
        "NO_REPORT",
        file,
        line,
        field,
    )
    assert told in problem.what
    assert "canary" not in problem.message()


def test_a_report_of_another_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(GOOD)
    (problem,) = refusal(lambda: read_report(file, version="another"))
    assert problem.field == "version"


def test_what_is_no_file_is_refused_and_never_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place, code in (
        (pipe, "NOT_A_REGULAR_FILE"),
        (tmp_path, "NOT_A_REGULAR_FILE"),
        (tmp_path / "none", "UNREADABLE"),
    ):
        (problem,) = refusal(lambda: read_report(place))  # noqa: B023
        assert (problem.code, problem.file) == (code, place)


def without_a_pair(report: Report) -> Report:
    return replace(report, arms=report.arms[1:])


def without_the_audited(report: Report) -> Report:
    return replace(report, arms=[], comparisons=[])


def of_no_trials(report: Report) -> Report:
    (study,) = report.studies
    effects = [replace(study.task_effects[0], candidate_rows=0), *study.task_effects[1:]]
    return replace(report, studies=[replace(study, task_effects=effects)])


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        (without_a_pair, "comparisons"),
        (without_the_audited, "audit.arms"),
        (of_no_trials, "studies.task_effects"),
    ],
)
def test_parts_that_do_not_fit_each_other_are_refused(
    spoil: Callable[[Report], Report], field: str, tmp_path: Path
) -> None:
    file = tmp_path / "report.json"
    whole = whole_report(tmp_path)
    file.write_bytes(encode(whole))
    assert read_report(file) == whole
    file.write_bytes(encode(spoil(whole)))
    (problem,) = refusal(lambda: read_report(file))
    assert (problem.code, problem.file, problem.field) == ("NO_REPORT", file, field)
