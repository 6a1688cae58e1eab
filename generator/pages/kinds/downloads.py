"""The downloads page: every file of this version, and a dictionary of all their fields."""

from __future__ import annotations

import hashlib

from generator.pages import numbers
from generator.pages.badges import Badge, badges
from generator.pages.citation import CFF_PATH, bibtex
from generator.pages.data import tables
from generator.pages.data_file import DataFile
from generator.pages.dictionary import record_anchor, records
from generator.pages.escape import Markdown, md, md_code, md_join
from generator.pages.figures import Figure
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.sums import SUMS
from generator.pages.table import Table, numeric, row_anchor, text
from generator.publication.report import encode, json_schema

PATH = "downloads.md"

_KEYS = ("arm", "basis", "measure", "a", "b", "case", "ledger", "kind", "study", "hypothesis")
"""Columns that stand before the fields of a record, unless they are among them."""


def build(view: View) -> list[Page]:
    """Return the downloads page."""
    report, links = view.report, view.links(PATH)
    context = {
        "whole": _whole(
            links,
            (
                ("report.json", "the whole report, nothing rounded", encode(report)),
                ("report.schema.json", "its JSON Schema, closed", json_schema()),
            ),
        ),
        "files": _files(tables(report), links),
        "figures": _figures(view.figures, links),
        "citation": _listing(bibtex(report)),
        "cff": _file(links, CFF_PATH),
        "badges": _badges(badges(report), links),
        "records": records(),
        "sums": _file(links, SUMS),
        "report_sha256": _digest(encode(report)),
    }
    description = "The report as JSON and CSV, and what every field means."
    return [Page(PATH, "Downloads", "Downloads", description, "downloads.md.j2", context)]


def _file(links: Links, path: str) -> Markdown:
    name = path.rpartition("/")[2]
    return md('[{}]({}){{ download="{}" }}', Markdown(name), links.to(path), Markdown(name))


def _digest(data: bytes) -> Markdown:
    return md_code(hashlib.sha256(data).hexdigest())


def _whole(links: Links, files: tuple[tuple[str, str, bytes], ...]) -> Table:
    rows = tuple(
        (_file(links, path), about, numbers.integer(len(data)), _digest(data))
        for path, about, data in files
    )
    return Table("whole", (*text("File", "What it is"), *numeric("Bytes"), *text("SHA-256")), rows)


def _files(files: list[DataFile], links: Links) -> Table:
    rows = tuple(
        (
            _file(links, file.path),
            md("{}", file.one_row),
            numbers.integer(len(file.rows)),
            _columns(file),
        )
        for file in files
    )
    columns = (*text("File", "One row is"), *numeric("Rows"), *text("Columns"))
    return Table("tables", columns, rows)


def _columns(file: DataFile) -> Markdown:
    if file.record is None:
        return md_join(", ", [md_code(column) for column in file.columns])
    name = file.record.__name__
    fields = md("the fields of [{}](#{})", name, Markdown(record_anchor(name)))
    keys = [column for column in file.columns if column in _KEYS]
    own = set(file.record.__struct_fields__)
    extra = [key for key in keys if key not in own]
    if not extra:
        return fields
    return md("{}, then {}", md_join(", ", [md_code(key) for key in extra]), fields)


def _figures(figures: tuple[Figure, ...], links: Links) -> Table:
    rows = tuple(
        (
            row_anchor(f"figure-{figure.name}", figure.name),
            figure.title,
            md(
                "{}, {}, {}",
                _file(links, f"figures/{figure.name}.csv"),
                _file(links, f"figures/{figure.name}-light.svg"),
                _file(links, f"figures/{figure.name}-dark.svg"),
            ),
        )
        for figure in figures
    )
    return Table("figures", text("Figure", "Shows", "Files"), rows)


def _listing(text: str) -> Markdown:
    """Return lines of code as they stand; their ends are references, which no parser reads."""
    lines = [
        md("&#32;&#32;{}", line.lstrip()) if line.startswith(" ") else md("{}", line)
        for line in text.splitlines()
    ]
    return md("<pre><code>{}</code></pre>", md_join("&#10;", lines))


def _badges(found: list[Badge], links: Links) -> Table:
    rows = tuple(
        (
            badge.arm,
            md("![{}]({})", badge.words, links.to(badge.path)),
            _file(links, badge.path),
        )
        for badge in found
    )
    return Table("badges", text("Arm", "Badge", "File"), rows)


KIND = PageKind("downloads", 80, build)
