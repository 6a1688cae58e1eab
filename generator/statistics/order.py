"""Order clustering: whether failures bunch together, or come late, in the order trials were run.

A sequence holds one trial an entry, 1 a failure and 0 a pass, in the order of their start. All
tests are exact and conditional on the number of failures, so no pass rate is assumed. A case with
one outcome cannot tell: it is left out, never counted as evidence of order or of none. With five
trials no arrangement is rarer than 1 in 10 (two late failures), so screens say something only
when pooled.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TypedDict

import numpy as np
from scipy import special

from generator.statistics.counts import Counts, FloatArray, IntArray, as_integers
from generator.statistics.method import Method

EXACT_TRIALS = 200
"""The longest case whose lateness is counted out; the work grows with the fourth power of it."""


LARGEST_WORK = 10**9
"""Multiplications that pooling exact laws may take, about a second's."""


class RunsTest(TypedDict):
    """The runs of one sequence, its failures and passes, and exact p values."""

    runs: int
    n1: int
    n0: int
    p_cluster: float | None
    p_mix: float | None
    p_two: float | None


class PooledRuns(TypedDict):
    """The runs of the informative cases together, and the exact p of so few."""

    cases: int
    runs: int
    p_cluster: float | None


class LateFailures(TypedDict):
    """The positions of the failures, summed, and the exact p of so late a sum."""

    sum_pos: int
    p_late: float | None


class PooledLateFailures(TypedDict):
    """The positions of the failures of the informative cases together, and their exact p."""

    cases: int
    sum_pos: int
    p_late: float | None


def runs_test(seq: Counts) -> RunsTest:
    """Return the Wald-Wolfowitz runs test of one sequence of 0 (pass) and 1 (failure).

    A run is a maximal block of one outcome. With r runs and m failures: p_cluster = P(R <= r | m),
    p_mix = P(R >= r | m), p_two = min(1, 2 min). Exact. All p are None where only one outcome
    occurs. ValueError unless seq is one-dimensional and holds only 0 and 1. Source: Wald and
    Wolfowitz 1940.
    """
    outcomes = _outcomes(seq)
    failures, runs = int(outcomes.sum()), _runs(outcomes)
    passes = outcomes.size - failures
    few = many = two = None
    if failures and passes:
        counts, total = _arrangements(failures, passes), math.comb(outcomes.size, failures)
        few, many = sum(counts[: runs + 1]) / total, sum(counts[runs:]) / total
        two = min(1.0, 2 * min(few, many))
    return RunsTest(runs=runs, n1=failures, n0=passes, p_cluster=few, p_mix=many, p_two=two)


def stratified_runs(seqs: Sequence[Counts]) -> PooledRuns:
    """Return the runs test of many cases together: the sum of their runs against its law.

    Conditional on the failures of each case; the exact laws are convolved, or, where that would be
    more than about a second's work, the normal law with continuity correction stands in. Cases with
    one outcome are left out. p_cluster is None where none is left. ValueError as for `runs_test`.
    """
    informative = [seq for seq in map(_outcomes, seqs) if np.unique(seq).size == 2]
    runs = sum(map(_runs, informative))
    if not informative:
        return PooledRuns(cases=0, runs=0, p_cluster=None)
    sizes = [(int(seq.sum()), seq.size) for seq in informative]
    if _is_feasible([2 * min(failures, n - failures) + 2 for failures, n in sizes]):
        law = _pooled([_runs_law(failures, n - failures) for failures, n in sizes])
        p = math.fsum(law[: runs + 1].tolist())
    else:
        products = [2 * failures * (n - failures) for failures, n in sizes]
        mean = sum(1 + d / n for d, (_, n) in zip(products, sizes, strict=True))
        variance = sum(
            d * (d - n) / (n * n * (n - 1)) for d, (_, n) in zip(products, sizes, strict=True)
        )
        p = float(special.ndtr((runs + 0.5 - mean) / math.sqrt(variance)))
    return PooledRuns(cases=len(informative), runs=runs, p_cluster=min(1.0, p))


