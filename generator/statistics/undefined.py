"""Why a number is not there: the reason codes that stand in for an undefined value."""

from __future__ import annotations

from enum import StrEnum


class Undefined(StrEnum):
    """The reason a statistic has no value: reported instead of 0, 1, NaN or an interval [0, 1]."""

    NO_TRIALS = "NO_TRIALS"
    TOO_FEW_TRIALS = "TOO_FEW_TRIALS"
    ONE_TASK = "ONE_TASK"
    ONE_SESSION = "ONE_SESSION"
    ZERO_VARIANCE = "ZERO_VARIANCE"
    NO_VARIATION = "NO_VARIATION"
    NO_DISCORDANCE = "NO_DISCORDANCE"
    ZERO_BASELINE = "ZERO_BASELINE"
    SEPARATION = "SEPARATION"

    @property
    def words(self) -> str:
        """The reason as a clause that completes "undefined: …"."""
        return _WORDS[self]


_WORDS = {
    Undefined.NO_TRIALS: "there is no valid trial",
    Undefined.TOO_FEW_TRIALS: "a task has fewer valid trials than the statistic needs",
    Undefined.ONE_TASK: "there is only one task, and tasks are the unit of the error",
    Undefined.ONE_SESSION: "no task was tried in more than one session",
    Undefined.ZERO_VARIANCE: "every task has the same value, so no error can be estimated",
    Undefined.NO_VARIATION: "every trial had the same outcome",
    Undefined.NO_DISCORDANCE: "no case separates the two arms",
    Undefined.ZERO_BASELINE: "the baseline never failed, so there is nothing to reduce",
    Undefined.SEPARATION: "one group has only one outcome, so no finite coefficient exists",
}
