"""How a Terminal-Bench trial ends: the verdict of its tests, and a failure mode beside it.

A verdict decides where the trial took its course: a timeout whose tests passed is a pass. Where
the agent could not be run, or the tests gave no verdict, the harness counts a failure; that the
agent failed is not known.
"""

from __future__ import annotations

from generator.artifacts.endings import Ending
from generator.artifacts.records import FailureMode, InvalidCause, State

_MISSING = InvalidCause.INFRASTRUCTURE_MISSING
_TIMEOUT = InvalidCause.HARNESS_TIMEOUT

RESOLVED = Ending(name="resolved", state=State.SUCCESS)
UNRESOLVED = Ending(name="unresolved", state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED)
NO_VERDICT = Ending(name="no_verdict", state=State.INVALID, cause=_MISSING, contested=True)
OTHER = Ending(name="other", state=State.INVALID, cause=_MISSING, contested=True)

_NO_MODE = ("unset", "none")
_AGENT_OVER_A_LIMIT = (
    "context_length_exceeded",
    "output_length_exceeded",
    "fatal_llm_parse_error",
)
_NOT_RUN = {
    "agent_installation_failed": _MISSING,
    "unknown_agent_error": _MISSING,
    "unknown": _MISSING,
    "parse_error": _MISSING,
    "test_timeout": _TIMEOUT,
}
_TIMED_OUT = "agent_timeout"


def _judged() -> dict[str, Ending]:
    """What each failure mode means beside a verdict of false."""
    limits = {
        mode: Ending(name=mode, state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED)
        for mode in _AGENT_OVER_A_LIMIT
    }
    late = Ending(
        name=_TIMED_OUT, state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED, contested=True
    )
    broken = {
        mode: Ending(name=mode, state=State.INVALID, cause=cause, contested=True)
        for mode, cause in _NOT_RUN.items()
    }
    return dict.fromkeys(_NO_MODE, UNRESOLVED) | limits | {_TIMED_OUT: late} | broken


def _unjudged(judged: dict[str, Ending]) -> dict[str, Ending]:
    """What each failure mode means without a verdict."""
    found = dict.fromkeys(_NO_MODE, NO_VERDICT)
    for mode, ending in judged.items():
        if ending.state is State.INVALID:
            found[mode] = ending
        elif mode not in _NO_MODE:
            cause = _TIMEOUT if mode == _TIMED_OUT else _MISSING
            found[mode] = Ending(
                name=f"{mode}_no_verdict", state=State.INVALID, cause=cause, contested=True
            )
    return found


_FALSE = _judged()
_NULL = _unjudged(_FALSE)

ENDINGS: tuple[Ending, ...] = tuple(
    {each.name: each for each in (RESOLVED, *_FALSE.values(), *_NULL.values(), OTHER)}.values()
)
"""Every way in which a trial can end, each under one word."""


def ending_of(mode: str, resolved: bool | None) -> Ending:  # noqa: FBT001 - a verdict, not a switch
    """Return how a trial of this failure mode and verdict ended; `OTHER` for an unknown mode."""
    if resolved:
        return RESOLVED
    return (_NULL if resolved is None else _FALSE).get(mode, OTHER)
