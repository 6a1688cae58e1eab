"""The fail-set delta: the counts of both directions, and in the table who moved."""

from __future__ import annotations

import msgspec

from generator.pages.figures.moves import moves
from generator.publication.arm import Delta
from tests.figures.reading import rows, words
from tests.sample_parts import sample_arm, sample_case

CASES = [sample_case(f"A-0000000{i}", "pass") for i in range(6)]


def delta(fell: list[str], rose: list[str]) -> Delta:
    return Delta(
        start="R-11111111",
        end="R-22222222",
        evidence="same_day",
        compared=6,
        passed_from=4,
        passed_to=4,
        fail_to_pass=rose,
        pass_to_fail=fell,
        stayed_failed=1,
        expected_moves=2.5,
        undefined=None,
    )


def test_both_directions_have_their_count_and_the_table_names_the_cases() -> None:
    figure = moves(
        sample_arm("Atlas", CASES, deltas=[delta(["A-00000001", "A-00000000"], ["A-00000005"])]),
        "atlas",
    )
    assert figure is not None
    drawn = words(figure.light)
    assert {"2", "1", "6 cases in both, 1 failed both"} <= set(drawn)
    assert "2 passed first and failed later, 1 failed first and passed later" in figure.description
    row = rows(figure)[0]
    assert row["failed_later"] == "A-00000000 A-00000001"
    assert row["passed_later"] == "A-00000005"
    assert (row["compared"], row["expected_moves"]) == ("6", "2.5")


def test_one_case_is_told_as_one() -> None:
    alone = msgspec.structs.replace(delta(["A-00000001"], []), compared=1)
    figure = moves(sample_arm("Atlas", CASES, deltas=[alone]), "atlas")
    assert figure is not None
    assert "1 case in both, 1 failed both" in words(figure.light)
    assert "of 1 case in both" in figure.description


def test_no_move_is_drawn_as_none() -> None:
    figure = moves(sample_arm("Atlas", CASES, deltas=[delta([], [])]), "atlas")
    assert figure is not None
    assert words(figure.light).count("0") == 2


def test_without_a_later_full_run_there_is_no_figure() -> None:
    assert moves(sample_arm("Atlas", CASES, deltas=[]), "atlas") is None
