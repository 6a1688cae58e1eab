"""An object of a document's head, of which nothing is parsed but what is asked for."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Self, TypeVar

from generator.artifacts.fields import Fields
from generator.artifacts.json_walk import Members, exact, members, one_spelling
from generator.artifacts.strict_json import JsonRefused
from generator.errors import Problem, UnusableInput

T = TypeVar("T")

_NOTHING = frozenset({"null", "{}", "[]"})


@dataclass(frozen=True, slots=True)
class Level:
    """The members of one object, as they are written, and where it stands in its document.

    What is wrong with a field that was asked for goes into `problems`, which all levels share.
    """

    found: Members
    place: str
    depth: int
    problems: list[Problem]

    def inner(self, name: str) -> Self:
        """Return an object within; of one that is not there, one without members."""
        value = self.found.get(name, "null")
        place = f"{self.place}.{name}" if self.place else name
        return replace(self, found=members(value) if value != "null" else {}, place=place)

    def fields(self, wanted: Collection[str]) -> Fields:
        """Return the fields that are wanted."""
        chosen = {name: text for name, text in self.found.items() if name in wanted}
        return Fields(exact(chosen, self.depth), self.place, self.problems)

    def digest(self, *names: str) -> str | None:
        """Return a digest of members of which nothing else is kept; None where none says anything.

        It tells two settings apart, and stays as private as they are.
        """
        said = {
            name: one_spelling(self.found[name])
            for name in names
            if self.found.get(name, "null") not in _NOTHING
        }
        return hashlib.sha256(json.dumps(said).encode()).hexdigest() if said else None


def read_level(found: Members, depth: int, read: Callable[[Level], T]) -> T:
    """Return what is read of a document's head; all that is wrong with it is raised together."""
    top = Level(found, "", depth, [])
    try:
        said = read(top)
    except JsonRefused as refused:
        raise UnusableInput(*top.problems, refused.problem) from None
    if top.problems:
        raise UnusableInput(*top.problems)
    return said
