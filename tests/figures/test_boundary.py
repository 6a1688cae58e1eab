"""Score histograms: every published score has its count, and a screened case shows none."""

from __future__ import annotations

import msgspec

from generator.pages.figures.boundary import boundary
from tests.figures.reading import rows, words
from tests.sample_parts import boundary_case, sample_arm, sample_case


def test_every_score_has_its_count() -> None:
    figure = boundary(sample_arm("Atlas", [boundary_case("A-ea80d793")]), "atlas")
    assert figure is not None
    assert figure.description == "A-ea80d793, threshold 3: 1 in 3, 2 in 9, 3 in 8."
    assert {"20 trials, boundary case", "9", "8"} <= set(words(figure.light))
    assert [(row["score"], row["count"]) for row in rows(figure)] == [
        ("1.0", "3"),
        ("2.0", "9"),
        ("3.0", "8"),
    ]


def test_of_a_screened_case_and_of_withheld_counts_nothing_is_drawn() -> None:
    case = boundary_case("A-ea80d793")
    screened = msgspec.structs.replace(case, stage="screen")
    withheld = msgspec.structs.replace(case, passed=None)
    assert boundary(sample_arm("Atlas", [screened, withheld]), "atlas") is None


def test_binary_cases_have_no_histogram() -> None:
    assert boundary(sample_arm("Atlas", [sample_case("A-00000000", "pass")]), "atlas") is None


def test_many_cases_are_capped_and_all_in_the_table() -> None:
    cases = [boundary_case(f"A-{i:08x}") for i in range(40)]
    figure = boundary(sample_arm("Atlas", cases), "atlas")
    assert figure is not None
    assert "and 28 more, in the table" in words(figure.light)
    assert len({row["case"] for row in rows(figure)}) == 40
