"""attempts.jsonl of an AMBER run directory: one attempt a line, checked against its run.json."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.artifacts.amber_consistency import contradictions, oddities
from generator.artifacts.amber_copies import (
    ATTEMPT_FIELDS,
    first_difference,
    unlike_copy,
    unlike_elsewhere,
)
from generator.artifacts.amber_run import ACCOUNT_TIER
from generator.artifacts.checks import (
    amount,
    count,
    duration,
    each,
    flag,
    identifier,
    instant,
    number,
    one_of,
    tally,
    text,
)
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits
from generator.artifacts.gather import gather, refuse_if_any
from generator.artifacts.lines import Line, LineFile
from generator.artifacts.records import (
    Attempt,
    FailureMode,
    InvalidCause,
    JsonValue,
    Run,
    SideEffect,
    State,
)
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.errors import Problem, UnusableInput

_STATE = one_of(State)
_INVALID_CAUSE = one_of(InvalidCause)
_FAILURE_MODE = one_of(FailureMode)
_HITS = each(flag)


@dataclass(frozen=True, slots=True)
class AttemptFile:
    """What was read of one file of attempts."""

    attempts: tuple[Attempt, ...]
    folded: int
    warnings: tuple[Problem, ...]
    sha256: str


def read_attempts(path: Path, run: Run, limits: Limits) -> AttemptFile:
    """Read the attempts of a run line by line; all that is wrong with them is raised together."""
    lines = LineFile(path, limits)
    reading = _Reading(run, limits)
    gather(lines, lambda line: reading.take(line, torn_known=lines.truncated), reading.problems)
    if reading.copies and lines.sha256:
        reading.problems += unlike_elsewhere(path, limits, reading.copies, lines.sha256)
    refuse_if_any(reading.problems, path)
    return AttemptFile(
        attempts=tuple(reading.attempts.values()),
        folded=len(reading.copies),
        warnings=tuple(warning.at(path) for warning in (*reading.warnings, *lines.warnings())),
        sha256=lines.sha256,
    )


def parse_attempt(values: dict[str, JsonValue], line: int) -> Attempt:
    """Return the attempt that a line states; every field that is wrong is named."""
    fields = Fields(values)
    attempt = Attempt(
        line=line,
        attempt_id=fields.required("attempt_id", identifier),
        case_id=fields.required("case_id", identifier),
        variant=fields.nullable("variant", identifier),
        repeat_index=fields.required("repeat_index", count),
        started_at=fields.required("started_at", instant),
        ended_at=fields.required("ended_at", instant),
        state=fields.required("state", _STATE),
        invalid_cause=fields.nullable("invalid_cause", _INVALID_CAUSE),
        failure_mode=fields.nullable("failure_mode", _FAILURE_MODE),
        claimed_delivery=_claimed(fields),
        score=fields.nullable("score", number),
        criteria_hits=fields.nullable("criteria_hits", _HITS),
        side_effects=_side_effects(fields),
        reset_id=fields.nullable("reset_id", identifier),
        tokens_in=fields.nullable("tokens_in", tally),
        tokens_out=fields.nullable("tokens_out", tally),
        cost_usd=fields.nullable("cost_usd", amount),
        wall_s=fields.nullable("wall_s", amount),
        billing_fingerprint=fields.nullable("billing_fingerprint", text),
        account_tier=fields.nullable("account_tier", ACCOUNT_TIER),
        window_share=fields.nullable("window_share", amount),
        makeup_of=fields.nullable("makeup_of", identifier),
        cap_s=fields.nullable("cap_s", duration),
    )
    fields.done()
    return attempt


def _claimed(fields: Fields) -> bool:
    """Return whether a delivery was claimed: absent is false, null is neither."""
    return "claimed_delivery" in fields and fields.required("claimed_delivery", flag)


def _side_effects(fields: Fields) -> tuple[SideEffect, ...] | None:
    if not fields.states("side_effects"):
        return None
    return tuple(
        SideEffect(name=effect.required("class", identifier), count=effect.required("count", count))
        for effect in fields.objects("side_effects")
    )


class _Reading:
    """What has been read of a file so far."""

    def __init__(self, run: Run, limits: Limits) -> None:
        self.attempts: dict[str, Attempt] = {}
        self.copies: list[tuple[int, int]] = []
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self._run = run
        self._cases = {case.case_id: case for case in run.cases}
        self._depth = limits.json_depth
        self._last_start: int | None = None

    def take(self, line: Line, *, torn_known: bool) -> None:
        """Read one line. `torn_known`: that the last line is torn has been said already."""
        try:
            attempt = parse_attempt(
                parse_object(line.data, self._depth, ATTEMPT_FIELDS), line.number
            )
        except JsonRefused as refused:
            if line.ended or not refused.torn:
                self.problems.append(refused.problem.at(line=line.number))
            elif not torn_known:
                self.warnings.append(_torn(line.number))
            return
        except UnusableInput as wrong:
            self.problems += (problem.at(line=line.number) for problem in wrong.problems)
            return
        first = self.attempts.setdefault(attempt.attempt_id, attempt)
        if first is not attempt:
            self._fold(first, attempt)
            return
        self.problems += contradictions(attempt, self._run, self._cases)
        self.warnings += oddities(
            attempt, self._run.window, self._last_start, self._cases.get(attempt.case_id)
        )
        self._last_start = attempt.started_at

    def _fold(self, first: Attempt, copy: Attempt) -> None:
        field = first_difference(first, copy)
        if field is None:
            self.copies.append((first.line, copy.line))
        else:
            self.problems.append(unlike_copy(copy.line, first.line, field))


def _torn(line: int) -> Problem:
    return Problem(
        "TORN_LINE",
        "The last line is torn: it has no end and is not whole JSON. The lines before it count.",
        "Do nothing if its writer crashed: the attempt counts as missing.",
        line=line,
    )
