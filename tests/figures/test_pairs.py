"""The paired comparison plot: each difference with its interval, its sign, and its verdict."""

from __future__ import annotations

from html import unescape

import msgspec

from generator.pages.figures.pairs import decisive, pairs
from tests.figures.reading import rows, words
from tests.sample_report import sample_report


def test_every_pair_has_its_row_and_its_verdict() -> None:
    report = sample_report()
    figure = pairs(report)
    assert figure is not None
    listed = rows(figure)
    assert [(row["a"], row["b"]) for row in listed] == [
        (pair.a, pair.b) for pair in report.comparisons
    ]
    for pair, row in zip(report.comparisons, listed, strict=True):
        estimate = decisive(pair).estimate
        assert row["difference"] == ("" if estimate is None else repr(estimate))
        assert row["verdict"] == pair.verdict
        assert estimate is None or f"{pair.a} minus {pair.b}: " in figure.description


def test_a_difference_below_nothing_keeps_its_sign() -> None:
    report = sample_report()
    first = report.comparisons[0]
    lower = msgspec.structs.replace(decisive(first), estimate=-0.125)
    field = "difference" if first.table is not None else "trials_difference"
    changed = msgspec.structs.replace(first, verdict="tied", **{field: lower})
    figure = pairs(msgspec.structs.replace(report, comparisons=[changed]))
    assert figure is not None
    drawn = [unescape(text) for text in words(figure.light)]
    assert any(text.startswith("\N{MINUS SIGN}12.5 points, tied") for text in drawn)


def test_without_pairs_there_is_no_figure() -> None:
    assert pairs(msgspec.structs.replace(sample_report(), comparisons=[])) is None
