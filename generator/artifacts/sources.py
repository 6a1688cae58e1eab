"""Which entry of the spec's `sources:` speaks for what lies at a path: the most specific one.

A path is a file, a folder with all that is below it, or a pattern: `*` and `?` stand for any text
in one name, `**` for any folders. More names that are spelled out are more specific, then more
names, then more letters; of two that are equally specific the first one speaks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from generator.errors import UnusableInput, printable
from generator.spec.sources import Source, nearest


class Sources:
    """The entries of one spec, and which of them were asked for and found something."""

    def __init__(self, entries: Sequence[Source] = ()) -> None:
        self.entries = tuple(entries)

    def check_formats(self, known: Sequence[str]) -> None:
        """Refuse an entry with a format that is not among those that are read."""
        problems = []
        for entry in self.entries:
            stated = entry.rule.format
            if stated is not None and stated not in known:
                what = f"There is no such format; the nearest is {nearest(stated, known)}."
                remedy = f"Formats of runs are {', '.join(known)}."
                problems.append(entry.problem("UNKNOWN_FORMAT", what, remedy, "format"))
        if problems:
            raise UnusableInput(*problems)

    def of(self, path: Path, root: Path) -> Source | None:
        """Return the entry that speaks for a file or a folder below the results."""
        parts = printable(path.relative_to(root).as_posix())
        for entry, pattern in self._by_rank:
            if pattern.fullmatch(parts):
                return entry
        return None

    @cached_property
    def _by_rank(self) -> list[tuple[Source, re.Pattern[str]]]:
        ranked = sorted(self.entries, key=lambda entry: _rank(entry.rule.path), reverse=True)
        return [(entry, _pattern(entry.rule.path)) for entry in ranked]


def names_file(entry: Source, path: Path, root: Path) -> bool:
    """Whether an entry names a file itself, and not a folder that it lies in."""
    whole = _pattern(entry.rule.path, below=False)
    return whole.fullmatch(printable(path.relative_to(root).as_posix())) is not None


def _parts(path: str) -> list[str]:
    parts = [part for part in path.split("/") if part not in ("", ".")]
    while parts and parts[-1] == "**":  # all below a folder is the folder's anyway
        parts.pop()
    return parts


def _rank(path: str) -> tuple[int, int, int]:
    names = [part for part in _parts(path) if part != "**"]
    letters = [len(name) - name.count("*") - name.count("?") for name in names]
    spelled_out = sum(len(name) == own for name, own in zip(names, letters, strict=True))
    return spelled_out, len(names), sum(letters)


def _pattern(path: str, *, below: bool = True) -> re.Pattern[str]:
    """Return what the relative paths that an entry speaks for look like."""
    spelled = ""
    for part in _parts(path):
        if part == "**":
            spelled += "(?:[^/]+/)*"
        else:
            name = re.escape(part).replace(r"\*", "[^/]*").replace(r"\?", "[^/]")
            spelled += f"{name}/"
    if not spelled:
        return re.compile(".*", re.DOTALL)
    return re.compile(spelled.removesuffix("/") + ("(?:/.*)?" if below else ""), re.DOTALL)
