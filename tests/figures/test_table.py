"""The table twin: CSV that says nothing for nothing, and that no spreadsheet runs."""

from __future__ import annotations

import csv
import io

import pytest

from generator.pages.figures.table import table


@pytest.mark.parametrize("text", ["=cmd()", "+1", "-1", "@x", "\tx"])
def test_text_that_a_spreadsheet_would_run_is_kept_text(text: str) -> None:
    ((cell,),) = list(csv.reader(io.StringIO(table(["label"], [[text]]))))[1:]
    assert cell == f"'{text}"


def test_numbers_are_written_whole_and_missing_ones_are_empty() -> None:
    text = table(["a", "b", "c"], [[-0.5, 1 / 3, None]])
    assert text == "a,b,c\n-0.5,0.3333333333333333,\n"


def test_commas_quotes_and_line_ends_stay_within_their_cell() -> None:
    cells = ['a,"b"', "c\nd"]
    assert list(csv.reader(io.StringIO(table(["x", "y"], [cells]))))[1] == cells
