"""Links between the pages of one report, as they must be written on a given page."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import LiteralString

from generator.pages import numbers, words
from generator.pages.addresses import ArmAddress
from generator.pages.escape import Markdown, md, md_join
from generator.pages.limit_words import LIMITS, limit_anchor
from generator.pages.terms import BY_ANCHOR
from generator.publication.report import Rules
from generator.publication.strings import LimitCode

_REFERENCE = re.compile(r"\]\[term-([a-z0-9-]+)\]")
"""How `Links.term` refers to a term; text of the report cannot, its brackets are escaped."""

FOREMOST = 3
"""How many limits are named where all that apply would be a wall of text."""


@dataclass(frozen=True)
class Links:
    """What one page links with; `page` is its own path, from which addresses are relative."""

    page: str
    rules: Rules
    arms: dict[str, ArmAddress]

    def to(self, path: str) -> Markdown:
        """Return the address of another page or file, anchor and all."""
        target, hash_mark, anchor = path.partition("#")
        if target == self.page:
            return Markdown(f"#{anchor}")
        folder = posixpath.dirname(self.page) or "."
        return Markdown(posixpath.relpath(target, folder) + hash_mark + anchor)

    def term(self, anchor: str, text: LiteralString | None = None) -> Markdown:
        """Return a term that explains itself: in short as a tooltip, in full in the glossary.

        Address and tooltip stand at the end of the page (`definitions`), so that a sentence can
        still be read where the Markdown is reviewed.
        """
        return md("[{}][term-{}]", Markdown(text or BY_ANCHOR[anchor].name), Markdown(anchor))

    def definitions(self, page: str) -> Markdown:
        """Return the address and tooltip of every term that a page refers to."""
        said = words.rule_numbers(self.rules)
        used = sorted(set(_REFERENCE.findall(page)))
        return md_join(
            "\n",
            [
                md(
                    '[term-{}]: {} "{}"',
                    Markdown(anchor),
                    self.to(f"glossary.md#{anchor}"),
                    Markdown(BY_ANCHOR[anchor].short.format(**said)),
                )
                for anchor in used
            ],
        )

    def limit(self, code: LimitCode) -> Markdown:
        """Return the title of a limit, linked to what it means."""
        address = self.to(f"limits.md#{limit_anchor(code)}")
        return md("[{}]({})", Markdown(LIMITS[code].title), address)

    def limits(self, codes: Sequence[LimitCode]) -> Markdown:
        """Return the limits that weigh most, and how many more the limits page tells."""
        applying = [code for code in LIMITS if code in codes]
        named = [self.limit(code) for code in applying[:FOREMOST]]
        more = len(applying) - len(named)
        if more:
            named.append(md("[{} more]({})", numbers.integer(more), self.to("limits.md")))
        return md_join("; ", named)

    def arm(self, label: str) -> Markdown:
        """Return an arm's label, linked to its page."""
        return md("[{}]({})", label, self.to(self.arms[label].path))

    def case(self, arm: str, alias: str) -> Markdown:
        """Return a case's alias, linked to its row where the arm lists it."""
        place = self.arms[arm].case(alias)
        return md("[{}]({})", alias, self.to(place)) if place else md("{}", alias)

    def cases(self, arm: str, aliases: Sequence[str]) -> Markdown:
        """Return cases in alias order, each linked to its row."""
        return md_join(", ", [self.case(arm, alias) for alias in sorted(aliases)])
