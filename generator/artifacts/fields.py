"""Fields of one JSON object, read by name and checked; what is wrong is gathered, not raised.

A reader built on it looks like its format's own table: `fields.required("repeat_index", count)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar, cast

from generator.artifacts.checks import Check, Wrong, array, mapping
from generator.artifacts.records import JsonValue
from generator.errors import Problem, UnusableInput

T = TypeVar("T")


class Fields:
    """One JSON object. `prefix` is where it stands in its document, such as `arm` or `cases[2]`."""

    def __init__(
        self,
        values: dict[str, JsonValue],
        prefix: str = "",
        problems: list[Problem] | None = None,
    ) -> None:
        self.problems: list[Problem] = [] if problems is None else problems
        self._values = values
        self._prefix = f"{prefix}." if prefix else ""

    def __contains__(self, name: str) -> bool:
        """Whether a field is there, if only as null."""
        return name in self._values

    def states(self, name: str) -> bool:
        """Whether a field is there and not null."""
        return self._values.get(name) is not None

    def required(self, name: str, check: Check[T]) -> T:
        """Return a field that must be there.

        What stands in for a bad one is never used: `done` raises before it can be.
        """
        value = self._values.get(name)
        if value is None:
            missing = name not in self._values
            self.wrong(
                name,
                "MISSING_FIELD" if missing else "WRONG_TYPE",
                "is missing" if missing else "must not be null",
            )
            return cast("T", None)
        return self._checked(name, value, check)

    def nullable(self, name: str, check: Check[T]) -> T | None:
        """Return a field that may be null or left out."""
        value = self._values.get(name)
        return None if value is None else self._checked(name, value, check)

    def objects(self, name: str) -> Iterator[Fields]:
        """Return the objects of a list that must be there."""
        for index, each in enumerate(self.required(name, array) or []):
            place = f"{self._prefix}{name}[{index}]"
            if isinstance(each, dict):
                yield Fields(each, place, self.problems)
            else:
                self.wrong(f"{name}[{index}]", "WRONG_TYPE", "must be an object")

    def inner(self, name: str) -> Fields:
        """Return an object that must be there; of one that is not, no field is held wrong."""
        before = len(self.problems)
        values = self.required(name, mapping)
        place = f"{self._prefix}{name}"
        if len(self.problems) > before:
            return Fields({}, place, [])
        return Fields(values, place, self.problems)

    def wrong(self, name: str, code: str, what: str) -> None:
        """Put down what is wrong with a field: `what` completes a sentence that begins with it."""
        self.problems.append(
            Problem(
                code,
                f"The field {what}.",
                "Correct it where the file is written.",
                field=f"{self._prefix}{name}",
            )
        )

    def done(self) -> None:
        """Raise all that was gathered, if anything was."""
        if self.problems:
            raise UnusableInput(*self.problems)

    def _checked(self, name: str, value: JsonValue, check: Check[T]) -> T:
        try:
            return check(value)
        except Wrong as wrong:
            self.wrong(name, wrong.code, str(wrong))
            return cast("T", None)
