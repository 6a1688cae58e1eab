from __future__ import annotations

import csv
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar  # type: ignore[import-untyped]

from generator.statistics.paired import (
    cond_or_ci,
    fisher_exact,
    mcnemar_exact,
    mcnemar_midp,
    paired_table,
)
from generator.statistics.undefined import Undefined
from tests.statistics.golden_cases import check, golden

counts = st.integers(0, 60)


@pytest.mark.parametrize(("function", "case"), golden(mcnemar_exact, mcnemar_midp, cond_or_ci))
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def two_sided_by_fractions(b: int, c: int) -> tuple[Fraction, Fraction]:
    """The exact and the mid-p value, by summing binomial coefficients."""
    n, m = b + c, min(b, c)
    tail = Fraction(sum(math.comb(n, x) for x in range(m + 1)), 2**n)
    point = Fraction(math.comb(n, m), 2**n)
    return min(Fraction(1), 2 * tail), 1 - point / 2 if b == c else 2 * tail - point


def test_mcnemar_is_the_sum_of_binomial_coefficients() -> None:
    for b in range(16):
        for c in range(16):
            if b + c:
                exact, midp = two_sided_by_fractions(b, c)
                assert mcnemar_exact(b, c) == pytest.approx(float(exact), rel=1e-13)
                assert mcnemar_midp(b, c) == pytest.approx(float(midp), rel=1e-13)


@given(counts, counts)
def test_mcnemar_agrees_with_statsmodels_and_scipy(b: int, c: int) -> None:
    expected = mcnemar([[0, b], [c, 0]], exact=True).pvalue
    assert mcnemar_exact(b, c) == pytest.approx(expected, rel=1e-10)
    if b + c:
        assert mcnemar_exact(b, c) == pytest.approx(stats.binomtest(b, b + c).pvalue, rel=1e-10)


@given(counts, counts)
def test_arms_can_be_exchanged(b: int, c: int) -> None:
    assert mcnemar_exact(b, c) == mcnemar_exact(c, b)
    assert mcnemar_midp(b, c) == mcnemar_midp(c, b)
    assert mcnemar_midp(b, c) <= mcnemar_exact(b, c)


def test_no_case_that_separates_the_arms_speaks_against_them() -> None:
    assert mcnemar_exact(0, 0) == 1
    assert mcnemar_midp(0, 0) == 1
    assert cond_or_ci(0, 0) == {
        "est": None,
        "lo": None,
        "hi": None,
        "undefined": Undefined.NO_DISCORDANCE,
    }


@given(counts.filter(bool), counts.filter(bool))
def test_the_odds_ratio_of_exchanged_arms_is_the_reciprocal(b: int, c: int) -> None:
    one, other = cond_or_ci(b, c, 0.9), cond_or_ci(c, b, 0.9)
    assert isinstance(one["hi"], float)
    assert isinstance(other["lo"], float)
    assert one["hi"] * other["lo"] == pytest.approx(1)
    assert isinstance(one["lo"], float)
    assert isinstance(one["est"], float)
    assert one["lo"] < one["est"] == b / c < one["hi"]


@given(st.integers(0, 40), st.integers(1, 40))
def test_the_odds_ratio_is_the_clopper_pearson_interval_in_odds(b: int, c: int) -> None:
    interval = stats.binomtest(b, b + c).proportion_ci(0.95, "exact")
    found = cond_or_ci(b, c)
    assert found["lo"] == pytest.approx(interval.low / (1 - interval.low), rel=1e-8)
    assert found["hi"] == pytest.approx(interval.high / (1 - interval.high), rel=1e-8)


def test_an_odds_ratio_without_bound_says_so() -> None:
    found = cond_or_ci(5, 0)
    assert (found["est"], found["hi"]) == ("Infinity", "Infinity")
    assert found["lo"] == pytest.approx(0.9163558573154597)


@pytest.mark.parametrize("bad", [(-1, 2), (1.0, 2), (True, 2.5), ("1", 2)])
@pytest.mark.parametrize("function", [mcnemar_exact, mcnemar_midp, cond_or_ci])
def test_what_is_no_count_is_refused(function: Any, bad: tuple[Any, Any]) -> None:
    with pytest.raises(ValueError, match="b and c"):
        function(*bad)


def test_the_table_counts_cases_by_both_outcomes() -> None:
    first = np.array([True, True, True, False, False, False, False])
    second = np.array([True, False, False, True, False, False, False])
    assert paired_table(first, second) == {"a": 1, "b": 2, "c": 1, "d": 3}
    assert paired_table([], []) == {"a": 0, "b": 0, "c": 0, "d": 0}


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1), st.randoms())
def test_the_table_is_blind_to_the_order_of_cases(cases: list[tuple[bool, bool]], rng: Any) -> None:
    table = paired_table(*zip(*cases, strict=True))
    rng.shuffle(cases)
    assert paired_table(*zip(*cases, strict=True)) == table
    mirrored = paired_table(*reversed(list(zip(*cases, strict=True))))
    assert (mirrored["b"], mirrored["c"]) == (table["c"], table["b"])
    assert sum(table[key] for key in ("a", "b", "c", "d")) == len(cases)


@pytest.mark.parametrize(
    ("first", "second"), [([True], [True, False]), ([1, 0], [0, 1]), ([[True]], [[True]])]
)
def test_a_table_needs_one_boolean_outcome_a_case(first: Any, second: Any) -> None:
    with pytest.raises(ValueError, match="outcome"):
        paired_table(first, second)


def fisher_by_fractions(a: int, n: int, c: int, m: int) -> Fraction:
    def weight(x: int) -> int:
        return math.comb(n, x) * math.comb(m, a + c - x)

    possible = range(max(0, a + c - m), min(n, a + c) + 1)
    extreme = sum(weight(x) for x in possible if weight(x) <= weight(a))
    return Fraction(extreme, math.comb(n + m, a + c))


def test_fisher_sums_the_tables_no_likelier_than_the_one_seen() -> None:
    for n in range(1, 8):
        for m in range(1, 8):
            for a in range(n + 1):
                for c in range(m + 1):
                    expected = float(fisher_by_fractions(a, n, c, m))
                    assert fisher_exact(a, n, c, m) == pytest.approx(expected, rel=1e-12)


def test_fisher_needs_trials_in_both_arms() -> None:
    assert fisher_exact(0, 0, 3, 5) is None
    assert fisher_exact(3, 5, 0, 0) is None
    with pytest.raises(ValueError, match="exceed"):
        fisher_exact(6, 5, 1, 5)


@pytest.mark.shared
def test_fisher_gives_the_published_values_of_sixty_comparisons(shared: Path) -> None:
    file = shared / "real" / "tau2-statsig" / "speech_complexity_pairwise_statsig.csv"
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert len(rows) == 60
    for row in rows:
        sizes = (row["successes_a"], row["n_sims_a"], row["successes_b"], row["n_sims_b"])
        assert fisher_exact(*map(int, sizes)) == pytest.approx(float(row["fisher_p"]), rel=1e-9)
