"""A JSON file that is one object, read whole and exactly, and digested as it lies."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import Limits, read_whole, without_bom
from generator.artifacts.gather import said_of
from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import parse_object


class Document(NamedTuple):
    """A file's object and the SHA-256 of its bytes."""

    values: dict[str, JsonValue]
    sha256: str


def read_object(file: Path, limits: Limits, names: Collection[str] = frozenset()) -> Document:
    """Read a file's one object; `names` are those that a refusal may give."""
    whole = read_whole(file, limits)
    with said_of(file):
        values = parse_object(without_bom(whole.data, file), limits.json_depth, names)
    return Document(values, whole.sha256)
