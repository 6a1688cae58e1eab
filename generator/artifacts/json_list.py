"""A JSON file that is one long list of objects, read one by one: memory holds one of them."""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import MIB, Limits, SafeFile, too_long, without_bom
from generator.errors import Problem, UnusableInput

_BLANK = re.compile(r"[ \t\r\n]*")

# Only finds where an object ends; what it holds is parsed exactly by whoever takes it.
_END_FINDER = json.JSONDecoder(parse_int=str, parse_float=str)


class Element(NamedTuple):
    """One object of the list: the line on which it begins, and its text."""

    line: int
    data: bytes


class JsonListFile:
    """The objects of one file. After the last one, `sha256` is the digest of the file's bytes."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self.path = path
        self.sha256 = ""
        self._limits = limits

    def __iter__(self) -> Iterator[Element]:
        """Yield the objects in order."""
        with SafeFile(self.path) as file:
            text = JsonText(file, self._limits)
            yield from text.take_objects()
            text.end()
            self.sha256 = file.finish()


class JsonText:
    """The part of a file's text that is in memory: from the next character to read onwards."""

    def __init__(self, file: SafeFile, limits: Limits) -> None:
        self._file = file
        self._limits = limits
        self._decoder = codecs.getincrementaldecoder("utf-8")("strict")
        self._text = ""
        self._at = 0
        self._line = 1
        self._append(without_bom(file.read(MIB), file.path))

    def begins(self, mark: str) -> bool:
        """Whether the next character that is not blank is this one."""
        self._skip_blanks()
        return self._text.startswith(mark, self._at)

    def skip(self, mark: str) -> None:
        """Pass over a character that must come next."""
        if not self.begins(mark):
            raise self.refused("NOT_JSON", "The list is not whole JSON.")
        self._at += 1

    def end(self) -> None:
        """Check that nothing follows."""
        self._skip_blanks()
        if self._at < len(self._text):
            raise self.refused("NOT_JSON", "There is more behind the end of the list.")

    def take_objects(self) -> Iterator[Element]:
        """Yield the objects of the list that must come next."""
        self.skip("[")
        if not self.begins("]"):
            yield self.take_object()
            while self.begins(","):
                self.skip(",")
                yield self.take_object()
        self.skip("]")

    def take_object(self) -> Element:
        """Return the object that must come next."""
        if not self.begins("{"):
            raise self.refused("NOT_AN_OBJECT", "An element of the list is not a JSON object.")
        return self.take_value()

    def take_value(self) -> Element:
        """Return the value that must come next, of any kind."""
        self._skip_blanks()
        while True:
            try:
                _, end = _END_FINDER.raw_decode(self._text, self._at)
                # A number at the very end of what is in memory may go on behind it.
                if end < len(self._text) or not self._more():
                    break
            except json.JSONDecodeError:
                if not self._more():
                    raise self.refused("NOT_JSON", "The list is not whole JSON.") from None
            except RecursionError:
                raise self.refused(
                    "TOO_DEEP",
                    "An element nests deeper than the "
                    f"{self._limits.json_depth} levels that limits.json_depth allows.",
                ) from None
        element = Element(self._line, self._text[self._at : end].encode())
        self._advance(end)
        return element

    def _skip_blanks(self) -> None:
        while True:
            match = _BLANK.match(self._text, self._at)
            self._advance(match.end() if match else self._at)
            if self._at < len(self._text) or not self._more():
                return

    def _advance(self, to: int) -> None:
        self._line += self._text.count("\n", self._at, to)
        self._at = to

    def _more(self) -> bool:
        """Read as much again as is waiting, so that a long object is tried a few times only."""
        waiting = len(self._text) - self._at
        if waiting > self._limits.line_mib * MIB:
            raise UnusableInput(too_long(self._limits).at(self._file.path, self._line))
        data = self._file.read(max(MIB, waiting))
        self._text = self._text[self._at :]
        self._at = 0
        self._append(data)
        return bool(data)

    def _append(self, data: bytes) -> None:
        try:
            self._text += self._decoder.decode(data, final=not data)
        except UnicodeDecodeError:
            raise self.refused("NOT_UTF8", "The file is not UTF-8.") from None

    def refused(self, code: str, what: str) -> UnusableInput:
        """Return what is wrong with the text where it is read now."""
        return UnusableInput(
            Problem(
                code, what, "Correct it where the file is written.", self._file.path, self._line
            )
        )
