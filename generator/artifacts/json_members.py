"""A JSON file that is one object around one long list of objects, which are read one by one.

Harnesses write such files: a few facts about a run, and the list of its trials with all that was
said in each. Memory holds one trial.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from generator.artifacts.files import Limits, SafeFile
from generator.artifacts.json_list import Element
from generator.artifacts.json_window import JsonWindow
from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import JsonRefused, parse
from generator.errors import UnusableInput

# Only finds where a value ends; what it holds is parsed exactly by whoever takes it.
_END_FINDER = json.JSONDecoder(parse_int=str, parse_float=str)


class JsonMembersFile:
    """The objects of the list that one member of a file's object is.

    After the last one, `members` holds the other members that were asked for, and `sha256` is the
    digest of the file's bytes.
    """

    def __init__(self, path: Path, limits: Limits, listed: str, kept: Collection[str]) -> None:
        self.path = path
        self.sha256 = ""
        self.members: dict[str, JsonValue] = {}
        self._limits = limits
        self._listed = listed
        self._kept = kept
        self._seen: set[str] = set()

    @property
    def has_list(self) -> bool:
        """Whether the list was there."""
        return self._listed in self._seen and self._listed not in self.members

    def __iter__(self) -> Iterator[Element]:
        """Yield the objects in order."""
        with SafeFile(self.path) as file:
            window = JsonWindow(file, self._limits)
            window.skip("{")
            if not window.begins("}"):
                yield from self._member(window)
                while window.begins(","):
                    window.skip(",")
                    yield from self._member(window)
            window.skip("}")
            window.end()
            self.sha256 = file.finish()

    def _member(self, window: JsonWindow) -> Iterator[Element]:
        if not window.begins('"'):
            raise window.refused("NOT_JSON", "The file is not whole JSON.")
        name: str = json.loads(window.take(_text_of_value))
        if name in self._seen:
            raise window.refused("DOUBLED_KEY", "One object has the same key twice.")
        self._seen.add(name)
        window.skip(":")
        if window.begins("[") and name == self._listed:
            yield from _objects(window)
            return
        line = window.line
        field = name if name in (*self._kept, self._listed) else None
        try:
            data = window.take(_text_of_value).encode()
            value = parse(data, self._limits.json_depth, self._kept)
        except JsonRefused as refused:
            problem = replace(refused.problem, line=line, field=field)
            raise UnusableInput(problem.at(self.path)) from None
        if field is not None:
            self.members[name] = value


def _objects(window: JsonWindow) -> Iterator[Element]:
    window.skip("[")
    if not window.begins("]"):
        yield _object(window)
        while window.begins(","):
            window.skip(",")
            yield _object(window)
    window.skip("]")


def _object(window: JsonWindow) -> Element:
    if not window.begins("{"):
        raise window.refused("NOT_AN_OBJECT", "An element of the list is not a JSON object.")
    line = window.line
    return Element(line, window.take(_text_of_value).encode())


def _text_of_value(text: str, at: int) -> tuple[str, int]:
    _, end = _END_FINDER.raw_decode(text, at)
    return text[at:end], end
