"""The part of a long JSON file that is in memory: a piece behind the next character to be read."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from typing import TypeVar

from generator.artifacts.files import MIB, Limits, SafeFile, too_long, without_bom
from generator.errors import Problem, UnusableInput

T = TypeVar("T")

Decode = Callable[[str, int], tuple[T, int]]
"""Takes what begins at a place of a text, and says where it ends; `json.JSONDecodeError` is that
the text does not hold it whole."""

_BLANK = re.compile(r"[ \t\r\n]*")


class JsonWindow:
    """A window on the text of a file. `line` is that of the next character."""

    def __init__(self, file: SafeFile, limits: Limits) -> None:
        self.line = 1
        self._file = file
        self._limits = limits
        self._decoder = codecs.getincrementaldecoder("utf-8")("strict")
        self._text = ""
        self._at = 0
        self._append(without_bom(file.read(MIB), file.path))

    def begins(self, mark: str) -> bool:
        """Whether the next character that is not blank is this one."""
        self._skip_blanks()
        return self._text.startswith(mark, self._at)

    def skip(self, mark: str) -> None:
        """Pass over a character that must come next."""
        if not self.begins(mark):
            raise self.refused("NOT_JSON", "The file is not whole JSON.")
        self._at += 1

    def entries(self, opening: str, closing: str) -> Iterator[int]:
        """Yield the number of each entry of an object or a list, which is to be taken then."""
        self.skip(opening)
        if not self.begins(closing):
            number = 0
            yield number
            while self.begins(","):
                self.skip(",")
                number += 1
                yield number
        self.skip(closing)

    def end(self) -> None:
        """Check that nothing follows."""
        self._skip_blanks()
        if self._at < len(self._text):
            raise self.refused("NOT_JSON", "There is more behind the end of the JSON text.")

    def take(self, decode: Decode[T]) -> T:
        """Return what must come next, once enough of the file is here to hold it whole."""
        self._skip_blanks()
        while True:
            try:
                taken, end = decode(self._text, self._at)
                length = end - self._at
                # A number may go on behind the end of what is here.
                if end < len(self._text) or not self._more():
                    break
            except json.JSONDecodeError:
                if not self._more():
                    raise self.refused("NOT_JSON", "The file is not whole JSON.") from None
            except RecursionError:
                raise self.refused(
                    "TOO_DEEP",
                    "A value nests deeper than the "
                    f"{self._limits.json_depth} levels that limits.json_depth allows.",
                ) from None
        self._advance(self._at + length)
        return taken

    def refused(self, code: str, what: str, field: str | None = None) -> UnusableInput:
        """Return the refusal of the file at the line that is read."""
        remedy = "Correct it where the file is written."
        return UnusableInput(Problem(code, what, remedy, self._file.path, self.line, field))

    def _skip_blanks(self) -> None:
        while True:
            match = _BLANK.match(self._text, self._at)
            self._advance(match.end() if match else self._at)
            if self._at < len(self._text) or not self._more():
                return

    def _advance(self, to: int) -> None:
        self.line += self._text.count("\n", self._at, to)
        self._at = to

    def _more(self) -> bool:
        """Read as much again as is waiting, so that a long value is tried a few times only."""
        waiting = len(self._text) - self._at
        room = self._limits.line_mib * MIB - waiting
        if room < 0:
            raise UnusableInput(too_long(self._limits).at(self._file.path, self.line))
        data = self._file.read(min(max(MIB, waiting), room + 1))
        self._text = self._text[self._at :]
        self._at = 0
        self._append(data)
        return bool(data)

    def _append(self, data: bytes) -> None:
        try:
            self._text += self._decoder.decode(data, final=not data)
        except UnicodeDecodeError:
            raise self.refused("NOT_UTF8", "The file is not UTF-8.") from None
