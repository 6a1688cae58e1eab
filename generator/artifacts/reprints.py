"""How much of a results folder is printed more than once: it is counted once, the rest folded."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from generator.artifacts.cell_records import CellArtifact
from generator.artifacts.records import Record, RunArtifact


class Reprints(Record, frozen=True):
    """What is folded: further prints of runs, attempts and cells that are there already.

    `cells` are marked as reprints, `duplicate_cells` are not. A run that is split over folders is
    printed more than once, although no attempt of it is.
    """

    runs: int
    attempts: int
    cells: int
    duplicate_cells: int


def count_reprints(runs: Iterable[RunArtifact], cells: Iterable[CellArtifact]) -> Reprints:
    """Count what is folded; what conflicts is refused elsewhere."""
    run_ids, attempts, homes = _Twice(), _Twice(), _Twice()
    for artifact in runs:
        run_id = artifact.run.run_id
        run_ids.see(run_id)
        attempts.count += artifact.folded
        for each in artifact.attempts:
            attempts.see((run_id, each.case_id, each.variant, each.repeat_index, each.started_at))
    reprinted = 0
    for page in cells:
        homes.count += page.folded
        for cell in page.cells:
            if cell.reprint:
                reprinted += 1
            else:
                homes.see((cell.source, cell.case, cell.arm_id, cell.run_tag))
    return Reprints(
        runs=run_ids.count,
        attempts=attempts.count,
        cells=reprinted,
        duplicate_cells=homes.count,
    )


class _Twice:
    """Counts what it has seen before."""

    def __init__(self) -> None:
        self.count = 0
        self._seen: set[Hashable] = set()

    def see(self, key: Hashable) -> None:
        self.count += key in self._seen
        self._seen.add(key)
