"""Runs that were taken up again: several files of one run, of which a later one repeats an earlier.

A harness that resumes a run into a new file copies what was done into it. Read as two runs, every
attempt of the first file would count twice.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import msgspec

from generator.artifacts.records import RunArtifact, Window
from generator.errors import Problem


def as_one_run(artifacts: Sequence[RunArtifact]) -> tuple[list[RunArtifact], list[Problem]]:
    """Return the artifacts, those that continue one run as prints of one, and a word on each.

    Their attempts are folded as those of any other prints of one run; a trial that came to nothing
    in an earlier file and was tried again in a later one has both attempts.
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
        for index, part in zip(indices, parts, strict=True):
            run = msgspec.structs.replace(
                part.run, run_id=name, window=window, trials_per_case=trials
            )
            one[index] = msgspec.structs.replace(part, run=run)
            said.append(_warning(part, len(parts)))
    return one, said


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
