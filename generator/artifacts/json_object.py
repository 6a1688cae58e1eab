"""A JSON file that is one object with long lists in it: memory holds one element of a list."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import Limits, SafeFile
from generator.artifacts.json_walk import Members, walk_name, walk_object, walk_value
from generator.artifacts.json_window import JsonWindow
from generator.artifacts.strict_json import JsonRefused
from generator.errors import UnusableInput


class Part(NamedTuple):
    """A member of the file's object, or one element of a list that a member is.

    `members` are the wanted ones of an element; of a member that is no list it is the one.
    """

    name: str
    element: int | None
    line: int
    members: Members

    @property
    def field(self) -> str:
        """The place of the part, as a problem names it."""
        return self.name if self.element is None else f"{self.name}[{self.element}]"


class Head(NamedTuple):
    """The wanted members of a file's object, and the SHA-256 of its bytes."""

    members: Members
    sha256: str


class JsonObjectFile:
    """The wanted parts of one file, in its own order.

    `lists` are the members that hold lists of objects, with what is wanted of each object. Members
    of an object in `inside` are wanted as `object.member`. After the last part, `found` are those
    of all these that were there, and `sha256` is the digest of the file's bytes.
    """

    def __init__(
        self,
        path: Path,
        limits: Limits,
        wanted: Collection[str],
        lists: Mapping[str, Collection[str]],
        inside: Collection[str] = (),
    ) -> None:
        self.path = path
        self.sha256 = ""
        self.found: set[str] = set()
        self._limits = limits
        self._wanted = wanted
        self._lists = lists
        self._inside = inside

    def __iter__(self) -> Iterator[Part]:
        """Yield the parts."""
        self.found = set()
        with SafeFile(self.path) as file:
            window = JsonWindow(file, self._limits)
            yield from self._object(window, "")
            window.end()
            self.sha256 = file.finish()

    def _object(self, window: JsonWindow, place: str) -> Iterator[Part]:
        for _ in window.entries("{", "}"):
            yield from self._member(window, place)

    def _member(self, window: JsonWindow, place: str) -> Iterator[Part]:
        name = place + window.take(walk_name)
        window.skip(":")
        within = name in self._inside and window.begins("{")
        if name not in self._wanted and name not in self._lists and not within:
            window.take(walk_value)
            return
        if name in self.found:
            raise window.refused("DOUBLED_KEY", "One object has the same key twice.", name)
        self.found.add(name)
        if within:
            yield from self._object(window, f"{name}.")
            return
        if window.begins("[") and name in self._lists:
            for index in window.entries("[", "]"):
                yield self._element(window, name, index)
            return
        line = window.line
        yield Part(name, None, line, {name: window.take(walk_value)})

    def _element(self, window: JsonWindow, name: str, index: int) -> Part:
        wanted = self._lists[name]
        place = f"{name}[{index}]"
        if not window.begins("{"):
            raise window.refused("NOT_AN_OBJECT", "This is not a JSON object.", place)
        line = window.line
        try:
            found = window.take(lambda text, at: walk_object(text, at, wanted))
        except JsonRefused as refused:
            field = f"{place}.{refused.problem.field}" if refused.problem.field else place
            raise UnusableInput(
                replace(refused.problem, file=self.path, line=line, field=field)
            ) from None
        return Part(name, index, line, found)


def read_head(
    path: Path, limits: Limits, wanted: Collection[str], passed_over: Collection[str] = ()
) -> Head:
    """Read the wanted members of a file; long lists are passed over one object after another."""
    file = JsonObjectFile(path, limits, wanted, dict.fromkeys(passed_over, ()))
    members: Members = {}
    for part in file:
        if part.element is None:
            members |= part.members
    return Head(members, file.sha256)
