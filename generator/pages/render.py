"""From public reports to every file of its version's folder; the caller writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from jinja2 import Environment

from generator.pages.badges import badges
from generator.pages.citation import CFF_PATH, citation_cff
from generator.pages.data import data_files, tables
from generator.pages.environment import environment
from generator.pages.escape import md_text
from generator.pages.figures import Figure, figures
from generator.pages.kinds import KINDS, changes, overview
from generator.pages.links import Links
from generator.pages.page import Earlier, Page, view
from generator.pages.sums import SUMS, sums
from generator.publication.report import Report, encode, json_schema

TELL_OF_EARLIER = frozenset({changes.PATH, overview.PATH, SUMS})
"""The pages that hold what changed since an earlier version."""


def render(report: Report, templates: Path, earlier: tuple[Earlier, ...] = ()) -> dict[str, bytes]:
    """Return every file of a version: relative POSIX path to bytes, in a fixed order.

    `earlier` are the versions that it tells its changes from.
    """
    drawn = tuple(figures(report))
    downloads = tuple(tables(report))
    seen = view(report, drawn, downloads, earlier)
    room = environment(templates)
    files = {
        "report.json": encode(report),
        "report.schema.json": json_schema(),
        CFF_PATH: citation_cff(report),
        **{badge.path: badge.svg for badge in badges(report)},
        **data_files(downloads),
        **_figure_files(drawn),
    }
    for kind in KINDS:
        for page in kind.build(seen):
            files[page.path] = _render_page(room, page, seen.links(page.path))
    files[SUMS] = sums(files)
    return dict(sorted(files.items()))


def told_as(
    rendered: Mapping[str, bytes], there: Callable[[str], bytes | None], seen: int
) -> dict[str, bytes]:
    """Return files that were rendered with the first `seen` of the earlier versions alone.

    What they would tell of the others stands as it is `there`: the page of changes, and the line of
    the overview if it is of none that was seen. The digests are those of all files then.
    """
    told, summary = there(changes.PATH), there(overview.PATH)
    files = {name: data for name, data in rendered.items() if name != SUMS}
    if told is not None:
        files[changes.PATH] = told
    if not seen and summary is not None:
        files[overview.PATH] = overview.told_as(files[overview.PATH], summary)
    known = told is not None and (seen > 0 or summary is not None)
    digests = sums(files) if known else there(SUMS) or rendered[SUMS]
    return dict(sorted({**files, SUMS: digests}.items()))


def navigation(report: Report) -> list[tuple[str, str | list[tuple[str, str]]]]:
    """Return titles and paths of all pages in order; titles are escaped, as the site needs them."""
    entries: list[tuple[str, str | list[tuple[str, str]]]] = []
    seen = view(report)
    for kind in KINDS:
        pages = [(str(md_text(page.entry)), page.path) for page in kind.build(seen)]
        if kind.section is None:
            entries.extend(pages)
        elif pages:
            entries.append((kind.section, pages))
    return entries


def _render_page(room: Environment, page: Page, links: Links) -> bytes:
    text = room.get_template(page.template).render(page=page, links=links, **page.context)
    return _tidy(f"{text}\n\n{links.definitions(text)}").encode()


def _tidy(text: str) -> str:
    """Leave single blank lines, no trailing blanks, and one newline at the end."""
    lines = "\n".join(line.rstrip() for line in text.split("\n"))
    return re.sub(r"\n{3,}", "\n\n", lines).strip() + "\n"


def _figure_files(drawn: tuple[Figure, ...]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for figure in drawn:
        files[f"figures/{figure.name}-light.svg"] = figure.light
        files[f"figures/{figure.name}-dark.svg"] = figure.dark
        files[f"figures/{figure.name}.csv"] = figure.table.encode()
    return files
