"""A table that is not as it was made is named, with what can make it differ and what to do."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from generator.pages.data import data_files, tables
from generator.site.check.pages import page_problems
from tests.sample_report import sample_report


@pytest.fixture(scope="module")
def rendered() -> dict[str, bytes]:
    return data_files(tables(sample_report()))


@pytest.fixture
def folder(tmp_path: Path, rendered: dict[str, bytes]) -> Path:
    for name, data in rendered.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_tables_as_they_were_made_are_in_order(folder: Path, rendered: dict[str, bytes]) -> None:
    assert not list(page_problems(folder, rendered))


def test_a_changed_parquet_table_is_named_with_the_library(
    folder: Path, rendered: dict[str, bytes]
) -> None:
    file = folder / "data/cases.parquet"
    file.write_bytes(file.read_bytes().replace(b"Atlas", b"Altas", 1))
    (problem,) = page_problems(folder, rendered)
    assert (problem.code, problem.file) == ("PAGE_CHANGED", file)
    assert f"pyarrow {pa.__version__}" in problem.remedy
    assert "stability render" in problem.remedy


def test_a_changed_json_table_is_named_with_its_line(
    folder: Path, rendered: dict[str, bytes]
) -> None:
    file = folder / "data/cases.json"
    file.write_bytes(file.read_bytes().replace(b'"valid":20', b'"valid":21', 1))
    (problem,) = page_problems(folder, rendered)
    row = next(
        at
        for at, line in enumerate(rendered["data/cases.json"].split(b"\n"), 1)
        if b'"valid":20' in line
    )
    assert (problem.code, problem.line) == ("PAGE_CHANGED", row)


def test_a_missing_form_and_a_stray_one_are_named(folder: Path, rendered: dict[str, bytes]) -> None:
    (folder / "data/cases.parquet").rename(folder / "data/other.parquet")
    found = {(each.code, each.file) for each in page_problems(folder, rendered)}
    assert found == {
        ("PAGE_MISSING", folder / "data/cases.parquet"),
        ("PAGE_EXTRA", folder / "data/other.parquet"),
    }
