"""Private texts in files that are no text as they stand: archives, XML, columns of a table.

What is damaged is unfolded as far as it goes, and it is told of what cannot be. What would unfold
without end is refused: a text that was not read cannot be looked for.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple
from xml.parsers import expat

import zstandard

from generator.artifacts.files import MIB, Limits
from generator.artifacts.table_parquet import parquet_texts
from generator.artifacts.zip_members import ZipMembers, is_zip
from generator.errors import Problem, UnusableInput
from generator.publication.scan.search.archives import (
    DAMAGE,
    Member,
    Room,
    begins_tar,
    is_packed,
    tar_members,
    unfold,
)

_BLOCK = 1 << 16
_BEGINS = 512
"""So many bytes tell what a file is: a tape archive's mark is the furthest in."""

_DEPTH = 4
"""So many archives may lie in each other."""

_PIECE = 256
"""So few bytes are unfolded at a time that damage takes little with it."""

_ALWAYS_ALLOWED = 64 * MIB
_BOMBS = frozenset({"ARCHIVE_RATIO", "LINE_TOO_LONG"})
_Opener = Callable[[IO[bytes]], IO[bytes]]
_OPENED: dict[bytes, Callable[[Any], Any]] = {
    b"\x1f\x8b": gzip.open,
    b"\x28\xb5\x2f\xfd": zstandard.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ\0": lzma.open,
}
"""How a packed file is opened as a stream, by what it begins with."""

