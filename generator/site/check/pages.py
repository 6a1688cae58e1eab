"""A version's folder against its report: each file byte for byte, each number from its counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from generator.errors import Problem
from generator.pages.parquet import WRITER
from generator.publication.recheck.report import recheck_report
from generator.publication.report import Report
from generator.site.differences import content, differences
from generator.site.store import REPORT

_RENDER = "Edit no page by hand: `stability render` writes all of them again from the reports."
_RENDER_TABLE = (
    f"Written by another release than {WRITER}, it can differ although its values are the same: "
    "`stability render` writes it again."
)
_LINE_ENDS = (
    "Have git leave them: a line `site_src/** -text` in .gitattributes; `stability render` then "
    "writes all files again."
)
_TEXT = ("SHA256SUMS", ".md", ".csv", ".json", ".svg", ".txt")


def number_problems(folder: Path, report: Report) -> Iterator[Problem]:
    """Name each number of a report that is not the one its own counts give."""
    what = "The number is not the one that the report's own counts give."
    remedy = "Restore the report from the repository's history, or build it again from its runs."
    for checked in recheck_report(report):
        if not checked.agrees:
            yield Problem("NUMBER", what, remedy, folder / REPORT, field=checked.place)


def page_problems(folder: Path, rendered: Mapping[str, bytes]) -> Iterator[Problem]:
    """Name each file of a version's folder that is not what its report is rendered to."""
    found = differences(folder, rendered)
    for name in sorted(found.names):
        file = folder / name
        if name in found.missing:
            what = f"The report is rendered to this {_kind(name)}, and it is missing."
            yield Problem("PAGE_MISSING", what, _RENDER, file)
        elif name in found.extra:
            what = f"The report is rendered to no such {_kind(name)}."
            yield Problem("PAGE_EXTRA", what, f"Remove it. {_RENDER}", file)
        elif name.endswith(".parquet"):
            what = "The table is not, byte for byte, what the report is rendered to."
            yield Problem("PAGE_CHANGED", what, _RENDER_TABLE, file)
        elif (content(file) or b"").replace(b"\r\n", b"\n") == rendered[name]:
            what = "The lines of the file end as on Windows (CRLF), and else it is as rendered."
            yield Problem("PAGE_CHANGED", what, _LINE_ENDS, file)
        else:
            what = f"The {_kind(name)} is not what the report is rendered to."
            yield Problem("PAGE_CHANGED", what, _RENDER, file, _line(file, rendered[name]))


def _kind(name: str) -> str:
    return "page" if name.endswith(".md") else "file"


def _line(file: Path, expected: bytes) -> int | None:
    """Return the first line of a text that is not as expected."""
    if not file.name.endswith(_TEXT):
        return None
    pairs = zip_longest((content(file) or b"").split(b"\n"), expected.split(b"\n"))
    return next((at for at, (mine, other) in enumerate(pairs, 1) if mine != other), None)
