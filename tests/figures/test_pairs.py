"""The paired comparison plot: each difference with its interval, its sign, and its verdict."""

from __future__ import annotations

from html import unescape

import msgspec

from generator.pages.figures.pairs import decisive, pairs
from generator.pages.figures.style import LINE
from tests.figures.reading import root_of, rows, words
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


def test_names_too_long_for_one_line_have_a_line_each() -> None:
    report = sample_report()
    first = report.comparisons[0]
    long = msgspec.structs.replace(first, a=f"Atlas {'very ' * 20}high", b=f"Borealis {'a' * 30}")
    short, tall = (
        pairs(msgspec.structs.replace(report, comparisons=[pair])) for pair in (first, long)
    )
    assert short is not None
    assert tall is not None
    assert f"{first.a} \N{MINUS SIGN} {first.b}" in words(short.light)
    assert f"\N{MINUS SIGN} Borealis {'a' * 30}" in words(tall.light)
    heights = [float(root_of(each.light).get("viewBox", "").split()[3]) for each in (short, tall)]
    assert heights[1] - heights[0] == LINE


def test_without_pairs_there_is_no_figure() -> None:
    assert pairs(msgspec.structs.replace(sample_report(), comparisons=[])) is None
