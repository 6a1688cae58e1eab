"""Headline scores: the first pass where there is one, the mean over trials where there is none."""

from __future__ import annotations

from generator.pages.figures.headline import headline
from tests.figures.reading import rows, words
from tests.sample_report import all_reports


def test_a_first_pass_shows_its_counts() -> None:
    report = all_reports()["sample"]
    figure = headline(report)
    assert figure is not None
    for arm in report.arms:
        assert arm.primary.rate is not None
        score = f"{arm.primary.passed}/{arm.primary.cases}  {arm.primary.rate:.1%}"
        assert score in words(figure.light)
    assert "first pass over cases" in words(figure.light)


def test_without_a_first_pass_the_mean_over_trials_stands_in_and_says_so() -> None:
    figure = headline(all_reports()["trials_only"])
    assert figure is not None
    assert "mean over trials, no first pass" in words(figure.light)
    assert [row["kind"] for row in rows(figure)] == ["pass^1"]


def test_without_any_score_there_is_no_figure() -> None:
    assert headline(all_reports()["empty"]) is None
