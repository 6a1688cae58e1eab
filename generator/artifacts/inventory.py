"""The inventory of a results folder, for its owner: what was found, and what is wrong with it.

It is private: it names runs and arms. Where strangers read a log, ordinals stand for the names of
files, and the inventory says which is which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

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

_STATE_HEADINGS = {
    State.SUCCESS: "success",
    State.FAILURE: "failure",
    State.INVALID: "invalid",
    State.VIOLATION: "violation",
    State.PENDING: "pending",
    State.DRIVER_EXCEPTION: "driver",
}


class FileRow(Record, frozen=True):
    """Something that lies in the folder: its ordinal and its name."""

    ordinal: str
    path: str


class OtherRow(FileRow, frozen=True, omit_defaults=True):
    """Something that no reader recognises; a table can be read by a mapping in the spec."""

    table: bool = False


class RunRow(FileRow, frozen=True):
    """One printed copy of a run; of one that cannot be read only where it lies."""

    format: str
    run_id: str | None = None
    arm_id: str | None = None
    role: Role | None = None
    stage: int | None = None
    scope: Scope | None = None
    cases: int | None = None
    attempts: int | None = None
    states: dict[str, int] | None = None
    folded: int | None = None


class CellsRow(FileRow, frozen=True):
    """One file of published cells."""

    format: str
    cells: int | None = None
    reprints: int | None = None
    folded: int | None = None


class LedgerRow(FileRow, frozen=True):
    """One file or folder of a reliability ledger; of a trial log how many trials it has."""

    format: str
    run_id: str | None = None
    claims: int | None = None
    trials: int | None = None
    folded: int | None = None


class StudyRow(FileRow, frozen=True):
    """One study run directory; `rows` are those that ended, `expected` those registered."""

    format: str
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
        runs=tuple(_run_row(reading, ordinals, root) for reading in runs),
        cells=tuple(_cells_row(reading, ordinals, root) for reading in cells),
        ledgers=tuple(_ledger_row(reading, ordinals, root) for reading in ledgers),
        studies=tuple(_study_row(reading, ordinals, root) for reading in studies),
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


def _run_row(reading: Reading[RunArtifact], ordinals: Ordinals, root: Path) -> RunRow:
    found, artifact = reading.found, reading.artifact
    row = RunRow(
        ordinal=ordinals.shown(found.path),
        path=relative_to(found.path, root),
        format=found.reader.format,
    )
    if artifact is None:
        return row
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


def _cells_row(reading: Reading[CellArtifact], ordinals: Ordinals, root: Path) -> CellsRow:
    found, artifact = reading.found, reading.artifact
    row = CellsRow(
        ordinal=ordinals.shown(found.path),
        path=relative_to(found.path, root),
        format=found.reader.format,
    )
    if artifact is None:
        return row
    return msgspec.structs.replace(
        row,
        cells=len(artifact.cells),
        reprints=sum(cell.reprint for cell in artifact.cells),
        folded=artifact.folded,
    )


def _ledger_row(reading: Reading[LedgerArtifact], ordinals: Ordinals, root: Path) -> LedgerRow:
    found, artifact = reading.found, reading.artifact
    row = LedgerRow(
        ordinal=ordinals.shown(found.path),
        path=relative_to(found.path, root),
        format=found.reader.format,
    )
    if artifact is None:
        return row
    return msgspec.structs.replace(
        row,
        run_id=artifact.run_id,
        claims=None if isinstance(artifact, PortableRecord) else len(artifact.claims),
        trials=len(artifact.trials) if isinstance(artifact, TrialLog) else None,
        folded=artifact.folded if isinstance(artifact, TrialLog) else 0,
    )


def _study_row(reading: Reading[StudyArtifact], ordinals: Ordinals, root: Path) -> StudyRow:
    found, artifact = reading.found, reading.artifact
    row = StudyRow(
        ordinal=ordinals.shown(found.path),
        path=relative_to(found.path, root),
        format=found.reader.format,
    )
    if artifact is None:
        return row
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


def as_table(inventory: Inventory) -> str:
    """Return the inventory as text: its runs, cells and other files, then what is wrong."""
    columns = ("path", "format", "run_id", "arm_id", "role", "cases", "attempts")
    runs = [
        (
            row.ordinal,
            *(getattr(row, column) for column in columns),
            *((row.states or {}).get(state) for state in _STATE_HEADINGS),
            row.folded,
        )
        for row in inventory.runs
    ]
    cells = [
        (row.ordinal, row.path, row.format, row.cells, row.reprints, row.folded)
        for row in inventory.cells
    ]
    ledgers = [
        (row.ordinal, row.path, row.format, row.run_id, row.claims, row.trials, row.folded)
        for row in inventory.ledgers
    ]
    study_columns = ("path", "format", "run_id", "phase", "rule_version", "rows", "expected")
    studies = [
        (row.ordinal, *(getattr(row, column) for column in study_columns))
        for row in inventory.studies
    ]
    others = [
        (row.ordinal, row.path, "a table: `sources` in the spec can map it" if row.table else "")
        for row in inventory.unrecognised
    ]
    blocks = (
        _aligned(("", *columns, *_STATE_HEADINGS.values(), "copies"), runs),
        _aligned(("", "path", "format", "cells", "reprints", "copies"), cells),
        _aligned(("", "path", "format", "run_id", "claims", "trials", "copies"), ledgers),
        _aligned(("", *study_columns), studies),
        _aligned(("", "not recognised", ""), others),
        _aligned(("", "left out"), [(row.ordinal, row.path) for row in inventory.skipped]),
        [_folded(inventory.reprints)],
        [f"problem: {_sentence(row)}" for row in inventory.problems],
        [f"warning: {_sentence(row)}" for row in inventory.warnings],
    )
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _folded(reprints: Reprints) -> str:
    return (
        f"reprints folded: runs {reprints.runs}, attempts {reprints.attempts}, cells "
        f"{reprints.cells}, cells stated twice {reprints.duplicate_cells}"
    )


def _sentence(row: ProblemRow) -> str:
    place = row.file if row.line is None else f"{row.file}:{row.line}"
    parts = (place, row.field and f"field {row.field}", f"{row.what} {row.remedy}")
    said = ": ".join(part for part in parts if part)
    return f"{said} [{row.ordinal}]" if row.ordinal else said


def _aligned(headings: tuple[str, ...], rows: Sequence[tuple[str | int | None, ...]]) -> list[str]:
    """Return the lines of a table with columns as wide as their widest cell; none without rows."""
    if not rows:
        return []
    texts = [headings, *(tuple(map(_cell, row)) for row in rows)]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(text, widths, strict=True)).rstrip()
        for text in texts
    ]


def _cell(value: str | int | None) -> str:
    return "-" if value is None else printable(str(value))
