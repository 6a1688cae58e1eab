"""The tries of a study's rows: host faults are kept and may be retried, task results never.

The limit is the rule's: so many tries may follow a host fault. A fault that exhausts them pauses
the run; whoever resumes it begins a new count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generator.artifacts.study_records import Checkpoint, Outcome, Row, StudyArtifact, Try

BreachCode = Literal[
    "RESULT_RERUN", "TOO_MANY_RETRIES", "TRIES_MISCOUNTED", "ROW_CONTRADICTED", "ROW_UNKNOWN"
]
_FIELDS: Mapping[str, str] = {
    "valid": "status",
    "final_state": "finalState",
    "invalid_reason": "invalidReason",
    "repeated_failure": "repeatedFailure",
    "task_passed": "taskPassed",
    "steps": "steps",
    "warning_count": "warningCount",
    "false_warning_count": "falseWarningCount",
    "fact_pairs": "factPairAudit",
}
"""What an outcome states, and the field of a row that states it."""


@dataclass(frozen=True, slots=True)
class Breach:
    """What a checkpoint says against the retry rule, or against its row; `line` is the row's."""

    code: BreachCode
    file: Path
    line: int | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Retries:
    """The accounting of tries over all checkpoints; `paused` if the run ended without its rows."""

    rows_retried: int
    host_faults: int
    most_tries: int
    exhausted: int
    paused: bool
    breaches: tuple[Breach, ...]


def account_retries(study: StudyArtifact) -> Retries:
    """Account the tries of every checkpoint, and hold each against the row that it ended in."""
    limit = _limit(study)
    rows: dict[str, list[Row]] = {}
    for row in study.rows if study.finished else ():
        rows.setdefault(row.row_key, []).append(row)
    tries = [checkpoint.tries for checkpoint in study.checkpoints]
    return Retries(
        rows_retried=sum(len(each) > 1 for each in tries),
        host_faults=sum(attempt.host_fault for each in tries for attempt in each),
        most_tries=max(map(len, tries), default=0),
        exhausted=sum(_is_exhausted(each, limit) for each in tries),
        paused=not study.finished,
        breaches=tuple(
            breach
            for checkpoint in study.checkpoints
            for breach in _breaches(checkpoint, rows.get(checkpoint.row_key), limit, study)
        ),
    )


def _limit(study: StudyArtifact) -> int | None:
    """Return how many tries may follow a host fault, None where nothing says."""
    if study.rule is not None:
        return study.rule.host_fault_retries
    return study.run.retry_rule.host_fault_retries if study.run.retry_rule else None


def _is_exhausted(tries: Sequence[Try], limit: int | None) -> bool:
    """Whether a row stands where its last session of tries ended in nothing but faults."""
    if not tries or not tries[-1].host_fault:
        return False
    return tries[-1].exhausted or (limit is not None and _longest_session(tries) > limit)


def _longest_session(tries: Sequence[Try]) -> int:
    """Return the most host faults in a row that no pause divides."""
    longest = faults = 0
    for each in tries:
        faults = faults + 1 if each.host_fault else 0
        longest = max(longest, faults)
        if each.exhausted:
            faults = 0
    return longest


def _breaches(
    checkpoint: Checkpoint, rows: Sequence[Row] | None, limit: int | None, study: StudyArtifact
) -> Iterator[Breach]:
    file, tries = checkpoint.file, checkpoint.tries
    results = [each.outcome for each in tries if each.outcome is not None]
    if len(results) > 1 or any(each.outcome is not None for each in tries[:-1]):
        yield Breach("RESULT_RERUN", file)
    if limit is not None and _longest_session(tries) > limit + 1:
        yield Breach("TOO_MANY_RETRIES", file)
    ended = results[-1] if results else None
    if checkpoint.terminal is not None:
        yield from _held_against(checkpoint.terminal, ended, len(tries), file, None)
    if rows is None:
        if study.finished and (checkpoint.terminal or ended):
            yield Breach("ROW_UNKNOWN", file)
        return
    for row in rows:
        if row.identity != checkpoint.identity:
            yield Breach("ROW_CONTRADICTED", file, row.line, "identity")
        stated = checkpoint.terminal.outcome if checkpoint.terminal else ended
        yield from _held_against(row, stated, len(tries), file, row.line)


def _held_against(
    row: Row, outcome: Outcome | None, tries: int, file: Path, line: int | None
) -> Iterator[Breach]:
    """Hold a row against what its tries ended in; what one of both does not state is no matter."""
    if row.try_count is not None and row.try_count != tries:
        yield Breach("TRIES_MISCOUNTED", file, line, "tryCount")
    if outcome is None:
        if row.outcome.valid:
            yield Breach("ROW_CONTRADICTED", file, line, "status")
        return
    for name, field in _FIELDS.items():
        one, other = getattr(row.outcome, name), getattr(outcome, name)
        if one != other and None not in (one, other):
            yield Breach("ROW_CONTRADICTED", file, line, field)
