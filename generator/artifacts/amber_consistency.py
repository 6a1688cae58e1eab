"""What an AMBER attempt may not say against itself or its run, and what is only odd about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from generator.artifacts.harness_times import backwards
from generator.artifacts.records import Attempt, CasePlan, Instant, Run, State, Window
from generator.errors import Problem

# Times are often cut to whole seconds, so the span between two of them is right to one second.
_ROUNDING_S = 1.0


def contradictions(attempt: Attempt, run: Run, cases: Mapping[str, CasePlan]) -> Iterator[Problem]:
    """Yield what makes an attempt unusable though each of its fields is right by itself."""
    yield from _against_plan(attempt, cases.get(attempt.case_id))
    yield from _state_details(attempt)
    if run.role == "primary" and attempt.repeat_index > 0:
        yield _wrong(attempt, "CONTRADICTION", "repeat_index", "must be 0 in a primary run")
    if backwards(attempt.started_at, attempt.ended_at):
        yield _wrong(attempt, "BACKWARDS", "ended_at", "must not be before started_at")


def oddities(
    attempt: Attempt,
    window: Window | None,
    started_above: Instant | None,
    case: CasePlan | None,
) -> Iterator[Problem]:
    """Yield what is odd about an attempt, which costs it nothing but must be said."""
    for name, value, state in _details(attempt):
        if value is not None and attempt.state is not state:
            yield _odd(
                attempt,
                "IDLE_DETAIL",
                name,
                f"says nothing where state is not {state}",
                "Leave it out, or correct the state; the attempt counts by its state.",
            )
    yield from _odd_times(attempt, window, started_above)
    yield from _odd_amounts(attempt, case)


def _odd_amounts(attempt: Attempt, case: CasePlan | None) -> Iterator[Problem]:
    """Yield what is more than the whole that it is a part of."""
    most = case.max_score if case else None
    if attempt.score is not None and most is not None and attempt.score > most:
        yield _odd(
            attempt,
            "ABOVE_MAXIMUM",
            "score",
            "is above the case's max_score",
            "Correct it, or max_score in run.json; the attempt counts by its state.",
        )
    if attempt.window_share is not None and attempt.window_share > 1:
        yield _odd(
            attempt,
            "ABOVE_MAXIMUM",
            "window_share",
            "is above 1, the whole window",
            "Write it as a share, such as 0.07 for 7%; it counts as it stands.",
        )


def _odd_times(
    attempt: Attempt, window: Window | None, started_above: Instant | None
) -> Iterator[Problem]:
    start, end = attempt.started_at, attempt.ended_at
    if start is None or end is None:
        return
    if started_above is not None and start < started_above:
        yield _odd(attempt, "OUT_OF_ORDER", "started_at", "is before that of the line above")
    if attempt.wall_s is not None and abs(_span_s(attempt) - attempt.wall_s) > _ROUNDING_S:
        yield _odd(attempt, "WALL_CLOCK", "wall_s", "is not the time from started_at to ended_at")
    if window is not None and not window.start <= start <= window.end:
        yield _odd(attempt, "OUTSIDE_WINDOW", "started_at", "is outside the run's window")
    if window is not None and not window.start <= end <= window.end:
        yield _odd(attempt, "OUTSIDE_WINDOW", "ended_at", "is outside the run's window")


def _span_s(attempt: Attempt) -> float:
    if attempt.started_at is None or attempt.ended_at is None:
        return 0.0
    return (attempt.ended_at - attempt.started_at) / 1e9


def _against_plan(attempt: Attempt, case: CasePlan | None) -> Iterator[Problem]:
    if case is None:
        yield _wrong(attempt, "UNLISTED", "case_id", "names a case that run.json does not list")
    elif attempt.variant not in (case.variants or (None,)):
        yield _wrong(
            attempt,
            "UNLISTED",
            "variant",
            "must name a variant that run.json lists for the case"
            if case.variants
            else "must be null: run.json lists no variants for the case",
        )
    elif case.kind == "partial" and attempt.state.valid:
        yield from _score(attempt, case)


def _score(attempt: Attempt, case: CasePlan) -> Iterator[Problem]:
    """Compare a partial-credit outcome with its score: exactly, as the gate did."""
    if attempt.score is None or case.threshold is None:
        return
    if (attempt.score >= case.threshold) != (attempt.state is State.SUCCESS):
        yield _wrong(
            attempt, "CONTRADICTION", "score", "contradicts the state, by the case's threshold"
        )


def _details(attempt: Attempt) -> tuple[tuple[str, StrEnum | None, State], ...]:
    """The two fields that say more of one state each, and of which."""
    return (
        ("invalid_cause", attempt.invalid_cause, State.INVALID),
        ("failure_mode", attempt.failure_mode, State.FAILURE),
    )


def _state_details(attempt: Attempt) -> Iterator[Problem]:
    for name, value, state in _details(attempt):
        if value is None and attempt.state is state:
            yield _wrong(attempt, "MISSING_FIELD", name, f"is required where state is {state}")


def _wrong(attempt: Attempt, code: str, field: str, what: str) -> Problem:
    return Problem(
        code,
        f"The field {what}.",
        "Correct it where the file is written.",
        line=attempt.line,
        field=field,
    )


def _odd(
    attempt: Attempt,
    code: str,
    field: str,
    what: str,
    remedy: str = "Check the clock and the writer; the attempt counts by its state and its start.",
) -> Problem:
    return Problem(code, f"The field {what}.", remedy, line=attempt.line, field=field)
