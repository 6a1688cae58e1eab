"""The outcome grid: run order where it is known, counts where it is not, nothing for a screen."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec

from generator.pages.figures import Figure
from generator.pages.figures.outcomes import outcomes
from generator.pages.figures.style import FAIL, PASS
from generator.publication.case import Case
from tests.figures.reading import SVG, root_of, rows, words
from tests.sample_parts import sample_arm, sample_case

KEYS_END = 100
"""The keys of the figure and the column of the first pass lie left of this."""

ORDERED = sample_case("A-00000001", "fail", "PFFP" + "F" * 16)
COUNTED = msgspec.structs.replace(
    sample_case("A-00000002", "fail", "PF" + "P" * 4 + "F" * 14), order=None
)
SCREENED = sample_case("A-00000003", "fail", "PPPF")


def grid(*cases: Case) -> Figure:
    figure = outcomes(sample_arm("An arm", list(cases)), "an-arm")
    assert figure is not None
    return figure


def drawn(figure: Figure, colour: str, starts: str) -> list[float]:
    """Where the trials' marks of a colour begin, from the left: one `M` a pass, two a fail."""
    places: list[float] = []
    for path in root_of(figure.light).iter(f"{SVG}path"):
        if f"{starts}: {colour}" in path.get("style", ""):
            places += [float(x) for x in re.findall(r"M ([\d.]+)", path.get("d", ""))]
    return sorted(x for x in places if x > KEYS_END)


def test_marks_stand_in_the_order_of_the_trials() -> None:
    passes = drawn(grid(ORDERED), PASS.light, "fill")
    fails = drawn(grid(ORDERED), FAIL.light, "stroke")
    first_pass, second_pass = passes
    assert abs((second_pass - first_pass) - 3 * 12) < 0.01
    # Two crosses of two strokes each stand between the two passes of PFFP.
    between = [x for x in fails if first_pass < x < second_pass]
    assert len(between) == 2 * 2


def test_a_row_without_order_is_headed_as_counts_and_stands_passes_first() -> None:
    figure = grid(COUNTED)
    assert "Counts, not order: passes first" in words(figure.light)
    assert "Trials in the order they ran" not in words(figure.light)
    passes = drawn(figure, PASS.light, "fill")
    assert [round(b - a) for a, b in pairwise(passes)] == [12] * 4
    assert rows(figure)[0]["order"] == ""
    assert rows(figure)[0]["passed"] == "5"


def test_a_screened_case_is_one_band_whatever_lies_behind_it() -> None:
    longer = msgspec.structs.replace(SCREENED, valid=19, planned=30, missing=11)
    figure = grid(SCREENED)
    assert "withheld: passed at least once" in words(figure.light)
    assert drawn(figure, PASS.light, "fill") == []
    assert not re.search(r"\d+/\d+|\d%", " ".join(words(figure.light)))
    other = grid(longer)
    assert (figure.light, figure.dark, figure.table) == (other.light, other.dark, other.table)


def test_the_description_says_of_screened_cases_what_the_page_says_and_no_more() -> None:
    never = sample_case("A-00000004", "fail", "FFFFF")
    said = grid(SCREENED, never, msgspec.structs.replace(never, case="A-00000005")).description
    assert said == (
        "3 cases were to be tried again. The trials of 3 cases are a screen's and withheld: "
        "1 passed at least once, 2 had no pass observed."
    )
    assert grid(SCREENED).description == (
        "1 case was to be tried again. The trials of 1 case are a screen's and withheld: "
        "1 passed at least once."
    )


def test_the_description_counts_outcomes_over_the_cases_that_are_shown() -> None:
    said = grid(ORDERED, SCREENED).description
    assert said.startswith("2 cases were to be tried again. Of 1 case shown trial by trial, 0 ")
    assert "The trials of 1 case are a screen's and withheld" in said
    assert "withheld" not in grid(ORDERED).description


def test_planned_trials_without_a_valid_outcome_are_marked() -> None:
    case = msgspec.structs.replace(ORDERED, planned=22, missing=1, owed=1)
    assert "no valid outcome" in words(grid(case).light)
    assert "no valid outcome" not in words(grid(ORDERED).light)


def test_a_plan_far_longer_than_a_row_is_drawn_to_the_end_of_the_row() -> None:
    for case in (ORDERED, COUNTED):
        endless = msgspec.structs.replace(case, planned=2**62, missing=2**62 - 20)
        long = msgspec.structs.replace(case, planned=1000, missing=1000 - 20)
        assert grid(endless).light == grid(long).light


def test_an_arm_that_tried_nothing_again_has_no_grid() -> None:
    assert outcomes(sample_arm("An arm", [sample_case("A-00000001", "pass")]), "an-arm") is None
