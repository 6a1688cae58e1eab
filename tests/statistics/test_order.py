from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from generator.statistics.order import (
    _late_exact,
    _late_normal,
    late_failure_rank,
    pooled_late_failures,
    runs_test,
    smallest_p_cluster,
    stratified_runs,
)
from tests.statistics.golden_cases import check, golden

sequences = st.lists(st.integers(0, 1), max_size=25)


@pytest.mark.parametrize(
    ("function", "case"), golden(runs_test, stratified_runs, late_failure_rank)
)
def test_golden(function: Any, case: dict[str, Any]) -> None:
    check(function, case)


def runs(seq: tuple[int, ...]) -> int:
    return len(list(itertools.groupby(seq)))


def positions(seq: tuple[int, ...]) -> int:
    return sum(i for i, x in enumerate(seq, 1) if x)


def orders(n: int, failures: int) -> list[tuple[int, ...]]:
    """Every order of so many failures among n trials."""
    return [
        tuple(int(i in chosen) for i in range(n))
        for chosen in itertools.combinations(range(n), failures)
    ]


def test_every_p_is_a_share_of_all_orders() -> None:
    for n in range(2, 9):
        for failures in range(1, n):
            every = orders(n, failures)
            by_runs, by_place = Counter(map(runs, every)), Counter(map(positions, every))
            for seq in every:
                found, late = runs_test(seq), late_failure_rank(seq)
                few = sum(w for r, w in by_runs.items() if r <= runs(seq)) / len(every)
                many = sum(w for r, w in by_runs.items() if r >= runs(seq)) / len(every)
                assert found["runs"] == runs(seq)
                assert found["p_cluster"] == pytest.approx(few, rel=1e-14)
                assert found["p_mix"] == pytest.approx(many, rel=1e-14)
                assert found["p_two"] == pytest.approx(min(1, 2 * min(few, many)), rel=1e-14)
                beyond = sum(w for s, w in by_place.items() if s >= positions(seq)) / len(every)
                assert late["sum_pos"] == positions(seq)
                assert late["p_late"] == pytest.approx(beyond, rel=1e-12)


def test_pooled_p_is_a_share_of_all_orders_of_all_cases() -> None:
    cases = [(0, 0, 1, 1), (1, 0, 0, 0, 1), (0, 1, 1)]
    every = list(itertools.product(*(orders(len(seq), sum(seq)) for seq in cases)))
    few = sum(sum(map(runs, some)) <= sum(map(runs, cases)) for some in every)
    late = sum(sum(map(positions, some)) >= sum(map(positions, cases)) for some in every)
    pooled = stratified_runs([*cases, (0, 0), (1,), ()])
    assert (pooled["cases"], pooled["runs"]) == (3, sum(map(runs, cases)))
    assert pooled["p_cluster"] == pytest.approx(few / len(every), rel=1e-12)
    lateness = pooled_late_failures([*cases, (0, 0), (1,), ()])
    assert (lateness["cases"], lateness["sum_pos"]) == (3, sum(map(positions, cases)))
    assert lateness["p_late"] == pytest.approx(late / len(every), rel=1e-12)


@given(sequences)
def test_late_failures_are_a_rank_sum_test(seq: list[int]) -> None:
    places = np.arange(1, len(seq) + 1)
    failed, passed = places[np.array(seq, dtype=bool)], places[~np.array(seq, dtype=bool)]
    found = late_failure_rank(seq)
    if not failed.size or not passed.size:
        assert found["p_late"] is None
        return
    expected = stats.mannwhitneyu(failed, passed, alternative="greater", method="exact")
    assert found["p_late"] == pytest.approx(expected.pvalue, rel=1e-9)


@given(sequences)
def test_calling_failures_passes_changes_no_runs(seq: list[int]) -> None:
    one, other = runs_test(seq), runs_test([1 - x for x in seq])
    assert (one["runs"], one["p_cluster"], one["p_two"]) == (
        other["runs"],
        other["p_cluster"],
        other["p_two"],
    )
    assert runs_test(seq[::-1]) == one


