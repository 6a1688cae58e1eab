"""How harnesses end attempts: each one's own words, and the state that each is read as.

A default errs toward keeping infrastructure apart from failures: what the harness did not let the
agent finish is no evidence of the agent. Where another reading is usual the ending is contested,
and figures that it decides are shown under both.
"""

from __future__ import annotations

import msgspec

from generator.artifacts.records import Attempt, FailureMode, InvalidCause, Record, State


class Ending(Record, frozen=True):
    """One of a harness's own end states, by its own word, and what it is read as."""

    name: str
    state: State
    cause: InvalidCause | None = None
    mode: FailureMode | None = None
    contested: bool = False


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
