"""Lines of a text file as bytes: split on line feeds only, numbered, bounded, decoded by nobody.

A carriage return before a line feed is white space, blank lines are numbered and skipped, and a
UTF-8 byte order mark is read at the very beginning. Memory holds one line and one piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import MIB, Limits, SafeFile, too_long, without_bom
from generator.artifacts.unpack import TruncatedArchive, unfolded
from generator.errors import Problem, UnusableInput


class Line(NamedTuple):
    """A line without its end; `ended` is false for a last line that has none."""

    number: int
    data: bytes
    ended: bool


class LineFile:
    """The lines of one file, plain or packed.

    After the last line `sha256` is the digest of the file's bytes, and `truncated` says whether it
    is an archive that was cut short.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        self.path = path
        self.sha256 = ""
        self.truncated = False
        self._limits = limits
        self._number = 0

    def __iter__(self) -> Iterator[Line]:
        """Yield every line that is not blank."""
        self._number = 0
        with SafeFile(self.path) as file:
            try:
                for data, ended in self._split(file):
                    text = data if self._number else without_bom(data, self.path)
                    self._number += 1
                    if text and not text.isspace():
                        yield Line(self._number, text, ended)
            except UnusableInput as stopped:
                line = self._number + 1
                raise UnusableInput(
                    *(each.at(self.path, line) for each in stopped.problems)
                ) from None
            self.sha256 = file.finish()

    def warnings(self) -> tuple[Problem, ...]:
        """Return what must be said of the file once its lines are read."""
        if not self.truncated:
            return ()
        return (
            Problem(
                "TRUNCATED_ARCHIVE",
                "The archive is cut short; the whole lines before the cut count.",
                "Copy it again from where it was written; what it lost counts as missing.",
                self.path,
                max(self._number, 1),
            ),
        )

    def _pieces(self, file: SafeFile) -> Iterator[bytes]:
        try:
            yield from unfolded(file, self._limits)
        except TruncatedArchive:
            self.truncated = True

    def _split(self, file: SafeFile) -> Iterator[tuple[bytes, bool]]:
        limit = self._limits.line_mib * MIB
        begun: list[bytes] = []
        size = 0
        for piece in self._pieces(file):
            *ends, rest = piece.split(b"\n")
            for end in ends:
                if size + len(end) > limit:
                    raise UnusableInput(too_long(self._limits))
                yield b"".join((*begun, end)) if begun else end, True
                begun.clear()
                size = 0
            begun.append(rest)
            size += len(rest)
            if size > limit:
                raise UnusableInput(too_long(self._limits))
        if size:
            yield b"".join(begun), False
