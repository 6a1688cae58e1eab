"""What a reviewer must look at comes first, and noise is told from news."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from generator.publication.arm import Delta
from generator.publication.changes import changes
from generator.publication.changes.noise import delta_noise
from generator.publication.changes.records import Kind
from generator.publication.report import Report
from tests.changes.reports import demo, edited, newer, of_kind, whole
from tests.sample_parts import clopper_pearson, sample_arm, sample_case
from tests.sample_report import report_of, sample_report


def first_passes(outcomes: str) -> Report:
    """One arm whose cases passed (P) or failed (F) at first."""
    cases = [
        sample_case(f"A-{number:08x}", "pass" if outcome == "P" else "fail")
        for number, outcome in enumerate(outcomes)
    ]
    return edited(report_of(sample_arm("Arm", cases)), newer(sample_report(), name="any"))


def headline(old: str, new: str) -> Any:
    before = msgspec.structs.replace(first_passes(old), version="old")
    after = edited(first_passes(new), lambda tree: tree["provenance"].update(seed=1))
    after = edited(after, lambda tree: tree["provenance"].update(inputs_sha256="1" * 64))
    (change,) = of_kind(changes(before, after), "headline")
    return change


@pytest.mark.parametrize(
    ("old", "new", "up", "down", "p_value", "noise"),
    [
        # 2 / 2^5 and 2 / 2^6: five one way are within the 5% level, six are not
        ("F" * 20, "P" * 5 + "F" * 15, 5, 0, 0.0625, "beyond"),  # 25% is not in [0, 16.8%]
        ("P" * 10 + "F" * 10, "P" * 15 + "F" * 5, 5, 0, 0.0625, "beyond"),  # 75%, [27.2%, 72.8%]
        ("P" * 10 + "F" * 10, "P" * 14 + "F" * 6, 4, 0, 0.125, "within"),
        ("P" * 24 + "F" * 24, "P" * 30 + "F" * 18, 6, 0, 0.03125, "beyond"),  # in [35.2%, 64.8%]
        ("P" * 10 + "F" * 10, "F" * 10 + "P" * 10, 10, 10, 1.0, None),
    ],
)
def test_a_headline_is_paired_case_by_case(
    old: str, new: str, up: int, down: int, p_value: float, noise: str | None
) -> None:
    if noise is None:  # the score is the same; the fail set is not, and that is no noise
        noise = "within"
    change = headline(old, new)
    assert (len(change.moved.fail_to_pass), len(change.moved.pass_to_fail)) == (up, down)
    assert change.moved.p_value == pytest.approx(p_value)
    assert (change.noise, change.look) == (noise, noise == "beyond")


def test_the_intervals_of_these_tests_are_as_the_comments_say() -> None:
    for passed, trials, lower, upper in ((0, 20, 0, 0.168), (10, 20, 0.272, 0.728)):
        interval = clopper_pearson(passed, trials)
        assert interval is not None
        assert (interval.lower, interval.upper) == pytest.approx((lower, upper), abs=5e-4)


@pytest.mark.parametrize(
    ("moves", "expected", "noise"),
    [
        (3, 2.0, "within"),  # P(X >= 3) = 0.323
        (5, 2.0, "within"),  # 0.053
        (6, 2.0, "beyond"),  # 0.017
        (1, 0.0, "beyond"),
        (0, 0.0, "within"),
        (9, None, "unknown"),
    ],
)
def test_a_full_repeat_is_held_against_the_moves_of_noise(
    moves: int, expected: float | None, noise: str
) -> None:
    delta = Delta(
        start="R-1", end="R-2", evidence="cross_day", compared=20, passed_from=10, passed_to=10,
        fail_to_pass=[f"A-{number}" for number in range(moves)], pass_to_fail=[],
        stayed_failed=0, expected_moves=expected, undefined=None,
    )  # fmt: skip
    assert delta_noise(delta, 0.95) == noise


@pytest.mark.parametrize(("rate", "noise"), [(0.2, "within"), (0.1, "beyond"), (None, "shown")])
def test_a_rate_is_held_against_the_old_interval(rate: float | None, noise: str) -> None:
    def change(tree: Any) -> None:
        newer(sample_report())(tree)
        (arm,) = (arm for arm in tree["arms"] if arm["arm"] == "Plover 3 @ Saltmarsh")
        assert arm["pass_hat_k"][0]["interval"]["lower"] == pytest.approx(0.199, abs=5e-4)
        arm["pass_hat_k"][0]["estimate"] = rate

    before = demo("2026.09.22")
    found = changes(before, edited(before, change))
    told = [each for each in found.changes if each.kind in ("pass_hat_k", "shown")]
    assert [each.noise or each.kind for each in told] == [noise]
    assert [each.look for each in told] == [noise != "within"]


def test_what_must_be_looked_at_comes_first_and_in_order() -> None:
    def change(tree: Any) -> None:
        newer(whole())(tree)
        tree["provenance"]["spec_sha256"] = "1" * 64
        tree["rules"]["minimum_tasks"] += 1
        arm = tree["arms"][0]
        arm["identity"]["harness"] = "another"
        arm["cost"]["attempts"] += 1
        arm["limits"] = arm["limits"][1:]
        case = next(case for case in arm["cases"] if case["verdict"])
        case["verdict"] = "boundary"
        tree["comparisons"][0]["verdict"] = "a_higher"
        tree["studies"][0]["eligibility"]["reasons"] = []

    found = changes(whole(), edited(whole(), change))
    looked = [each.kind for each in found.changes if each.look]
    expected = ["rule", "identity", "decision", "eligibility", "verdict", "limits"]
    assert [kind for kind in looked if kind != "spec"] == expected
    rest = [each.kind for each in found.changes if not each.look]
    assert "cost" in rest
    order = [get_args(Kind).index(kind) for kind in rest]
    assert order == sorted(order)


def test_an_unexplained_change_comes_before_all_others() -> None:
    def change(tree: Any) -> None:
        tree["version"] = "next"
        tree["arms"][0]["cost"]["attempts"] += 1

    found = changes(demo("2026.09.22"), edited(demo("2026.09.22"), change))
    assert found.verdict == "look"
    assert (found.changes[0].kind, found.changes[0].cause) == ("cost", ["unexplained"])


def test_one_name_for_two_reports_is_an_alarm() -> None:
    def change(tree: Any) -> None:
        newer(demo("2026.09.22"), name=tree["version"])(tree)
        tree["arms"][0]["cost"]["attempts"] += 1

    found = changes(demo("2026.09.22"), edited(demo("2026.09.22"), change))
    assert [each.kind for each in found.changes if each.look] == ["version_reused"]


def test_other_aliases_throughout_are_told_as_one_thing() -> None:
    def change(tree: Any) -> None:
        newer(sample_report())(tree)
        for arm in tree["arms"]:
            for number, case in enumerate(arm["cases"]):
                case["case"] = f"B-{number:08x}"

    found = changes(sample_report(), edited(sample_report(), change))
    assert next(each.kind for each in found.changes if each.look) == "aliases_replaced"
    assert of_kind(found, "case_added")


def test_a_new_digest_alone_is_no_change() -> None:
    found = changes(demo("2026.09.22"), edited(demo("2026.09.22"), newer(demo("2026.09.22"))))
    assert found.verdict == "same"
    assert [each.kind for each in found.changes] == ["inputs", "version"]


def test_the_demonstration_is_found_as_its_stories_tell_it() -> None:
    found = changes(demo("2026.09.15"), demo("2026.09.22"))
    verdicts = {
        (each.where.arm, each.where.case): (each.old.verdict, each.new.verdict)
        for each in of_kind(found, "verdict")
    }
    assert verdicts == {
        ("Ibex 2 @ Cairn", "A-82384bd0"): ("no_recovery_observed", "recovery_capable"),
        ("Ibex 2 @ Cairn", "A-ae295fc7"): ("not_screened", "screen_incomplete"),
        ("Plover 3 @ Saltmarsh", "A-4729fd33"): ("no_recovery_observed", "recovery_capable"),
        ("Tansy Mini @ Tidepool", "A-a317e74b"): ("screen_incomplete", "no_recovery_observed"),
    }
    # the protocol's own instance: 3 of 4 in the screen, 6 of 20 confirmed
    (rate,) = (
        each
        for each in of_kind(found, "case_rate")
        if each.where.arm == "Plover 3 @ Saltmarsh" and each.where.case == "A-d9b79b46"
    )
    assert (rate.old.rate, rate.new.passed, rate.new.valid) == (None, 6, 20)
    assert not of_kind(found, "headline", "identity", "decision", "rule")
