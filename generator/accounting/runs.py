"""One run, however often it was printed: copies of a run and of its attempts folded into one.

Published results are reprinted in digests and comparison tables. Two printed copies of one run must
agree; what one leaves empty the other may fill; what they state twice counts once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from generator.artifacts.records import Attempt, CasePlan, Run, RunArtifact
from generator.errors import Problem, UnusableInput

AttemptName = tuple[Path, str]
"""An attempt id is unique in the file that states it, so both together name an attempt."""

_NOT_COMPARED = {"line", "attempt_id", "makeup_of"}
_COMPARED = tuple(field for field in Attempt.__struct_fields__ if field not in _NOT_COMPARED)
_REMEDY_CONFLICT = "Keep the copy that is right and remove or correct the other."


@dataclass(frozen=True, slots=True)
class Observation:
    """One attempt, counted once. `names` are its ids in every file that prints it."""

    run_id: str
    attempt: Attempt
    file: Path
    names: tuple[AttemptName, ...]
    makeup_of: tuple[AttemptName, ...]

    def problem(self, code: str, what: str, remedy: str, field: str | None = None) -> Problem:
        """Return a problem that lies with this attempt."""
        return Problem(code, what, remedy, file=self.file, line=self.attempt.line, field=field)


@dataclass(frozen=True, slots=True)
class RunRecord:
    """One run with the attempts of all its printed copies."""

    run: Run
    file: Path
    observations: tuple[Observation, ...]
    copies: int
    folded: int


def fold_runs(artifacts: Iterable[RunArtifact]) -> list[RunRecord]:
    """Fold the printed copies of each run; runs come in the order of their ids."""
    copies: defaultdict[str, list[RunArtifact]] = defaultdict(list)
    for artifact in sorted(artifacts, key=lambda each: str(each.file)):
        copies[artifact.run.run_id].append(artifact)
    return [_fold(copies[run_id]) for run_id in sorted(copies)]


def _fold(copies: Sequence[RunArtifact]) -> RunRecord:
    run = copies[0].run
    for copy in copies[1:]:
        run = _agree(run, copies[0].file, copy)
    prints: defaultdict[object, list[Observation]] = defaultdict(list)
    for copy in copies:
        for attempt in copy.attempts:
            key = (attempt.case_id, attempt.variant, attempt.repeat_index, attempt.started_at)
            prints[key].append(_observe(copy, attempt))
    ordered = sorted(map(_merge, prints.values()), key=canonical_order)
    folded = sum(map(len, prints.values())) - len(ordered)
    return RunRecord(run, copies[0].file, tuple(ordered), len(copies), folded)


def canonical_order(seen: Observation) -> tuple[str, str, str, int, int]:
    """The order of attempts that no file, line or folder order can change."""
    attempt = seen.attempt
    return (
        seen.run_id,
        attempt.case_id,
        attempt.variant or "",
        attempt.repeat_index,
        attempt.started_at or 0,
    )


def _observe(copy: RunArtifact, attempt: Attempt) -> Observation:
    file = copy.attempts_file
    return Observation(
        run_id=copy.run.run_id,
        attempt=attempt,
        file=file,
        names=((file, attempt.attempt_id),),
        makeup_of=((file, attempt.makeup_of),) if attempt.makeup_of is not None else (),
    )


def _merge(prints: Sequence[Observation]) -> Observation:
    """Merge the prints of one attempt; a value wins over null, two values must be equal."""
    first = prints[0]
    if len(prints) == 1:
        return first
    filled: dict[str, object] = {}
    for field in _COMPARED:
        stating = [seen for seen in prints if getattr(seen.attempt, field) is not None]
        values = [getattr(seen.attempt, field) for seen in stating]
        for other, value in zip(stating, values, strict=True):
            if value != values[0]:
                raise UnusableInput(*_conflict(stating[0], other, field))
        if values:
            filled[field] = values[0]
    return replace(
        first,
        attempt=msgspec.structs.replace(first.attempt, **filled),
        names=tuple(dict.fromkeys(name for seen in prints for name in seen.names)),
        makeup_of=tuple(dict.fromkeys(name for seen in prints for name in seen.makeup_of)),
    )


def _conflict(one: Observation, other: Observation, field: str) -> tuple[Problem, Problem]:
    what = "Two prints of one attempt differ here."
    return (
        one.problem("COPIES_DIFFER", what, _REMEDY_CONFLICT, field),
        other.problem("COPIES_DIFFER", "This is the other print of it.", _REMEDY_CONFLICT, field),
    )


def _agree(run: Run, file: Path, copy: RunArtifact) -> Run:
    """Check that a copy states the same run, and return it with the cases of both."""
    for field in Run.__struct_fields__:
        if field != "cases" and getattr(run, field) != getattr(copy.run, field):
            _refuse_copy(file, copy.file, field)
    cases: dict[str, CasePlan] = {case.case_id: case for case in run.cases}
    for case in copy.run.cases:
        if cases.setdefault(case.case_id, case) != case:
            _refuse_copy(file, copy.file, "cases")
    return msgspec.structs.replace(run, cases=tuple(cases.values()))


def _refuse_copy(file: Path, other: Path, field: str) -> None:
    raise UnusableInput(
        Problem(
            "COPIES_DIFFER",
            "Two prints of one run_id differ here.",
            "Give different runs different run_ids, or correct the copy.",
            file=file,
            field=field,
        ),
        Problem("COPIES_DIFFER", "This is the other print.", _REMEDY_CONFLICT, other, field=field),
    )
