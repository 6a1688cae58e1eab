"""The rows of a table, of which only the columns that are asked for are kept.

CSV is strict: every row is as long as the header, quotes close, and a column that is asked for
stands once. Of JSON lines, each is an object. Memory holds a row, of Parquet a batch of them.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import MIB, Limits, too_long
from generator.artifacts.gather import said_of
from generator.artifacts.lines import LineFile
from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import parse_object
from generator.artifacts.table_parquet import PARQUET, ParquetFile
from generator.errors import Problem, UnusableInput

CSV = (".csv", ".tsv")
JSON_LINES = (".jsonl", ".ndjson")
TABLES = (*CSV, *JSON_LINES, PARQUET)
"""The suffixes of tables that a mapping can read."""

PACKED = (".gz", ".zst")
_OTHER_MARKS = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "bars"}


class Row(NamedTuple):
    """One row: the line on which it begins, and its cells by what they hold.

    Parquet has no lines: there it is the number of the row, from 1.
    """

    line: int
    cells: dict[str, JsonValue]


class TableFile:
    """The rows of one file. After the last one `sha256` is the digest of the file's bytes.

    `columns` are the names of the columns that are asked for, by what they hold.
    """

    def __init__(self, path: Path, limits: Limits, columns: Mapping[str, str]) -> None:
        self.path = path
        self.places: dict[str, int] = {}
        self._lines = LineFile(path, limits)
        self._parquet = ParquetFile(path, columns)
        self._limits = limits
        self._columns = columns
        self._kind, self._mark = kind_of(path), mark_of(path)

    def __iter__(self) -> Iterator[Row]:
        """Yield every row but the header."""
        if self._kind == PARQUET:
            return (Row(line, cells) for line, cells in enumerate(self._parquet, start=1))
        return self._json_rows() if self._kind in JSON_LINES else self._csv_rows()

    @property
    def sha256(self) -> str:
        """The digest of the file, once it is read."""
        return self._parquet.sha256 if self._kind == PARQUET else self._lines.sha256

    def warnings(self) -> tuple[Problem, ...]:
        """Return what must be said of the file once it is read."""
        return self._lines.warnings()

    def field(self, held: str) -> str:
        """Return how a problem names a cell: by what it holds, and its column where it has one."""
        return f"{held} (column {self.places[held] + 1})" if held in self.places else held

    def _json_rows(self) -> Iterator[Row]:
        seen: set[str] = set()
        for line in self._lines:
            # A torn last line is refused as well: a table does not say that its writer had ended.
            with said_of(line=line.number):
                values = parse_object(line.data, self._limits.json_depth)
            seen |= values.keys() & set(self._columns.values())
            yield Row(line.number, {held: values.get(n) for held, n in self._columns.items()})
        lacking = [held for held, name in self._columns.items() if name not in seen]
        if lacking and self._lines.sha256:
            raise _without(lacking, "No row has")

    def _csv_rows(self) -> Iterator[Row]:
        mark = self._mark
        feed = _Feed(self._lines, self._limits)
        with _long_cells(self._limits.line_mib * MIB):
            rows = feed.rows(mark)
            header = next(rows, [])
            self.places = self._find(header, mark)
            for cells in rows:
                if len(cells) != len(header):
                    what = (
                        f"The row has {len(cells)} cells, but the header has {len(header)} columns."
                    )
                    raise _refused("RAGGED_ROW", what, feed.first)
                yield Row(feed.first, {held: cells[at] for held, at in self.places.items()})

    def _find(self, header: list[str], mark: str) -> dict[str, int]:
        """Return where in the header the columns stand that are asked for."""
        lacking = [held for held, name in self._columns.items() if name not in header]
        if lacking:
            other = next((m for m in _OTHER_MARKS if len(header) == 1 and m in header[0]), None)
            if other is not None and other != mark:
                wrong, right = _OTHER_MARKS[other].capitalize(), _OTHER_MARKS[mark]
                what = f"{wrong} stand in the header where {right} part cells."
                raise _refused("WRONG_DELIMITER", what, 1)
            raise _without(lacking, "The header has")
        doubled = [held for held, name in self._columns.items() if header.count(name) > 1]
        if doubled:
            what = f"The header has the column of {', '.join(doubled)} more than once."
            raise _refused("DOUBLED_COLUMN", what, 1)
        return {held: header.index(name) for held, name in self._columns.items()}


def kind_of(path: Path) -> str:
    """Return the suffix that says how a table is written, without what says how it is packed."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in PACKED:
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def mark_of(path: Path) -> str:
    """Return what parts the cells of a table: its name says it."""
    return "\t" if kind_of(path) == ".tsv" else ","


class _Feed:
    """Lines as the csv module takes them; `first` is the line on which the last row begins."""

    def __init__(self, lines: LineFile, limits: Limits) -> None:
        self.first = 1
        self._lines = iter(lines)
        self._limits = limits
        self._begun = False
        self._size = 0

    def __iter__(self) -> _Feed:
        """Return the lines themselves."""
        return self

    def __next__(self) -> str:
        """Return the next line, one of a row's where a quoted cell goes over several."""
        line = next(self._lines)
        if not self._begun:
            self.first, self._begun, self._size = line.number, True, 0
        self._size += len(line.data)
        if self._size > self._limits.line_mib * MIB:
            raise UnusableInput(too_long(self._limits).at(line=self.first))
        if b"\0" in line.data:
            raise _refused("BAD_TEXT", "The line holds a NUL character.", line.number)
        try:
            return line.data.decode("utf-8").removesuffix("\r") + "\n"
        except UnicodeDecodeError:
            raise _refused("NOT_UTF8", "The line is not UTF-8.", line.number) from None

    def rows(self, mark: str) -> Iterator[list[str]]:
        """Yield the rows of the lines."""
        reader = csv.reader(self, delimiter=mark, strict=True)
        while True:
            self._begun = False
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error:
                what = "A quote of this row does not close where its cell ends."
                raise _refused("BAD_CSV", what, self.first) from None
            yield row


@contextmanager
def _long_cells(size: int) -> Iterator[None]:
    """Let cells be as long as a line may be: a transcript is longer than the csv module expects."""
    before = csv.field_size_limit(size)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _without(lacking: list[str], where: str) -> UnusableInput:
    what = f"{where} no column by the name that the mapping gives for {', '.join(lacking)}."
    problem = Problem("NO_COLUMN", what, "Correct the entry's table in the spec.", line=1)
    return UnusableInput(problem)


def _refused(code: str, what: str, line: int) -> UnusableInput:
    return UnusableInput(Problem(code, what, "Correct it where the table is written.", line=line))
