"""What a page is, and what page kinds are given to build theirs from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.pages.addresses import ArmAddress, arm_addresses
from generator.pages.data_file import DataFile
from generator.pages.figures import Figure
from generator.pages.links import Links
from generator.publication.report import Report


@dataclass(frozen=True, slots=True)
class Page:
    """One page: where it stands, its titles (text, not yet escaped), and what its template says.

    `entry` is what the navigation calls it, beside its siblings; a `wide` page gives the room of
    its table of contents to its tables.
    """

    path: str
    entry: str
    title: str
    description: str
    template: str
    context: Mapping[str, object]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Earlier:
    """The public report of an earlier version, and whether the version at hand corrects it."""

    report: Report
    corrected: bool


@dataclass(frozen=True, slots=True)
class View:
    """A report with the addresses of its parts: all that a page is made from.

    `figures` and `downloads` are the files made beside the pages. `earlier` are the reports that it
    is compared with; the first version has none.
    """

    report: Report
    arms: tuple[ArmAddress, ...]
    figures: tuple[Figure, ...] = field(default=())
    downloads: tuple[DataFile, ...] = field(default=())
    earlier: tuple[Earlier, ...] = field(default=())

    def links(self, page: str) -> Links:
        """Return the links as that page must write them."""
        return Links(page, self.report.rules, {address.arm.arm: address for address in self.arms})

    def figures_of(self, arm: str | None) -> list[Figure]:
        """Return the figures of one arm, or those of all arms together."""
        return [figure for figure in self.figures if figure.arm == arm]

    def figures_named(self, *names: str) -> list[Figure]:
        """Return the figures of these names, as far as there are any."""
        return [figure for figure in self.figures if figure.name in names]


def view(
    report: Report,
    figures: tuple[Figure, ...] = (),
    downloads: tuple[DataFile, ...] = (),
    earlier: tuple[Earlier, ...] = (),
) -> View:
    """Return a report ready to be looked at."""
    return View(report, tuple(arm_addresses(report)), figures, downloads, earlier)


@dataclass(frozen=True, slots=True)
class PageKind:
    """One kind of page: its name, its place in the navigation, and who builds its pages.

    Pages of a kind with a `section` stand together under that heading.
    """

    name: str
    order: int
    build: Callable[[View], list[Page]]
    section: str | None = None
