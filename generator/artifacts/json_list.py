"""A JSON file that is one long list of objects, read one by one: memory holds one of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import Limits, SafeFile
from generator.artifacts.json_walk import walk_value
from generator.artifacts.json_window import JsonWindow


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
            window = JsonWindow(file, self._limits)
            for _ in window.entries("[", "]"):
                yield _object(window)
            window.end()
            self.sha256 = file.finish()


def _object(window: JsonWindow) -> Element:
    if not window.begins("{"):
        raise window.refused("NOT_AN_OBJECT", "An element of the list is not a JSON object.")
    line = window.line
    return Element(line, window.take(walk_value).encode())
