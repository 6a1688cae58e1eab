"""What changed, in words: for every kind, in every format, and inert whatever the labels hold."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from typing import Any, get_args

import pytest

from generator.pages.changes.github import LIMIT, github
from generator.pages.changes.names import Plain
from generator.pages.changes.plain import plain
from generator.pages.changes.story import Rest, Row, Story, Thing, story
from generator.pages.changes.text import text
from generator.pages.changes.titles import TITLES, counted
from generator.pages.changes.verdict import summary_line
from generator.pages.escape import Markdown, md, md_text
from generator.publication.changes import changes
from generator.publication.changes.records import Cause, Kind
from generator.publication.report import Report
from tests.changes.reports import demo, edited, newer, whole
from tests.pages.html import render as to_html
from tests.sample_parts import HOSTILE
from tests.sample_report import (
    all_reports,
    empty_report,
    large_report,
    trials_only_report,
)

REPORTS = {**all_reports(), "whole": whole()}
PAIRS = list(itertools.permutations(["sample", "hostile", "suppressed", "empty", "whole"], 2))


def told(old: Report, new: Report, *, corrects: bool = False) -> Story:
    return story(changes(old, new, corrects=corrects), Plain())


def test_every_kind_of_change_has_a_title() -> None:
    assert set(TITLES) == set(get_args(Kind))


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_no_value_is_said_in_code(old: str, new: str) -> None:
    said = told(REPORTS[old], REPORTS[new])
    for form in (text(said), github(said)):
        assert not re.search(r"\b(None|nan|NaN|inf|null|True|False|undefined)\b", form)
        assert not re.search(r"\b[A-Z]+_[A-Z_]+\b", form)
        assert "Struct" not in form


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_markdown_is_inert_whatever_the_labels_hold(old: str, new: str) -> None:
    said = github(told(REPORTS[old], REPORTS[new]))
    page = to_html(said.replace("<!-- -->", "").replace("<details>", "").replace("</details>", ""))
    assert page.names <= {"h2", "h3", "p", "ul", "ol", "li", "strong", "em", "code", "summary"}
    assert not any(set(attributes) - {"id"} for _, attributes in page.tags)  # headings have one


def test_a_new_arm_without_a_first_pass_is_told_with_the_mean_of_its_trials() -> None:
    said = text(told(empty_report(), trials_only_report()))
    assert "this arm is new" in said
    assert re.search(r"mean of trials \d+\.\d% \[.*\], 7 cases, \d+ valid trials", said)
    assert "no score" not in said


def test_text_shows_a_label_as_it_is() -> None:
    said = text(told(empty_report(), REPORTS["hostile"]))
    for label in HOSTILE:
        assert "".join(plain(md_text(label)).split()) in "".join(said.split())
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]", said)


def test_nobody_is_mentioned_by_a_label() -> None:
    def rename(tree: Any) -> None:
        newer(demo("2026.09.22"))(tree)
        for arm in tree["arms"]:
            arm["arm"] += " by @octocat for #1 and GH-2"

    said = github(told(demo("2026.09.22"), edited(demo("2026.09.22"), rename)))
    assert "&#64;<!-- -->octocat" in said
    assert "&#35;<!-- -->1" in said
    assert "GH<!-- -->-2" in said
    assert not re.search(r"@octocat|#1\b|&#(?:64|35);(?!<!--)", said)


def test_plain_text_has_no_markup() -> None:
    line = md("**{}** <code>{}</code> [{}](arms/x.md#a) {}", "a*b", "<c>", "[d](e)", Markdown("·"))
    assert plain(line) == "a*b <c> [d](e) ·"


# -- the verdict -----------------------------------------------------------------------------


def new_program(tree: Any) -> None:
    tree["version"] = "next"
    tree["provenance"]["generator"]["version"] = "9.9"


def more_cost(tree: Any) -> None:
    newer(demo("2026.09.22"))(tree)
    tree["arms"][0]["cost"]["attempts"] += 1


def hand_edit(tree: Any) -> None:
    tree["version"] = "next"
    tree["arms"][0]["cost"]["attempts"] += 1


def both(tree: Any) -> None:
    more_cost(tree)
    new_program(tree)


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (lambda _: None, "No change: every figure and every decision is as it was in 2026.09.22."),
        (new_program, "No change: every figure and every decision is as it was in 2026.09.22."),
        (more_cost, "Changed by new data only; nothing needs a decision."),
        (both, "Changed by new data and the changed program; nothing needs a decision."),
        (hand_edit, "Look at 1 thing. Nothing that is stated to differ explains it."),
    ],
)
def test_the_verdict_in_a_line(edit: Callable[[Any], None], line: str) -> None:
    found = changes(demo("2026.09.22"), edited(demo("2026.09.22"), edit))
    assert summary_line(found) == line
    assert line in text(story(found, Plain()))


def test_nothing_compared_is_not_nothing_changed() -> None:
    line = summary_line(changes(empty_report(), empty_report()))
    assert line.startswith("No change, but nothing was compared")


def test_of_the_demonstration_one_reads_what_why_and_whether_to_worry() -> None:
    said = " ".join(text(told(demo("2026.09.15"), demo("2026.09.22"))).split())
    for sentence in (
        "2026.09.15 -> 2026.09.22 Look at 7 things. Changed by new data only.",
        "Different between the two: the input. The same: the spec, the program.",
        "Not changed: the headline score of 4 arms; the set-up of 4 arms",
        "Ibex 2 @ Cairn: the verdicts of 2 cases changed. - A-82384bd0: no recovery seen → can",
        "nobody may say any longer that such a case never passes",
        "recovery after fail: not published (0 cases) → 36.7% [4.9%, 68.4%] over 6 cases",
        "pass^1: not published (2 cases) → 50.0% [19.9%, 80.1%] over 8 cases",
        "The whole report: what limits the reading changed. - new: “Failures cluster in time”",
        "a comparison of two full runs is new: R-48c9fa82 to R-1c29141f: 2 of 24 cases moved",
        "1 from fail to pass and 1 from pass to fail",
        "the historical audit changed in one place: cases with two outcomes or more: 0 → 24",
        "the bound or the interval of a case changed: A-a317e74b: no rate → no rate, upper",
    ):
        assert sentence in said


def test_causes_that_cannot_be_told_apart_are_named_as_such() -> None:
    said = " ".join(text(told(demo("2026.09.22"), edited(demo("2026.09.22"), both))).split())
    assert "the program (0.1.0 → 9.9)" in said
    assert "cannot tell these causes apart" in said


def test_what_needs_no_decision_has_its_cause_and_its_rows_too() -> None:
    rows = tuple(Row(Markdown(f"case {n}"), Markdown(f"{n} → {n + 1}")) for n in range(14))
    thing = Thing(Markdown("Atlas"), Markdown("14 moved"), rows, Markdown("new data"), None)
    rest = Rest(Markdown("Atlas"), (thing,))
    said = text(Story("1", "2", Markdown("Changed."), (), (), (rest,))).splitlines()
    assert said[said.index("  - 14 moved") + 1] == "    - case 0: 0 → 1"
    assert "    - case 11: 11 → 12" in said
    assert "    - and 2 more (--format json holds them all)" in said
    assert "    Cause: new data." in said


def test_a_correction_is_said_first() -> None:
    said = told(demo("2026.09.22"), edited(demo("2026.09.22"), more_cost), corrects=True)
    assert said.frame[0] == "Version next corrects version 2026.09.22."
    assert "corrected input" in said.verdict


def test_every_cause_has_words() -> None:
    from generator.pages.changes.verdict import cause  # noqa: PLC0415

    assert len({cause([each]) for each in get_args(Cause)}) == len(get_args(Cause))


def test_an_only_change_is_named_in_every_format() -> None:
    """The title says that a case changed, and not which one."""
    said = told(demo("2026.09.15"), demo("2026.09.22"))
    for form in (text(said), github(said)):
        assert "A-a317e74b: no rate → no rate, upper bound 45.1%" in " ".join(form.split())


def test_a_correction_has_its_headline_looked_at_and_is_no_noise() -> None:
    def lower(tree: Any) -> None:
        more_cost(tree)
        first = tree["arms"][0]["primary"]
        first["passed"] -= 1
        first["rate"] = first["passed"] / first["cases"]

    found = changes(demo("2026.09.22"), edited(demo("2026.09.22"), lower), corrects=True)
    (headline,) = (each for each in found.changes if each.kind == "headline")
    assert (headline.look, headline.noise) == (True, None)
    said = " ".join(text(story(found, Plain())).split())
    assert "17/24 = 70.8% [48.9%, 87.4%] → 16/24 = 66.7%" in said
    assert "Worry? Expected of a correction" in said


def renamed(tree: Any) -> None:
    """Another label of one arm wherever it stands, as another spec gives it."""
    text = json.dumps(tree).replace("Plover 3 @ Saltmarsh", "Plover three")
    tree.update(json.loads(text), version="next")
    tree["provenance"]["spec_sha256"] = "0" * 64


def test_an_arm_under_another_label_is_the_same_arm() -> None:
    found = changes(demo("2026.09.22"), edited(demo("2026.09.22"), renamed))
    (change,) = (each for each in found.changes if each.look)
    assert (change.kind, change.old, change.new) == (
        *("arm_renamed", "Plover 3 @ Saltmarsh", "Plover three"),
    )
    assert found.compared.arms == len(demo("2026.09.22").arms)
    said = " ".join(text(story(found, Plain())).split())
    assert "Plover three: this arm had another label. - Plover 3 @ Saltmarsh → Plover three" in said


def test_another_arm_in_the_place_of_one_is_none_that_was_renamed() -> None:
    def swap(tree: Any) -> None:
        renamed(tree)
        (arm,) = (arm for arm in tree["arms"] if arm["arm"] == "Plover three")
        for run in arm["runs"]:
            run["run"] = run["run"].replace("R-", "R-00")

    found = changes(demo("2026.09.22"), edited(demo("2026.09.22"), swap))
    kinds = [each.kind for each in found.changes if each.look]
    assert "arm_renamed" not in kinds
    assert {"arm_removed", "arm_added"} <= set(kinds)


# -- the length of a comment -----------------------------------------------------------------


def much() -> Story:
    """A thousand cases of several arms, all of which changed."""

    def change(tree: Any) -> None:
        newer(large_report())(tree)
        for case in tree["arms"][0]["cases"]:
            case["planned"] += 1
            case["valid"] += 1
            case["escalate"] = not case["escalate"]
            if case["verdict"]:
                case["verdict"] = "boundary"

    return told(large_report(), edited(large_report(), change))


def test_a_thousand_changed_cases_fit_a_comment() -> None:
    said = github(much())
    assert len(said.encode()) <= LIMIT == 65536
    assert "Look at 1 thing" in said
    assert "Left out for length" in said
    assert "--format json" in said


@pytest.mark.parametrize(
    ("limit", "left_out"),
    [
        (10**9, None),
        (60_000, "the single cases and rows of what needs no decision"),
        (30_000, "the single cases and rows of what needs no decision"),
        (4_000, "the single cases and rows but for the first of each thing"),
        (1_000, "the single cases and rows"),
        (600, "all but how many changes there are at each place"),
        (450, "all but the verdict and what was compared"),
    ],
)
def test_detail_is_shed_in_steps_and_the_verdict_never(limit: int, left_out: str | None) -> None:
    said = github(much(), limit)
    assert len(said.encode()) <= limit
    assert "**Look at 1 thing. Changed by new data only.**" in said
    found = re.search(r"Left out for length: (.*?)\. All of it", said)
    assert (found[1] if found else None) == left_out


def test_many_arms_of_long_labels_fit_a_comment() -> None:
    """Labels are the one thing of a place that may be long: 300 arms of 200 characters."""

    def change(tree: Any) -> None:
        newer(demo("2026.09.22"))(tree)
        tree["comparisons"] = []
        tree["arms"] = [{**tree["arms"][0], "arm": f"{n:03}" + "é" * 197} for n in range(300)]

    said = github(told(demo("2026.09.22"), edited(demo("2026.09.22"), change)))
    assert len(said.encode()) <= LIMIT
    assert "**Look at 3 things. Changed by new data only.**" in said


# -- a figure, and what stands around it -----------------------------------------------------


def another_level(tree: Any) -> None:
    """What a spec with another level does to one arm's headline."""
    tree["version"] = "next"
    tree["provenance"]["spec_sha256"] = "0" * 64
    tree["rules"]["level"] = 0.9
    tree["arms"][0]["primary"]["interval"]["lower"] = 0.521


