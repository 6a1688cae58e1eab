from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from generator.statistics.estimate import TaskValues, mean_over_tasks, t_interval
from generator.statistics.undefined import Undefined


def values(*pairs: tuple[float, int], noise: float | None = 0.01) -> TaskValues:
    """(value, tasks that have it), each with one trial variance."""
    tasks = np.array([count for _, count in pairs], dtype=np.int64)
    return TaskValues(
        values=np.array([value for value, _ in pairs]),
        tasks=tasks,
        count=int(tasks.sum()),
        variances=None if noise is None else np.full(len(pairs), noise),
        equal=len(pairs) == 1,
        trials=40,
        passes=20,
        absent=Undefined.NO_TRIALS,
    )


def test_tasks_weigh_alike_however_they_are_grouped() -> None:
    spread = [0.2, 0.2, 0.2, 0.7]
    found = mean_over_tasks(values((0.2, 3), (0.7, 1)))
    assert found.value == pytest.approx(np.mean(spread))
    assert found.standard_error == pytest.approx(stats.sem(spread))
    assert found.standard_error_trials == pytest.approx(np.sqrt(4 * 0.01) / 4)
    expected = stats.t.interval(0.95, 3, np.mean(spread), stats.sem(spread))
    assert found.interval is not None
    assert found.interval.upper == pytest.approx(expected[1])
    assert found.interval.lower == 0 > expected[0]
    assert (found.tasks, found.trials, found.passes) == (4, 40, 20)
    assert found.undefined is found.undefined_trials is None


def test_an_interval_says_its_level_and_method() -> None:
    found = t_interval(0.5, 0.01, 1001, 0.9)
    assert (found.lower, found.upper) == pytest.approx((0.5 - 0.01646, 0.5 + 0.01646), abs=1e-5)
    assert (found.level, found.method) == (0.9, "t")


@pytest.mark.parametrize(
    ("tasks", "reason"),
    [
        (values((0.5, 1)), Undefined.ONE_TASK),
        (values((0.5, 3)), Undefined.ZERO_VARIANCE),
        # One task comes before equal tasks.
        (values((1.0, 1)), Undefined.ONE_TASK),
    ],
)
def test_no_error_is_made_up(tasks: TaskValues, reason: Undefined) -> None:
    found = mean_over_tasks(tasks)
    assert (found.standard_error, found.interval, found.undefined) == (None, None, reason)
    assert found.value is not None


def test_trial_noise_of_nothing_is_no_certainty() -> None:
    none, zero = (
        mean_over_tasks(values((0.5, 2), noise=None)),
        mean_over_tasks(values((1, 2), noise=0)),
    )
    assert (none.standard_error_trials, none.undefined_trials) == (None, "TOO_FEW_TRIALS")
    assert (zero.standard_error_trials, zero.undefined_trials) == (None, "ZERO_VARIANCE")


def test_no_task_is_no_estimate() -> None:
    found = mean_over_tasks(values())
    assert (found.value, found.undefined, found.tasks) == (None, Undefined.NO_TRIALS, 0)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_a_confidence_outside_its_range_is_refused(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        mean_over_tasks(values((0.5, 2), (0.6, 1)), confidence)
