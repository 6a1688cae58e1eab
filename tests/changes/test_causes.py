"""Every change has its cause: what differs in the making, and what the counts can rule out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from generator.publication.changes import changes
from generator.publication.report import Report
from tests.changes.reports import demo, edited, of_kind
from tests.sample_report import sample_report

Edit = Callable[[Any], None]


def made(*edits: Edit, of: Report | None = None) -> Report:
    def change(tree: Any) -> None:
        tree["version"] = "next"
        for edit in edits:
            edit(tree)

    return edited(of or sample_report(), change)


def new_input(tree: Any) -> None:
    tree["provenance"]["inputs_sha256"] = "0" * 64


def new_spec(tree: Any) -> None:
    tree["provenance"]["spec_sha256"] = "0" * 64


def new_program(tree: Any) -> None:
    tree["provenance"]["generator"]["version"] = "9.9"


def one_more_passed(tree: Any) -> None:
    first = tree["arms"][0]["primary"]
    first["passed"] += 1
    first["rate"] = first["passed"] / first["cases"]


def wider(tree: Any) -> None:
    tree["arms"][0]["primary"]["interval"]["lower"] /= 2


def causes(kind: str, *edits: Edit) -> list[str]:
    (change,) = of_kind(changes(sample_report(), made(*edits)), kind)
    return list(change.cause)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ((new_input, one_more_passed), ["data"]),
        # counts that moved may be those of other rules or of another program, too
        ((new_input, new_spec, one_more_passed), ["data", "spec"]),
        ((new_input, new_spec, new_program, one_more_passed), ["data", "spec", "program"]),
        ((new_spec, one_more_passed), ["spec"]),
        # the same counts under another interval: no new input makes that
        ((new_input, new_spec, wider), ["spec"]),
        ((new_input, new_program, wider), ["program"]),
        ((new_input, new_spec, new_program, wider), ["spec", "program"]),
        # nothing else is stated to differ, so it must be the input after all
        ((new_input, wider), ["data"]),
        # nothing at all is stated to differ
        ((wider,), ["unexplained"]),
        ((one_more_passed,), ["unexplained"]),
    ],
)
def test_the_cause_of_a_headline(edits: tuple[Edit, ...], expected: list[str]) -> None:
    assert causes("headline", *edits) == expected


def test_last_digits_are_another_spelling_whatever_else_differs() -> None:
    def last_digit(tree: Any) -> None:
        tree["arms"][0]["primary"]["rate"] *= 1 + 1e-13

    found = changes(sample_report(), made(last_digit, new_program))
    (change,) = of_kind(found, "headline")
    assert change.cause == ["representation"]
    assert not change.look
    assert found.verdict == "routine"


def test_one_more_of_thousands_of_millions_is_no_other_spelling() -> None:
    def many(tree: Any) -> None:
        tree["arms"][0]["cost"]["tokens"]["in"] = 5_000_000_000

    def one_more(tree: Any) -> None:
        tree["arms"][0]["cost"]["tokens"]["in"] += 1

    (change,) = of_kind(changes(made(many), made(many, one_more)), "cost")
    assert change.cause == ["unexplained"]
    assert change.look


def test_another_order_is_another_spelling() -> None:
    def turned(tree: Any) -> None:
        tree["arms"].reverse()

    found = changes(sample_report(), made(turned))
    assert [change.cause for change in of_kind(found, "other")] == [["representation"]]


def test_the_counts_of_the_cases_rule_new_data_out_of_what_is_made_from_them() -> None:
    """A trial more in one case leaves open what moved a mean over cases; none, and it is shut."""

    def other_mean(tree: Any) -> None:
        tree["arms"][0]["recovery"]["standard_error"] = 0.5

    def all_counts_public(tree: Any) -> None:
        for case in tree["arms"][0]["cases"]:
            case["passed"] = case["passed"] if case["passed"] is not None else 1

    def one_trial_more(tree: Any) -> None:
        tree["arms"][0]["cases"][0]["valid"] += 1

    before = edited(sample_report(), all_counts_public)
    same = changes(before, made(new_input, new_spec, other_mean, of=before))
    more = changes(before, made(new_input, new_spec, other_mean, one_trial_more, of=before))
    hidden = changes(sample_report(), made(new_input, new_spec, other_mean))
    assert [change.cause for change in of_kind(same, "recovery")] == [["spec"]]
    assert [change.cause for change in of_kind(more, "recovery")] == [["data", "spec"]]
    # a count that is withheld may have moved
    assert [change.cause for change in of_kind(hidden, "recovery")] == [["data", "spec"]]


def test_a_rule_is_the_specs_and_never_the_datas() -> None:
    def other_level(tree: Any) -> None:
        tree["rules"]["level"] = 0.9

    (change,) = of_kind(changes(sample_report(), made(new_input, new_spec, other_level)), "rule")
    assert (change.cause, change.old, change.new) == (["spec"], 0.95, 0.9)
    assert change.where.field == "rules.level"
    (change,) = of_kind(changes(sample_report(), made(new_input, other_level)), "rule")
    assert change.cause == ["unexplained"]


def test_a_correction_has_corrected_input_for_new() -> None:
    after = made(new_input, one_more_passed)
    (change,) = of_kind(changes(sample_report(), after, corrects=True), "headline")
    assert change.cause == ["correction"]


def test_a_changed_program_is_looked_at_where_it_alone_changed_a_figure() -> None:
    quiet = changes(sample_report(), made(new_program))
    assert [change.look for change in of_kind(quiet, "program")] == [False]
    assert quiet.verdict == "same"
    loud = changes(sample_report(), made(new_program, wider))
    assert [change.look for change in of_kind(loud, "program")] == [True]


def test_the_demonstration_changed_by_new_data_only() -> None:
    found = changes(demo("2026.09.15"), demo("2026.09.22"))
    assert found.sources == ["data"]
    assert found.verdict == "look"


def test_a_mark_of_what_was_withheld_all_along_is_another_spelling() -> None:
    """A release that says why a count is null changed no count."""

    def marked(tree: Any) -> None:
        for each in tree["arms"][0]["cases"]:
            if each["passed"] is None:
                each["withheld"] = "WITHHELD_COUNTS"

    found = [
        each
        for each in changes(sample_report(), made(marked)).changes
        if each.where.field == "arms[].cases[]"
    ]
    assert found
    assert {tuple(each.cause) for each in found} == {("representation",)}
    assert not any(each.look for each in found)
