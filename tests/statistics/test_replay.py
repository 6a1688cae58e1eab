from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from generator.statistics.replay import (
    CONTENT,
    FAILURE_SHUFFLE,
    NO_TRAP,
    PASS_SHUFFLE,
    TIMING,
    ReplayedLimits,
    TaskMeans,
    left_mean,
    replay_bootstrap,
    replay_effects,
    replay_percentile,
    replay_shuffle,
)
from generator.statistics.signflip import signflip_exact

MASK = 0xFFFFFFFF


def means(**columns: Any) -> TaskMeans:
    """Task means, nothing where nothing is said."""
    tasks = len(next(iter(columns.values())))
    names = [f"{arm}_{metric}" for metric in ("failure", "pass", "steps") for arm in ARMS]
    return TaskMeans(**{name: np.array(columns.get(name, [0.0] * tasks)) for name in names})


ARMS = ("baseline", "candidate")


# The harness, written as the plain loops it is made of.


def uniforms(seed: int) -> Iterator[float]:
    while True:
        seed = (seed + 0x6D2B79F5) & MASK
        t = ((seed ^ (seed >> 15)) * (seed | 1)) & MASK
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & MASK)) & MASK
        yield (t ^ (t >> 14)) / 2**32


def plain_mean(values: list[float]) -> float:
    total = 0.0
    for value in values:
        total = total + value
    return total / len(values)


def plain_limits(values: list[float], level: float) -> ReplayedLimits:
    values = sorted(values)

    def at(q: float) -> float:
        i = (len(values) - 1) * q
        low, high = values[math.floor(i)], values[math.ceil(i)]
        return low if math.floor(i) == math.ceil(i) else low + (high - low) * (i - math.floor(i))

    tail = (1 - level) / 2
    return ReplayedLimits(at(tail), at(1 - tail))


def plain_bootstrap(groups: list[list[float]], seed: int, draws: int, level: float) -> Any:
    u = uniforms(seed)
    failures, reductions, passes, steps = [], [], [], []
    for _ in range(draws):
        sample = [groups[math.floor(next(u) * len(groups))] for _ in groups]
        before, after = plain_mean([g[0] for g in sample]), plain_mean([g[1] for g in sample])
        failures.append(before - after)
        if before != 0:
            reductions.append((before - after) / before)
        passes.append(plain_mean([g[3] - g[2] for g in sample]))
        steps.append(plain_mean([g[5] - g[4] for g in sample]))
    return (
        plain_limits(failures, level),
        plain_limits(reductions, level) if reductions else None,
        draws - len(reductions),
        plain_limits(passes, level),
        plain_limits(steps, level),
    )


def plain_shuffle(effects: list[float], seed: int, draws: int) -> float:
    u = uniforms(seed)
    observed, extreme = plain_mean(effects), 0
    for _ in range(draws):
        total = 0.0
        for effect in effects:
            total += (1 if next(u) < 0.5 else -1) * effect
        extreme += total / len(effects) >= observed
    return (extreme + 1) / (draws + 1)


@pytest.mark.parametrize("tasks", [1, 2, 6, 17, 18])
@pytest.mark.parametrize("level", [0.9, 0.95])
def test_every_digit_is_the_harness_s(tasks: int, level: float) -> None:
    rng = np.random.default_rng(tasks)
    rates = [rng.integers(0, 16, size=tasks) / 15 for _ in range(4)]
    rates[0] *= rng.random(tasks) < 0.4  # so that some draws have no baseline failure
    groups = [*rates, *(rng.integers(50, 300, size=tasks) / 15 for _ in range(2))]
    given = TaskMeans(*groups)
    seed = 20_250_717 ^ TIMING
    found = replay_bootstrap(given, seed, 300, level)
    expected = plain_bootstrap(np.stack(groups, axis=1).tolist(), seed, 300, level)
    assert (
        found.failure,
        found.reduction,
        found.non_estimable,
        found.passed,
        found.steps,
    ) == expected
    effects = given.failure_effects
    assert replay_shuffle(effects, seed ^ FAILURE_SHUFFLE, 300) == plain_shuffle(
        effects.tolist(), seed ^ FAILURE_SHUFFLE, 300
    )


