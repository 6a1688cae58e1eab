"""Where everything of a report stands: the page of each arm, the page and anchor of each case."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.report import Report

ROWS_ON_ARM_PAGE = 200
"""An arm with more cases than this has them on pages of their own, so that each stays light."""

_SLUG_LENGTH = 40
_LEAST_DIGITS = 6
_RESERVED = ("index", "readme")
"""Names that the site gives a meaning of its own."""


@dataclass(frozen=True, slots=True)
class CasePage:
    """One page of an arm's cases; `first` and `last` count from 1."""

    path: str
    cases: tuple[Case, ...]
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class ArmAddress:
    """The page of an arm, and the pages of its cases where they are too many for it."""

    arm: Arm
    slug: str
    path: str
    case_pages: tuple[CasePage, ...]
    cases: dict[str, str]

    def case(self, alias: str) -> str | None:
        """Return the page and anchor of a case, None where the arm does not list it."""
        return self.cases.get(alias)


def arm_addresses(report: Report) -> list[ArmAddress]:
    """Return the address of every arm, in the report's order."""
    return [
        _address(arm, slug)
        for arm, slug in zip(report.arms, slugs(arm.arm for arm in report.arms), strict=True)
    ]


def slugs(labels: Iterable[str]) -> list[str]:
    """Return a file name for each label: letters, digits and hyphens only, each name once.

    A label that leaves nothing to name it by, or the name of one before it, gets some digits of
    its own digest, so that its page keeps its address when arms are added; of labels that are the
    same letter for letter each later one gets more of them, then a number.
    """
    names: list[str] = []
    taken = set(_RESERVED)
    spellings: dict[str, Iterator[str]] = {}
    for label in labels:
        left = spellings.setdefault(label, _spellings(label))
        name = next(each for each in left if each not in taken)
        taken.add(name)
        names.append(name)
    return names


def _spellings(label: str) -> Iterator[str]:
    """Yield the names that a label may get, the plainest first, without end."""
    plain = re.sub(r"[^a-z0-9]+", "-", label.lower())[:_SLUG_LENGTH].strip("-")
    if plain:
        yield plain
    digest = hashlib.sha256(label.encode("utf-8", "surrogatepass")).hexdigest()
    stem = plain or "arm"
    for length in range(_LEAST_DIGITS, len(digest) + 1):
        yield f"{stem}-{digest[:length]}"
    for number in count(2):
        yield f"{stem}-{digest}-{number}"


def _address(arm: Arm, slug: str) -> ArmAddress:
    path = f"arms/{slug}.md"
    cases = sorted(arm.cases, key=lambda case: case.case)
    if len(cases) <= ROWS_ON_ARM_PAGE:
        return ArmAddress(arm, slug, path, (), {case.case: f"{path}#{case.case}" for case in cases})
    pages = tuple(_case_pages(cases, slug))
    places = {case.case: f"{page.path}#{case.case}" for page in pages for case in page.cases}
    return ArmAddress(arm, slug, path, pages, places)


def _case_pages(cases: Sequence[Case], slug: str) -> Iterable[CasePage]:
    for number, start in enumerate(range(0, len(cases), ROWS_ON_ARM_PAGE), start=1):
        chunk = tuple(cases[start : start + ROWS_ON_ARM_PAGE])
        yield CasePage(f"arms/{slug}/cases-{number}.md", chunk, start + 1, start + len(chunk))


def built_path(path: str) -> str:
    """Return where a page, and a place on it, will lie in the site."""
    page, hash_mark, anchor = path.partition("#")
    return f"{page.removesuffix('.md')}.html{hash_mark}{anchor}"
