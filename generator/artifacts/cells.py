"""The reader of published result cells (`amber-cells`): a row is one cell of a table.

The CSV is strict: its header has exactly the format's columns, in any order; every row is one
line and as long as the header; quotes are balanced.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import get_args

from generator.artifacts.cell_records import (
    Cell,
    CellArtifact,
    CellStatus,
    Face,
    RunTag,
    UnscoredCause,
)
from generator.artifacts.checks import Check, Wrong, identifier, one_of, text
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, peek, source
from generator.artifacts.gather import gather, refuse_if_any, said_of
from generator.artifacts.lines import Line, LineFile
from generator.artifacts.records import JsonValue
from generator.errors import Problem, UnusableInput

FORMAT = "amber-cells"

COLUMNS = (
    "source",
    "section",
    "case",
    "face",
    "arm_label",
    "arm_id",
    "run_tag",
    "republished",
    "status",
    "detail",
    "unscored_cause",
)
# A header with these is meant as one of cells, whatever else is wrong with it.
_TELLING = {b"arm_id", b"run_tag", b"republished"}
_PREFIX = 4096

_FACE: Check[Face] = one_of(get_args(Face))
_RUN_TAG: Check[RunTag] = one_of(get_args(RunTag))
_REPUBLISHED = one_of(("0", "1"))
_STATUS = one_of(CellStatus)
_CAUSE = one_of(UnscoredCause)
_ALIAS = re.compile(r"A-[0-9a-f]{8}")
_ARM = re.compile(r"[^@\s]+@[^@:\s]+(?::[^@:\s]+)?")
# A plain or a typeset minus, and perhaps how much there was to reach.
_SCORE = re.compile(r"([-+\u2212]?\d{1,15}(?:\.\d+)?)(?:/(\d{1,15}(?:\.\d+)?))?", re.ASCII)

OBSERVED = ("status", "detail", "unscored_cause")
"""What two cells of one observation must agree in."""


class CellsReader:
    """Reads `amber-cells`."""

    format = FORMAT

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a .csv file has the header of cells."""
        if path.suffix != ".csv" or path.is_dir():
            return False
        header = peek(path, _PREFIX).lstrip().split(b"\n", 1)[0]
        return set(re.split(rb"[^a-z_]+", header)) >= _TELLING

    def read(self, path: Path, limits: Limits, root: Path) -> CellArtifact:
        """Read one file of cells."""
        lines = LineFile(path, limits)
        rows = iter(lines)
        reading = _Reading()
        header = _header(next(rows, Line(1, b"", ended=False)), path)
        gather(rows, lambda row: reading.take(row, header), reading.problems)
        refuse_if_any(reading.problems, path)
        return CellArtifact(
            format=FORMAT,
            file=path,
            cells=tuple(reading.cells),
            sources=(source(path, root, lines.sha256),),
            folded=reading.folded,
            labels=frozenset(reading.labels),
        )


class _Reading:
    """What has been read of a file so far."""

    def __init__(self) -> None:
        self.cells: list[Cell] = []
        self.problems: list[Problem] = []
        self.folded = 0
        self.labels: set[tuple[str, str]] = set()
        self._homes: dict[tuple[str, str, str, str], Cell] = {}

    def take(self, line: Line, header: list[str]) -> None:
        """Read one row."""
        try:
            row = _split(line.data)
            if len(row) != len(header):
                raise _refused("RAGGED_ROW", "The row is not as long as the header.")
            cell = parse_cell(dict(zip(header, row, strict=True)), line.number)
        except UnusableInput as wrong:
            self.problems += (each.at(line=line.number) for each in wrong.problems)
            return
        if not cell.reprint:
            self.labels.add((cell.arm_id, cell.arm_label))
        if cell.reprint or self._is_first_home(cell):
            self.cells.append(cell)

    def _is_first_home(self, cell: Cell) -> bool:
        """Whether no row above is of the same source, case, arm and run; one that agrees folds."""
        key = (cell.source, cell.case, cell.arm_id, cell.run_tag)
        first = self._homes.setdefault(key, cell)
        if first is cell:
            return True
        field = next(
            (each for each in OBSERVED if getattr(first, each) != getattr(cell, each)), None
        )
        if field is None:
            self.folded += 1
        else:
            self.problems.append(
                Problem(
                    "CELLS_DIFFER",
                    f"The row is of the source, case, arm and run of row {first.row} "
                    "but does not say the same.",
                    "Correct one of them, or mark the reprint as republished.",
                    line=cell.row,
                    field=field,
                )
            )
        return False


def parse_cell(values: dict[str, str], row: int) -> Cell:
    """Return the cell that a row states; every column that is wrong is named."""
    stated: dict[str, JsonValue] = {name: value for name, value in values.items() if value}
    fields = Fields(stated)
    detail = fields.nullable("detail", text)
    score, out_of = _score(detail)
    cell = Cell(
        row=row,
        source=fields.required("source", identifier),
        section=fields.nullable("section", text),
        case=fields.required("case", _case),
        face=fields.nullable("face", _FACE),
        arm_label=fields.required("arm_label", text),
        arm_id=fields.required("arm_id", _arm),
        run_tag=fields.required("run_tag", _RUN_TAG),
        reprint=fields.nullable("republished", _REPUBLISHED) == "1",
        status=fields.required("status", _STATUS),
        detail=detail,
        score=score,
        out_of=out_of,
        unscored_cause=fields.nullable("unscored_cause", _CAUSE),
    )
    fields.done()
    if cell.status.scored and cell.unscored_cause is not None:
        fields.wrong("unscored_cause", "CONTRADICTION", "must be empty for a scored cell")
    fields.done()
    return cell


def _split(data: bytes) -> list[str]:
    if b"\0" in data:
        raise _refused("BAD_TEXT", "The row holds a NUL character.")
    try:
        (row,) = csv.reader([data.decode("utf-8").removesuffix("\r")], strict=True)
    except UnicodeDecodeError:
        raise _refused("NOT_UTF8", "The row is not UTF-8.") from None
    except csv.Error:
        raise _refused("BAD_CSV", "The row's quotes are not balanced within its line.") from None
    return row


def _header(line: Line, file: Path) -> list[str]:
    """Return the columns in the file's order, if they are the format's."""
    with said_of(file, line.number):
        names = _split(line.data)
        missing = [name for name in COLUMNS if name not in names]
        if missing:
            what = f"The header lacks {', '.join(missing)}; commas part the columns."
            raise _refused("BAD_HEADER", what)
        if len(names) > len(COLUMNS):
            raise _refused("BAD_HEADER", "The header has a column twice, or one that is not known.")
    return names


def _case(value: JsonValue) -> str:
    if not isinstance(value, str) or not _ALIAS.fullmatch(value):
        raise Wrong("BAD_ID", "must be a public alias: A- and eight digits of lower-case hex")
    return value


def _arm(value: JsonValue) -> str:
    if not isinstance(value, str) or not _ARM.fullmatch(value):
        raise Wrong("BAD_ID", "must be model@lane, or model@lane:band")
    return value


def _score(detail: str | None) -> tuple[float | None, float | None]:
    """Return the partial score that a cell shows, and of how much, where it shows one."""
    match = _SCORE.fullmatch(detail) if detail else None
    if match is None:
        return None, None
    score, out_of = match.groups()
    return float(score.replace("\u2212", "-")), None if out_of is None else float(out_of)


def _refused(code: str, what: str) -> UnusableInput:
    return UnusableInput(Problem(code, what, "Write the file as the format's page says."))
