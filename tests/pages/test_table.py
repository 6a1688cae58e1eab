"""Tables: escaped cells, anchors, columns that have nothing to say left out."""

from __future__ import annotations

from generator.pages import numbers
from generator.pages.table import (
    Table,
    interval_column,
    markdown,
    numeric,
    row_anchor,
    text,
    without_empty,
)
from generator.publication.base import Interval
from tests.pages.html import render

T95 = Interval(lower=0.1, upper=0.2, level=0.95, method="t")
T90 = Interval(lower=0.1, upper=0.2, level=0.9, method="t")


def test_a_table_as_markdown() -> None:
    table = Table("t", (*text("Case"), *numeric("Trials")), (("a|b", 20), ("c", 5)))
    assert markdown(table) == "\n".join(
        ["| Case | Trials |", "| --- | --: |", "| a&#124;b | 20 |", "| c | 5 |"]
    )


def test_a_row_can_be_linked_to() -> None:
    table = Table("t", text("Case", "X"), ((row_anchor("A-1", "A-1"), "x"),))
    parsed = render(markdown(table))
    assert ("a", {"href": "#A-1", "id": "A-1"}) in parsed.tags


def test_empty_columns_go_unless_they_are_to_stay() -> None:
    table = Table(
        "t", text("A", "B", "C"), ((numbers.DASH, "x", ""), (numbers.DASH, "y", numbers.DASH))
    )
    assert [column.heading for column in without_empty(table).columns] == ["B"]
    assert [column.heading for column in without_empty(table, ["A"]).columns] == ["A", "B"]
    assert without_empty(table).rows == (("x",), ("y",))


def test_a_method_that_all_intervals_share_stands_in_the_heading() -> None:
    column, cells = interval_column([T95, None], numbers.interval)
    assert column.heading == "Interval, 95% t over cases"
    assert cells == ["[10.0%, 20.0%]", "—"]


def test_methods_that_differ_stand_beside_each_interval() -> None:
    column, cells = interval_column([T95, T90], numbers.interval)
    assert column.heading == "Interval"
    assert cells == ["[10.0%, 20.0%] 95% t over cases", "[10.0%, 20.0%] 90% t over cases"]


def test_a_table_without_rows_is_nothing() -> None:
    assert not Table("t", text("A"), ())
