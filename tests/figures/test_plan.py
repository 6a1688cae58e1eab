"""The ledger of planned trials: its parts add up to the plan, in ink and in numbers."""

from __future__ import annotations

import re

import pytest

from generator.pages.figures.plan import plan
from generator.publication.accounts import Plan
from tests.figures.reading import SVG, root_of, rows, words
from tests.sample_parts import sample_arm, sample_case
from tests.sample_report import report_of

COUNTS = Plan(planned=100, valid=60, protocol_violation=10, pending=5, missing=15, owed=10)


def test_the_parts_fill_the_bar_and_stand_as_a_sum() -> None:
    arm = sample_arm("An arm", [sample_case("A-00000001", "pass", "P")], plan=COUNTS)
    figure = plan(report_of(arm))
    assert figure is not None
    assert "= 60 + 10 + 5 + 10 + 15" in words(figure.light)
    assert "100 planned" in words(figure.light)
    (row,) = rows(figure)
    parts = [int(row[name]) for name in row if name not in {"arm", "planned"}]
    assert sum(parts) == int(row["planned"]) == 100
    widths = []
    for path in root_of(figure.light).iter(f"{SVG}path"):
        corners = [
            (float(x), float(y))
            for x, y in re.findall(r"[ML] ([\d.]+) ([\d.]+)", path.get("d", ""))
        ]
        xs, ys = {x for x, _ in corners}, {y for _, y in corners}
        if len(corners) >= 4 and max(ys) - min(ys) == pytest.approx(14):
            widths.append(max(xs) - min(xs))
    assert sum(widths) == pytest.approx(360)
    assert widths == pytest.approx([216, 36, 18, 36, 54])


def test_no_planned_repeat_no_figure() -> None:
    assert plan(report_of(sample_arm("An arm", [sample_case("A-00000001", "pass")]))) is None
