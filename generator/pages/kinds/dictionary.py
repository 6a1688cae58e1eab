"""The data dictionary: what every field of the report is, from which all tables have columns."""

from __future__ import annotations

from typing import get_args

from generator.pages.data_dictionary import NAME
from generator.pages.data_file import Form
from generator.pages.dictionary import Record, records
from generator.pages.escape import Markdown, md, md_join
from generator.pages.links import Links
from generator.pages.page import Page, PageKind, View

PATH = "dictionary.md"


def build(view: View) -> list[Page]:
    """Return the dictionary's page, which is the same for every report."""
    found = records()
    context = {
        "records": found,
        "index": md_join(" \N{MIDDLE DOT} ", [_link(record) for record in found]),
        "files": md_join(", ", [_file(view.links(PATH), form) for form in get_args(Form)]),
    }
    title = "Data dictionary"
    description = "Every field of the report and of its tables: type, unit, meaning, and when null."
    return [Page(PATH, title, title, description, "dictionary.md.j2", context, wide=True)]


def _link(record: Record) -> Markdown:
    return md("[{}](#{})", record.name, Markdown(record.anchor))


def _file(links: Links, form: str) -> Markdown:
    name = Markdown(f"{NAME}.{form}")
    return md('[{}]({}){{ download="{}" }}', name, links.to(f"data/{name}"), name)


KIND = PageKind("dictionary", 90, build)
