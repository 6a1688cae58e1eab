"""The inventory of a results folder, for its owner: what was found, and what is wrong with it.

It is private: it names runs and arms. Where strangers read a log, ordinals stand for the names of
files, and the inventory says which is which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeVar

import msgspec

from generator.artifacts.cell_records import CellArtifact
from generator.artifacts.discovery import Discovery
from generator.artifacts.eio_records import LedgerArtifact, PortableRecord, TrialLog
from generator.artifacts.files import relative_to
from generator.artifacts.ordinals import Ordinals
from generator.artifacts.reading import Reading, artifacts_of
from generator.artifacts.records import Record, Role, RunArtifact, Scope, State
from generator.artifacts.reprints import Reprints, count_reprints
from generator.artifacts.study_records import StudyArtifact
from generator.artifacts.table import is_table
from generator.errors import Problem, printable

A = TypeVar("A")
R = TypeVar("R", bound="FoundRow")


class FileRow(Record, frozen=True):
    """Something that lies in the folder: its ordinal and its name."""

    ordinal: str
    path: str


class OtherRow(FileRow, frozen=True, omit_defaults=True):
    """Something that no reader recognises; a table can be read by a mapping in the spec."""

    table: bool = False


class FoundRow(FileRow, frozen=True):
    """Something that a reader recognised; of what cannot be read there is no more than that."""

    format: str


class RunRow(FoundRow, frozen=True):
    """One printed copy of a run."""

    run_id: str | None = None
    arm_id: str | None = None
    role: Role | None = None
    stage: int | None = None
    scope: Scope | None = None
    cases: int | None = None
    attempts: int | None = None
    states: dict[str, int] | None = None
    folded: int | None = None


class CellsRow(FoundRow, frozen=True):
    """One file of published cells."""

    cells: int | None = None
    reprints: int | None = None
    folded: int | None = None


class LedgerRow(FoundRow, frozen=True):
    """One file or folder of a reliability ledger; of a trial log how many trials it has."""

    run_id: str | None = None
    claims: int | None = None
    trials: int | None = None
    folded: int | None = None


class StudyRow(FoundRow, frozen=True):
    """One study run directory; `rows` are those that ended, `expected` those registered."""

    run_id: str | None = None
    phase: str | None = None
    rule_version: int | None = None
    rows: int | None = None
    expected: int | None = None
    finished: bool | None = None


class ProblemRow(Record, frozen=True):
    """A problem and its place; `ordinal` is what a public log gives for its file."""

    code: str
    ordinal: str | None
    file: str | None
    line: int | None
    field: str | None
    what: str
    remedy: str


class Inventory(Record, frozen=True):
    """All that lies in a results folder. Problems stop a build; warnings do not."""

    runs: tuple[RunRow, ...]
    cells: tuple[CellsRow, ...]
    ledgers: tuple[LedgerRow, ...]
    studies: tuple[StudyRow, ...]
    unrecognised: tuple[OtherRow, ...]
    skipped: tuple[FileRow, ...]
    reprints: Reprints
    problems: tuple[ProblemRow, ...]
    warnings: tuple[ProblemRow, ...]


def take_inventory(
    discovery: Discovery,
    runs: Sequence[Reading[RunArtifact]],
    cells: Sequence[Reading[CellArtifact]],
    ledgers: Sequence[Reading[LedgerArtifact]] = (),
    studies: Sequence[Reading[StudyArtifact]] = (),
    *,
    warnings: Iterable[Problem] = (),
    refused: Iterable[Problem] = (),
) -> Inventory:
    """Return the inventory of what was found and read.

    `warnings` and `refused` are what was found since, when the artifacts were held together.
    """
    ordinals, root = Ordinals(discovery), discovery.root
    beside = {source.path for each in artifacts_of(runs) for source in each.sources}
    problems = [each.problems for each in chain(runs, cells, ledgers, studies)]
    read = chain(
        artifacts_of(runs), artifacts_of(cells), artifacts_of(ledgers), artifacts_of(studies)
    )
    said = [discovery.warnings, *(each.warnings for each in read), warnings]
    return Inventory(
        runs=tuple(_rows(RunRow, runs, _run, ordinals)),
        cells=tuple(_rows(CellsRow, cells, _cells, ordinals)),
        ledgers=tuple(_rows(LedgerRow, ledgers, _ledger, ordinals)),
        studies=tuple(_rows(StudyRow, studies, _study, ordinals)),
        unrecognised=tuple(
            OtherRow(
                ordinal=ordinals.shown(path), path=relative_to(path, root), table=is_table(path)
            )
            for path in discovery.unrecognised
            if path not in beside
        ),
        skipped=tuple(
            FileRow(ordinal=ordinals.shown(path), path=relative_to(path, root))
            for path in discovery.skipped
        ),
        reprints=count_reprints(artifacts_of(runs), artifacts_of(cells)),
        problems=_problem_rows((*chain.from_iterable(problems), *refused), ordinals, root),
        warnings=_problem_rows(chain.from_iterable(said), ordinals, root),
    )


def _rows(
    kind: type[R],
    readings: Iterable[Reading[A]],
    filled: Callable[[R, A], R],
    ordinals: Ordinals,
) -> Iterator[R]:
    """Yield a row for each of one kind that was found, filled from what was read of it."""
    for each in readings:
        found = each.found
        row = kind(
            ordinal=ordinals.shown(found.path),
            path=relative_to(found.path, found.root),
            format=found.reader.format,
        )
        yield row if each.artifact is None else filled(row, each.artifact)


def _run(row: RunRow, artifact: RunArtifact) -> RunRow:
    run, states = artifact.run, Counter(attempt.state for attempt in artifact.attempts)
    return msgspec.structs.replace(
        row,
        run_id=run.run_id,
        arm_id=run.arm.arm_id,
        role=run.role,
        stage=run.stage,
        scope=run.scope,
        cases=len(run.cases),
        attempts=len(artifact.attempts),
        states={str(state): states[state] for state in State},
        folded=artifact.folded,
    )


def _cells(row: CellsRow, artifact: CellArtifact) -> CellsRow:
    return msgspec.structs.replace(
        row,
        cells=len(artifact.cells),
        reprints=sum(cell.reprint for cell in artifact.cells),
        folded=artifact.folded,
    )


def _ledger(row: LedgerRow, artifact: LedgerArtifact) -> LedgerRow:
    return msgspec.structs.replace(
        row,
        run_id=artifact.run_id,
        claims=None if isinstance(artifact, PortableRecord) else len(artifact.claims),
        trials=len(artifact.trials) if isinstance(artifact, TrialLog) else None,
        folded=artifact.folded if isinstance(artifact, TrialLog) else 0,
    )


def _study(row: StudyRow, artifact: StudyArtifact) -> StudyRow:
    return msgspec.structs.replace(
        row,
        run_id=artifact.run.run_id,
        phase=artifact.run.phase,
        rule_version=artifact.rule.version if artifact.rule else None,
        rows=len(artifact.rows),
        expected=len(artifact.design.primary) + len(artifact.design.no_trap),
        finished=artifact.finished,
    )


def _problem_rows(
    problems: Iterable[Problem], ordinals: Ordinals, root: Path
) -> tuple[ProblemRow, ...]:
    return tuple(
        ProblemRow(
            code=problem.code,
            ordinal=_ordinal(problem.file, ordinals, root),
            file=None if problem.file is None else _named(problem.file, root),
            line=problem.line,
            field=problem.field,
            what=problem.what,
            remedy=problem.remedy,
        )
        for problem in problems
    )


def _ordinal(file: Path | None, ordinals: Ordinals, root: Path) -> str | None:
    return ordinals.shown(file) if file is not None and file.is_relative_to(root) else None


def _named(file: Path, root: Path) -> str:
    """Return a file's name within the results; one beside them, such as the spec, has its own."""
    return relative_to(file, root) if file.is_relative_to(root) else printable(str(file))
