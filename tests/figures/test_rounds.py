"""Failures round by round: over the same cases in every round, and over no screened one."""

from __future__ import annotations

import re

from generator.pages.figures import Figure
from generator.pages.figures.rounds import rounds
from generator.pages.figures.style import FAIL, PASS
from generator.publication.case import Case
from tests.figures.reading import SVG, root_of, rows, words
from tests.sample_parts import sample_arm, sample_case

# The third trial of every case failed; otherwise one case a round.
TOGETHER = [
    sample_case("A-00000001", "fail", "FPFPP" + "P" * 15),
    sample_case("A-00000002", "fail", "PFFPP" + "P" * 15),
    sample_case("A-00000003", "fail", "PPFFP" + "P" * 15),
]


def strips(*cases: Case) -> Figure:
    figure = rounds(sample_arm("An arm", list(cases)), "an-arm")
    assert figure is not None
    return figure


def columns(figure: Figure, colour: str, starts: str, strokes: int) -> dict[float, int]:
    """How many marks of a colour stand in each column, by where they begin, the keys left out."""
    found: dict[float, int] = {}
    for path in root_of(figure.light).iter(f"{SVG}path"):
        places = re.findall(r"M ([\d.]+)", path.get("d", ""))[::strokes]
        if f"{starts}: {colour}" in path.get("style", "") and len(places) > 1:
            for x in places:
                found[float(x)] = found.get(float(x), 0) + 1
    return found


def test_a_round_holds_a_mark_for_every_case_its_failures_together() -> None:
    figure = strips(*TOGETHER)
    failed = columns(figure, FAIL.light, "stroke", strokes=2)
    passed = columns(figure, PASS.light, "fill", strokes=1)
    assert [failed[x] for x in sorted(failed)] == [1, 1, 3, 1]
    assert sum(passed.values()) + sum(failed.values()) == 3 * 20


def test_the_table_and_the_words_say_what_is_drawn() -> None:
    figure = strips(*TOGETHER)
    assert figure.description == (
        "A round is the first, second, and so on repeat trial of each case. "
        "3 cases of 20 repeat trials each; failures by round: "
        "1, 1, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0."
    )
    first, *_, last = rows(figure)
    assert first == {"trials_each": "20", "cases": "3", "round": "1", "passed": "2", "failed": "1"}
    assert last["round"] == "20"
    assert "3 cases of 20 repeat trials each" in words(figure.light)


def test_a_strip_names_as_many_rounds_as_there_is_room_for() -> None:
    short = strips(*(sample_case(f"A-0000000{i}", "missing", "PFPF") for i in range(2)))
    assert {"1", "2", "3", "4"} <= set(words(short.light))
    named = {said for said in words(strips(*TOGETHER).light) if said.isdigit()}
    assert named == {"0", "3", "1", "5", "10", "15", "20"}  # the first two are of the other scale


def test_cases_with_other_numbers_of_trials_have_a_strip_of_their_own() -> None:
    longer = [sample_case(f"A-0000001{i}", "fail", "F" + "P" * 20) for i in range(2)]
    alone = sample_case("A-00000020", "fail", "F" * 25)
    figure = strips(*TOGETHER, *longer, alone)
    headings = [said for said in words(figure.light) if " cases of " in said]
    assert headings == ["3 cases of 20 repeat trials each", "2 cases of 21 repeat trials each"]
    assert "and 1 more group of cases, in the table" in words(figure.light)
    assert {row["trials_each"] for row in rows(figure)} == {"20", "21", "25"}


def test_many_cases_are_drawn_as_shares() -> None:
    cases = [sample_case(f"A-{i:08x}", "missing", "PF") for i in range(1000)]
    figure = strips(*cases)
    assert "1,000 cases of 2 trials each" in words(figure.light)
    assert {"100%", "share failed"} <= set(words(figure.light))
    assert len(figure.light) < 20_000


def test_every_trial_drawn_stays_small() -> None:
    cases = [
        sample_case(f"A-{length:04x}{i:04x}", "missing", "PF" * (length // 2))
        for length in (56, 58, 60)
        for i in range(20)
    ]
    assert len(strips(*cases).light) < 150_000


def test_no_screened_case_and_no_case_without_an_order_is_in_it() -> None:
    screened = [sample_case(f"A-0000000{i}", "fail", "PPPF") for i in range(5)]
    assert rounds(sample_arm("An arm", screened), "an-arm") is None
    figure = strips(*TOGETHER)
    other = strips(*TOGETHER, *(sample_case(f"A-1000000{i}", "fail", "PFF") for i in range(3)))
    assert (figure.light, figure.table) == (other.light, other.table)


def test_one_case_is_no_strip() -> None:
    assert rounds(sample_arm("An arm", TOGETHER[:1]), "an-arm") is None
