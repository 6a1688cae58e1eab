"""How harnesses end attempts: each one's own words, and the state that each is read as.

A default errs toward keeping infrastructure apart from failures: what the harness did not let the
agent finish is no evidence of the agent. Where another reading is usual the ending is contested,
and figures that it decides are shown under both. What nobody judged is pending and not contested:
it is neither a failure nor lost, and no rate may be made of it.
"""

from __future__ import annotations

import msgspec

from generator.artifacts.records import Attempt, FailureMode, InvalidCause, Record, State
from generator.errors import Problem


class Ending(Record, frozen=True):
    """One of a harness's own end states, by its own word, and what it is read as."""

    name: str
    state: State
    cause: InvalidCause | None = None
    mode: FailureMode | None = None
    contested: bool = False


PASSED = Ending(name="passed", state=State.SUCCESS)
FAILED = Ending(name="failed", state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED)
ERRED = Ending(
    name="error",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)
UNSCORED = Ending(name="unscored", state=State.PENDING)

JUDGED: tuple[Ending, ...] = (PASSED, FAILED, ERRED, UNSCORED)
"""Every end where a harness says no more than whether an attempt passed, or came to an error."""


def judged(*, passed: bool | None, error: bool) -> Ending:
    """Return the one of these ends that a verdict comes to; `passed` is None without one."""
    if passed:
        return PASSED
    if error:
        return ERRED
    return UNSCORED if passed is None else FAILED


def mapped(name: str, reading: str, *, contested: bool) -> Ending:
    """Return the ending of a word that the spec maps to a state, written `state` or `state/why`."""
    stated, _, why = reading.partition("/")
    state = State(stated)
    cause = mode = None
    if state is State.INVALID:
        cause = InvalidCause(why) if why else InvalidCause.INFRASTRUCTURE_MISSING
    elif why:
        mode = FailureMode(why)
    return Ending(name=name, state=state, cause=cause, mode=mode, contested=contested)


def endings_of(reader: object) -> tuple[Ending, ...]:
    """Return the end states a harness's reader knows; none for formats that state states."""
    endings: tuple[Ending, ...] = getattr(reader, "endings", ())
    return endings


def ended(attempt: Attempt, ending: Ending) -> Attempt:
    """Return the attempt as an ending reads it."""
    return msgspec.structs.replace(
        attempt,
        state=ending.state,
        invalid_cause=ending.cause,
        failure_mode=ending.mode,
        end=ending.name,
        contested=ending.contested,
    )


def unknown_ends(number: int, line: int | None, field: str | None) -> Problem:
    """Return the warning of words for ends that their reader does not know, where the first is."""
    attempts = "1 attempt" if number == 1 else f"{number} attempts"
    return Problem(
        "UNKNOWN_END",
        f"The word for how {attempts} ended is not known: it is read as infrastructure.",
        "Say in the spec how the end `other` is to be read if that is not right.",
        line=line,
        field=field,
    )
