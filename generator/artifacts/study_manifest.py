"""MANIFEST.json of a study: the digests of its artifacts, held against the files.

The format leaves its shape open. A list of objects with a path and a digest, and a map from path to
digest, are read wherever they lie; what is not below the run directory is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from generator.artifacts.records import JsonValue
from generator.artifacts.study_records import ListedFile
from generator.artifacts.study_traces import file_digest, inside

FILE = "MANIFEST.json"

_DIGEST = re.compile(r"(?:sha256[:-])?([0-9a-f]{64})\Z")
_PATHS = ("path", "file", "name")
_DIGESTS = ("sha256", "hash", "digest")
_ELSEWHERE = ("datasets", "configFiles")
"""What lies in other folders: the harness lists its data sets and settings too."""


def check_manifest(values: dict[str, JsonValue], run_dir: Path) -> tuple[ListedFile, ...]:
    """Return every listed file of the run, and whether it is there with the digest listed."""
    listed = dict(_listed(values))
    return tuple(_check(path, listed[path], run_dir) for path in sorted(listed) if _below(path))


def _below(path: str) -> bool:
    """Whether a path, as it is written, stays below the folder of the manifest."""
    parts = PurePosixPath(path).parts
    return bool(parts) and parts[0] != "/" and ".." not in parts and path != FILE


def _check(path: str, sha256: str, run_dir: Path) -> ListedFile:
    file = inside(run_dir, path)
    if file is None:
        return ListedFile(file=run_dir / PurePosixPath(path).name, agrees=False)
    return ListedFile(file=file, agrees=file_digest(file) == sha256)


def _listed(value: JsonValue) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for each in value:
            yield from _listed(each)
    if not isinstance(value, dict):
        return
    path, sha256 = _first_text(value, _PATHS), _digest(_first_text(value, _DIGESTS))
    if path is not None and sha256 is not None:
        yield path, sha256
    for name, each in value.items():
        direct = _digest(each if isinstance(each, str) else None)
        if direct is not None and "." in name:
            yield name, direct
        elif isinstance(each, dict) and "." in name and "path" not in each:
            nested = _digest(_first_text(each, _DIGESTS))
            if nested is not None:
                yield name, nested
        elif name not in _ELSEWHERE:
            yield from _listed(each)


def _first_text(value: dict[str, JsonValue], names: tuple[str, ...]) -> str | None:
    found = (value.get(name) for name in names)
    return next((each for each in found if isinstance(each, str)), None)


def _digest(value: str | None) -> str | None:
    match = _DIGEST.match(value) if value else None
    return match[1] if match else None
