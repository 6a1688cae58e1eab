"""What is wrong with a file, gathered over its lines and raised together, and said of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from generator.artifacts.strict_json import JsonRefused
from generator.errors import Problem, UnusableInput

T = TypeVar("T")

# A file with more than this wrong is wrong as a whole: reading on would only lengthen the list.
_MOST_PROBLEMS = 20


def gather(items: Iterable[T], take: Callable[[T], None], problems: list[Problem]) -> None:
    """Hand item after item to `take`, which puts down what is wrong with each, or raises it.

    It ends early at very many problems, or at one that the items themselves come to an end with.
    """
    try:
        for item in items:
            try:
                take(item)
            except UnusableInput as wrong:
                problems += wrong.problems
            if len(problems) >= _MOST_PROBLEMS:
                return
    except UnusableInput as stopped:
        problems += stopped.problems


def refuse_if_any(problems: Iterable[Problem], file: Path) -> None:
    """Raise the problems of a file, if there are any, in the order of its lines."""
    in_order = sorted(problems, key=lambda problem: problem.line or 0)
    if in_order:
        raise UnusableInput(*(problem.at(file) for problem in in_order[:_MOST_PROBLEMS]))


@contextmanager
def said_of(file: Path | None = None, line: int | None = None) -> Iterator[None]:
    """Say of a file, or of a line, what is wrong with what is read within."""
    try:
        yield
    except JsonRefused as refused:
        raise UnusableInput(
            refused.problem.at(file, refused.row if line is None else line)
        ) from None
    except UnusableInput as wrong:
        raise UnusableInput(*(each.at(file, line) for each in wrong.problems)) from None


def copies_differ(what: str, field: str, line: int | None = None) -> UnusableInput:
    """Return the refusal of what is of the same as another, named by `what`, and says otherwise."""
    said = f"This is of {what} but does not say the same."
    return UnusableInput(Problem("COPIES_DIFFER", said, "Remove the wrong one.", None, line, field))
