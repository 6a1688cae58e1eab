"""What can go wrong, said once: problems with a place and a remedy, and the exit codes.

A message names the file, the line and the field, and says what to do. It never quotes a value of
an artifact nor the name of a field the format does not define: both may be private.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from pathlib import Path


class ExitCode(IntEnum):
    """The exit codes every command keeps to."""

    DONE = 0
    STOPPED = 1
    UNUSABLE = 2


def printable(text: str) -> str:
    """Return the text with everything escaped that a terminal or an encoding could trip over.

    A file name may hold line breaks, control characters and bytes that are no UTF-8.
    """
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input: where, what, and what to do about it.

    `code` is a short upper-case word a machine can match on; `what` and `remedy` are sentences of
    the program's own, with no text of the input in them. `public_field` stands for the field in a
    log that strangers read, where the field has a name of somebody's own.
    """

    code: str
    what: str
    remedy: str
    file: Path | None = None
    line: int | None = None
    field: str | None = None
    public_field: str | None = None

    def at(
        self, file: Path | None = None, line: int | None = None, field: str | None = None
    ) -> Problem:
        """Return the same problem with the parts of its place that were not yet known."""
        return replace(
            self,
            file=self.file or file,
            line=self.line if self.line is not None else line,
            field=self.field or field,
        )

    def place(self, shown: str | None = None) -> str:
        """Where it is, as `file:line: field`; `shown` stands in for the file's name."""
        name = shown if shown is not None else printable(str(self.file or ""))
        parts = [f"{name}:{self.line}" if name and self.line is not None else name]
        if self.field:
            parts.append(f"field {self.field}")
        return ": ".join(part for part in parts if part)

    def message(self, shown: str | None = None) -> str:
        """Return the whole problem on one line."""
        place = self.place(shown)
        return f"{place}: {self.what} {self.remedy}" if place else f"{self.what} {self.remedy}"


class StabilityError(Exception):
    """The base of every error the program raises on purpose; caught once, in the command line."""

    exit_code = ExitCode.UNUSABLE

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.message() for problem in problems))

    def __reduce__(self) -> tuple[type[StabilityError], tuple[Problem, ...]]:
        """Come out of another process as it was raised there."""
        return type(self), self.problems


class UnusableInput(StabilityError):
    """An input or an argument cannot be used: exit code 2."""


class ReleaseStopped(StabilityError):
    """The command ran and found something that must stop a release: exit code 1."""

    exit_code = ExitCode.STOPPED
