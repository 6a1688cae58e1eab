"""How a version is cited: BibTeX for its page, and a CITATION.cff beside its report.

The spec may state a title, authors and an address. Without authors the report itself is named as
the author, for the format of CITATION.cff asks for one and nobody is to be made up.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from generator.pages.figures.lettering import plain
from generator.publication.report import Report, encode

CFF_PATH = "CITATION.cff"

_TITLE = "Stability report"
_NOBODY = "The publishers of this stability report"
_SPECIAL: Mapping[str, str] = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "&%$#_"},
}
"""What TeX gives a meaning of its own, and how it is written instead."""


def bibtex(report: Report) -> str:
    """Return the BibTeX entry of a version."""
    fields = "".join(f'  {name} = "{value}",\n' for name, value in _fields(report))
    return f"@misc{{stability-report-{report.version},\n{fields}}}\n"


def citation_cff(report: Report) -> bytes:
    """Return the CITATION.cff of a version."""
    cited = report.citation
    said: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "Please cite the version you read; a published version never changes.",
        "type": "dataset",
        "title": _title(report),
        "version": report.version,
        "authors": [{"name": name} for name in _authors(report)],
    }
    if report.published_on:
        said["date-released"] = report.published_on
    if cited and cited.url:
        said["url"] = cited.url
    said["identifiers"] = [
        {
            "type": "other",
            "value": f"sha256:{_digest(report)}",
            "description": "SHA-256 of this version's report.json",
        }
    ]
    return yaml.safe_dump(said, allow_unicode=True, sort_keys=False, width=10_000).encode()


def _fields(report: Report) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{_tex(_title(report))}}}"
    yield "author", " and ".join(f"{{{_tex(name)}}}" for name in _authors(report))
    if report.published_on:
        yield "year", report.published_on[:4]
        yield "month", report.published_on[5:7].lstrip("0")
    yield "version", _tex(report.version)
    if report.citation and report.citation.url:
        yield "howpublished", f"\\url{{{report.citation.url}}}"
    yield "note", f"Version {_tex(report.version)}, report.json SHA-256 {_digest(report)}"


def _title(report: Report) -> str:
    stated = report.citation.title if report.citation else None
    return plain(stated or _TITLE)


def _authors(report: Report) -> list[str]:
    stated = report.citation.authors if report.citation else []
    return [plain(name) for name in stated] or [_NOBODY]


def _digest(report: Report) -> str:
    return hashlib.sha256(encode(report)).hexdigest()


def _tex(text: str) -> str:
    return "".join(_SPECIAL.get(char, char) for char in text)
