"""pass^k of a ledger: over tasks, from its trials, or as a producer states it.

The floor decides whether a rate is published; that is for whoever publishes it to keep to. What
is measured here is complete, and private until then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator.artifacts.eio_records import TaskLists, Trial
from generator.measures.ledger_spread import Spread, spread_over_sessions, spread_over_tasks
from generator.statistics import (
    Estimate,
    NamedList,
    RateState,
    named_list,
    pass_hat_k_over_tasks,
    rate_state,
)

TaskCounts = Mapping[str, tuple[int, int]]
"""Trials and passes of each task."""


@dataclass(frozen=True, slots=True)
class RateMeasure:
    """pass^1 and pass^k over the tasks with at least k trials, and how dependent trials are.

    `floor` is how many tasks a rate needs to be published; one that is `withheld` is not, whatever
    their number. `stated` says that a producer states the two estimates. `by_task` is None where
    nothing tells how often which task passed, `by_session` where no trial names its session.
    """

    k: int
    tasks: int
    floor: int
    pass_1: Estimate
    pass_k: Estimate
    by_task: Spread | None
    by_session: Spread | None = None
    withheld: bool = False
    stated: bool = False

    @property
    def published(self) -> bool:
        """Whether the rate may be shown."""
        enough = rate_state(self.tasks, self.floor) is RateState.PUBLISHABLE
        return enough and not self.withheld


def task_counts(trials: Iterable[Trial]) -> dict[str, tuple[int, int]]:
    """Return trials and passes of each task, over the trials that count."""
    tried: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    for trial in trials:
        if trial.counted:
            tried[trial.task_id] += 1
            passed[trial.task_id] += trial.outcome == "pass"
    return {task: (tried[task], passed[task]) for task in sorted(tried)}


def list_tasks(counts: TaskCounts) -> TaskLists:
    """Return the tasks by whether they ever passed or ever failed."""
    lists = {task: named_list(n, c) for task, (n, c) in counts.items()}

    def named(which: NamedList) -> tuple[str, ...]:
        return tuple(task for task, found in lists.items() if found is which)

    return TaskLists(
        always_fail=named(NamedList.ALWAYS_FAIL),
        sometimes_fail=named(NamedList.SOMETIMES_FAIL),
        never_fail=named(NamedList.NEVER_FAIL),
    )


def measure_rate(trials: Sequence[Trial], k: int, floor: int, level: float) -> RateMeasure:
    """Return the rate of these trials, those that count."""
    enough = {task: counts for task, counts in task_counts(trials).items() if counts[0] >= k}
    sessions = [trial for trial in trials if trial.counted and trial.task_id in enough]
    return rate_of_counts(enough, k, floor, level, spread_over_sessions(sessions, level))


def rate_of_counts(
    counts: TaskCounts, k: int, floor: int, level: float, by_session: Spread | None = None
) -> RateMeasure:
    """Return the rate of tasks that all have at least k trials."""
    n, c = [n for n, _ in counts.values()], [c for _, c in counts.values()]
    return RateMeasure(
        k=k,
        tasks=len(counts),
        floor=floor,
        pass_1=pass_hat_k_over_tasks(n, c, 1, level),
        pass_k=pass_hat_k_over_tasks(n, c, k, level),
        by_task=spread_over_tasks(n, c, level),
        by_session=by_session,
    )