def _is_feasible(lengths: Sequence[int]) -> bool:
    """Whether convolving laws of such lengths one after the other is little enough work."""
    work = reach = 0
    for length in lengths:
        reach += length
        work += reach * length
    return work <= LARGEST_WORK


def _pooled(laws: Sequence[FloatArray]) -> FloatArray:
    """Return the law of a sum of independent variables, given the law of each from 0 on.

    By shifted additions: a library's convolution is a matrix product, whose last digits depend on
    the processor.
    """
    pooled = np.ones(1)
    for law in laws:
        longer = np.zeros(pooled.size + law.size - 1)
        for shift, chance in enumerate(law.tolist()):
            longer[shift : shift + pooled.size] += chance * pooled
        pooled = longer
    return pooled


def late_failure_rank(seq: Counts) -> LateFailures:
    """Return the exact rank-sum test that failures come late.

    sum_pos = the sum of the failures' positions, from 1; p_late = P(sum >= sum_pos | failures).
    None where only one outcome occurs. ValueError as for `runs_test`. Source: Wilcoxon 1945.
    """
    outcomes = _outcomes(seq)
    pooled = pooled_late_failures([outcomes])
    return LateFailures(sum_pos=_position_sum(outcomes), p_late=pooled["p_late"])


def pooled_late_failures(seqs: Sequence[Counts]) -> PooledLateFailures:
    """Return `late_failure_rank` of many cases together, by convolving their exact laws.

    Cases with one outcome are left out; p_late is None where none is left. Exact as long as no
    case has more than 200 trials and the work is about a second's, by the normal law with
    continuity correction beyond: there the two agree to three digits. ValueError as for
    `runs_test`.
    """
    informative = [seq for seq in map(_outcomes, seqs) if np.unique(seq).size == 2]
    if not informative:
        return PooledLateFailures(cases=0, sum_pos=0, p_late=None)
    sizes = [(int(seq.sum()), seq.size) for seq in informative]
    exact = max(n for _, n in sizes) <= EXACT_TRIALS and _is_feasible(
        [failures * (n - failures) + 1 for failures, n in sizes]
    )
    p = _late_exact(informative) if exact else _late_normal(informative)
    positions = sum(map(_position_sum, informative))
    return PooledLateFailures(cases=len(informative), sum_pos=positions, p_late=p)


