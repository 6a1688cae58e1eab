"""The template environment: everything printed is escaped unless its type says it is Markdown."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import LiteralString

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from generator.pages import numbers, sentences, table
from generator.pages.escape import Markdown, finalize, front_matter, md_code
from generator.pages.page import Page


def environment(templates: Path) -> Environment:
    """Return the environment that every page is rendered in.

    HTML autoescaping is off because it would be wrong twice over: the output is Markdown, and
    `finalize` has escaped every value for Markdown and HTML at once.
    """
    made = Environment(
        loader=FileSystemLoader(templates),
        autoescape=False,  # noqa: S701 - see above
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {
        "table": table.markdown,
        "folded_table": _folded_table,
        "code": md_code,
        "integer": numbers.integer,
        "many": sentences.many,
        "front_matter": _front_matter,
    }
    return made


def _front_matter(page: Page) -> Markdown:
    hide: tuple[LiteralString, ...] = ("toc",) if page.wide else ()
    return front_matter(hide=hide, title=page.title, description=page.description)


def _folded_table(shown: table.Table) -> Markdown:
    """Return a table that stands in a block which can be folded away."""
    return Markdown(textwrap.indent(table.markdown(shown), "    "))
