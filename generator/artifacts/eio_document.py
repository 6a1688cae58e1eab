"""EIO files of one JSON object: evaluation bundles and Portable Evaluation Records.

Both are often one long line without an end. They are told apart by what they hold, and of one
that is broken it is still said that it is broken, not that it is unknown.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from generator.artifacts.files import MIB, Limits, SafeFile, read_whole, source
from generator.artifacts.json_document import read_object
from generator.artifacts.records import Instant, JsonValue, Source
from generator.artifacts.times import BadTime, parse_instant

Kind = Literal["bundle", "record"]

_BUNDLE_MARK, _RECORD_MARK = b'"archive_schema"', b'"per_version"'
_LONGEST_MARK = max(len(_BUNDLE_MARK), len(_RECORD_MARK))
_BEFORE_OBJECT = b"\xef\xbb\xbf \t\r\n"

_NAMES = frozenset(
    {"archive_schema", "bundle_version", "header", "claims", "trials", "provenance"}
    | {"reliability", "findings", "run_id", "per_version", "archive_sha256"}
)
"""Names that both formats define, and that a refusal may therefore give."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file's object, and the record of the file."""

    values: dict[str, JsonValue]
    source: Source


def kind_of(path: Path, limits: Limits) -> Kind | None:
    """Return which of the two a regular file holds, None for neither."""
    if path.is_dir():
        return None
    with SafeFile(path) as file:
        marks = _marks(file)
        size = file.size
    if not any(marks):
        return None
    if size <= limits.line_mib * MIB:
        try:
            return _kind_of_object(json.loads(read_whole(path, limits).data.lstrip(_BEFORE_OBJECT)))
        except (ValueError, RecursionError):
            pass
    return "record" if marks.record else "bundle"


class _Marks(NamedTuple):
    """Which of the formats' own names a file holds."""

    bundle: bool = False
    record: bool = False


def _marks(file: SafeFile) -> _Marks:
    """Look for the formats' names in a file that begins like an object, in bounded memory."""
    piece = file.read(MIB)
    if not piece.lstrip(_BEFORE_OBJECT).startswith(b"{"):
        return _Marks()
    bundle = record = False
    kept = b""
    while piece:
        kept = kept[-_LONGEST_MARK:] + piece
        bundle, record = bundle or _BUNDLE_MARK in kept, record or _RECORD_MARK in kept
        piece = file.read(MIB)
    return _Marks(bundle, record)


def _kind_of_object(value: object) -> Kind | None:
    if not isinstance(value, dict):
        return None
    header = value.get("header")
    if isinstance(header, dict) and "per_version" in header:
        return "record"
    return "bundle" if "archive_schema" in value else None


def read_document(path: Path, limits: Limits, root: Path) -> Document:
    """Read a file's one object, exactly."""
    whole = read_object(path, limits, _NAMES)
    return Document(whole.values, source(path, root, whole.sha256))


def end_of_run(values: JsonValue, *names: str) -> Instant | None:
    """Return the time that stands at the end of a path of names, None where none can be read."""
    for name in names:
        values = values.get(name) if isinstance(values, dict) else None
    try:
        return parse_instant(values) if isinstance(values, str) else None
    except BadTime:
        return None
