"""How often the published intervals hold the truth, and how often a flag is raised by chance.

    python -m benchmarks.coverage > coverage.md

Tasks have pass rates from a Beta of mean p whose spread gives trials of one task the intra-class
correlation named; 0 is one rate for all tasks, 1 is tasks that always or never pass. What can be
summed over all outcomes is summed; the rest is simulated with fixed seeds. Every table is Markdown.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import get_args

import numpy as np
import numpy.typing as npt
from scipy import stats

from generator.statistics import (
    Estimate,
    icc_f_ci,
    mcnemar_exact,
    mcnemar_midp,
    newcombe_paired,
    pass_at_k_over_tasks,
    pass_hat_k_over_tasks,
    pearson_dispersion,
    pooled_late_failures,
    proportion_limits,
    runs_test,
    stratified_runs,
    tango,
    tarone_permutation_p,
    tarone_z,
)
from generator.statistics.proportions import IntervalMethod

P = (0.0, 0.02, 0.1, 0.5, 0.9, 1.0)
TASKS = (1, 5, 10, 50)
TRIALS = (1, 5, 20)
ICC = (0.0, 0.3, 1.0)
LEVEL, ALPHA = 0.95, 0.05
SEED = 20260915
SAMPLES = 2000
"""Simulated samples a cell: the standard error of a coverage of 95% is then half a point."""
METHODS: tuple[IntervalMethod, ...] = get_args(IntervalMethod)

Rates = npt.NDArray[np.float64]
Outcomes = npt.NDArray[np.int64]
Table = tuple[str, list[str], Iterable[list[str]]]


def main() -> None:
    """Print every table."""
    for title, header, rows in tables():
        print(f"### {title}\n")
        print("| " + " | ".join(header) + " |")
        print("|" + " --- |" * len(header))
        for row in rows:
            print("| " + " | ".join(row) + " |", flush=True)
        print()


def tables() -> Iterator[Table]:
    """Yield the tables: what is measured, the columns, the rows."""
    by_p = [f"p = {p:g}" for p in P]
    cell = ["tasks", "n", "ICC", *by_p]
    several, more = TASKS[1:], TRIALS[1:]
    yield (
        "One proportion, independent trials: exact coverage",
        ["n", "method", *by_p, "least", "mean"],
        one_rate(),
    )
    yield "One proportion, one-sided upper bound: exact coverage", ["n", *by_p], upper_bound()
    title = "Clopper-Pearson on trials pooled over tasks (never published; why not)"
    yield title, cell, by_cell(pooled, several, more)
    title = "pass^1 and recovery, mean over tasks, t interval (one task has none)"
    yield (
        title,
        cell,
        by_cell(partial(over_tasks, function=pass_hat_k_over_tasks, k=1), several, TRIALS),
    )
    title = "pass^4, mean over tasks, t interval (one task has none)"
    yield (
        title,
        cell,
        by_cell(partial(over_tasks, function=pass_hat_k_over_tasks, k=4), several, more),
    )
    title = "pass@4, mean over tasks, t interval (one task has none)"
    yield (
        title,
        cell,
        by_cell(partial(over_tasks, function=pass_at_k_over_tasks, k=4), several, more),
    )
    title = "Intra-class correlation, F interval"
    yield title, cell, by_cell(correlation, several, more)
    title = "Paired difference of equal arms: exact coverage"
    yield title, ["cases", "method", *by_p], paired()
    yield "Order: clustering in one case, exact false alarms", ["n", *by_p], one_order()
    title = "Order: clustering pooled over cases, false alarms"
    yield title, cell, by_cell(partial(order, test=clustered), TASKS, more)
    title = "Order: late failures pooled over cases, false alarms"
    yield title, cell, by_cell(partial(order, test=late), TASKS, more)
    title = "Drift, and difference of equal arms: McNemar, false alarms"
    yield title, ["cases", "test", "ICC", *by_p], drift()
    title = "Overdispersion: tasks of one rate, false alarms"
    yield title, ["tasks", "n", "test", *by_p], overdispersion()


def by_cell(
    measure: Callable[[int, int, float, float], str],
    tasks: tuple[int, ...],
    trials: tuple[int, ...],
) -> Iterator[list[str]]:
    """Yield a row for each number of tasks, trials a task and correlation, with a column a rate."""
    for cell in itertools.product(tasks, trials, ICC):
        yield [*(f"{part:g}" for part in cell), *(measure(*cell, p) for p in P)]


def one_rate() -> Iterator[list[str]]:
    """Coverage by summing binomial chances over all outcomes; least and mean over all rates."""
    for n in (*TRIALS, 50):
        for method in METHODS:
            lower, upper = proportion_limits(np.arange(n + 1), np.full(n + 1, n), method, LEVEL)
            anywhere = [exact_coverage(n, p, lower, upper) for p in np.arange(1, 1000) / 1000]
            at = [exact_coverage(n, p, lower, upper) for p in P]
            summary = min(anywhere), float(np.mean(anywhere))
            yield [str(n), method, *map(share, (*at, *summary))]


def upper_bound() -> Iterator[list[str]]:
    """Coverage of the one-sided bound, whatever the number of passes."""
    for n in (*TRIALS, 50):
        lower, upper = proportion_limits(
            np.arange(n + 1), np.full(n + 1, n), "clopper-pearson", LEVEL, "upper"
        )
        yield [str(n), *(share(exact_coverage(n, p, lower, upper)) for p in P)]


def exact_coverage(n: int, p: float, lower: Rates, upper: Rates) -> float:
    """The chance that the limits of an outcome hold p."""
    chances = np.asarray(stats.binom.pmf(np.arange(n + 1), n, p))
    return float(chances[(lower <= p) & (p <= upper)].sum())


def pooled(tasks: int, n: int, icc: float, p: float) -> str:
    """Coverage of the mean rate when trials of several tasks are counted as independent."""
    c = sample(tasks, n, icc, p, table=1).sum(axis=1)
    lower, upper = proportion_limits(c, np.full(SAMPLES, tasks * n), confidence=LEVEL)
    return share(float(np.mean((lower <= p) & (p <= upper))))


def over_tasks(
    tasks: int, n: int, icc: float, p: float, *, function: Callable[..., Estimate], k: int
) -> str:
    """Coverage of the mean over all tasks there could be, of which the tasks are a sample."""
    at_least_one = function is pass_at_k_over_tasks
    truth = 1 - all_pass(1 - p, icc, k) if at_least_one else all_pass(p, icc, k)
    trials = np.full(tasks, n)
    found = [function(trials, c, k, LEVEL).interval for c in sample(tasks, n, icc, p, table=2)]
    return coverage([(i.lower, i.upper) if i else None for i in found], truth)


def all_pass(p: float, icc: float, k: int) -> float:
    """E[rate^k] over tasks: the chance that k trials of a task drawn at random all pass."""
    if p in (0, 1) or icc == 1:
        return p
    theta = icc / (1 - icc)
    return float(np.prod([(p + j * theta) / (1 + j * theta) for j in range(k)]))


def correlation(tasks: int, n: int, icc: float, p: float) -> str:
    """Coverage of the correlation that the tasks were drawn with."""
    trials = np.full(tasks, n)
    limits = [icc_f_ci(trials, c, LEVEL) for c in sample(tasks, n, icc, p, table=3)]
    return coverage([None if a is None or b is None else (a, b) for a, b in limits], icc)


def paired() -> Iterator[list[str]]:
    """Coverage of no difference, for arms that pass the same cases independently at one rate."""
    for cases in (5, 10, 50):
        tables = [
            (a, b, c, cases - a - b - c)
            for a in range(cases + 1)
            for b in range(cases + 1 - a)
            for c in range(cases + 1 - a - b)
        ]
        counts = np.array(tables)
        for name in ("tango", "newcombe"):
            limits = [
                tango(b, c, cases, LEVEL) if name == "tango" else newcombe_paired(a, b, c, d, LEVEL)
                for a, b, c, d in tables
            ]
            holds = np.array([(i["lo"] or 0) <= 0 <= (i["hi"] or 0) for i in limits])
            row = []
            for p in P:
                cells = [p * p, p * (1 - p), p * (1 - p), (1 - p) ** 2]
                row.append(share(float(stats.multinomial.pmf(counts, cases, cells)[holds].sum())))
            yield [str(cases), name, *row]


def one_order() -> Iterator[list[str]]:
    """How often the runs of one case are called clustered: all orders of all outcomes."""
    for n in (5, 10):
        orders = (np.arange(1 << n)[:, None] >> np.arange(n)) & 1
        failures = orders.sum(axis=1)
        p_values = [runs_test(order)["p_cluster"] for order in orders]
        flagged = np.array([value is not None and value <= ALPHA for value in p_values])
        yield [
            str(n),
            *(share(float((flagged * (1 - p) ** failures * p ** (n - failures)).sum())) for p in P),
        ]


def order(
    tasks: int, n: int, icc: float, p: float, *, test: Callable[[list[Outcomes]], float | None]
) -> str:
    """How often independent trials of several cases are called ordered."""
    rng = generator(tasks, n, icc, p, table=4)
    values = []
    for _ in range(SAMPLES):
        rates = task_rates(rng, p, icc, (tasks, 1))
        values.append(test(list((rng.random((tasks, n)) >= rates).astype(np.int64))))
    return alarms(values)


def clustered(seqs: list[Outcomes]) -> float | None:
    """The pooled p of few runs."""
    return stratified_runs(seqs)["p_cluster"]


def late(seqs: list[Outcomes]) -> float | None:
    """The pooled p of late failures."""
    return pooled_late_failures(seqs)["p_late"]


def drift() -> Iterator[list[str]]:
    """How often two runs of an arm that does not change are called different."""
    tests = {"exact": mcnemar_exact, "mid-p": mcnemar_midp}
    for cases, (name, test), icc in itertools.product(TASKS[1:], tests.items(), ICC):
        row = []
        for p in P:
            rng = generator(cases, 1, icc, p, table=5)
            rates = task_rates(rng, p, icc, (SAMPLES, cases))
            first, second = (rng.random(rates.shape) < rates for _ in range(2))
            regressed, recovered = (first & ~second).sum(axis=1), (second & ~first).sum(axis=1)
            moved = zip(regressed.tolist(), recovered.tolist(), strict=True)
            row.append(alarms([test(b, c) for b, c in moved]))
        yield [str(cases), name, f"{icc:g}", *row]


def overdispersion() -> Iterator[list[str]]:
    """How often tasks of one rate are called different."""
    tests: dict[str, Callable[[Outcomes, Outcomes], float | None]] = {
        "Pearson": lambda n, c: pearson_dispersion(n, c)["p"],
        "Tarone": lambda n, c: tarone_z(n, c)["p"],
        "Tarone, permuted": lambda n, c: tarone_permutation_p(
            n, c, np.random.default_rng(SEED), draws=999
        ),
    }
    for tasks, n, (name, test) in itertools.product(TASKS[1:], TRIALS[1:], tests.items()):
        trials, row = np.full(tasks, n), []
        for p in P:
            samples = sample(tasks, n, 0.0, p, table=6)
            row.append(alarms([test(trials, c) for c in samples]))
        yield [str(tasks), str(n), name, *row]


def task_rates(rng: np.random.Generator, p: float, icc: float, shape: tuple[int, ...]) -> Rates:
    """Draw pass rates of tasks: mean p, and the correlation they give their trials."""
    if p in (0, 1) or icc == 0:
        return np.full(shape, p)
    if icc == 1:
        return (rng.random(shape) < p).astype(float)
    scale = (1 - icc) / icc
    return rng.beta(p * scale, (1 - p) * scale, shape)


def sample(tasks: int, n: int, icc: float, p: float, *, table: int) -> Outcomes:
    """Draw the passes of n trials of each task; a row is a sample."""
    rng = generator(tasks, n, icc, p, table=table)
    return rng.binomial(n, task_rates(rng, p, icc, (SAMPLES, tasks)))


def generator(tasks: int, n: int, icc: float, p: float, *, table: int) -> np.random.Generator:
    """A generator of its own for every cell, so that no cell's numbers depend on another's."""
    return np.random.default_rng([SEED, table, tasks, n, round(10 * icc), round(100 * p)])


def coverage(intervals: list[tuple[float, float] | None], truth: float) -> str:
    """The share of the intervals given that hold the truth, and what share is not given."""
    given = [interval for interval in intervals if interval is not None]
    none = 1 - len(given) / len(intervals)
    if not given:
        return "none given"
    # The last digits of a mean must not decide whether it holds 0 or 1.
    held = np.mean([low - 1e-12 <= truth <= high + 1e-12 for low, high in given])
    return share(float(held)) + (f" (none {100 * none:.3g})" if none else "")


def alarms(p_values: list[float | None]) -> str:
    """The share of samples whose p is at most the level; one without a p raises no flag."""
    return share(float(np.mean([value is not None and value <= ALPHA for value in p_values])))


def share(value: float) -> str:
    """A share as a percentage to a tenth."""
    return f"{100 * value:.1f}"


if __name__ == "__main__":
    main()
