"""Runs that were taken up again: several files of one run, of which a later one repeats an earlier.

A harness that resumes a run into a new file copies what was done into it. Read as two runs, every
attempt of the first file would count twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec

from generator.artifacts.records import (
    Attempt,
    Instant,
    InvalidCause,
    RunArtifact,
    State,
    Window,
)
from generator.errors import Problem


def as_one_run(artifacts: Sequence[RunArtifact]) -> tuple[list[RunArtifact], list[Problem]]:
    """Return the artifacts, those that continue one run as prints of one, and a word on each.

    Their attempts are folded as those of any other prints of one run. A trial that came to nothing
    in one file and was tried again in another has both attempts, and the last one counts.
    """
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for index, artifact in enumerate(artifacts):
        if artifact.continues is not None:
            groups[artifact.format, artifact.continues].append(index)
    one = list(artifacts)
    said = []
    for (_, name), indices in groups.items():
        parts = [artifacts[index] for index in indices]
        if len({part.run.run_id for part in parts}) == 1:
            continue
        window = _together(parts)
        trials = max(part.run.trials_per_case for part in parts)
        last = _last_starts(parts)
        for index, part in zip(indices, parts, strict=True):
            run = msgspec.structs.replace(
                part.run, run_id=name, window=window, trials_per_case=trials
            )
            attempts = tuple(_set_aside(each, last) for each in part.attempts)
            one[index] = msgspec.structs.replace(part, run=run, attempts=attempts)
            said.append(_warning(part, len(parts)))
    return one, said


def _trial(attempt: Attempt) -> tuple[str, int]:
    return attempt.case_id, attempt.repeat_index


def _last_starts(parts: Sequence[RunArtifact]) -> dict[tuple[str, int], Instant]:
    """Return when the last attempt at each trial began, of all files; 0 where none states it."""
    last: dict[tuple[str, int], Instant] = {}
    for attempt in (each for part in parts for each in part.attempts):
        last[_trial(attempt)] = max(last.get(_trial(attempt), 0), attempt.started_at or 0)
    return last


def _set_aside(attempt: Attempt, last: Mapping[tuple[str, int], Instant]) -> Attempt:
    """Return an attempt, as infrastructure if the harness itself tried its trial again.

    However its end is read elsewhere, here it is the later attempt that the trial came to. Of two
    verdicts in one trial neither is set aside: which of them holds, the files do not say.
    """
    judged = not attempt.contested and attempt.state is not State.PENDING
    if judged or (attempt.started_at or 0) >= last[_trial(attempt)]:
        return attempt
    return msgspec.structs.replace(
        attempt,
        state=State.INVALID,
        invalid_cause=attempt.invalid_cause or InvalidCause.INFRASTRUCTURE_MISSING,
        failure_mode=None,
        contested=False,
    )


def _together(parts: Sequence[RunArtifact]) -> Window | None:
    """Return the time from the first beginning to the last end, as far as any file states one."""
    windows = [part.run.window for part in parts if part.run.window is not None]
    if not windows:
        return None
    return Window(start=min(each.start for each in windows), end=max(each.end for each in windows))


def _warning(part: RunArtifact, files: int) -> Problem:
    return Problem(
        "RESUMED",
        f"This is one of {files} files of one run that was taken up again: what several of them "
        "hold counts once.",
        "Nothing is to be done if that is what you meant.",
        part.file,
    )
