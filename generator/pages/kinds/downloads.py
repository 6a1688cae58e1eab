"""The downloads page: every file of this version."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.badges import Badge, badges
from generator.pages.citation import CFF_PATH, bibtex
from generator.pages.data_dictionary import NAME
from generator.pages.data_file import DataFile, Form
from generator.pages.dictionary import record_anchor
from generator.pages.escape import Markdown, md, md_code, md_join
from generator.pages.figures import Figure
from generator.pages.kinds.dictionary import PATH as DICTIONARY
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View
from generator.pages.sums import SUMS
from generator.pages.table import Table, numeric, row_anchor, text
from generator.publication.report import encode, json_schema

PATH = "downloads.md"

_FORMS: Mapping[Form, Markdown] = {
    "csv": Markdown("CSV"),
    "json": Markdown("JSON"),
    "parquet": Markdown("Parquet"),
}


@dataclass(frozen=True, slots=True)
class _Group:
    """Figures that show the same arm, ledger or study; those of all together have no title."""

    title: str | None
    count: int
    table: Table


def build(view: View) -> list[Page]:
    """Return the downloads page."""
    report, links = view.report, view.links(PATH)
    filled = [file for file in view.downloads if file.rows and file.name != NAME]
    context = {
        "whole": _whole(
            links,
            (
                ("report.json", "the whole report, nothing rounded", encode(report)),
                ("report.schema.json", "its JSON Schema, closed", json_schema()),
            ),
        ),
        "files": _files("tables", filled, links),
        "empty": _files("empty", [file for file in view.downloads if not file.rows], links),
        "dictionary": _files(NAME, [file for file in view.downloads if file.name == NAME], links),
        "figures": list(_figures(view.figures, links)),
        "citation": _listing(bibtex(report)),
        "cff": _file(links, CFF_PATH),
        "badges": _badges(badges(report), links),
        "sums": _file(links, SUMS),
        "report_sha256": md_code(hashlib.sha256(encode(report)).hexdigest()),
    }
    description = "The report and its tables as CSV, JSON and Parquet, and every figure."
    return [
        Page(PATH, "Downloads", "Downloads", description, "downloads.md.j2", context, wide=True)
    ]


def _file(links: Links, path: str, words: Markdown | None = None) -> Markdown:
    name = path.rpartition("/")[2]
    return md(
        '[{}]({}){{ download="{}" }}', words or Markdown(name), links.to(path), Markdown(name)
    )


def _whole(links: Links, files: tuple[tuple[str, str, bytes], ...]) -> Table:
    rows = tuple(
        (_file(links, path), about, numbers.size(len(data))) for path, about, data in files
    )
    return Table("whole", (*text("File", "What it is"), *numeric("Size")), rows)


def _files(anchor: str, files: Sequence[DataFile], links: Links) -> Table:
    rows = tuple(
        (
            row_anchor(f"table-{file.name}", file.name),
            *(_form(file, form, links) for form in _FORMS),
            numbers.integer(len(file.rows)),
            _one_row(file, links),
        )
        for file in files
    )
    columns = (*text("Table", *_FORMS.values()), *numeric("Rows"), *text("One row is"))
    return Table(anchor, columns, rows)


def _form(file: DataFile, form: Form, links: Links) -> Markdown:
    """Return the link to one form of a table, and how large it is."""
    link = _file(links, file.path(form), _FORMS[form])
    return md("{} {}", link, numbers.size(len(file.forms[form])))


def _one_row(file: DataFile, links: Links) -> Markdown:
    """Return what a row is, linked to the fields of the record that fills it."""
    if file.record is None:
        return md("{}", file.one_row)
    fields = links.to(f"{DICTIONARY}#{record_anchor(file.record.__name__)}")
    return md("[{}]({})", file.one_row, fields)


def _figures(figures: Sequence[Figure], links: Links) -> Iterator[_Group]:
    """Yield the figures of all arms together, and then those of each arm."""
    for arm in dict.fromkeys([None, *(figure.arm for figure in figures)]):
        shown = [figure for figure in figures if figure.arm == arm]
        if shown:
            yield _Group(arm, len(shown), _figure_table(shown, links))


def _figure_table(figures: Iterable[Figure], links: Links) -> Table:
    rows = tuple(
        (
            row_anchor(f"figure-{figure.name}", figure.name),
            _file(links, f"figures/{figure.name}.csv", Markdown("CSV")),
            _file(links, f"figures/{figure.name}-light.svg", Markdown("light")),
            _file(links, f"figures/{figure.name}-dark.svg", Markdown("dark")),
            figure.title,
        )
        for figure in figures
    )
    return Table("figures", text("Figure", "Numbers", "SVG", "SVG", "Shows"), rows)


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
            _file(links, badge.path, Markdown("SVG")),
        )
        for badge in found
    )
    return Table("badges", text("Arm", "Badge", "File"), rows)


KIND = PageKind("downloads", 80, build)
