"""What pages say where the easy sentence would be false: no first pass, few cases, many arms."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.pages.badges import badges
from generator.pages.quoted import common_k, quoted_row
from generator.pages.render import render
from generator.publication.arm import Arm, RunRow
from generator.publication.comparison import Comparison
from generator.publication.report import Report
from tests.pages.html import body
from tests.pages.html import render as to_html
from tests.sample_parts import run_row, sample_arm, sample_case
from tests.sample_report import PASSED, TIED, report_of, sample_report, trials_only_report

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def text(report: Report, path: str) -> str:
    """A page as it is read, in one line."""
    return " ".join(to_html(body(render(report, TEMPLATES)[path].decode())).text.split())


def changed(arm: Arm, /, **changes: Any) -> Arm:
    return msgspec.structs.replace(arm, **changes)


@cache
def sample() -> Report:
    return sample_report()


def trials_arm(runs: list[RunRow], *patterns: str) -> Arm:
    cases = [
        sample_case(alias, "missing", pattern)
        for alias, pattern in zip(PASSED, patterns, strict=False)
    ]
    return sample_arm("Trials", cases, runs=runs)


@pytest.mark.parametrize(
    ("evidence", "said"),
    [
        ("first_pass", "no case has a valid outcome in the primary run"),
        ("contaminated", "the primary run stands in no rate (contaminated)"),
    ],
)
def test_a_primary_run_without_an_outcome_is_not_said_to_be_absent(
    evidence: str, said: str
) -> None:
    runs = [run_row("R-00000001", "primary", evidence=evidence), run_row("R-00000002", "repeat")]
    shown = text(report_of(trials_arm(runs, "PPFF", "PPPP")), "index.md")
    assert said in shown
    assert "no run came before the others" not in shown
    assert "no primary run" not in shown


def test_an_arm_of_equal_trials_is_told_in_its_own_words() -> None:
    shown = text(trials_only_report(), "arms/trials-only.md")
    for word in ("First pass", "first pass", "Tried again", "repeat trial", "withheld"):
        assert word not in shown
    assert "of 7 cases with two trials or more, 2 passed every trial, 3 passed some" in shown
    assert "not counted here" not in shown
    assert "Screened and boundary" not in text(trials_only_report(), "index.md")


def test_what_the_counts_over_cases_leave_out_is_said() -> None:
    cases = [
        sample_case("A-00000001", "fail", "PF" * 10),
        sample_case("A-00000002", "fail", "FPFFF"),
        sample_case("A-00000003", "fail", "FFFFF"),
        sample_case("A-00000004", "pass", "P"),
    ]
    report = report_of(sample_arm("An arm", cases))
    told = "0 failed every trial; 2 screened or boundary cases are not counted here."
    assert told in text(report, "arms/an-arm.md")
    shown = text(report, "index.md")
    assert told in shown
    assert "with at least two trials. Screened and boundary cases are left out." in shown


def test_a_single_case_that_moved_is_no_plural() -> None:
    atlas = sample().arms[0]
    alone = msgspec.structs.replace(
        atlas.deltas[-1], compared=1, fail_to_pass=[], pass_to_fail=["A-c7730fa4"]
    )
    assert "1 of 1 case moved" in text(report_of(changed(atlas, deltas=[alone])), "index.md")


def test_the_threshold_for_clusters_is_told_alike_everywhere() -> None:
    assert "p at most 0.05" in text(sample(), "methods.md")
    assert "p at most 0.05" in text(sample(), "limits.md")


def test_runs_without_a_date_are_not_said_to_be_of_the_same_day() -> None:
    runs = [run_row("R-0a0a0a0a", "observational", evidence="same_day", date=None)]
    shown = text(report_of(trials_arm(runs, "PPFF", "PPPP")), "arms/trials.md")
    assert "undated" in shown
    assert "same day" not in shown.partition("Runs")[2].partition("Independence")[0]


def test_days_are_told_from_the_first_pass_only_where_there_is_one() -> None:
    shown = text(trials_only_report(), "comparability.md")
    assert "A trial on the UTC date of the arm's earliest run." in shown
    assert "first pass" not in shown.partition("Evidence by arm")[2].partition("Runs left out")[0]
    mixed = report_of(sample().arms[0], trials_only_report().arms[0])
    assert "of the first pass. Without a first pass: A trial on" in text(mixed, "comparability.md")


@pytest.mark.parametrize(
    ("unrecorded", "limits", "said"),
    [
        (0, ["SHARED_RESETS"], "Not every trial had an environment reset of its own."),
        (8, ["RESETS_NOT_RECORDED"], "For 8 trials no environment reset is recorded, so whether"),
        (3, ["SHARED_RESETS", "RESETS_NOT_RECORDED"], "recorded, and others shared one."),
    ],
)
def test_what_is_not_recorded_is_told_from_what_did_not_happen(
    unrecorded: int, limits: list[str], said: str
) -> None:
    arm = changed(
        trials_arm([run_row("R-0a0a0a0a", "observational")], "PPFF", "PPPP"),
        reset_per_trial=False,
        resets_unrecorded=unrecorded,
        limits=limits,
    )
    assert said in text(report_of(arm), "arms/trials.md")


def test_the_limits_page_says_what_shows_a_limit() -> None:
    shown = text(sample(), "limits.md")
    assert "of 11 cases tried again 9 failed first; recovery counts these alone" in shown
    assert "14/22 in both of R-1f20a4c8 and R-44ab3d02, with 1 up and 1 down" in shown


def test_a_case_that_clusters_by_itself_is_named_with_its_p() -> None:
    # nine passes, then eleven failures: 2 / C(20, 9) is far below 0.001
    atlas = sample().arms[0]
    order = msgspec.structs.replace(
        atlas.dependence.order_clustering,
        p_value=0.4,
        clustered=False,
        clustered_cases=["A-c7730fa4"],
    )
    dependence = msgspec.structs.replace(atlas.dependence, order_clustering=order)
    report = report_of(changed(atlas, dependence=dependence))
    assert "A-c7730fa4 by itself, p < 0.001 (one of" in text(report, "limits.md")
    page = render(report, TEMPLATES)["arms/atlas-2-high.md"].decode()
    rows = page.split("{ #order }")[1].split("\n## ")[0].split("\n")
    marked = [row for row in rows if "**clustered**" in row]
    assert len(marked) == 1
    assert "A-c7730fa4" in marked[0]
    assert "clustered in 1 case p = 0.400 over all cases" in text(report, "arms/atlas-2-high.md")


def test_a_protocol_violation_is_said_to_be_outside_the_bracket() -> None:
    cases = [
        *(sample_case(alias, "pass") for alias in PASSED[:6]),
        sample_case("A-00000001", "fail"),
        sample_case("A-00000002", "owed"),
        sample_case("A-00000003", "protocol_violation"),
    ]
    shown = text(report_of(sample_arm("One run", cases)), "index.md")
    assert "1 protocol violation is in neither" in shown


def test_an_incomplete_screen_is_not_withheld_what_its_verdict_says() -> None:
    page = render(sample(), TEMPLATES)["arms/borealis-1.md"].decode()
    row = next(line for line in page.split("\n") if line.startswith("| [A-e05d6b13](#A-e05d6b13)"))
    assert "| screen incomplete | screen | none so far |" in row


def test_k_is_one_that_all_arms_reach_over_the_same_cases() -> None:
    runs = [run_row("R-0a0a0a0a", "observational")]
    eight = trials_arm(runs, *["PPPPFPPP"] * 6)
    four = trials_arm(runs, *["PPFP"] * 6)
    uneven = trials_arm(runs, *["PPPP"] * 5, "PPPPPPPP")
    assert common_k([eight, four]) == 4
    assert common_k([eight]) == 8
    row = quoted_row(uneven)
    assert row is not None
    assert (row.k, row.tasks) == (4, 6)
    half = trials_arm(runs, *["PPPP"] * 6, *["PPPPPPPP"] * 6)
    drawn = [badge.words for badge in badges(report_of(half)) if "pass^" in badge.words]
    assert len(drawn) == 1
    assert "pass^4" in drawn[0]


def many_arms(count: int) -> Report:
    arms = [changed(sample().arms[0], arm=f"Arm {number:02d}") for number in range(count)]
    fields = {name: getattr(TIED, name) for name in TIED.__struct_fields__}
    comparisons = []
    for at, first in enumerate(arms):
        for second in arms[at + 1 :]:
            higher = first.arm == "Arm 00" and second.arm == "Arm 01"
            verdict = "a_higher" if higher else "tied"
            names = {"a": first.arm, "b": second.arm, "verdict": verdict}
            comparisons.append(Comparison(**fields | names))
    return report_of(*arms, comparisons=comparisons)


def test_many_arms_are_no_wall_of_ties() -> None:
    report = many_arms(14)
    files = render(report, TEMPLATES)
    page = files["comparisons.md"].decode()
    assert "**Tied**" not in page
    assert "Of 91 pairs, **1 is told apart**, 90 are tied." in page
    assert "told apart**" not in render(many_arms(3), TEMPLATES)["comparisons.md"].decode()
    standing = page.split("{ #standing }")[1].split("\n## ")[0]
    rows = [row for row in standing.split("\n") if row.startswith("| [Arm")]
    assert len(rows) == 14
    assert "| [Arm 01](arms/arm-01.md) | — | 12 |" in rows[0]
    assert "| — | [Arm 00](arms/arm-00.md) | 12 |" in rows[1]
    assert "| — | — | 13 |" in rows[2]
    overview = files["index.md"].decode()
    assert "Each of the 14 arms is told of in sentences on its own page" in overview
    assert "**Read with:**" not in overview
