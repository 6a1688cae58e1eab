"""How much faster the resampling is than a plain loop and than scipy, measured in one run.

    OPENBLAS_NUM_THREADS=1 python -m benchmarks.resampling_speed

Prints the tables of README.md, "Resampling and paired tests". Every row of a table does the same
work on the same effects. Times are processor times on one thread, the best of several, so that
other work on the machine weighs less; the ratios are what to read. What would take minutes is timed
on a part and multiplied, and says so.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from scipy import stats

from generator.statistics.counts import FloatArray
from generator.statistics.mulberry import mulberry32
from generator.statistics.power import PilotEffects, PowerRule, study_power
from generator.statistics.replay import TaskMeans, replay_bootstrap, replay_shuffle
from generator.statistics.resampling import (
    bootstrap_exact,
    bootstrap_from_draws,
    draw_tasks,
    task_bootstrap,
)
from generator.statistics.signflip import draw_signs, signflip_exact, signflip_from_draws

TASKS, ROWS, DRAWS, LEVEL = 18, 15, 10_000, 0.95
EFFECTS = [12, 9, 7, 15, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -2, 4]
BASELINE = [max(effect, 0) for effect in EFFECTS]
CANDIDATE = [max(-effect, 0) for effect in EFFECTS]
RATES = np.array(EFFECTS) / ROWS

TIMING, CONTENT, NO_TRAP = PILOT = (
    PilotEffects(
        np.array([12, 8, 7, 2, 0, 0, 5, 0, 0, 0, 6, 1]),
        np.array([15, 12, 9, 3, 0, 0, 6, 2, 0, 0, 8, 1]),
        ROWS,
    ),
    PilotEffects(
        np.array([3, 1, 0, 0, -1, 0, 2, 1, 0, 0, 0, 1]),
        np.array([2, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0]),
        ROWS,
    ),
    PilotEffects(
        np.array([1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        np.array([17, -3, 5, 0, -11, 8, 2, -9, 14, 1, -6, 4]),
        ROWS,
    ),
)
RULE = PowerRule(
    draws=DRAWS,
    level=LEVEL,
    alpha=0.05,
    minimum_benefit=0.05,
    minimum_rrr=0.3,
    timing_above=0,
    content_failure_above=0,
    content_pass_above=0,
    no_trap_level=0.9,
    pass_margin=0.02,
    steps_margin=2,
    gate_pass_rate=True,
)
EXPERIMENTS = 10_000


def loop_bootstrap(effects: list[int]) -> tuple[float, float]:
    """Draw, sum, sort and interpolate, one task at a time."""
    rng = random.Random(1)  # noqa: S311 - a simulation, no secret
    sums = sorted(sum(effects[rng.randrange(len(effects))] for _ in effects) for _ in range(DRAWS))
    low, high = sums[249] + 0.975 * (sums[250] - sums[249]), sums[9749]
    return low / (ROWS * len(effects)), high / (ROWS * len(effects))


def loop_signflip(effects: list[int]) -> float:
    """Flip and sum, one task at a time."""
    rng = random.Random(1)  # noqa: S311 - a simulation, no secret
    observed = sum(effects)
    count = sum(
        sum(effect if rng.random() < 0.5 else -effect for effect in effects) >= observed
        for _ in range(DRAWS)
    )
    return (count + 1) / (DRAWS + 1)


def numpy_experiment(rng: np.random.Generator) -> None:
    """Draw one experiment and run the whole registered rule on it with plain numpy."""
    chosen = rng.integers(0, 12, size=TASKS)
    for part in PILOT:
        draws = rng.integers(0, TASKS, size=(DRAWS, TASKS))
        for effects in (part.first[chosen], part.second[chosen]):
            np.percentile(effects[draws].mean(axis=1), [2.5, 97.5])
    for effects in (TIMING.first, CONTENT.first, CONTENT.second):
        signs = rng.choice([-1, 1], size=(DRAWS, TASKS))
        np.count_nonzero((signs * effects[chosen]).sum(axis=1) >= effects[chosen].sum())


def scipy_experiment(rng: np.random.Generator) -> None:
    """Draw one experiment and run the whole registered rule on it with scipy's own functions."""
    chosen = rng.integers(0, 12, size=TASKS)
    for part in PILOT:
        for effects in (part.first[chosen], part.second[chosen]):
            scipy_bootstrap(effects / ROWS, rng)
    for effects in (TIMING.first, CONTENT.first, CONTENT.second):
        scipy_signflip(effects[chosen] / ROWS, DRAWS, rng)


def scipy_bootstrap(rates: FloatArray, rng: np.random.Generator) -> None:
    """Draw, and take percentiles, as scipy does."""
    stats.bootstrap((rates,), np.mean, n_resamples=DRAWS, method="percentile", rng=rng)


def scipy_signflip(rates: FloatArray, resamples: int, rng: np.random.Generator) -> None:
    """Flip signs as scipy does: all patterns where so many resamples are asked for."""
    stats.permutation_test(
        (rates,),
        lambda x, axis: np.mean(x, axis=axis),
        permutation_type="samples",
        alternative="greater",
        n_resamples=resamples,
        rng=rng,
        vectorized=True,
    )