@given(st.lists(sequences, max_size=8), st.randoms())
def test_the_order_of_cases_says_nothing(seqs: list[list[int]], random: Any) -> None:
    one, other = stratified_runs(seqs), stratified_runs(random.sample(seqs, len(seqs)))
    assert (one["cases"], one["runs"]) == (other["cases"], other["runs"])
    if one["p_cluster"] is not None:
        assert one["p_cluster"] == pytest.approx(other["p_cluster"], rel=1e-9)


@given(sequences)
def test_pooling_one_case_is_that_case(seq: list[int]) -> None:
    alone, pooled = runs_test(seq)["p_cluster"], stratified_runs([seq])["p_cluster"]
    assert pooled == (alone if alone is None else pytest.approx(alone, rel=1e-12))


@pytest.mark.parametrize("seq", [[], [0], [1], [0, 0, 0], [1] * 20])
def test_one_outcome_says_nothing_of_order(seq: list[int]) -> None:
    found = runs_test(seq)
    assert (found["p_cluster"], found["p_mix"], found["p_two"]) == (None, None, None)
    assert found["runs"] == (1 if seq else 0)
    assert late_failure_rank(seq) == {"sum_pos": positions(tuple(seq)), "p_late": None}
    assert stratified_runs([seq]) == {"cases": 0, "runs": 0, "p_cluster": None}
    assert pooled_late_failures([seq]) == {"cases": 0, "sum_pos": 0, "p_late": None}


def test_a_screen_of_five_cannot_be_significant_alone() -> None:
    attainable = {m: min(runs_test(s)["p_cluster"] for s in orders(5, m)) for m in range(1, 5)}  # type: ignore[type-var]
    assert attainable == pytest.approx({1: 0.4, 2: 0.2, 3: 0.2, 4: 0.4})
    for failures, smallest in attainable.items():
        assert smallest_p_cluster(5, failures) == pytest.approx(smallest)
    assert smallest_p_cluster(5, 0) is smallest_p_cluster(5, 5) is None


def test_a_long_sequence_is_exact() -> None:
    found = runs_test([0] * 150 + [1] * 150)
    assert found["p_cluster"] == 2 / math.comb(300, 150)


def test_many_long_cases_stay_a_probability() -> None:
    found = stratified_runs([[0, 1] * 10] * 200)
    assert found["p_cluster"] == pytest.approx(1)
    assert found["p_cluster"] <= 1  # type: ignore[operator]


@pytest.mark.parametrize("seq", [[0, 2], [0, -1], [0.5], [[0, 1]], ["P"]])
def test_what_is_no_sequence_of_outcomes_is_refused(seq: Any) -> None:
    for function in (runs_test, late_failure_rank):
        with pytest.raises(ValueError, match="seq"):
            function(seq)
    with pytest.raises(ValueError, match="seq"):
        stratified_runs([seq])


def test_more_failures_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="failures"):
        smallest_p_cluster(5, 6)


def test_beyond_the_exact_reach_the_normal_law_agrees_with_scipy() -> None:
    rng = np.random.default_rng(5)
    seq = (rng.random(400) < np.linspace(0.2, 0.4, 400)).astype(int)
    positions = np.arange(1, 401)
    expected = stats.mannwhitneyu(
        positions[seq == 1], positions[seq == 0], alternative="greater", method="asymptotic"
    )
    assert late_failure_rank(seq.tolist())["p_late"] == pytest.approx(expected.pvalue, rel=1e-9)


def test_at_the_edge_of_the_exact_reach_the_two_laws_agree() -> None:
    rng = np.random.default_rng(6)
    seq = (rng.random(200) < 0.3).astype(int)
    assert _late_exact([seq]) == pytest.approx(_late_normal([seq]), abs=2e-3)


def test_many_cases_are_pooled_by_the_normal_law_which_agrees_with_the_exact_one() -> None:
    rng = np.random.default_rng(7)
    few = [(rng.random(40) < 0.4).astype(int).tolist() for _ in range(60)]
    exact = stratified_runs(few)["p_cluster"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("generator.statistics.order.LARGEST_WORK", 0)
        normal = stratified_runs(few)["p_cluster"]
    assert exact == pytest.approx(normal, abs=2e-3)
    assert exact != normal
