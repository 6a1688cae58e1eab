"""A walk over built pages: every internal link and fragment leads somewhere, nothing foreign loads.

MkDocs checks the links it makes itself; this reads what a browser reads, the finished files.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from generator.errors import Problem

_LOADING = {"src", "srcset", "poster", "data", "background"}
"""Attributes a browser follows by itself."""

_LOADING_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest"}
"""Kinds of `link` whose address a browser follows by itself."""

_STATED_LINKS = {"canonical", "alternate"}
"""Kinds of `link` that state an address for others; a browser does not follow them."""

_CSS_ADDRESS = re.compile(r"""(?:@import\s+(?:url\(\s*)?|url\(\s*)["']?([^"')\s]+)""")
_READ = {".html", ".svg", ".css"}
_INERT = ("data:", "mailto:")


@dataclass(slots=True)
class _Page:
    """What one file names: places within it, and addresses with where they first stand.

    An address is told apart by whether it loads by itself.
    """

    anchors: set[str] = field(default_factory=set)
    addresses: dict[tuple[str, bool], int] = field(default_factory=dict)


def link_problems(site: Path, base: str = "/", apart: Collection[str] = ()) -> list[Problem]:
    """Name every dead link and everything loaded from elsewhere in a built site.

    `base` is the path the site is served under, for the addresses that start at the host. Versions
    that lie `apart` are read only where others lead there.
    """
    walk = _Walk(site, base)
    tops = [top for top in site.resolve().iterdir() if top.name not in apart]
    pages = (path for top in tops for path in (top, *top.rglob("*")) if path.suffix in _READ)
    return [problem for page in sorted(pages) for problem in walk.problems(page)]


class _Walk:
    """The pages of one site, each read once."""

    def __init__(self, site: Path, base: str) -> None:
        self._site = site.resolve()
        self._base = base
        self._read = cache(_read)

    def problems(self, page: Path) -> Iterator[Problem]:
        for (address, loads), line in self._read(page).addresses.items():
            place = page.relative_to(self._site)
            scheme = urlsplit(address).scheme
            if address.startswith(_INERT):
                continue
            if scheme or address.startswith("//"):
                if loads:
                    yield Problem(
                        "LOADED_FROM_ELSEWHERE",
                        f"The page loads {address}.",
                        "Keep everything a page loads within the site.",
                        file=place,
                        line=line,
                    )
                elif scheme not in {"http", "https"}:
                    yield Problem(
                        "UNSAFE_LINK",
                        f"The link {address} is of a kind that pages may not have.",
                        "Link to http or https addresses only.",
                        file=place,
                        line=line,
                    )
            elif not self._leads_somewhere(page, address):
                yield Problem(
                    "DEAD_LINK",
                    f"The link {address} leads nowhere.",
                    "Mend the template it comes from, or restore the page it means.",
                    file=place,
                    line=line,
                )

    def _leads_somewhere(self, page: Path, address: str) -> bool:
        parts = urlsplit(address)
        path = unquote(parts.path)
        if path.startswith("/"):
            if not path.startswith(self._base):
                return False
            target = self._site / path.removeprefix(self._base)
        else:
            target = page.parent / path if path else page
        target = (target / "index.html" if target.is_dir() else target).resolve()
        if not target.is_file() or not target.is_relative_to(self._site):
            return False
        if not parts.fragment or target.suffix != ".html":
            return True
        return unquote(parts.fragment) in self._read(target).anchors


def _read(path: Path) -> _Page:
    text = path.read_text("utf-8")
    if path.suffix == ".css":
        page = _Page()
        for found in _CSS_ADDRESS.finditer(text):
            page.addresses.setdefault((found[1], True), text.count("\n", 0, found.start()) + 1)
        return page
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.page


class _Reader(HTMLParser):
    """Collects what a page names; SVG is read the same way."""

    def __init__(self) -> None:
        super().__init__()
        self.page = _Page()
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        if values.get("id"):
            self.page.anchors.add(values["id"])
        for name in _LOADING & values.keys():
            self._add(values[name].split()[0] if values[name].strip() else "", loads=True)
        self._add_css(values.get("style", ""))
        kinds = set(values.get("rel", "").split())
        if tag == "meta" and values.get("http-equiv", "").lower() == "refresh":
            self._add(values.get("content", "").partition("url=")[2], loads=False)
        for name in ("href", "xlink:href"):
            if name in values and not kinds & _STATED_LINKS:
                follows = tag not in {"a", "area"} and (
                    tag != "link" or bool(kinds & _LOADING_LINKS)
                )
                self._add(values[name], loads=follows)

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self._add_css(data)

    def _add_css(self, css: str) -> None:
        for address in _CSS_ADDRESS.findall(css):
            self._add(address, loads=True)

    def _add(self, address: str, *, loads: bool) -> None:
        if address:
            self.page.addresses.setdefault((address, loads), self.getpos()[0])
