"""How Inspect ends samples, and what each end is read as.

A sample's own word for its end is the verdict of the scorer that decides, or what kept it from one:
an error, or a limit. A verdict of full credit stands whatever else happened.
"""

from __future__ import annotations

from generator.artifacts.endings import ERRED, FAILED, PASSED, UNSCORED, Ending
from generator.artifacts.inspect_scores import Mark, Reading
from generator.artifacts.records import FailureMode, InvalidCause, State

UNREADABLE = Ending(name="unreadable_score", state=State.PENDING)
OTHER = Ending(
    name="other",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)
_INVALIDATED = Ending(
    name="invalidated",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)


def _budget(name: str) -> Ending:
    """The end of a sample that used up what its task allows the agent: scored, and not passed."""
    return Ending(name=name, state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED, contested=True)


PARTIAL = Ending(name="partial", state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED)

_VERDICTS = {
    Mark.PASSED: PASSED,
    Mark.FAILED: FAILED,
    Mark.PARTIAL: PARTIAL,
    Mark.FRACTION: PARTIAL,
    Mark.NO_ANSWER: Ending(name="no_answer", state=State.FAILURE, mode=FailureMode.NO_DELIVERABLE),
    Mark.UNREADABLE: UNREADABLE,
}
_LIMITS = {
    # The wall clock runs on while a provider makes the agent wait; working time does not.
    "time": Ending(
        name="time_limit",
        state=State.INVALID,
        cause=InvalidCause.HARNESS_TIMEOUT,
        contested=True,
    ),
    "operator": Ending(
        name="operator_limit",
        state=State.INVALID,
        cause=InvalidCause.INFRASTRUCTURE_MISSING,
        contested=True,
    ),
    **{
        word: _budget(f"{word}_limit")
        for word in ("working", "message", "token", "turn", "cost", "context", "custom")
    },
}

ENDINGS: tuple[Ending, ...] = (
    PASSED,
    *dict.fromkeys(each for each in _VERDICTS.values() if each not in (PASSED, UNREADABLE)),
    *_LIMITS.values(),
    ERRED,
    _INVALIDATED,
    UNSCORED,
    UNREADABLE,
    OTHER,
)
"""Every end of a sample."""


def ending(reading: Reading | None, *, limit: str | None, error: bool, invalidated: bool) -> Ending:
    """Return a sample's end; `limit` is the type of the limit it ran into."""
    if invalidated:
        return _INVALIDATED
    if reading is not None and reading.mark is Mark.PASSED:
        return PASSED
    if error:
        return ERRED
    if reading is None:
        return UNSCORED
    if limit is None or reading.mark is Mark.UNREADABLE:
        return _VERDICTS[reading.mark]
    return _LIMITS.get(limit, OTHER)
