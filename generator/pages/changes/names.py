"""What arms and cases are called where a change is told: linked on a page, plain elsewhere."""

from __future__ import annotations

from typing import Protocol

from generator.pages.escape import Markdown, md
from generator.pages.links import Links


class Names(Protocol):
    """How a change names what it is about."""

    def arm(self, label: str) -> Markdown:
        """Return an arm's label."""

    def case(self, arm: str | None, alias: str) -> Markdown:
        """Return a case's alias."""


class Plain:
    """Names without links, for a text that stands outside the site."""

    def arm(self, label: str) -> Markdown:
        """Return an arm's label."""
        return md("{}", label)

    def case(self, arm: str | None, alias: str) -> Markdown:  # noqa: ARG002 - a link would need it
        """Return a case's alias."""
        return md("{}", alias)


class Linked:
    """Names that lead to the new version's own pages, where it still has them."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def arm(self, label: str) -> Markdown:
        """Return an arm's label."""
        return self._links.arm(label) if label in self._links.arms else md("{}", label)

    def case(self, arm: str | None, alias: str) -> Markdown:
        """Return a case's alias."""
        return self._links.case(arm, alias) if arm in self._links.arms else md("{}", alias)
