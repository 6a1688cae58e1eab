"""The two files that an Inspect log is kept in, read alike: a header, and samples one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.files import Limits
from generator.artifacts.inspect_header import HEADER_MEMBERS, Header, read_header
from generator.artifacts.inspect_samples import SAMPLE_MEMBERS
from generator.artifacts.json_object import JsonObjectFile
from generator.artifacts.json_walk import Members, members
from generator.artifacts.strict_json import JsonRefused, decoded
from generator.artifacts.zip_members import ZipMembers
from generator.errors import Problem, UnusableInput

_HEADER, _START = "header.json", "_journal/start.json"
# A long sample may be kept in a folder of its own: its head, and its messages and events in pieces.
_SAMPLE = re.compile(r"samples/.*?_epoch_\d+(?:\.json|/sample\.json)", re.DOTALL)
_PIECE = re.compile(r"(samples/.*?_epoch_\d+/).+", re.DOTALL)
_SAMPLES = "samples"


class RawSample(NamedTuple):
    """The members of a sample that count, as they are written, and where it stands."""

    members: Members
    line: int
    field: str


class ArchiveLog:
    """An `.eval` archive. After the last sample, `header` and `sha256` are there.

    A sample's line is its number in the archive, from 1.
    """

    header: Header

    def __init__(self, path: Path, limits: Limits) -> None:
        self.sha256 = ""
        self._path = path
        self._limits = limits

    def __iter__(self) -> Iterator[RawSample]:
        """Yield the samples in the archive's order."""
        with ZipMembers(self._path, self._limits) as archive:
            self.header = self._header(archive)
            names = self._samples(archive.names)
            for index, name in enumerate(names):
                field = f"{_SAMPLES}[{index}]"
                found = _members(archive.read(name), SAMPLE_MEMBERS, field)
                yield RawSample(found, index + 1, field)
            self.sha256 = archive.finish()

    def _samples(self, names: Sequence[str]) -> list[str]:
        """Return the members that are samples; one that may be, and is not known, is refused."""
        found = [name for name in names if _SAMPLE.fullmatch(name)]
        heads = {name.removesuffix("sample.json") for name in found}
        for name in names:
            piece = _PIECE.fullmatch(name)
            held = _SAMPLE.fullmatch(name) or name.endswith("/") or (piece and piece[1] in heads)
            if name.startswith(f"{_SAMPLES}/") and not held:
                what = "The archive has a member among its samples that is of no known kind."
                remedy = "Write the log again with the harness's own tools (inspect log convert)."
                raise UnusableInput(Problem("UNKNOWN_MEMBER", what, remedy, self._path))
        return found

    def _header(self, archive: ZipMembers) -> Header:
        """Read the header; a log that is still being written has but its beginning."""
        name = next((each for each in (_HEADER, _START) if each in archive.names), None)
        if name is None:
            what = "The archive has no header of an Inspect log."
            raise UnusableInput(
                Problem("NO_HEADER", what, "Copy it again, or move it away.", self._path)
            )
        return read_header(_members(archive.read(name), HEADER_MEMBERS), self._limits.json_depth)


class JsonLog:
    """A `.json` log. After the last sample, `header` and `sha256` are there."""

    header: Header

    def __init__(self, path: Path, limits: Limits) -> None:
        self.sha256 = ""
        self._path = path
        self._limits = limits

    def __iter__(self) -> Iterator[RawSample]:
        """Yield the samples in the file's order."""
        file = JsonObjectFile(self._path, self._limits, HEADER_MEMBERS, {_SAMPLES: SAMPLE_MEMBERS})
        header: Members = {}
        for part in file:
            if part.element is not None:
                yield RawSample(part.members, part.line, part.field)
            elif part.name != _SAMPLES:
                header |= part.members
        self.header = read_header(header, self._limits.json_depth)
        self.sha256 = file.sha256


def holds_log(path: Path, limits: Limits) -> bool:
    """Whether an archive has the header of an Inspect log in it."""
    try:
        with ZipMembers(path, limits) as archive:
            return not {_HEADER, _START}.isdisjoint(archive.names)
    except UnusableInput:
        return False


def _members(data: bytes, wanted: frozenset[str], place: str = "") -> Members:
    try:
        return members(decoded(data), wanted)
    except JsonRefused as refused:
        inner = refused.problem.field
        field = ".".join(part for part in (place, inner) if part) or None
        raise UnusableInput(replace(refused.problem, field=field)) from None
