"""The recovery forest plot: confirmed cases with numbers, screened cases by verdict alone."""

from __future__ import annotations

import re

import msgspec

from generator.pages.figures.recovery import recovery
from generator.publication.arm import Arm
from tests.figures.reading import rows, words
from tests.sample_parts import sample_arm, sample_case
from tests.sample_report import all_reports

CONFIRMED = [
    sample_case("A-00000001", "fail", "P" * 6 + "F" * 14),
    sample_case("A-00000002", "fail", "F" * 20),
]
SCREENED = [
    sample_case("A-00000003", "fail", "PPPF"),
    sample_case("A-00000004", "fail", "FFFFF"),
    sample_case("A-00000005", "fail", "FF"),
    sample_case("A-00000006", "fail"),
]


def arm_of(*cases: object) -> Arm:
    return sample_arm("An arm", list(cases))  # type: ignore[arg-type]


def test_a_confirmed_case_shows_its_counts() -> None:
    figure = recovery(arm_of(*CONFIRMED), "an-arm")
    assert figure is not None
    shown = words(figure.light)
    assert "6/20" in shown
    assert "0/20" in shown
    assert shown.index("A-00000001") < shown.index("A-00000002")


def test_screened_cases_are_named_by_verdict_without_any_count_of_trials() -> None:
    figure = recovery(arm_of(*SCREENED), "an-arm")
    assert figure is not None
    everything = " ".join([*words(figure.light), figure.title, figure.description])
    assert not re.search(r"\d+/\d+|\d%", everything)
    for verdict in (
        "passed at least once",
        "no pass observed",
        "screen not finished",
        "not tried again",
    ):
        assert f"1 case: {verdict}" in everything
    for row in rows(figure):
        assert [row[name] for name in ("passed", "valid", "rate", "lower", "upper")] == [""] * 5


def test_what_a_screen_found_beyond_its_verdict_moves_no_byte() -> None:
    other = [
        msgspec.structs.replace(SCREENED[0], valid=9, planned=12, missing=3, invalid=4),
        *SCREENED[1:],
    ]
    one = recovery(arm_of(*CONFIRMED, *SCREENED), "an-arm")
    two = recovery(arm_of(*CONFIRMED, *other), "an-arm")
    assert one is not None
    assert two is not None
    assert (one.light, one.dark, one.table) == (two.light, two.dark, two.table)


def test_a_suppressed_mean_is_said_to_be_withheld() -> None:
    arm = all_reports()["suppressed"].arms[0]
    assert arm.recovery.suppressed
    figure = recovery(arm, "an-arm")
    assert figure is not None
    assert "withheld: too few cases" in words(figure.light)


def test_many_cases_with_equal_counts_share_a_row() -> None:
    cases = [
        sample_case(f"A-{number:08x}", "fail", "P" * (number % 3) + "F" * (20 - number % 3))
        for number in range(90)
    ]
    figure = recovery(arm_of(*cases), "an-arm")
    assert figure is not None
    shown = words(figure.light)
    assert shown.count("30 cases") == 3
    assert {"0/20", "1/20", "2/20"} <= set(shown)
    assert len(rows(figure)) == 90


def test_a_single_case_is_told_in_the_singular() -> None:
    cases = [sample_case(f"A-{number:08x}", "fail", "F" * (20 + number)) for number in range(61)]
    shown = recovery(arm_of(*cases), "an-arm")
    alone = recovery(arm_of(cases[0]), "an-arm")
    assert shown is not None
    assert alone is not None
    assert words(shown.light).count("1 case") == 60
    assert alone.description.startswith("1 case failed first and was tried to confirmation size")


def test_an_arm_without_first_failures_has_no_figure() -> None:
    assert recovery(arm_of(sample_case("A-00000001", "pass", "P" * 20)), "an-arm") is None
