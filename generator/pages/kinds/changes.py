"""The page of changes: what is other than in the version before, why, and whether to worry."""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages import numbers
from generator.pages.changes.names import Linked
from generator.pages.changes.story import Story, Thing, story
from generator.pages.escape import Markdown, md
from generator.pages.page import Earlier, Page, PageKind, View
from generator.publication.changes import changes

PATH = "changes.md"

_ROWS = 60
"""Of more rows of one thing than this the others are counted, so that the page stays light."""

_ROWS_OF_REST = 12


@dataclass(frozen=True, slots=True)
class Since:
    """The changes since one version; anchors of the section start with its own."""

    anchor: str
    title: Markdown
    story: Story


def build(view: View) -> list[Page]:
    """Return the page of changes; of the first version it says that it is the first."""
    sections = [_since(view, at, before) for at, before in enumerate(view.earlier)]
    context = {
        "version": view.report.version,
        "sections": sections,
        "looked": lambda thing: lines(thing, _ROWS),
        "listed": lambda thing: lines(thing, _ROWS_OF_REST),
    }
    description = "What is other than in the version before, why, and whether to worry."
    return [Page(PATH, "What changed", "What changed", description, "changes.md.j2", context)]


def _since(view: View, at: int, before: Earlier) -> Since:
    found = changes(before.report, view.report, corrects=before.corrected)
    correcting = Markdown(", which this version corrects" if before.corrected else "")
    return Since(
        anchor=("before", "corrected")[at],
        title=md("Since version {}{}", before.report.version, correcting),
        story=story(found, Linked(view.links(PATH))),
    )


def lines(thing: Thing, most: int) -> list[Markdown]:
    """Return a thing's rows as lines, and how many more there are."""
    said = thing.lines
    if len(said) <= most:
        return said
    return [*said[:most], md("and {} more", numbers.integer(len(said) - most))]


KIND = PageKind("changes", 15, build)