@pytest.mark.parametrize("places", [(0, 1), (3, 7), (11, 5)])
def test_the_published_no_trap_interval(places: tuple[int, int]) -> None:
    """Twelve tasks of fifteen episodes an arm, one and two more passed on two of them, seed 81."""
    passed = [10] * 12
    for place, more in zip(places, (1, 2), strict=True):
        passed[place] += more
    given = means(baseline_pass=[10 / 15] * 12, candidate_pass=[count / 15 for count in passed])
    found = replay_bootstrap(given, 81 ^ NO_TRAP, 10_000, 0.9)
    assert round(replay_effects(given).passed, 4) == 0.0167
    assert found.passed.lower == 0
    assert round(found.passed.upper, 4) == 0.0389


def test_no_baseline_failure_means_no_reduction_and_every_draw_counted() -> None:
    given = means(candidate_failure=[0.0, 0.2, 0.0])
    assert replay_effects(given).reduction is None
    found = replay_bootstrap(given, 7 ^ CONTENT, 50, 0.95)
    assert (found.reduction, found.non_estimable) == (None, 50)


def test_the_failure_benefit_is_a_difference_of_means_and_the_others_means_of_differences() -> None:
    before, after = [0.1, 0.7, 0.4], [0.2, 0.6, 0.3]
    found = replay_effects(
        means(
            baseline_failure=before,
            candidate_failure=after,
            candidate_pass=before,
            baseline_pass=after,
        )
    )
    assert found.failure == (0.1 + 0.7 + 0.4) / 3 - (0.2 + 0.6 + 0.3) / 3
    assert found.passed == ((0.1 - 0.2) + (0.7 - 0.6) + (0.4 - 0.3)) / 3
    assert found.failure != found.passed


def test_a_lost_tie_is_replayed_as_it_was_lost() -> None:
    d = [1, -1, 1, 1, 1, -1]
    p = replay_shuffle(np.array(d) / 15, 81 ^ TIMING ^ FAILURE_SHUFFLE, 10_000)
    assert p == pytest.approx(0.203, abs=0.02)
    assert signflip_exact(d)["p"] == 0.34375


def test_effects_that_are_all_nothing_always_tie() -> None:
    assert replay_shuffle(np.zeros(18), 81 ^ PASS_SHUFFLE, 100) == 1


def test_sums_run_from_left_to_right() -> None:
    values = [1e16, 1.0, -1e16, 1.0]
    assert left_mean(values) == 0.25
    assert math.fsum(values) / 4 == 0.5


def test_percentiles_interpolate_in_floats() -> None:
    ordered = np.array([0.1, 0.2, 0.4])
    assert replay_percentile(ordered, 0.25) == 0.1 + (0.2 - 0.1) * 0.5
    assert replay_percentile(ordered, 1.0) == 0.4


def test_impossible_arguments_are_refused() -> None:
    one = means(baseline_failure=[0.5])
    with pytest.raises(ValueError, match="same tasks"):
        means(baseline_failure=[0.5, 0.5], candidate_steps=[1.0])
    with pytest.raises(ValueError, match="bootstrap needs"):
        replay_bootstrap(means(baseline_failure=[]), 1, 10, 0.9)
    with pytest.raises(ValueError, match="bootstrap needs"):
        replay_bootstrap(one, 1, 10, 1.0)
    with pytest.raises(ValueError, match="shuffle needs"):
        replay_shuffle(np.zeros(0), 1, 10)
    with pytest.raises(ValueError, match="at least one value"):
        left_mean([])
    with pytest.raises(ValueError, match="percentile needs"):
        replay_percentile(np.zeros(0), 0.5)