def loop_replay(groups: list[list[float]], seed: int) -> None:
    """The harness's loops, in Python."""
    uniform = iter(mulberry32(seed, DRAWS * TASKS).tolist())
    failures, passes, steps = [], [], []
    for _ in range(DRAWS):
        sample = [groups[int(next(uniform) * TASKS)] for _ in groups]
        before = sum(group[0] for group in sample) / TASKS
        failures.append(before - sum(group[1] for group in sample) / TASKS)
        passes.append(sum(group[3] - group[2] for group in sample) / TASKS)
        steps.append(sum(group[5] - group[4] for group in sample) / TASKS)
    for values in (failures, passes, steps):
        values.sort()
    for _ in range(2):
        loop_signflip([round(ROWS * (group[0] - group[1])) for group in groups])


def best(function: Callable[[], object], repeats: int) -> float:
    """Return the shortest of several processor times, in milliseconds."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        function()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def table(title: str, rows: list[tuple[str, float]], against: dict[str, float]) -> None:
    """Print one table: the time of each row and its ratio to each reference."""
    print(f"\n{title}\n")
    print("| method | ms | " + " | ".join(f"faster than {name}" for name in against) + " |")
    print("| --- |" + " ---: |" * (1 + len(against)))
    for name, took in rows:
        ratios = " | ".join(f"{reference / took:,.3g} x" for reference in against.values())
        print(f"| {name} | {took:,.4g} | {ratios} |")


def bootstrap_table(rng: np.random.Generator) -> None:
    """Measure the bootstrap."""
    loop = best(partial(loop_bootstrap, EFFECTS), 3)
    scipys = best(partial(scipy_bootstrap, RATES, rng), 50)
    ours = best(partial(task_bootstrap, EFFECTS, ROWS, LEVEL, DRAWS, rng), 200)
    paired = best(
        lambda: bootstrap_from_draws(
            BASELINE, CANDIDATE, ROWS, draw_tasks(TASKS, DRAWS, rng), LEVEL
        ),
        50,
    )
    exact = best(partial(bootstrap_exact, EFFECTS, ROWS, LEVEL), 200)
    table(
        f"Task bootstrap, {TASKS} tasks, {DRAWS:,} draws, drawing included",
        [
            ("plain loop", loop),
            ("scipy.stats.bootstrap, percentile", scipys),
            ("`bootstrap_from_draws`, benefit and reduction together", paired),
            ("`bootstrap_exact`, the law itself, no draws", exact),
            ("`task_bootstrap`", ours),
        ],
        {"the loop": loop, "scipy": scipys},
    )


def signflip_table(rng: np.random.Generator) -> None:
    """Measure the sign flips."""
    loop = best(partial(loop_signflip, EFFECTS), 3)
    scipys = best(partial(scipy_signflip, RATES, DRAWS, rng), 20)
    every = best(partial(scipy_signflip, RATES, 2**TASKS, rng), 1)
    drawn = best(lambda: signflip_from_draws(EFFECTS, draw_signs(TASKS, DRAWS, rng)), 50)
    exact = best(partial(signflip_exact, EFFECTS), 500)
    table(
        f"Sign flips, {TASKS} tasks, {DRAWS:,} draws, or all {2**TASKS:,} patterns",
        [
            ("plain loop, drawn", loop),
            ("scipy.stats.permutation_test, drawn", scipys),
            ("scipy.stats.permutation_test, all patterns", every),
            ("`signflip_from_draws`", drawn),
            ("`signflip_exact`, all patterns", exact),
        ],
        {"the loop": loop, "scipy, drawn": scipys, "scipy, all": every},
    )


def replay_table() -> None:
    """Measure the replay."""
    rng = np.random.default_rng(3)
    columns = [rng.integers(0, 16, size=TASKS) / ROWS for _ in range(6)]
    means, groups = TaskMeans(*columns), np.stack(columns, axis=1).tolist()

    def ours() -> None:
        replay_bootstrap(means, 1, DRAWS, LEVEL)
        replay_shuffle(means.failure_effects, 2, DRAWS)
        replay_shuffle(means.pass_effects, 3, DRAWS)

    loop = best(partial(loop_replay, groups, 1), 3)
    table(
        f"Replay of one comparison, {TASKS} tasks, {DRAWS:,} draws, all metrics",
        [("plain loop", loop), ("`replay_bootstrap` and `replay_shuffle`", best(ours, 20))],
        {"the loop": loop},
    )


def power_table(rng: np.random.Generator) -> None:
    """Measure the power simulation."""
    part = 20
    numpys = best(partial(numpy_experiment, rng), part) * EXPERIMENTS
    scipys = best(partial(scipy_experiment, rng), part) * EXPERIMENTS
    ours = best(
        lambda: study_power(*PILOT, rule=RULE, tasks=TASKS, experiments=EXPERIMENTS, rng=rng), 2
    )
    table(
        f"Power of a study, {EXPERIMENTS:,} experiments of {DRAWS:,} draws under the whole rule",
        [
            ("scipy's own functions (from one experiment)", scipys),
            ("plain numpy loop (from one experiment)", numpys),
            ("`study_power`", ours),
        ],
        {"the numpy loop": numpys, "scipy": scipys},
    )


def main() -> None:
    """Measure and print every table."""
    rng = np.random.default_rng(2024)
    bootstrap_table(rng)
    signflip_table(rng)
    replay_table()
    power_table(rng)


if __name__ == "__main__":
    main()
