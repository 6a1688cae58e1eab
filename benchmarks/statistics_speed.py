"""Exact statistics of very many tasks against the plain loop and the libraries' own functions.

    python -m benchmarks.statistics_speed

Prints Markdown. Ratios are of the best of several turns taken in one run, ours and theirs in
alternation; both sides are first seen to give the same numbers. The bootstrap has its own script,
benchmarks/resampling_speed.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import special
from statsmodels.stats.proportion import proportion_confint  # type: ignore[import-untyped]

from generator.statistics import pass_hat_k_over_tasks, proportion_limits

SEED = 20260915
TASKS = 100_000
PAIRS = 1_000_000
K = 3
TURNS = 7
"""Turns of the slower side; ours takes ten in each."""


class Race(NamedTuple):
    """What is computed, what it is compared with, and the best times of both in seconds."""

    what: str
    against: str
    ours: float
    theirs: float

    def row(self) -> str:
        """The race as a row of a Markdown table."""
        times = f"{1e3 * self.ours:.2f} | {1e3 * self.theirs:.1f}"
        return f"| {self.what} | {self.against} | {times} | {self.theirs / self.ours:.0f} |"


def main() -> None:
    """Run every race and print the table."""
    print("| computed | against | ours, ms | theirs, ms | ratio |")
    print("| --- | --- | --- | --- | --- |")
    for race in (*pass_hat_races(), *interval_races()):
        print(race.row(), flush=True)


def pass_hat_races() -> list[Race]:
    """pass^3 with both standard errors, n from 6 to 20."""
    rng = np.random.default_rng(SEED)
    n = rng.integers(6, 21, TASKS)
    c = rng.integers(0, n + 1)
    trials, passes = n.tolist(), c.tolist()

    def ours() -> tuple[float | None, ...]:
        found = pass_hat_k_over_tasks(n, c, K)
        return found.value, found.standard_error, found.standard_error_trials

    def one_task(tried: int, passed: int, k: int) -> float:
        return math.comb(passed, k) / math.comb(tried, k)

    def loop() -> tuple[float | None, ...]:
        values, noise = [], []
        for tried, passed in zip(trials, passes, strict=True):
            value = one_task(tried, passed, K)
            values.append(value)
            noise.append(value**2 - one_task(tried, passed, 2 * K))
        return summary(np.array(values), sum(noise))

    def gammaln() -> tuple[float | None, ...]:
        def share(k: int) -> Any:
            logs = special.gammaln(c + 1) - special.gammaln(np.maximum(c - k, 0) + 1)
            logs -= special.gammaln(n + 1) - special.gammaln(n - k + 1)
            return np.where(c >= k, np.exp(logs), 0)

        values = share(K)
        return summary(values, float((values**2 - share(2 * K)).sum()))

    what = f"pass^{K} with both standard errors, {TASKS:,} tasks"
    return [
        race(what, "math.comb in a loop", ours, loop),
        race(what, "scipy.special.gammaln on arrays", ours, gammaln),
    ]


def summary(values: Any, noise: float) -> tuple[float, float, float]:
    """The mean of the values and both standard errors."""
    tasks = values.size
    error = float(values.std(ddof=1)) / math.sqrt(tasks)
    return float(values.mean()), error, math.sqrt(noise) / tasks


def interval_races() -> list[Race]:
    """Clopper-Pearson limits, n from 1 to 100."""
    rng = np.random.default_rng(SEED)
    n = rng.integers(1, 101, PAIRS)
    c = rng.integers(0, n + 1)

    def ours() -> tuple[Any, ...]:
        return proportion_limits(c, n)

    def one_call() -> tuple[Any, ...]:
        return np.where(c > 0, special.betaincinv(np.maximum(c, 1), n - c + 1, 0.025), 0), None

    def statsmodels() -> tuple[Any, ...]:
        lower, upper = proportion_confint(c, n, method="beta")
        return lower, upper

    what = f"Clopper-Pearson, both limits of {PAIRS:,} pairs"
    return [
        race(what, "one scipy.special.betaincinv call: the lower limits only", ours, one_call),
        race(what, "statsmodels proportion_confint", ours, statsmodels),
    ]


def race(
    what: str,
    against: str,
    ours: Callable[[], tuple[Any, ...]],
    theirs: Callable[[], tuple[Any, ...]],
) -> Race:
    """Time both sides by turns, having seen that they agree."""
    for mine, other in zip(ours(), theirs(), strict=True):
        if other is not None:
            np.testing.assert_allclose(mine, other, rtol=1e-8, atol=1e-12)
    best_ours, best_theirs = math.inf, math.inf
    for _ in range(TURNS):
        best_theirs = min(best_theirs, seconds(theirs))
        best_ours = min(best_ours, *(seconds(ours) for _ in range(10)))
    return Race(what, against, best_ours, best_theirs)


def seconds(function: Callable[[], object]) -> float:
    """The wall time of one call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
