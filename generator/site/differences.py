"""How a version's folder differs from what its report gives, and what of a built site follows.

What is wrong with a file of the folder is wrong with the page that is built from it, with the
search index and the map of the site that quote it, and with the record of the build.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

from generator.errors import UnusableInput
from generator.publication.report_file import LARGEST
from generator.regular_file import read_regular
from generator.site.record import RECORD
from generator.site.versions import LATEST

_OF_ALL_VERSIONS = ("history", "feed.xml")
"""What of a site tells of the reports of all versions."""

_DERIVED = ("search/search_index.json", "sitemap.xml", "sitemap.xml.gz")

Wrong = Mapping[str, AbstractSet[str] | None]
"""The files that are wrong by version; None where all of a version's are."""


@dataclass(frozen=True, slots=True)
class Differences:
    """The names of a folder's files that are missing, that nothing gives, and that are changed."""

    missing: frozenset[str]
    extra: frozenset[str]
    changed: frozenset[str]

    @property
    def names(self) -> frozenset[str]:
        """All of them."""
        return self.missing | self.extra | self.changed


def differences(folder: Path, rendered: Mapping[str, bytes]) -> Differences:
    """Return how a version's folder differs from the files that its report is rendered to."""
    present = {path.relative_to(folder).as_posix() for path in _files(folder)}
    both = present & rendered.keys()
    return Differences(
        missing=frozenset(rendered.keys() - present),
        extra=frozenset(present - rendered.keys()),
        changed=frozenset(name for name in both if content(folder / name) != rendered[name]),
    )


def content(file: Path) -> bytes | None:
    """Return what a file holds; a link, a pipe or a device holds nothing that could be a page."""
    try:
        return None if file.is_symlink() else read_regular(file, LARGEST)
    except UnusableInput:
        return None


def source_of(path: str) -> str:
    """Return where what a built file says is written."""
    return f"{path.removesuffix('.html')}.md" if path.endswith(".html") else path


def follows(file: str, wrong: Wrong, newest: str) -> bool:
    """Whether what is wrong with a file of a site follows from what is wrong with its sources."""
    if file == RECORD:
        return bool(wrong)
    top, _, path = file.partition("/")
    version = newest if top == LATEST else top
    if version not in wrong:
        return top in _OF_ALL_VERSIONS and None in wrong.values()
    names = wrong[version]
    return names is None or path in names or source_of(path) in names or path in _DERIVED


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