def _late_exact(informative: Sequence[IntArray]) -> float:
    failures = [int(seq.sum()) for seq in informative]
    law = _pooled(
        [_lateness_law(m, seq.size) for m, seq in zip(failures, informative, strict=True)]
    )
    # The positions beyond 1, 2, ..., the earliest there are.
    lateness = sum(map(_position_sum, informative)) - sum(m * (m + 1) // 2 for m in failures)
    return min(1.0, math.fsum(law[lateness:].tolist()))


def _late_normal(informative: Sequence[IntArray]) -> float:
    """The normal law of the summed positions, with its continuity correction."""
    sizes = [(int(seq.sum()), seq.size) for seq in informative]
    mean = sum(failures * (n + 1) / 2 for failures, n in sizes)
    variance = sum(failures * (n - failures) * (n + 1) / 12 for failures, n in sizes)
    late = sum(map(_position_sum, informative)) - mean - 0.5
    return float(special.ndtr(-late / math.sqrt(variance)))


def smallest_p_cluster(n: int, failures: int) -> float | None:
    """Return the smallest p_cluster that n trials with so many failures can give.

    That of two runs, 2 / C(n, failures): above the level of a test, no order of these trials can
    be significant. None where only one outcome occurs. ValueError unless 0 <= failures <= n.
    """
    if not 0 <= failures <= n:
        raise ValueError("failures must lie between 0 and n")
    return 2 / math.comb(n, failures) if 0 < failures < n else None


def _outcomes(seq: Counts) -> IntArray:
    outcomes = as_integers(seq, "seq")
    if outcomes.ndim != 1 or (outcomes > 1).any():
        raise ValueError("seq must be one-dimensional and hold only 0 (pass) and 1 (failure)")
    return outcomes


def _runs(outcomes: IntArray) -> int:
    return int(np.count_nonzero(np.diff(outcomes))) + 1 if outcomes.size else 0


def _position_sum(outcomes: IntArray) -> int:
    return int(np.flatnonzero(outcomes).sum() + outcomes.sum())


@lru_cache(maxsize=4096)
def _arrangements(failures: int, passes: int) -> tuple[int, ...]:
    """How many orders of so many failures and passes have 0, 1, 2, ... runs."""

    def ways(runs: int) -> int:
        half, odd = divmod(runs, 2)
        blocks, others = math.comb(failures - 1, half - 1), math.comb(passes - 1, half - 1)
        if not odd:
            return 2 * blocks * others
        return math.comb(failures - 1, half) * others + blocks * math.comb(passes - 1, half)

    return (0, 0, *(ways(runs) for runs in range(2, 2 * min(failures, passes) + 2)))


def _runs_law(failures: int, passes: int) -> FloatArray:
    total = math.comb(failures + passes, failures)
    return np.array([ways / total for ways in _arrangements(failures, passes)])


@lru_cache(maxsize=4096)
def _lateness_law(failures: int, n: int) -> FloatArray:
    """Return P(lateness = 0, 1, ...), the failures being any of the n positions with equal chance.

    By the last position, which holds one of f failures among j with chance f/j, and then lies
    j - f beyond the earliest place of an f-th failure.
    """
    law = np.zeros((failures + 1, failures * (n - failures) + 1))
    law[0, 0] = 1.0
    for last in range(1, n + 1):
        for held in range(min(last, failures), max(0, failures - n + last - 1), -1):
            late, reach = last - held, held * (last - held)
            law[held, : reach + 1] *= late / last
            law[held, late : reach + 1] += held / last * law[held - 1, : reach - late + 1]
    return np.asarray(law[failures])


METHODS = (
    Method(
        name="runs_test",
        title="Runs test of one case",
        formula="P(R <= r | failures), exact",
        unit="trials of one case in the order of their start",
        undefined_when="Only one outcome occurs.",
        source="Wald and Wolfowitz 1940",
        agrees_with=("R randtests", "enumeration of all orders", "60-digit arithmetic"),
        function=runs_test,
        caution="No five trials can give p below 0.2: screens say something only when pooled.",
    ),
    Method(
        name="stratified_runs",
        title="Runs test pooled over cases",
        formula="P(sum of R <= sum of r | failures of each case), by convolution",
        unit="cases with both outcomes",
        undefined_when="No case has both outcomes.",
        source="Wald and Wolfowitz 1940, stratified",
        agrees_with=("enumeration of all orders", "60-digit arithmetic"),
        function=stratified_runs,
        caution="Exact, so false alarms stay at or below the level, whatever the rates.",
    ),
    Method(
        name="late_failure_rank",
        title="Late failures of one case",
        formula="P(sum of failure positions >= observed | failures), exact",
        unit="trials of one case in the order of their start",
        undefined_when="Only one outcome occurs.",
        source="Wilcoxon 1945",
        agrees_with=("scipy.stats.mannwhitneyu", "R pwilcox", "enumeration of all orders"),
        function=late_failure_rank,
        caution="No five trials can give p below 0.1.",
    ),
    Method(
        name="pooled_late_failures",
        title="Late failures pooled over cases",
        formula="P(sum over cases >= observed | failures of each case), by convolution",
        unit="cases with both outcomes",
        undefined_when="No case has both outcomes.",
        source="Wilcoxon 1945, stratified (van Elteren 1960)",
        agrees_with=("enumeration of all orders",),
        function=pooled_late_failures,
        caution="By the normal law where a case has over 200 trials, or hundreds of cases many.",
    ),
)
