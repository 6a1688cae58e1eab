from __future__ import annotations

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.statistics.lattice import LatticeTooWideError, subsets_reaching, sum_law


@given(st.lists(st.integers(1, 9), max_size=9), st.integers(0, 90))
def test_subsets_are_counted_as_by_listing_them(sizes: list[int], at_least: int) -> None:
    listed = itertools.chain.from_iterable(
        itertools.combinations(sizes, count) for count in range(len(sizes) + 1)
    )
    assert subsets_reaching(sizes, at_least) == sum(sum(subset) >= at_least for subset in listed)


def test_every_subset_reaches_nothing() -> None:
    assert subsets_reaching([], 0) == 1
    assert subsets_reaching([5] * 300, 0) == 2**300
    assert subsets_reaching([5] * 300, 1501) == 0


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=5), st.integers(1, 4))
def test_the_law_of_a_sum_is_that_of_all_draws(values: list[int], draws: int) -> None:
    law = sum_law(values, draws)
    listed = Counter(sum(draw) for draw in itertools.product(values, repeat=draws))
    counted = {law.lowest + place * law.step: ways for place, ways in enumerate(law.ways)}
    assert {total: ways for total, ways in counted.items() if ways} == listed
    assert law.total == len(values) ** draws
    for bound in (law.lowest - 1, law.lowest, 0, law.lowest + len(law.ways) * law.step):
        assert law.at_most(bound) == sum(n for total, n in listed.items() if total <= bound)


def test_a_law_needs_a_value() -> None:
    with pytest.raises(ValueError, match="no value"):
        sum_law([], 3)


def test_a_lattice_too_wide_to_count_is_refused_before_it_is_built() -> None:
    with pytest.raises(LatticeTooWideError, match="use draws"):
        subsets_reaching([10**12], 1)
    with pytest.raises(LatticeTooWideError, match="use draws"):
        sum_law([0, 1, 10**9], 3)
