"""A page: its article is, token for token, what its source gives; its frame is the theme's."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from generator.publication.scan.explain.frame import Frame
from generator.publication.scan.explain.grammar import check_article
from generator.publication.scan.explain.markup import End, Refused, Start, Text, Token, tokens

_HEADING = re.compile(r"h[1-6]")
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True)
class Source:
    """What a page must say: its article as HTML, made again from the report."""

    article: str

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The article's tokens; its own grammar is checked, too."""
        found = tuple(tokens(self.article.strip()))
        check_article(found)
        return found

    @cached_property
    def anchors(self) -> frozenset[str]:
        """The places in the article that one can link to."""
        return frozenset(
            value
            for token in self.tokens
            if isinstance(token, Start)
            for name, value in token.attributes
            if name == "id" and value
        )

    @cached_property
    def headings(self) -> frozenset[str]:
        """The headings' texts, which the theme repeats beside the article."""
        return frozenset(self.sections.values())

    @cached_property
    def sections(self) -> dict[str, str]:
        """The headings by their anchor."""
        found: dict[str, str] = {}
        within, anchor, link = False, "", False
        for token in self.tokens:
            if isinstance(token, Start):
                attributes = dict(token.attributes)
                if _HEADING.fullmatch(token.tag):
                    within, anchor = True, attributes.get("id") or ""
                    found[anchor] = ""
                link = attributes.get("class") == "headerlink"
            elif isinstance(token, Text) and within and not link:
                found[anchor] += token.text
            elif isinstance(token, End):
                within = within and not _HEADING.fullmatch(token.tag)
                link = False
        return {anchor: _SPACE.sub(" ", text).strip() for anchor, text in found.items()}

    @cached_property
    def letters(self) -> str:
        """The article's text without any space, as the search index is held against it."""
        return squeezed("".join(t.text for t in self.tokens if isinstance(t, Text)))


def squeezed(text: str) -> str:
    """Return text without spaces and without the mark of a heading's link."""
    return _SPACE.sub("", text).replace(html.unescape("&para;"), "")


def check_page(text: str, path: str, source: Source, frame: Frame) -> None:
    """Refuse the first token of a page that is neither its source's nor the theme's."""
    found = list(tokens(text))
    inside = [at for at, token in enumerate(found) if _bounds_article(token)]
    if len(inside) != 2:
        raise Refused(0, "The page has not one article.")
    begin, end = inside
    _compare(_without_margins(source.tokens), _without_margins(found[begin + 1 : end]))
    frame.check([*found[: begin + 1], *found[end:]], path, source.headings)


def _bounds_article(token: Token) -> bool:
    return not isinstance(token, Text) and token.tag == "article"


def _compare(source: Sequence[Token], found: Sequence[Token]) -> None:
    for mine, other in zip_longest(source, found):
        if type(mine) is type(other) and mine[1:] == other[1:]:
            continue
        what = "The report's own page does not say this."
        if mine is None:
            what = "The article says more than the report's own page."
        elif other is None:
            what = "The article breaks off."
        last = found[-1].at if found else 0
        raise Refused(last if other is None else other.at, what)


def _without_margins(found: Sequence[Token]) -> Sequence[Token]:
    """Return tokens without the white space before the first and after the last of them."""
    first, last = 0, len(found)
    while first < last and _blank(found[first]):
        first += 1
    while first < last and _blank(found[last - 1]):
        last -= 1
    return found[first:last]


def _blank(token: Token) -> bool:
    return isinstance(token, Text) and not token.text.strip()
