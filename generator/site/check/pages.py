"""A version's folder against its report: each file byte for byte, each number from its counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from generator.errors import Problem, UnusableInput
from generator.publication.recheck.report import recheck_report
from generator.publication.report import Report
from generator.regular_file import read_regular
from generator.site.store import REPORT

_RENDER = "Edit no page by hand: `stability render` writes all of them again from the reports."
_LARGEST = 256 << 20
_TEXT = (".md", ".csv", ".json", ".svg", ".txt")


def number_problems(folder: Path, report: Report) -> Iterator[Problem]:
    """Name each number of a report that is not the one its own counts give."""
    what = "The number is not the one that the report's own counts give."
    remedy = "Restore the report from the repository's history, or build it again from its runs."
    for checked in recheck_report(report):
        if not checked.agrees:
            yield Problem("NUMBER", what, remedy, folder / REPORT, field=checked.place)


def page_problems(
    folder: Path, rendered: Mapping[str, bytes], apart: Collection[str] = frozenset()
) -> Iterator[Problem]:
    """Name each file of a version's folder that is not what its report is rendered to.

    Files `apart` are not looked at.
    """
    present = {path.relative_to(folder).as_posix() for path in _files(folder)}
    for name in sorted({*rendered, *present}.difference(apart)):
        file = folder / name
        if name not in present:
            what = "The report is rendered to this page, and it is missing."
            yield Problem("PAGE_MISSING", what, _RENDER, file)
        elif name not in rendered:
            what = "The report is rendered to no such page."
            yield Problem("PAGE_EXTRA", what, f"Remove it. {_RENDER}", file)
        else:
            yield from _difference(file, name, rendered)


def _difference(file: Path, name: str, rendered: Mapping[str, bytes]) -> Iterator[Problem]:
    try:
        data = b"" if file.is_symlink() else read_regular(file, _LARGEST)
    except UnusableInput:
        data = b""
    if data != rendered[name]:
        line = _first_line(data, rendered[name]) if name.endswith(_TEXT) else None
        what = "The page is not what the report is rendered to."
        yield Problem("PAGE_CHANGED", what, _RENDER, file, line)


def _first_line(one: bytes, other: bytes) -> int:
    pairs = zip_longest(one.split(b"\n"), other.split(b"\n"))
    return next(at for at, (mine, theirs) in enumerate(pairs, 1) if mine != theirs)


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
