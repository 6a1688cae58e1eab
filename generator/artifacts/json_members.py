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
from generator.artifacts.json_list import Element, JsonText
from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import JsonRefused, parse
from generator.errors import UnusableInput


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

    def __iter__(self) -> Iterator[Element]:
        """Yield the objects in order."""
        with SafeFile(self.path) as file:
            text = JsonText(file, self._limits)
            text.skip("{")
            if not text.begins("}"):
                yield from self._member(text)
                while text.begins(","):
                    text.skip(",")
                    yield from self._member(text)
            text.skip("}")
            text.end()
            self.sha256 = file.finish()

    def _member(self, text: JsonText) -> Iterator[Element]:
        if not text.begins('"'):
            raise text.refused("NOT_JSON", "The file is not whole JSON.")
        name: str = json.loads(text.take_value().data)
        if name in self._seen:
            raise text.refused("DOUBLED_KEY", "One object has the same key twice.")
        self._seen.add(name)
        text.skip(":")
        if name == self._listed and text.begins("["):
            yield from text.take_objects()
            return
        element = text.take_value()
        try:
            value = parse(element.data, self._limits.json_depth, self._kept)
        except JsonRefused as refused:
            field = name if name in (*self._kept, self._listed) else None
            problem = replace(refused.problem, line=element.line, field=field)
            raise UnusableInput(problem.at(self.path)) from None
        if name in self._kept or name == self._listed:
            self.members[name] = value
