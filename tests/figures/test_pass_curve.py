"""The pass^k curve: what has no number is not drawn, and never as nought."""

from __future__ import annotations

import msgspec

from generator.pages.figures.pass_curve import pass_curve
from generator.publication.estimates import PassRow
from tests.figures.reading import rows, words
from tests.sample_parts import sample_arm
from tests.sample_report import all_reports


def test_values_and_intervals_are_told_in_words_and_in_the_table() -> None:
    arm = all_reports()["trials_only"].arms[0]
    figure = pass_curve(arm, "an-arm")
    assert figure is not None
    first = arm.pass_hat_k[0]
    assert first.estimate is not None
    assert f"k = 1: {first.estimate:.1%}" in figure.description
    for said in (
        "pass^k, the chance that all k trials of a case pass, as a mean over cases: k = 1: ",
        "pass@k, the chance that at least one of k trials of a case passes, as a mean over",
    ):
        assert said in figure.description
    assert [row["k"] for row in rows(figure) if row["measure"] == "pass^k"] == [
        str(row.k) for row in arm.pass_hat_k
    ]


def test_withheld_rows_are_not_drawn() -> None:
    arm = all_reports()["trials_only"].arms[0]
    withheld = [
        msgspec.structs.replace(
            row,
            estimate=None,
            standard_error=None,
            standard_error_trials=None,
            interval=None,
            suppressed="RATE_NOT_PUBLISHED",
        )
        for row in arm.pass_hat_k
    ]
    figure = pass_curve(msgspec.structs.replace(arm, pass_hat_k=withheld), "an-arm")
    assert figure is not None
    assert not any(text.startswith("pass^k") for text in words(figure.light))
    both = msgspec.structs.replace(arm, pass_hat_k=withheld, pass_at_k=[])
    assert pass_curve(both, "an-arm") is None


def test_one_number_makes_no_curve_and_k_without_a_number_are_named() -> None:
    arm = all_reports()["trials_only"].arms[0]
    assert [row.k for row in arm.pass_hat_k] == [1, 2, 3, 4]

    def without(rows: list[PassRow], known: int) -> list[PassRow]:
        none = {"estimate": None, "interval": None, "suppressed": "RATE_NOT_PUBLISHED"}
        return [row if row.k <= known else msgspec.structs.replace(row, **none) for row in rows]

    for known in (1, 2):
        cut = msgspec.structs.replace(
            arm,
            pass_hat_k=without(arm.pass_hat_k, known),
            pass_at_k=without(arm.pass_at_k, known),
        )
        figure = pass_curve(cut, "an-arm")
        assert (figure is None) == (known == 1)
    assert figure is not None
    assert "k = 3, 4: no number, the table says why" in words(figure.light)


def test_an_arm_without_rows_has_no_curve() -> None:
    assert pass_curve(sample_arm("An arm", []), "an-arm") is None