_SEALED = (b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a\x07", b"\x04\x22\x4d\x18", b"\x1f\x9d")
"""What begins so is packed in a way that nothing here unfolds."""


class Value(NamedTuple):
    """One text with what its file calls it."""

    text: str
    line: int | None
    field: str


def begins(file: Path) -> bytes:
    """Return the bytes by which a file is known; none of one that cannot be read."""
    try:
        with file.open("rb") as opened:
            return opened.read(_BEGINS)
    except OSError:
        return b""


def members(file: Path, limits: Limits, tell: Callable[[Problem], None]) -> Iterator[Member] | None:
    """Return what is packed in a file, one text at a time; None for one that is read as lines.

    A text that is packed by itself under a name that says so is read as lines, with their numbers.
    """
    first = begins(file)
    if first.startswith(_SEALED):
        tell(_not_searched(file))
    size = file.stat().st_size if first else 0
    room = Room(max(limits.archive_ratio * size, _ALWAYS_ALLOWED))
    if is_zip(first):
        found = _of_zip(file, limits, tell)
    elif begins_tar(first):
        found = _of_stream(file, lambda opened: opened, room)
    elif (opener := _opener(first)) is None:
        if not is_packed(first) or _is_text(first):
            return None
        found = _whole(file, lambda opened: opened, limits, room)
    else:
        inside = _inside(file, opener)
        if not is_packed(inside) and file.suffix in {".gz", ".zst"}:
            return None
        if begins_tar(inside):
            found = _of_stream(file, opener, room)
        else:
            found = _whole(file, opener, limits, room)
    return _leaves(file, found, room, tell)


def _is_text(first: bytes) -> bool:
    try:
        return first.decode().isprintable()
    except UnicodeDecodeError:
        return False


def _opener(first: bytes) -> _Opener | None:
    return next((each for mark, each in _OPENED.items() if first.startswith(mark)), None)


def _inside(file: Path, opener: _Opener) -> bytes:
    """Return the first bytes that are packed in a file."""
    try:
        with file.open("rb") as plain, opener(plain) as opened:
            return opened.read(_BEGINS)
    except DAMAGE:
        return b""


def _of_zip(file: Path, limits: Limits, tell: Callable[[Problem], None]) -> Iterator[Member]:
    try:
        with ZipMembers(file, limits) as opened:
            for name in opened.names:
                try:
                    data = opened.read(name)
                except UnusableInput as refused:
                    if refused.problems[0].code in _BOMBS:
                        raise
                    tell(_not_searched(file))
                    data = b""
                yield Member(name, data)
    except UnusableInput as refused:
        if refused.problems[0].code in _BOMBS:
            raise
        tell(_not_searched(file))


def _of_stream(file: Path, opener: _Opener, room: Room) -> Iterator[Member]:
    """Yield the files in a tape archive, packed or not, as it streams past."""
    with file.open("rb") as plain, opener(plain) as opened:
        yield from tar_members(opened, room)


def _whole(file: Path, opener: _Opener, limits: Limits, room: Room) -> Iterator[Member]:
    """Yield what is packed in a file as one text, which is bounded as a line is."""
    found = io.BytesIO()
    own = Room(min(limits.line_mib * MIB, room.left))
    try:
        with file.open("rb") as plain, opener(plain) as opened:
            while not own.short and (piece := opened.read(_PIECE)):
                found.write(own.take(piece))
    except DAMAGE:
        room.damaged = True
    room.short |= own.short
    room.left -= found.tell()
    yield Member(file.stem, found.getvalue())


def _leaves(
    file: Path,
    found: Iterator[Member],
    room: Room,
    tell: Callable[[Problem], None],
) -> Iterator[Member]:
    """Yield the texts in members, and those in members that are archives themselves."""
    yield from _unfolded(file, found, room, _DEPTH)
    if room.damaged:
        tell(_not_searched(file))


def _unfolded(file: Path, found: Iterator[Member], room: Room, depth: int) -> Iterator[Member]:
    for member in found:
        inner = unfold(member.data, room)
        if inner and not depth:
            raise UnusableInput(_too_deep(file))
        if room.short:
            raise UnusableInput(_too_much(file))
        if inner:
            yield Member(member.name, b"")
            own = (Member(each.name or Path(member.name).stem, each.data) for each in inner)
            yield from _unfolded(file, own, room, depth - 1)
        else:
            yield member


def _too_deep(file: Path) -> Problem:
    what = f"An archive lies here in more than {_DEPTH} others, and nobody has read what it holds."
    return Problem("ARCHIVE_DEPTH", what, "Unpack it, or move it out of the results.", file)


def _too_much(file: Path) -> Problem:
    return Problem(
        "ARCHIVE_RATIO",
        "The archive unfolds to more than limits.archive_ratio and limits.line_mib allow, so "
        "nobody can say that nothing of it is published.",
        "Raise the limit in the spec if the file is what it should be, or move it away.",
        file,
    )


def _not_searched(file: Path) -> Problem:
    return Problem(
        "NOT_SEARCHED",
        "The file is damaged, encrypted or packed in a way that is not read: what it holds was "
        "not looked for on the site.",
        "Unpack it beside, so that its texts are looked for too, or move it out of the results.",
        file,
    )


def cells(table: Path, tell: Callable[[Problem], None]) -> Iterator[Value]:
    """Yield the texts in a Parquet table, as far as it can be read, and tell where it cannot."""
    try:
        for column, text in parquet_texts(table):
            yield Value(text, None, column)
    except UnusableInput:
        tell(_not_searched(table))


def elements(blocks: Iterator[bytes]) -> Iterator[Value]:
    """Yield the attributes and texts of XML up to where it ends being well-formed.

    A document type can define entities that grow without bound: no further than to one is read.
    """
    found: list[Value] = []
    names: list[str] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = _BLOCK

    def opened(name: str, attributes: dict[str, str]) -> None:
        names.append(name)
        line = parser.CurrentLineNumber
        found.extend(Value(text, line, field) for field, text in attributes.items())

    def closed(_name: str) -> None:
        names.pop()

    def said(text: str) -> None:
        if text.strip():
            found.append(Value(text.strip(), parser.CurrentLineNumber, names[-1]))

    def doctype(*_said: object) -> None:
        raise ValueError

    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.CharacterDataHandler = said
    parser.StartDoctypeDeclHandler = doctype
    try:
        for block in blocks:
            parser.Parse(block, False)  # noqa: FBT003 - expat names no argument
            yield from found
            found.clear()
        parser.Parse(b"", True)  # noqa: FBT003
    except (expat.ExpatError, LookupError, ValueError):
        pass
    yield from found
