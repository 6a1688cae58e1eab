"""The methods page names every rule of withholding with the number that is in force."""

from __future__ import annotations

from pathlib import Path

import msgspec

from generator.pages.render import render
from tests.sample_report import RULES, sample_report

TEMPLATES = Path(__file__).parents[2] / "templates"


def section(anchor: str, **rules: int) -> str:
    report = msgspec.structs.replace(sample_report(), rules=msgspec.structs.replace(RULES, **rules))
    page = render(report, TEMPLATES)["methods.md"].decode()
    return page.partition(f"{{ #{anchor} }}")[2].partition("\n## ")[0]


def test_the_sizes_are_those_of_the_spec() -> None:
    said = section("withheld", confirmation=37, minimum_tasks=11)
    assert "fewer than 37 valid trials" in said
    assert "Under 11 cases" in said


def test_what_earlier_versions_give_back_is_told_and_what_a_screen_tells_all_the_same() -> None:
    said = section("withheld")
    assert "earlier versions" in said
    assert "the margin and the usual score" in said
    assert "Rows stand in the order of aliases" in said


def test_what_an_alias_does_not_hide_is_told() -> None:
    said = section("aliases")
    for point in ("Without the key", "With the key", "same alias in every version"):
        assert point in said
