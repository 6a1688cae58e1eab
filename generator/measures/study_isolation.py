"""Whether no two rows of a study shared anything, and paired rows began alike."""

from __future__ import annotations

from collections import Counter

from generator.artifacts.study_records import Cell, StudyArtifact


def isolated(study: StudyArtifact) -> bool | None:
    """Return whether every isolation id is of one row only, and starts match within each cell.

    None where rows state none, or only some do. Copies of one row are one row here.
    """
    ids = {row.row_key: row.isolation for row in study.rows}
    shared = Counter(each for isolation in ids.values() for each in set(isolation))
    if any(rows > 1 for rows in shared.values()) or not _start_alike(study):
        return False
    sizes = {len(isolation) for isolation in ids.values()}
    return True if len(sizes) == 1 and 0 not in sizes else None


def _start_alike(study: StudyArtifact) -> bool:
    planned = {identity.key for identity in study.design.primary}
    starts: dict[Cell, set[str]] = {}
    for row in study.rows:
        if row.start_repo_hash is not None and row.identity.key in planned:
            starts.setdefault(row.identity.cell, set()).add(row.start_repo_hash)
    return all(len(hashes) == 1 for hashes in starts.values())
