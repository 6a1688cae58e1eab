from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from generator.statistics.decisions import decide_content, decide_timing
from generator.statistics.equivalence import equivalence
from generator.statistics.multiplicity import compound_p, holm
from generator.statistics.power import (
    PilotEffects,
    PowerRule,
    StudyPower,
    study_power,
    tasks_reaching,
)
from generator.statistics.resampling import bootstrap_from_draws, draw_tasks
from generator.statistics.signflip import draw_signs, signflip_from_draws

ROWS = 15
RULE = PowerRule(
    draws=200,
    level=0.95,
    alpha=0.3,  # so that four tasks, whose p value cannot be below 1/16, may be significant
    minimum_benefit=0.05,
    minimum_rrr=0.3,
    timing_above=0,
    content_failure_above=0,
    content_pass_above=0,
    no_trap_level=0.9,
    pass_margin=0.04,
    steps_margin=0.5,
    gate_pass_rate=True,
)
REGISTERED = replace(RULE, draws=10_000, alpha=0.05)


def effects(first: list[int], second: list[int]) -> PilotEffects:
    return PilotEffects(np.array(first), np.array(second), ROWS)


TIMING = effects([6, 3, -1], [9, 8, 2])  # avoided, and the baseline's failures
CONTENT = effects([4, 1, 0], [3, 2, -1])
NO_TRAP = effects([1, 0, -1], [8, -3, 1])


def run(timing: PilotEffects, *others: PilotEffects | None, **settings: Any) -> StudyPower:
    chosen: dict[str, Any] = {"rule": RULE, "tasks": 4, "experiments": 4000, "seed": 1} | settings
    rng = np.random.default_rng(chosen.pop("seed"))
    content, no_trap = (*others, None, None)[:2]
    return study_power(timing, content, no_trap, rng=rng, **chosen)


# The registered analysis, one experiment at a time, from the functions that a study is decided by.


def limits(d: list[int], drawn: Any, level: float) -> tuple[float, float]:
    gain, loss = [max(x, 0) for x in d], [max(-x, 0) for x in d]
    found = bootstrap_from_draws(gain, loss, ROWS, drawn, level)
    assert found["benefit_lo"] is not None
    assert found["benefit_hi"] is not None
    return found["benefit_lo"], found["benefit_hi"]


def analysed(tasks: tuple[int, ...], rng: np.random.Generator) -> tuple[bool, bool, bool, bool]:
    """Whether timing (in its family, and alone), content and no-trap succeed."""

    def taken(column: Any) -> list[int]:
        return [int(column[task]) for task in tasks]

    def p_value(d: list[int]) -> float:
        return signflip_from_draws(d, draw_signs(len(d), RULE.draws, rng))["p"]

    gain, baseline = taken(TIMING.first), taken(TIMING.second)
    failure, passed = taken(CONTENT.first), taken(CONTENT.second)
    calmer, steps = taken(NO_TRAP.first), taken(NO_TRAP.second)
    p_timing = p_value(gain)
    p_content = compound_p([p_value(failure), p_value(passed)])
    adjusted = holm([p_timing, p_content])
    drawn = [draw_tasks(len(tasks), RULE.draws, rng) for _ in range(3)]
    benefit, lower = sum(gain) / (ROWS * len(tasks)), limits(gain, drawn[0], 0.95)[0]
    reduction = sum(gain) / sum(baseline)
    decisions = (
        decide_timing(benefit, reduction, lower, adjusted[0], complete=True, alpha=RULE.alpha),
        decide_timing(benefit, reduction, lower, p_timing, complete=True, alpha=RULE.alpha),
        decide_content(
            limits(failure, drawn[1], 0.95)[0],
            limits(passed, drawn[1], 0.95)[0],
            adjusted[1],
            complete=True,
            alpha=RULE.alpha,
        ),
    )
    same = equivalence(
        *limits(calmer, drawn[2], 0.9),
        *limits(steps, drawn[2], 0.9),
        pass_margin=RULE.pass_margin,
        steps_margin=RULE.steps_margin,
    )
    timing, alone, content = (decision == "SUPPORTED" for decision in decisions)
    return timing, alone, content, same is True


