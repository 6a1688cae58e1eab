"""What lies in `results/`: every artifact that a reader recognises, and all else by its name.

The walk goes in the order of the names' bytes. Links are not followed, pipes and devices are not
opened, and nothing below a recognised folder is an input.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from generator.artifacts.cell_records import CellArtifact
from generator.artifacts.eio_records import LedgerArtifact
from generator.artifacts.files import Limits
from generator.artifacts.reader import Reader
from generator.artifacts.records import RunArtifact
from generator.artifacts.registry import (
    CELL_READERS,
    LEDGER_READERS,
    RUN_READERS,
    STUDY_READERS,
)
from generator.artifacts.sources import Sources, names_file
from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.table import TableReader, is_table
from generator.errors import Problem, UnusableInput
from generator.spec.model import TableRule
from generator.spec.sources import TABLE, Source

A = TypeVar("A")
A_co = TypeVar("A_co", covariant=True)

_READERS_OF_RUNS = {reader.format: reader for reader in RUN_READERS}


@dataclass(frozen=True, slots=True)
class Found(Generic[A_co]):
    """A folder or a file that a reader recognised; relative names start from `root`."""

    path: Path
    root: Path
    reader: Reader[A_co]


@dataclass(frozen=True, slots=True)
class Discovery:
    """What lies in a results folder, in the order of the walk.

    `skipped` are the folders and files that the spec leaves out.
    """

    root: Path
    runs: tuple[Found[tuple[RunArtifact, ...]], ...]
    cells: tuple[Found[CellArtifact], ...]
    ledgers: tuple[Found[LedgerArtifact], ...]
    studies: tuple[Found[StudyArtifact], ...]
    unrecognised: tuple[Path, ...]
    warnings: tuple[Problem, ...]
    sources: Sources = field(default_factory=Sources)
    skipped: tuple[Path, ...] = ()


def discover(results: Path, limits: Limits, sources: Sequence[Source] = ()) -> Discovery:
    """Look through a results folder, or at one file; all that cannot be read is raised together.

    `sources` are the spec's entries of that name.
    """
    # Of a link that leads to itself nothing comes but itself, which is neither folder nor file.
    place = Path(os.path.realpath(results)) if results.is_symlink() else results
    if place.is_dir():
        walk = _Walk(place, limits, Sources(sources))
        walk.folders()
    elif place.is_file():
        walk = _Walk(place.parent, limits, Sources(sources))
        walk.only_file(place)
    else:
        what = (
            "This is neither a folder nor a regular file, or a link to nothing."
            if os.path.lexists(results)
            else "There is no such file or folder to read results from."
        )
        remedy = "Name the folder that holds the runs with --results."
        raise UnusableInput(Problem("NO_RESULTS", what, remedy, results))
    return walk.discovery()


class _Walk:
    """What a walk has come upon so far."""

    def __init__(self, root: Path, limits: Limits, sources: Sources) -> None:
        sources.check_formats((*_READERS_OF_RUNS, TABLE))
        self._root = root
        self._limits = limits
        self._sources = sources
        self._runs: list[Found[tuple[RunArtifact, ...]]] = []
        self._cells: list[Found[CellArtifact]] = []
        self._ledgers: list[Found[LedgerArtifact]] = []
        self._studies: list[Found[StudyArtifact]] = []
        self._unrecognised: list[Path] = []
        self._skipped: list[Path] = []
        self._warnings: list[Problem] = []
        self._problems: list[Problem] = []

    def folders(self) -> None:
        """Walk through the root and every folder below it that is no artifact itself."""
        waiting = [self._root]
        while waiting:
            folder = waiting.pop()
            if not self._recognised(folder):
                waiting += reversed(self._entries(folder))

    def only_file(self, path: Path) -> None:
        """Look at one file, which somebody named: it must be an artifact."""
        if not self._recognised(path):
            self._problems.append(
                Problem(
                    "NOT_RECOGNISED",
                    "The file is of no format that is read.",
                    "Name the folder that holds the runs, or a file of a format that is read.",
                    path,
                )
            )

    def discovery(self) -> Discovery:
        """Return all that was found."""
        if self._problems:
            raise UnusableInput(*self._problems)
        if not any((self._runs, self._cells, self._ledgers, self._studies)):
            self._warnings.append(
                Problem(
                    "NO_RUNS",
                    "There is no run here.",
                    "Put runs below it, map its tables under `sources` in the spec, or name "
                    "another folder with --results.",
                    self._root,
                )
            )
        return Discovery(
            root=self._root,
            runs=tuple(self._runs),
            cells=tuple(self._cells),
            ledgers=tuple(self._ledgers),
            studies=tuple(self._studies),
            unrecognised=tuple(self._unrecognised),
            warnings=(*self._warnings, *self._unmatched()),
            sources=self._sources,
            skipped=tuple(self._skipped),
        )

    def _unmatched(self) -> Iterator[Problem]:
        """Say which entries of `sources:` speak for nothing that was found."""
        found = [*(each.path for each in self._runs), *self._skipped]
        matched = {source.index for path in found if (source := self._source(path))}
        for source in self._sources.entries:
            if source.index not in matched:
                what = "No run was found at this path for which no other entry speaks."
                if source.rule.skip:
                    what = "Nothing was found at this path that could be left out."
                remedy = "Correct the path, from the results folder on, or remove the entry."
                yield source.problem("SOURCE_UNUSED", what, remedy)

    def _source(self, path: Path) -> Source | None:
        return self._sources.of(path, self._root)

    def _entries(self, folder: Path) -> list[Path]:
        """Look at a folder's files; return the folders in it."""
        try:
            with os.scandir(folder) as entries:
                in_order = sorted(entries, key=lambda entry: os.fsencode(entry.name))
        except OSError:
            self._problems.append(
                Problem(
                    "UNREADABLE",
                    "The folder cannot be read.",
                    "Give the account that runs this program the right to read it.",
                    folder,
                )
            )
            return []
        folders = []
        for entry in in_order:
            path = folder / entry.name
            if entry.is_symlink():
                self._passed_over(path, "LINK", "This is a link, and links are not followed.")
            elif entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif not entry.is_file(follow_symlinks=False):
                self._passed_over(path, "NO_FILE", "This is a pipe or a device, and not opened.")
            # Dot files are the tools' that keep them (.gitkeep, .DS_Store), no harness's.
            elif not entry.name.startswith(".") and not self._recognised(path):
                self._unrecognised.append(path)
        return folders

    def _passed_over(self, path: Path, code: str, what: str) -> None:
        self._warnings.append(Problem(code, what, "Put the file itself here if it counts.", path))

    def _recognised(self, path: Path) -> bool:
        """Put down what a folder or file is, if a reader knows it or cannot even look at it."""
        near_misses: list[Problem] = []
        source = self._source(path)
        if source is not None and source.rule.skip and path != self._root:
            self._skipped.append(path)
            what = f"This {'folder' if path.is_dir() else 'file'} is left out, as the spec says."
            remedy = "Take the entry with `skip` out of the spec if it counts."
            self._warnings.append(Problem("SKIPPED", what, remedy, path))
            return True
        if source is not None and source.rule.table is not None:
            return self._table(path, source, source.rule.table)
        try:
            if source is not None and source.rule.format is not None:
                return self._forced(path, source, source.rule.format)
            run = self._reader(RUN_READERS, path, near_misses)
            cells = None if run else self._reader(CELL_READERS, path, near_misses)
            known = run or cells
            ledger = None if known else self._reader(LEDGER_READERS, path, near_misses)
            apart = known or ledger
            study = None if apart else self._reader(STUDY_READERS, path, near_misses)
        except UnusableInput as unusable:
            self._problems += unusable.problems
            return True
        if run:
            self._runs.append(Found(path, self._root, run))
        elif cells:
            self._cells.append(Found(path, self._root, cells))
        elif ledger:
            self._ledgers.append(Found(path, self._root, ledger))
        elif study:
            self._studies.append(Found(path, self._root, study))
        else:
            self._warnings += near_misses
        return bool(run or cells or ledger or study)

    def _table(self, path: Path, source: Source, table: TableRule) -> bool:
        """Put down a table that an entry maps: a file it names, or any table in its folder."""
        if path.is_dir() or not (is_table(path) or names_file(source, path, self._root)):
            return False
        self._runs.append(Found(path, self._root, TableReader(source.rule, table)))
        return True

    def _forced(self, path: Path, source: Source, name: str) -> bool:
        """Put down what an entry gives the format of: what it names, or what is recognised."""
        reader = _READERS_OF_RUNS[name]
        if not (path.is_file() and names_file(source, path, self._root)):
            answer = reader.recognise(path, self._limits)
            if answer is not True:
                self._warnings += [answer] if isinstance(answer, Problem) else []
                return False
        self._runs.append(Found(path, self._root, reader))
        return True

    def _reader(
        self, readers: Sequence[Reader[A]], path: Path, near_misses: list[Problem]
    ) -> Reader[A] | None:
        for reader in readers:
            answer = reader.recognise(path, self._limits)
            if answer is True:
                return reader
            if isinstance(answer, Problem):
                near_misses.append(answer)
        return None
