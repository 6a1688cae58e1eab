"""The rate that a bundle or a record states, and what its own counts say of it.

A stated rate is reproduced as it stands. Where the lists and the rows say how often each task
passed, the rate is computed again beside it, and where the two differ both are told.
"""

from __future__ import annotations

from collections import defaultdict

from generator.artifacts.eio_records import StatedTrials
from generator.measures.ledger_rate import RateMeasure, TaskCounts, rate_of_counts
from generator.statistics import Estimate
from generator.statistics.undefined import Undefined


def stated_counts(trials: StatedTrials) -> TaskCounts | None:
    """Return trials and passes of each listed task, None where the rows do not tell them all.

    A task that fails now and then passed where the one claim on it did not reproduce; with more
    claims than one nobody can tell in which passes one of them did.
    """
    counts = dict.fromkeys(trials.lists.always_fail, (trials.passes, 0))
    counts |= dict.fromkeys(trials.lists.never_fail, (trials.passes, trials.passes))
    rows = defaultdict(list)
    for row in trials.retests:
        rows[row.task].append(row)
    for task in trials.lists.sometimes_fail:
        if len(rows[task]) != 1:
            return None
        (row,) = rows[task]
        counts[task] = (row.retests, row.retests - row.reproduced_in)
    return counts


def derived_rate(trials: StatedTrials, level: float) -> RateMeasure | None:
    """Return the rate that the producer's own counts make, None where they do not tell it."""
    counts = stated_counts(trials)
    if not counts or any(n < trials.k for n, _ in counts.values()):
        return None
    return rate_of_counts(counts, trials.k, 0, level)


def stated_rate(trials: StatedTrials, minimum_tasks: int, level: float) -> RateMeasure:
    """Return the rate as it is stated; a producer's own floor and suppression hold.

    One that lacks a value or its standard error is not published: neither stands without the
    other.
    """
    rate, derived = trials.rate, derived_rate(trials, level)
    pass_1 = _estimate(rate.pass_1, rate.pass_1_se, trials.tasks)
    pass_k = _estimate(rate.pass_k, rate.pass_k_se, trials.tasks)
    return RateMeasure(
        k=trials.k,
        tasks=trials.tasks,
        floor=max(minimum_tasks, rate.floor or 0),
        pass_1=pass_1,
        pass_k=pass_k,
        by_task=derived.by_task if derived else None,
        withheld=rate.published is False or not (_complete(pass_1) and _complete(pass_k)),
        stated=True,
    )


def _estimate(value: float | None, error: float | None, tasks: int) -> Estimate:
    """Return a stated mean over tasks; an error of 0 is none, for it would claim certainty."""
    undefined = None
    if not error:
        if tasks == 1:
            undefined = Undefined.ONE_TASK
        elif error == 0 or value in (0, 1):
            undefined = Undefined.ZERO_VARIANCE
    return Estimate(
        value=value,
        standard_error=error or None,
        standard_error_trials=None,
        interval=None,
        undefined=undefined,
        undefined_trials=None,
        tasks=tasks,
        trials=0,
        passes=0,
    )


def _complete(estimate: Estimate) -> bool:
    return estimate.value is not None and (
        estimate.standard_error is not None or estimate.undefined is not None
    )
