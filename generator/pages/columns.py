"""The columns of a download: what each holds, in every form that the download comes in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

import msgspec
from msgspec import inspect

Holds = Literal["text", "integer", "number", "boolean", "mixed"]
"""What one value is; `mixed` may be a text, a number, or true or false."""

Value = str | bool | int | float | list[str] | list[int] | None
"""What one row has in a column, as report.json has it."""


class Field(NamedTuple):
    """A field of a type of the report: the type's name, the field's, and the names beside it."""

    owner: str
    name: str
    beside: frozenset[str]


class Part(NamedTuple):
    """A part of a record that may be missing with all that it holds: its path and its field."""

    path: str
    field: Field


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, and what it holds, or a list of which.

    A key stands before the fields of a row's record; other columns are filled by a `field` of the
    report, of the type `kind`. An `optional` one may be null by itself; `above` is the nearest part
    that may be missing.
    """

    name: str
    holds: Holds = "text"
    field: Field | None = None
    kind: inspect.Type | None = None
    listed: bool = False
    optional: bool = False
    above: Part | None = None

    @property
    def nullable(self) -> bool:
        """Whether a row may have nothing here."""
        return self.optional or self.above is not None


_KEYS: Mapping[str, Holds] = {
    "count": "integer",
    "trials": "integer",
    "passed": "integer",
    "contested": "integer",
    "reproduced_in": "integer",
    "retests": "integer",
    "used": "boolean",
    "made_up": "boolean",
}
"""The keys that are no text."""

_MAY_BE_NULL = frozenset({"passed", "value"})


def key(name: str) -> Column:
    """Return the column of a key, which stands before the fields of a row's record."""
    return Column(name, _KEYS.get(name, "text"), optional=name in _MAY_BE_NULL)


def spelled(value: Value) -> str:
    """Return a value as text: as JSON spells it, a list with spaces between, null as nothing."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
