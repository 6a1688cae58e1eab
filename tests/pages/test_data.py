"""The downloads hold the report's numbers, unrounded, and nothing that runs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from generator.pages.data import data_files, tables
from generator.publication.report import Report, encode
from tests.sample_report import all_reports, empty_report, hostile_report, sample_report


def read(report: Report, name: str) -> list[dict[str, str]]:
    data = data_files(tables(report))[f"data/{name}.csv"].decode()
    return list(csv.DictReader(io.StringIO(data)))


def published(report: Report) -> Any:
    """The report as its JSON says it: an oracle that knows nothing of the types."""
    return json.loads(encode(report))


def spelled(value: Any) -> str:
    """How a JSON value stands in a cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return " ".join(str(item) for item in value)
    if isinstance(value, str):
        return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
    return repr(value)


def flat(record: Any, above: str = "") -> Iterator[tuple[str, str]]:
    """The values of a JSON record by path; maps and lists of records have files of their own."""
    for key, value in record.items():
        if isinstance(value, dict):
            yield from flat(value, f"{above}{key}.")
        elif not (isinstance(value, list) and value and isinstance(value[0], dict)):
            yield f"{above}{key}", spelled(value)


@pytest.mark.parametrize("name", all_reports())
def test_every_value_of_a_case_and_of_an_arm_comes_back(name: str) -> None:
    report = all_reports()[name]
    for arm, row in zip(published(report)["arms"], read(report, "arms"), strict=True):
        compare(row, arm)
    cases = [(arm, case) for arm in published(report)["arms"] for case in arm["cases"]]
    for (arm, case), row in zip(cases, read(report, "cases"), strict=True):
        assert row["arm"] == spelled(arm["arm"])
        compare(row, case)


def compare(row: dict[str, str], record: Any) -> None:
    """Every cell of the row is what the record says at that path.

    One that it does not state is empty, or a count that a later release added and that is 0.
    """
    values = dict(flat(record))
    for column, cell in row.items():
        if column in values:
            assert cell == values[column]
        elif column != "arm":
            assert cell in ("", "0")


@pytest.mark.parametrize(
    ("name", "of_arm"),
    [("deltas", "deltas"), ("runs", "runs"), ("budget", "budget"), ("caps", "caps")],
)
def test_every_value_of_an_arms_records_comes_back(name: str, of_arm: str) -> None:
    report = sample_report()
    records = [record for arm in published(report)["arms"] for record in arm[of_arm]]
    rows = read(report, name)
    assert rows
    for record, row in zip(records, rows, strict=True):
        compare(row, record)


def test_pass_rows_name_their_measure() -> None:
    report = sample_report()
    rows = {(row["arm"], row["measure"], row["k"]): row for row in read(report, "pass")}
    for arm in published(report)["arms"]:
        for measure in ("pass_at_k", "pass_hat_k"):
            for record in arm[measure]:
                row = rows.pop((arm["arm"], measure, str(record["k"])))
                assert row["estimate"] == spelled(record["estimate"])
                assert row["interval.lower"] == spelled(record["interval"]["lower"])
    assert not rows


def test_comparisons_and_what_they_leave_out() -> None:
    report = sample_report()
    (pair,) = published(report)["comparisons"]
    (row,) = read(report, "comparisons")
    compare(row, pair)
    assert [(row["case"], row["reason"]) for row in read(report, "left-out")] == [
        (case["case"], case["reason"]) for case in pair["left_out"]
    ]


def test_maps_come_back_row_by_row() -> None:
    report = sample_report()
    atlas = published(report)["arms"][0]
    effects = {
        (row["counted_by"], row["name"]): int(row["count"]) for row in read(report, "side-effects")
    }
    assert effects[("class", "stray-file")] == atlas["side_effects"]["per_class"]["stray-file"]
    assert effects[("case", "A-d9b79b46")] == 5
    assert sum(effects.values()) == 7 + 7 + 7
    tiers = {row["tier"]: int(row["trials"]) for row in read(report, "tiers")[:3]}
    assert tiers == atlas["cost"]["trials_by_tier"]
    identity = {row["field"]: row["value"] for row in read(report, "identity")[:9]}
    assert identity == {k: spelled(v) for k, v in atlas["identity"].items()}


def test_the_headers_do_not_depend_on_the_report() -> None:
    wanted = [(file.name, file.columns) for file in tables(sample_report())]
    for report in all_reports().values():
        assert [(file.name, file.columns) for file in tables(report)] == wanted


def test_an_empty_report_has_headers_only() -> None:
    for file in tables(empty_report())[:-1]:
        assert not file.rows
        assert file.forms["csv"].count(b"\n") == 1


def test_no_cell_is_a_formula() -> None:
    for file in tables(hostile_report()):
        for row in csv.reader(io.StringIO(file.forms["csv"].decode())):
            for cell in row:
                negative = cell.startswith("-") and cell[1:2].isdigit()
                assert negative or not cell.startswith(("=", "+", "-", "@", "\t", "\r"))
