"""Everything that a results folder holds, read: runs, published cells, ledgers, studies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from generator.artifacts.between_reports import settle_between
from generator.artifacts.cell_records import CellArtifact
from generator.artifacts.declared import declare
from generator.artifacts.discovery import discover
from generator.artifacts.eio_records import LedgerArtifact
from generator.artifacts.files import Limits
from generator.artifacts.reading import (
    Progress,
    artifacts_of,
    read_each,
    read_runs,
    refuse_if_unread,
)
from generator.artifacts.records import RunArtifact, Source
from generator.artifacts.reruns import reruns_apart
from generator.artifacts.resumed import as_one_run
from generator.artifacts.study_copies import unlike_runs
from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.times import utc_day
from generator.artifacts.twins import id_twins
from generator.artifacts.workers import workers
from generator.errors import Problem
from generator.spec.sources import Source as SpecSource


@dataclass(frozen=True, slots=True)
class Results:
    """The artifacts of one folder by their kind, and what must be said of them.

    `labels` are the public labels of arms that the spec's sources give.
    """

    runs: tuple[RunArtifact, ...]
    cells: tuple[CellArtifact, ...]
    ledgers: tuple[LedgerArtifact, ...]
    studies: tuple[StudyArtifact, ...]
    warnings: tuple[Problem, ...]
    labels: Mapping[str, str] = field(default_factory=dict)

    @property
    def sources(self) -> list[Source]:
        """Every file that was parsed."""
        read = chain(self.runs, self.cells, self.ledgers, self.studies)
        return [source for artifact in read for source in artifact.sources]

    @property
    def arm_ids(self) -> set[str]:
        """Every arm of which there is a run, or a published result."""
        return arms_of(self.runs, self.cells)

    @property
    def last_day(self) -> str | None:
        """The UTC date on which the last of them ended, None where none states a time."""
        ends = [each.run.window.end for each in self.runs if each.run.window is not None]
        ends += [each.ended for each in self.ledgers if each.ended is not None]
        return utc_day(max(ends)) if ends else None


def read_results(
    place: Path,
    limits: Limits,
    jobs: int = 1,
    progress: Progress | None = None,
    sources: Sequence[SpecSource] = (),
) -> Results:
    """Read a folder or a single file; all that makes any file of it unusable is raised together.

    What does not fit between them is said once each can be read. `sources` are the spec's entries
    of that name.
    """
    found = discover(place, limits, sources)
    with workers(jobs, len(found.runs)) as executor:
        declared = declare(found, read_runs(found.runs, limits, executor, progress))
        all_cells = read_each(found.cells, limits, executor)
        all_ledgers = read_each(found.ledgers, limits, executor)
        all_studies = read_each(found.studies, limits, executor)
    refuse_if_unread(declared.readings, all_cells, all_ledgers, all_studies, also=declared.problems)
    runs, resumed = held_together(artifacts_of(declared.readings))
    cells, ledgers = artifacts_of(all_cells), artifacts_of(all_ledgers)
    studies = unlike_runs(artifacts_of(all_studies))
    said = [each.warnings for each in chain(runs, cells, ledgers, studies)]
    warnings = (*found.warnings, *chain.from_iterable(said), *resumed, *id_twins(runs))
    return Results(
        runs=tuple(runs),
        cells=tuple(cells),
        ledgers=tuple(ledgers),
        studies=tuple(studies),
        warnings=warnings,
        labels=declared.labels,
    )


def held_together(runs: Sequence[RunArtifact]) -> tuple[list[RunArtifact], list[Problem]]:
    """Return the runs as they are in each other's light, and what must be said of it.

    Reports name each other's cases, reruns of failures are set apart, and a run that was taken up
    again is one.
    """
    return as_one_run(reruns_apart(settle_between(runs)))


def arms_of(runs: Iterable[RunArtifact], cells: Iterable[CellArtifact]) -> set[str]:
    """Return every arm_id that runs or published cells are of."""
    printed = {cell.arm_id for page in cells for cell in page.cells}
    return printed | {artifact.run.arm.arm_id for artifact in runs}
