"""Everything that a results folder holds, read: runs, published cells, ledgers, studies."""

from __future__ import annotations

from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

from generator.artifacts.between_reports import settle_between
from generator.artifacts.cell_records import CellArtifact
from generator.artifacts.discovery import discover
from generator.artifacts.eio_records import LedgerArtifact
from generator.artifacts.files import Limits
from generator.artifacts.reading import Progress, read_all
from generator.artifacts.records import RunArtifact, Source
from generator.artifacts.study_copies import unlike_runs
from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.times import utc_day
from generator.artifacts.twins import id_twins
from generator.errors import Problem


@dataclass(frozen=True, slots=True)
class Results:
    """The artifacts of one folder by their kind, and what must be said of them."""

    runs: tuple[RunArtifact, ...]
    cells: tuple[CellArtifact, ...]
    ledgers: tuple[LedgerArtifact, ...]
    studies: tuple[StudyArtifact, ...]
    warnings: tuple[Problem, ...]

    @property
    def sources(self) -> list[Source]:
        """Every file that was parsed."""
        read = chain(self.runs, self.cells, self.ledgers, self.studies)
        return [source for artifact in read for source in artifact.sources]

    @property
    def last_day(self) -> str | None:
        """The UTC date on which the last of them ended, None where none states a time."""
        ends = [each.run.window.end for each in self.runs if each.run.window is not None]
        ends += [each.ended for each in self.ledgers if each.ended is not None]
        return utc_day(max(ends)) if ends else None


def read_results(
    place: Path, limits: Limits, jobs: int = 1, progress: Progress | None = None
) -> Results:
    """Read a folder or a single file; all that makes any of it unusable is raised together."""
    found = discover(place, limits)
    with _executor(jobs, len(found.runs)) as executor:
        runs = settle_between(read_all(found.runs, limits, executor, progress))
        cells = read_all(found.cells, limits, executor)
        ledgers = read_all(found.ledgers, limits, executor)
        studies = unlike_runs(read_all(found.studies, limits, executor))
    said = [each.warnings for each in chain(runs, cells, ledgers, studies)]
    warnings = (*found.warnings, *chain.from_iterable(said), *id_twins(runs))
    return Results(tuple(runs), tuple(cells), tuple(ledgers), tuple(studies), warnings)


def _executor(jobs: int, tasks: int) -> AbstractContextManager[Executor | None]:
    workers = min(jobs, tasks)
    if workers < 2:
        return nullcontext()
    # Spawned workers start from a clean interpreter on every platform.
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
