"""What counts say in words: recurrence bands, named lists, whether a rate may be published."""

from __future__ import annotations

from enum import StrEnum

from generator.statistics.counts import as_counts, as_integers
from generator.statistics.method import Method


class RecurrenceBand(StrEnum):
    """How a claim reproduced over its re-tests, from the strongest to the weakest."""

    CONFIRMED = "CONFIRMED"
    INTERMITTENT = "INTERMITTENT"
    UNCONFIRMED = "UNCONFIRMED"
    NOT_RETESTED = "NOT_RETESTED"


class NamedList(StrEnum):
    """The list a task stands in, by its trials."""

    ALWAYS_FAIL = "always_fail"
    SOMETIMES_FAIL = "sometimes_fail"
    NEVER_FAIL = "never_fail"


class RateState(StrEnum):
    """Whether enough tasks stand behind a rate."""

    PUBLISHABLE = "RATE_PUBLISHABLE"
    NOT_PUBLISHED = "RATE_NOT_PUBLISHED"


def recurrence_band(r: int, n: int) -> RecurrenceBand:
    """Return the band of a claim that reproduced in r of n re-tests.

    CONFIRMED at r = n > 0, INTERMITTENT at 0 < r < n, UNCONFIRMED at r = 0 < n, else NOT_RETESTED.
    CONFIRMED at 1 of 1 leaves a one-sided 95% lower limit of only 0.05: show n beside the band.
    ValueError unless 0 <= r <= n are integers.
    """
    as_counts([r], [n])
    if n == 0:
        return RecurrenceBand.NOT_RETESTED
    if r == 0:
        return RecurrenceBand.UNCONFIRMED
    return RecurrenceBand.CONFIRMED if r == n else RecurrenceBand.INTERMITTENT


def named_list(n: int, c: int) -> NamedList | None:
    """Return the list of a task with c passes of n trials; None, for no list, at n = 0.

    ValueError unless 0 <= c <= n are integers.
    """
    as_counts([c], [n])
    if n == 0:
        return None
    if c == 0:
        return NamedList.ALWAYS_FAIL
    return NamedList.NEVER_FAIL if c == n else NamedList.SOMETIMES_FAIL


def rate_state(tasks: int, minimum: int = 5) -> RateState:
    """Return whether a rate over so many tasks may be published, given the floor.

    ValueError unless both are non-negative integers.
    """
    as_integers([tasks, minimum], "tasks and minimum")
    return RateState.PUBLISHABLE if tasks >= minimum else RateState.NOT_PUBLISHED


METHODS = (
    Method(
        name="recurrence_band",
        title="Recurrence band",
        formula="n = 0 NOT_RETESTED, r = 0 UNCONFIRMED, 0 < r < n INTERMITTENT, r = n CONFIRMED",
        unit="re-tests of one claim",
        undefined_when="Never.",
        source="EIO reliability ledgers",
        agrees_with=("the source's test vectors", "R"),
        function=recurrence_band,
        caution="CONFIRMED at 1 of 1 leaves a one-sided 95% lower limit of 5%, at 5 of 5 of 55%.",
    ),
    Method(
        name="named_list",
        title="Named list",
        formula="c = 0 always_fail, c = n never_fail, else sometimes_fail",
        unit="trials of one task",
        undefined_when="The task has no trial: it is in no list.",
        source="EIO reliability ledgers",
        agrees_with=("the source's test vectors", "R"),
        function=named_list,
    ),
)
