"""Whether trials depend on one another: overdispersion and intra-class correlation, by two classes.

By task they say how much tasks differ, whatever the reason. Only sessions within a task can show
that trials that share something are more alike than others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.artifacts.eio_records import Trial
from generator.statistics import (
    icc_anova,
    icc_f_ci,
    icc_session,
    pearson_dispersion,
    session_dispersion,
)
from generator.statistics.dispersion import PearsonDispersion
from generator.statistics.undefined import Undefined


@dataclass(frozen=True, slots=True)
class Correlation:
    """How alike trials of one class are; at or below 0 no more than others, and not cut there."""

    estimate: float | None
    lower: float | None
    upper: float | None
    undefined: Undefined | None


@dataclass(frozen=True, slots=True)
class Spread:
    """How much more than chance classes of trials differ, and how alike trials of one class are."""

    dispersion: PearsonDispersion
    correlation: Correlation


def spread_over_tasks(n: Sequence[int], c: Sequence[int], level: float) -> Spread:
    """Return the spread of tasks, given the trials and passes of each."""
    anova, (lower, upper) = icc_anova(n, c), icc_f_ci(n, c, level)
    return Spread(
        pearson_dispersion(n, c), Correlation(anova["rho"], lower, upper, anova["undefined"])
    )


def spread_over_sessions(trials: Iterable[Trial], level: float) -> Spread | None:
    """Return the spread of sessions within tasks; None where no trial names its session."""
    tried: Counter[tuple[str, str]] = Counter()
    passed: Counter[tuple[str, str]] = Counter()
    for trial in trials:
        if trial.session is not None:
            tried[trial.task_id, trial.session] += 1
            passed[trial.task_id, trial.session] += trial.outcome == "pass"
    if not tried:
        return None
    classes = sorted(tried)
    numbers = {task: number for number, task in enumerate(sorted({task for task, _ in classes}))}
    n, c = [tried[each] for each in classes], [passed[each] for each in classes]
    task = [numbers[task] for task, _ in classes]
    alike = icc_session(n, c, task, level)
    lower, upper = alike["interval"]
    return Spread(
        session_dispersion(n, c, task),
        Correlation(alike["rho"], lower, upper, alike["undefined"]),
    )
