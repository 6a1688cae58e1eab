"""A pair whose order another label turned is the same comparison, told the other way round."""

from __future__ import annotations

import shutil

import msgspec
import pytest

from generator.aggregate import aggregate
from generator.pages.changes.names import Plain
from generator.pages.changes.story import story
from generator.pages.changes.text import text
from generator.publication.base import Interval
from generator.publication.changes import changes
from generator.publication.changes.turned import turned, turned_as
from generator.publication.comparison import Comparison, Difference, OddsRatio, PairedTable
from generator.publication.report import Report
from tests.changes.reports import ROOT, demo
from tests.sample_report import sample_report

BEFORE, AFTER = "Ibex 2 @ Cairn", "Zebra 2 @ Cairn"
"""The first arm of the demonstration, and a label that makes it the last."""


@pytest.fixture(scope="module")
def relabelled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Report, Report]:
    """The demonstration's results under its own spec, and under one with another label."""
    home = tmp_path_factory.mktemp("turned")
    shutil.copytree(ROOT / ".stability", home / ".stability")
    spec = (ROOT / "stability.yml").read_text()
    reports = []
    for name, said in (("own.yml", spec), ("other.yml", spec.replace(BEFORE, AFTER))):
        (home / name).write_text(said)
        reports.append(aggregate(ROOT / "results", home / name, name[:-4], home=home).report)
    return reports[0], reports[1]


def test_a_new_label_that_turns_pairs_changes_no_comparison(
    relabelled: tuple[Report, Report],
) -> None:
    old, new = relabelled
    pairs = [(pair.a, pair.b) for pair in new.comparisons]
    assert sum(second == AFTER for _, second in pairs) == 3  # they stood first before
    found = changes(old, new)
    assert sorted(each.kind for each in found.changes) == ["arm_renamed", "spec", "version"]
    assert found.compared.comparisons == len(old.comparisons) == 6
    said = " ".join(text(story(found, Plain())).split())
    assert "Look at 1 thing. Changed by the changed spec only." in said
    assert "the decision on 6 pairs of arms" in said


def test_a_decision_that_changed_is_told_of_the_turned_pair(
    relabelled: tuple[Report, Report],
) -> None:
    old, new = relabelled
    pairs = [
        msgspec.structs.replace(pair, verdict="b_higher") if pair.b == AFTER else pair
        for pair in new.comparisons
    ]
    found = changes(old, msgspec.structs.replace(new, comparisons=pairs))
    decisions = [each for each in found.changes if each.kind == "decision"]
    assert {each.where.other_arm for each in decisions} == {AFTER}
    assert len(decisions) == 3


def pair(table: tuple[int, int], ratio: OddsRatio, points: float, verdict: str) -> Comparison:
    """A comparison with only its numbers of note."""
    first, second = table
    (sample, *_) = sample_report().comparisons
    return msgspec.structs.replace(
        sample,
        a="Auk",
        b="Bee",
        verdict=verdict,
        table=PairedTable(both_passed=1, only_a=first, only_b=second, neither=2),
        only_a=[f"A-{number:08x}" for number in range(first)],
        only_b=[f"A-1{number:07x}" for number in range(second)],
        odds_ratio=ratio,
        difference=Difference(
            estimate=points,
            standard_error=None,
            interval=Interval(lower=points - 0.5, upper=points + 0.25, level=0.95, method="tango"),
            p_value=0.5,
            tasks=8,
            undefined=None,
        ),
    )


def ratio(estimate: float | None, lower: float, upper: float | None) -> OddsRatio:
    between = Interval(lower=lower, upper=upper, level=0.95, method="conditional")
    return OddsRatio(
        estimate=estimate, interval=between, undefined="SEPARATION" if estimate is None else None
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (ratio(4.0, 0.5, 8.0), ratio(0.25, 0.125, 2.0)),
        (ratio(None, 0.5, None), ratio(0.0, 0.0, 2.0)),
        (
            OddsRatio(estimate=None, interval=None, undefined="NO_DISCORDANCE"),
            OddsRatio(estimate=None, interval=None, undefined="NO_DISCORDANCE"),
        ),
    ],
)
def test_every_number_of_a_pair_is_turned(found: OddsRatio, expected: OddsRatio) -> None:
    one = pair((4, 1), found, 0.375, "a_higher")
    other = turned(one)
    assert (other.a, other.b, other.verdict) == ("Bee", "Auk", "b_higher")
    assert other.table == PairedTable(both_passed=1, only_a=1, only_b=4, neither=2)
    assert (other.only_a, other.only_b) == (one.only_b, one.only_a)
    assert other.odds_ratio == expected
    assert other.difference.estimate == -0.375
    interval = other.difference.interval
    assert interval is not None
    assert (interval.lower, interval.upper) == (-0.625, 0.125)
    assert other.test == one.test
    assert turned(other) == one


def test_no_difference_has_no_sign() -> None:
    assert str(turned(pair((1, 1), ratio(1.0, 0.5, 2.0), 0.0, "tied")).difference.estimate) == "0.0"


def test_pairs_that_stand_the_same_way_round_are_left_alone() -> None:
    report = demo("2026.09.22")
    assert turned_as(report, report) == report
