"""Markdown as the site renders it, taken apart for tests."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

import markdown

EXTENSIONS = [
    "admonition",
    "attr_list",
    "footnotes",
    "md_in_html",
    "tables",
    "toc",
    "pymdownx.details",
    "pymdownx.highlight",
    "pymdownx.superfences",
]


@dataclass
class Parsed:
    """The visible text of a page, and every tag with its attributes."""

    text: str = ""
    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    @property
    def names(self) -> set[str]:
        return {name for name, _ in self.tags}

    @property
    def ids(self) -> list[str]:
        return [attributes["id"] for _, attributes in self.tags if "id" in attributes]

    def addresses(self) -> list[str]:
        return [value for _, attrs in self.tags for key, value in attrs.items() if key == "href"]


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parsed = Parsed()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parsed.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        self.parsed.text += data

    def handle_comment(self, data: str) -> None:  # noqa: ARG002 - the parser calls it so
        self.parsed.tags.append(("!--", {}))

    def handle_decl(self, decl: str) -> None:  # noqa: ARG002 - the parser calls it so
        self.parsed.tags.append(("!", {}))


def render(text: str) -> Parsed:
    """Render Markdown with the site's extensions and take the HTML apart."""
    return parse(markdown.markdown(text, extensions=EXTENSIONS))


def parse(html: str) -> Parsed:
    """Take HTML apart."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    return parser.parsed


def body(page: str) -> str:
    """Return a page without its front matter."""
    return page.split("---\n", 2)[2]