def test_a_score_with_another_interval_has_not_moved() -> None:
    said = text(told(demo("2026.09.22"), edited(demo("2026.09.22"), another_level)))
    words = " ".join(said.split())
    assert "Look at 1 thing. Changed by the changed spec only." in words
    assert "level 0.95 → 0.9" in words
    assert "the interval or bracket of the headline score changed: 17/24 = 70.8% [48.9%" in words
    assert "Not changed: the headline score of 4 arms" in words
    assert "score moved" not in words


def test_a_count_that_is_no_longer_held_back_is_said_so_once() -> None:
    said = " ".join(text(told(demo("2026.09.15"), demo("2026.09.22"))).split())
    assert "passed withheld → 12; held back yes → no" in said
    assert "withheld withheld" not in said


def test_a_score_over_other_failed_cases_is_told() -> None:
    def swap(tree: Any) -> None:
        newer(demo("2026.09.22"))(tree)
        arm = tree["arms"][0]
        failed, passed = (
            next(case for case in arm["cases"] if case["primary_outcome"] == outcome)
            for outcome in ("fail", "pass")
        )
        failed["primary_outcome"], passed["primary_outcome"] = "pass", "fail"
        arm["primary"]["fail_set"].remove(failed["case"])
        arm["primary"]["fail_set"].append(passed["case"])

    said = text(told(demo("2026.09.22"), edited(demo("2026.09.22"), swap)))
    assert "the same headline score stands on other failed cases" in said
    assert "the first-pass outcomes of 2 cases changed" in said
    assert "later trials never change a first pass" in " ".join(said.split())
    assert "Not changed: the headline score of 3 arms" in said


def test_one_of_a_kind_has_its_article() -> None:
    assert counted(1, "entry of the past", "entries of the past") == "an entry of the past"
    assert counted(1, "run", "runs") == "a run"
    assert counted(1200, "run", "runs") == "1,200 runs"
