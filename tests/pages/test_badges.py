"""Badges: one number with its interval, readable where nothing else of the report is."""

from __future__ import annotations

import pytest

from generator.pages.badges import badges
from generator.publication.scan.explain.grammar import check_figure
from generator.publication.scan.explain.markup import tokens
from tests.figures.reading import SVG, root_of, words
from tests.sample_parts import HOSTILE, sample_arm, sample_case
from tests.sample_report import report_of, sample_report

CASES = [sample_case(f"A-0000000{i}", "pass" if i else "fail") for i in range(8)]


def test_a_badge_says_its_arm_its_number_and_its_interval() -> None:
    badge = badges(report_of(sample_arm("Atlas", CASES)))[0]
    assert badge.path == "badges/atlas-headline.svg"
    # the Clopper-Pearson interval of 7 in 8
    assert words(badge.svg) == ["Atlas headline", "87.5% (47.3% to 99.7%)"]
    title = root_of(badge.svg).find(f"{SVG}title")
    assert title is not None
    assert title.text == badge.words
    assert "in version 2026.11" in badge.words


def test_an_arm_without_a_number_has_no_badge() -> None:
    assert badges(report_of(sample_arm("Atlas", []))) == []


@pytest.mark.parametrize("label", HOSTILE)
def test_a_label_is_text_in_it(label: str) -> None:
    for badge in badges(report_of(sample_arm(label, CASES))):
        assert len(words(badge.svg)) == 2
        check_figure(tokens(badge.svg.decode()))


def test_a_badge_is_as_wide_as_its_words() -> None:
    for badge in badges(sample_report()):
        root = root_of(badge.svg)
        boxes = [float(box.get("width", "")) for box in root.iter(f"{SVG}rect")]
        assert sum(boxes) == pytest.approx(float(root.get("width", "")), abs=1)
