"""What is to be said of several places is said once, and every place of it is listed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.pages.changes.github import github
from generator.pages.changes.names import Plain
from generator.pages.changes.plain import plain
from generator.pages.changes.story import Story, story
from generator.pages.changes.text import text
from generator.pages.escape import Markdown, md_text
from generator.publication.changes import changes
from generator.publication.changes.records import Changes
from tests.changes.reports import demo, edited, newer
from tests.changes.test_words import told


def no_pairs(tree: Any) -> None:
    """A version without comparisons, so that the next one has six new ones, of four arms."""
    newer(demo("2026.09.22"), name="2026.09.21")(tree)
    tree["comparisons"] = []


def new_pairs() -> Changes:
    return changes(edited(demo("2026.09.22"), no_pairs), demo("2026.09.22"))


@pytest.mark.parametrize("form", [text, github])
def test_what_is_to_be_said_of_many_places_is_said_once(form: Callable[[Story], str]) -> None:
    found = new_pairs()
    said = " ".join(form(story(found, Plain())).split())
    assert "Look at 1 thing." in said
    assert "6 pairs of arms: their comparisons are new." in said
    assert said.count("Read it before it goes out.") == 1
    for pair in demo("2026.09.22").comparisons:
        names = f"{plain(md_text(pair.a))} and {plain(md_text(pair.b))}: "
        assert names in plain(Markdown(said.replace("<!-- -->", "")))
    assert len([each for each in found.changes if each.kind == "comparison_added"]) == 6


def test_every_place_stands_where_its_cases_are_shed() -> None:
    def change(tree: Any) -> None:
        newer(demo("2026.09.22"))(tree)
        for arm in tree["arms"]:
            for case in arm["cases"]:
                case["kind"] = "partial"

    after = edited(demo("2026.09.22"), change)
    said = github(told(demo("2026.09.22"), after), 1_500).replace("<!-- -->", "")
    assert "**Look at 1 thing. Changed by new data only.**" in said
    assert "**4 arms: 88 cases are defined otherwise.**" in said
    assert "    - Ibex 2 &#64; Cairn: 22 cases are defined otherwise" in said
    assert "Left out for length: the single cases and rows." in said


def test_places_of_which_other_things_are_to_be_said_are_told_apart() -> None:
    """Two verdicts moved one way, at two arms, and a third at another arm the other way."""

    def verdicts(tree: Any) -> None:
        newer(demo("2026.09.22"))(tree)
        moves = {"recovery_capable": "boundary", "no_recovery_observed": "recovery_capable"}
        for name, verdict in (
            ("Ibex 2 @ Cairn", "recovery_capable"),
            ("Plover 3 @ Saltmarsh", "recovery_capable"),
            ("Tansy Mini @ Tidepool", "no_recovery_observed"),
        ):
            (arm,) = (arm for arm in tree["arms"] if arm["arm"] == name)
            case = next(case for case in arm["cases"] if case["verdict"] == verdict)
            case["verdict"] = moves[verdict]

    look = told(demo("2026.09.22"), edited(demo("2026.09.22"), verdicts)).look
    assert [(plain(each.about), plain(each.title), len(each.things)) for each in look] == [
        ("2 arms", "the verdicts of 2 cases changed", 2),
        ("Tansy Mini @ Tidepool", "the verdict of a case changed", 1),
    ]
    assert "cannot undo a pass" in (look[0].worry or "")
    assert "found a pass" in (look[1].worry or "")


def test_the_only_rate_that_appeared_is_named() -> None:
    def withhold(tree: Any) -> None:
        newer(demo("2026.09.22"), name="2026.09.21")(tree)
        (arm,) = (arm for arm in tree["arms"] if arm["arm"] == "Plover 3 @ Saltmarsh")
        arm["recovery"].update(rate=None, interval=None, standard_error=None)

    said = text(told(edited(demo("2026.09.22"), withhold), demo("2026.09.22")))
    assert "- recovery after fail: " in said
