"""The single-object JSON files of a study, read exactly and digested as they lie."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple, TypeVar

from generator.artifacts.files import Limits, read_whole, without_bom
from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.errors import UnusableInput

T = TypeVar("T")


class Document(NamedTuple):
    """A file's object and the SHA-256 of its bytes."""

    values: dict[str, JsonValue]
    sha256: str


def read_object(file: Path, limits: Limits, names: Collection[str] = frozenset()) -> Document:
    """Read a file's one object; `names` are those that a refusal may give."""
    whole = read_whole(file, limits)
    try:
        values = parse_object(without_bom(whole.data, file), limits.json_depth, names)
    except JsonRefused as refused:
        raise UnusableInput(refused.problem.at(file, refused.row)) from None
    return Document(values, whole.sha256)


def parsed(file: Path, document: Document, parse: Callable[[dict[str, JsonValue]], T]) -> T:
    """Return what a document states; what is wrong with it is said of its file."""
    try:
        return parse(document.values)
    except UnusableInput as wrong:
        raise UnusableInput(*(problem.at(file) for problem in wrong.problems)) from None
