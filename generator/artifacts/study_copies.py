"""Copies of one study run: an identical one counts once, one that differs cannot count at all."""

from __future__ import annotations

from collections.abc import Iterable

from generator.artifacts.study_records import StudyArtifact
from generator.errors import Problem, UnusableInput


def unlike_runs(studies: Iterable[StudyArtifact]) -> list[StudyArtifact]:
    """Return the studies without copies; two that share a run id and differ are refused."""
    kept: dict[str, StudyArtifact] = {}
    for study in studies:
        first = kept.setdefault(study.run.run_id, study)
        if first is not study and _digests(first) != _digests(study):
            raise UnusableInput(
                Problem(
                    "RUNS_DIFFER",
                    "Another run directory states the same runId, but not the same files.",
                    "Keep the one that the harness wrote.",
                    study.file,
                    field="runId",
                )
            )
    return list(kept.values())


def _digests(study: StudyArtifact) -> set[tuple[str, str]]:
    """Return the name and the digest of every file, wherever the run directory lies."""
    return {
        (source.path.relative_to(study.folder).as_posix(), source.sha256)
        for source in study.sources
    }