def test_power_is_that_of_every_experiment_weighted_by_its_probability() -> None:
    repeats = 40
    orders = Counter(tuple(sorted(tasks)) for tasks in itertools.product(range(3), repeat=4))
    rng = np.random.default_rng(99)
    expected = np.zeros(4)
    for tasks, ways in orders.items():
        outcomes = [analysed(tasks, rng) for _ in range(repeats)]
        expected += ways / 3**4 * np.mean(outcomes, axis=0)
    assert ((expected > 0.05) & (expected < 0.95)).all(), "a power of 0 or 1 would test nothing"
    found = run(TIMING, CONTENT, NO_TRAP)
    assert found.content is not None
    assert found.no_trap is not None
    assert found.timing.power == pytest.approx(expected[0], abs=0.04)
    assert run(TIMING).timing.power == pytest.approx(expected[1], abs=0.04)
    assert found.content.power == pytest.approx(expected[2], abs=0.04)
    assert found.no_trap.power == pytest.approx(expected[3], abs=0.04)


@pytest.mark.parametrize("tasks", [12, 20])
def test_power_at_the_registered_minimum_is_that_of_reaching_it(tasks: int) -> None:
    """Half the pilot avoids 5 of 10, half 1 of 10: 3 of 10, the minimum itself, on average."""
    found = run(effects([5, 1], [10, 10]), tasks=tasks, rule=REGISTERED)
    reached = stats.binom.sf(math.ceil(tasks / 2) - 1, tasks, 0.5)
    assert found.timing.power == pytest.approx(reached, abs=4 * found.timing.standard_error)


def test_certain_effects_always_succeed_and_absent_ones_never() -> None:
    found = run(effects([9], [10]), effects([5], [5]), effects([0], [0]), tasks=8, rule=REGISTERED)
    assert found.content is not None
    assert found.no_trap is not None
    assert [part.power for part in (found.timing, found.content, found.no_trap)] == [1, 1, 1]
    assert found.timing.standard_error == 0
    nothing = run(effects([0, 0], [0, 0]), effects([0, 0], [3, 3]), tasks=8, rule=REGISTERED)
    assert nothing.content is not None
    assert (nothing.timing.succeeded, nothing.content.succeeded) == (0, 0)


def test_a_pass_rate_that_is_not_gated_does_not_decide() -> None:
    worse = effects([3, 3], [0, 0])
    gated = run(TIMING_OF_TWO, None, worse).no_trap
    free = run(TIMING_OF_TWO, None, worse, rule=replace(RULE, gate_pass_rate=False)).no_trap
    assert gated is not None
    assert free is not None
    assert (gated.power, free.power) == (0, 1)


TIMING_OF_TWO = effects([6, 3], [9, 8])


def test_a_part_left_out_changes_no_other() -> None:
    whole = run(TIMING, CONTENT, NO_TRAP)
    assert run(TIMING, CONTENT).timing == whole.timing
    assert run(TIMING, None, NO_TRAP).no_trap == whole.no_trap
    assert run(TIMING).content is None
    assert run(TIMING, CONTENT, NO_TRAP) == whole
    assert run(TIMING, CONTENT, NO_TRAP, seed=2) != whole


def test_more_tasks_have_more_power() -> None:
    few, some, many = (run(TIMING, tasks=tasks, rule=REGISTERED) for tasks in (8, 16, 40))
    assert few.timing.power < some.timing.power < many.timing.power


def test_progress_is_told_of_every_experiment_of_every_part() -> None:
    told: list[int] = []
    run(TIMING, CONTENT, progress=told.append)
    assert sum(told) == 2 * 4000


@pytest.mark.parametrize(("needed", "largest"), [(1, 50), (2, 50), (19, 50), (50, 50), (37, 40)])
def test_the_fewest_tasks_are_found(needed: int, largest: int) -> None:
    asked: list[int] = []

    def power_at(tasks: int) -> float:
        asked.append(tasks)
        return 0.9 if tasks >= needed else 0.1

    assert tasks_reaching(0.8, largest, power_at) == needed
    assert len(asked) == len(set(asked)) <= 2 * math.log2(largest) + 2


def test_a_target_out_of_reach_has_no_number_of_tasks() -> None:
    assert tasks_reaching(0.8, 64, lambda tasks: 0.5) is None  # noqa: ARG005
    with pytest.raises(ValueError, match="target"):
        tasks_reaching(1, 10, float)


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"tasks": 0}, "positive"), ({"experiments": 0}, "positive")],
)
def test_impossible_numbers_are_refused(settings: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        run(TIMING, **settings)


def test_parts_of_different_pilots_are_refused() -> None:
    with pytest.raises(ValueError, match="same pilot tasks"):
        run(TIMING, TIMING_OF_TWO)
    with pytest.raises(ValueError, match="each of the same tasks"):
        effects([1, 2], [1])
    with pytest.raises(ValueError, match="tasks and rows"):
        effects([], [])
