"""Private texts in files that are no text as they stand: archives, XML, columns of a table.

Whatever cannot be unfolded here yields nothing: its bytes are read as they stand all the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from generator.artifacts.files import Limits
from generator.artifacts.table_parquet import parquet_texts
from generator.artifacts.zip_members import ZipMembers
from generator.errors import UnusableInput

_BLOCK = 1 << 16
PARQUET_MARK = b"PAR1"


class Member(NamedTuple):
    """One file in an archive, unfolded."""

    name: str
    data: bytes


class Value(NamedTuple):
    """One text with what its file calls it."""

    text: str
    line: int | None
    field: str


def members(archive: Path, limits: Limits) -> Iterator[Member]:
    """Yield the members of an archive one at a time; one that does not unfold has no bytes."""
    try:
        with ZipMembers(archive, limits) as opened:
            for name in opened.names:
                try:
                    data = opened.read(name)
                except UnusableInput:
                    data = b""
                yield Member(name, data)
    except UnusableInput:
        return


def cells(table: Path) -> Iterator[Value]:
    """Yield the texts in a Parquet table, as far as it can be read."""
    try:
        for column, text in parquet_texts(table):
            yield Value(text, None, column)
    except UnusableInput:
        return


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
