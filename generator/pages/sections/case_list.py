"""Cases in a line of text, or folded away under their count."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.pages.escape import Markdown
from generator.pages.links import Links
from generator.publication.arm import Arm

FOLD_ABOVE = 24
"""More cases than this are folded away under their count."""


@dataclass(frozen=True, slots=True)
class CaseList:
    """Some cases of an arm, in alias order, each linked to its row."""

    count: int
    links: Markdown
    folded: bool


def case_list(arm: Arm, aliases: Sequence[str], links: Links) -> CaseList:
    """Return cases as a line, folded away where there are many."""
    return CaseList(len(aliases), links.cases(arm.arm, aliases), len(aliases) > FOLD_ABOVE)
