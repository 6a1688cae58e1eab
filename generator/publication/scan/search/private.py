"""Every text of the private artifacts, with the place where it is stated; files stream past.

No format is parsed here: a text that no reader takes in is as private as one that counts. In JSON
every string is a text, in a table every cell, in XML every attribute and text too, in anything else
every line; an archive is read member by member.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import Limits
from generator.artifacts.lines import Line, LineFile
from generator.errors import Problem, UnusableInput
from generator.publication.scan.finding import Origin
from generator.publication.scan.search.archives import PARQUET_MARK
from generator.publication.scan.search.packed import begins, cells, elements, members

_JSON = (".json", ".jsonl", ".ndjson", ".jcs")
_TABLES = (".csv", ".tsv")
_PACKED = (".gz", ".zst")
_XML = ".xml"
_BLOCK = 1 << 16
_OVERLAP = 256
"""So many letters of a block stand at the beginning of the next one too, so that nothing is cut."""


_BEFORE_OPEN_STRING = re.compile(rb'(?:[^"]*"[^"\\]*(?:\\.[^"\\]*)*")*[^"]*', re.DOTALL)
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?')
_TOKEN = re.compile(r"(?=[^\s\d]{0,200}[\d_./@\\-])[^\s\"'`,;()<>\[\]{}=|]{12,200}")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_PRINTABLE = re.compile(rb"[\x20-\x7e]{12,}")
"""What of a file that is no text could be one; shorter pieces are there by chance."""


class Stated(NamedTuple):
    """One private text. `field` is what its file calls it, which may be private as well.

    A text that is `mentioned` is no value of its own, but looks like a name in a longer text.
    """

    text: str
    file: Path
    line: int | None
    field: str | None
    mentioned: bool = False

    def origin(self, fields: frozenset[str]) -> Origin:
        """Return its place; a field is named only if a format defines it."""
        known = self.field if self.field in fields else None
        return Origin(self.file, self.line, known or "not one that a format defines")


def no_one(_problem: Problem) -> None:
    """Tell nobody."""


def private_texts(
    results: Path, limits: Limits, tell: Callable[[Problem], None] = no_one
) -> Iterator[Stated]:
    """Yield every text below a results folder, or of one file, in the order of names.

    `tell` is told of archives and tables that could not be read.
    """
    root = results.resolve() if results.is_symlink() else results
    files = _files(root) if root.is_dir() else iter([root])
    told: set[str] = set()
    for file in files:
        for name in _names(file, root if root.is_dir() else root.parent):
            if name not in told:
                told.add(name)
                yield Stated(name, file, None, "file name")
        yield from _texts(file, limits, tell)


def _files(folder: Path) -> Iterator[Path]:
    """Yield the regular files below a folder; links are not followed and pipes not opened."""
    try:
        with os.scandir(folder) as entries:
            in_order = sorted(entries, key=lambda entry: os.fsencode(entry.name))
    except OSError:
        raise UnusableInput(
            Problem(
                "UNREADABLE",
                "The folder cannot be read, so nobody can say that nothing of it is published.",
                "Give the account that runs this program the right to read it.",
                folder,
            )
        ) from None
    for entry in in_order:
        if entry.is_dir(follow_symlinks=False):
            yield from _files(folder / entry.name)
        elif entry.is_file(follow_symlinks=False):
            yield folder / entry.name


def _names(file: Path, root: Path) -> Iterator[str]:
    """Yield the names on the way to a file, whole and without what says how it is written."""
    inside = file.relative_to(root)
    for name in inside.parts:
        text = os.fsencode(name).decode(errors="replace")
        yield text
        yield text.partition(".")[0] or text
    if len(inside.parts) > 1:
        yield os.fsencode(inside).decode(errors="replace")


def _texts(file: Path, limits: Limits, tell: Callable[[Problem], None]) -> Iterator[Stated]:
    if begins(file).startswith(PARQUET_MARK):
        for value in cells(file, tell):
            yield Stated(value.text, file, value.line, value.field)
        yield from _by_kind(file, partial(_lines, file, limits))
        return
    packed = members(file, limits, tell)
    for member in packed or ():
        for name in dict.fromkeys(_names(Path(member.name.lstrip("/")), Path())):
            yield Stated(name, file, None, "file name")
        inside = Path(file, member.name)
        for stated in _by_kind(inside, partial(_lines_of, member.data)):
            # A line of a member is none of the archive.
            yield stated._replace(file=file, line=None)
    if packed is not None:
        yield from _prose(file, _as_it_stands(file))
        return
    yield from _by_kind(file, partial(_lines, file, limits))


def _by_kind(file: Path, lines: Callable[[], Iterator[Line]]) -> Iterator[Stated]:
    """Yield the texts of a file that is named like this and has these lines."""
    suffixes = [suffix for suffix in file.suffixes if suffix not in _PACKED]
    kind = suffixes[-1].lower() if suffixes else ""
    if kind in _JSON:
        yield from _strings(file, lines())
    elif kind in _TABLES:
        yield from _cells(file, lines(), "\t" if kind == ".tsv" else ",")
    else:
        if kind == _XML:
            for value in elements(_joined(lines())):
                yield Stated(value.text, file, value.line, value.field)
        yield from _prose(file, lines())


def _lines_of(data: bytes) -> Iterator[Line]:
    for number, line in enumerate(data.split(b"\n"), 1):
        yield Line(number, line, ended=True)


def _joined(lines: Iterator[Line]) -> Iterator[bytes]:
    """Yield the bytes of lines with their line feeds, those of blank lines too."""
    before: Line | None = None
    for line in lines:
        if before is not None and before.ended:
            yield b"\n" * (line.number - before.number)
        yield line.data
        before = line


def _lines(file: Path, limits: Limits) -> Iterator[Line]:
    """Yield the lines of a file; one that its name belies is taken byte by byte as it stands."""
    try:
        yield from LineFile(file, limits)
    except UnusableInput as refused:
        if refused.problems[0].code == "ARCHIVE_RATIO":
            raise
        yield from _as_it_stands(file)


def _as_it_stands(file: Path) -> Iterator[Line]:
    """Yield a file in blocks, up to the end of a line where one ends soon."""
    try:
        with file.open("rb") as plain:
            number = 1
            while block := plain.read(_BLOCK) + plain.readline(_BLOCK):
                yield Line(number, block, ended=block.endswith(b"\n"))
                number += block.count(b"\n")
    except OSError:
        raise UnusableInput(
            Problem(
                "UNREADABLE",
                "The file cannot be read, so nobody can say that nothing of it is published.",
                "Give the account that runs this program the right to read it.",
                file,
            )
        ) from None


def _strings(file: Path, lines: Iterator[Line]) -> Iterator[Stated]:
    """Yield the strings of JSON, names and all: none of them runs over the end of a line."""
    field: str | None = None
    begun = b""
    for line in lines:
        data = begun + line.data
        # Where a line is cut, a string may be too: the rest of it comes with the next block.
        begun = b"" if line.ended else _BEFORE_OPEN_STRING.sub(b"", data, count=1)[:_BLOCK]
        for raw, is_name in _STRING.findall(data.decode("utf-8", errors="replace")):
            text = _unescaped(raw) if "\\" in raw else raw
            if is_name:
                field = text
                yield Stated(text, file, line.number, "name of a field")
            elif text:
                yield Stated(text, file, line.number, field)


def _unescaped(raw: str) -> str:
    try:
        text: str = json.loads(f'"{raw}"', strict=False)
    except ValueError:
        return raw
    return text.encode("utf-8", errors="replace").decode()


def _cells(file: Path, lines: Iterator[Line], comma: str) -> Iterator[Stated]:
    columns: list[str] = []
    for line in lines:
        text = _readable(line.data)
        try:
            cells = next(csv.reader([text], delimiter=comma), [])
        except csv.Error:
            cells = [text]
        for place, cell in enumerate(cells):
            column = columns[place] if place < len(columns) else None
            yield Stated(cell, file, line.number, column)
        columns = columns or cells


def _prose(file: Path, lines: Iterator[Line]) -> Iterator[Stated]:
    """Yield text in blocks of lines, and what in it looks like a name or a path by itself."""
    block: list[str] = []
    size, first, last = 0, 1, 1
    for line in chain(lines, [None]):
        if (line is None and size) or size > _BLOCK:
            whole = "\n".join(block)
            yield Stated(whole, file, first, None)
            tail = whole[-_OVERLAP:]
            block, size, first = [tail], 0, max(first, last - tail.count("\n"))
        if line is not None:
            text = _readable(line.data)
            first, last = first if block else line.number, line.number
            block.append(text)
            size += len(text)
            for token in _TOKEN.findall(text):
                yield Stated(token, file, line.number, None, mentioned=True)


def _readable(data: bytes) -> str:
    """Return a line as UTF-8, else as Latin-1; of one that is no text, what could be one."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        if not _CONTROL.search(data):
            return data.decode("latin-1")
        return b"\n".join(_PRINTABLE.findall(data)).decode("ascii")
