from __future__ import annotations

import csv
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

from generator.statistics.multiplicity import compound_p, holm, holm_ranks
from tests.statistics.golden_cases import check, golden

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@pytest.mark.parametrize(("function", "case"), golden(holm))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


@pytest.mark.parametrize(
    ("raw", "published"),
    [([0.0312, 0.8413], [0.0624, 0.8413]), ([0.0018, 0.9393], [0.0036, 0.9393])],
)
def test_the_published_pairs(raw: list[float], published: list[float]) -> None:
    assert holm(raw) == pytest.approx(published, rel=1e-12)
    assert holm(raw[::-1]) == pytest.approx(published[::-1], rel=1e-12)


@given(p_values)
def test_holm_agrees_with_statsmodels(p: list[float]) -> None:
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1].tolist(), abs=1e-15)


@given(p_values, st.randoms())
def test_the_order_of_the_family_does_not_matter(p: list[float], rng: Any) -> None:
    adjusted = dict(zip(p, holm(p), strict=True))
    rng.shuffle(p)
    assert holm(p) == [adjusted[value] for value in p]


def test_a_family_with_a_member_missing_is_not_adjusted_at_all() -> None:
    assert holm([0.01, None]) == [None, None]
    assert holm([None]) == [None]
    assert holm_ranks([0.01, None]) == [None, None]


def test_the_smallest_families() -> None:
    assert holm([]) == []
    assert holm([0.04]) == [0.04]


def test_an_adjusted_value_on_the_level_is_not_below_it() -> None:
    adjusted = holm([0.025, 0.9])[0]
    assert adjusted == 0.05
    assert not adjusted < 0.05


@pytest.mark.parametrize("bad", [[0.2, float("nan")], [-0.1], [1.1, None]])
def test_what_is_no_probability_is_refused(bad: list[float | None]) -> None:
    for function in (holm, holm_ranks, compound_p):
        with pytest.raises(ValueError, match="p value"):
            function(bad)


def test_equal_values_rank_in_the_order_given() -> None:
    assert holm_ranks([0.2, 0.1, 0.2, 0.1]) == [3, 1, 4, 2]


def test_a_compound_hypothesis_is_as_weak_as_its_weakest_part() -> None:
    assert compound_p([0.01, 0.3, 0.02]) == 0.3
    assert compound_p([0.01, None]) is None
    with pytest.raises(ValueError, match="part"):
        compound_p([])


@pytest.mark.shared
def test_both_published_columns_of_sixty_comparisons(shared: Path) -> None:
    file = shared / "real" / "tau2-statsig" / "speech_complexity_pairwise_statsig.csv"
    rows = list(csv.DictReader(file.read_text().splitlines()))

    def family(row: dict[str, str]) -> tuple[str, str, str]:
        return row["domain"], row["provider"], row["comparison_type"]

    families = [list(members) for _, members in groupby(sorted(rows, key=family), key=family)]
    assert [len(members) for members in families] == [10] * 6
    for members in families:
        for column in ("fisher_p", "permutation_p"):
            published = [float(row[f"{column}_adj"]) for row in members]
            assert holm([float(row[column]) for row in members]) == pytest.approx(published)
