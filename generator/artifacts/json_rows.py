"""The objects of a JSON lines file, one a line, handed on as they are written."""

from __future__ import annotations

from collections.abc import Callable

from generator.artifacts.gather import gather
from generator.artifacts.lines import Line, LineFile
from generator.artifacts.strict_json import JsonRefused, decoded
from generator.errors import Problem, UnusableInput

Take = Callable[[str, int], None]
"""Reads the text of one line, given its number; it may raise what is wrong with it."""


def read_rows(lines: LineFile, take: Take, problems: list[Problem]) -> tuple[Problem, ...]:
    """Hand line after line to `take`, and put down what is wrong; return the warnings.

    A last line without an end that is no whole JSON is what a stopped writer leaves.
    """
    torn: list[Problem] = []

    def read(line: Line) -> None:
        try:
            take(decoded(line.data), line.number)
        except JsonRefused as refused:
            if line.ended or not refused.torn:
                problems.append(refused.problem.at(line=line.number))
            elif not lines.truncated:
                torn.append(_torn(line.number))
        except UnusableInput as unusable:
            problems.extend(each.at(line=line.number) for each in unusable.problems)

    gather(lines, read, problems)
    return (*lines.warnings(), *(each.at(lines.path) for each in torn))


def _torn(line: int) -> Problem:
    return Problem(
        "TORN_LINE",
        "The last line is torn: it has no end and is not whole JSON. The lines before it count.",
        "Do nothing if its writer crashed; else restore the line.",
        line=line,
    )
