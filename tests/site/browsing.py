"""How tests open pages in a browser: how they are served, and what is watched."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]

WIDE, PHONE = 1280, 390
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_WAIT = "document.querySelectorAll('img').forEach(each => { each.loading = 'eager' })"
"""Lets figures load that no reader has scrolled to, as a browser does before it prints."""

NEWEST = "v2"
"""The newest version of the projects that are opened."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(site: Path) -> Iterator[str]:
    """Serve a site on a port of its own; yields its address."""
    handler = functools.partial(_Handler, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@dataclass
class Visit:
    """A page, and what went wrong on it."""

    page: Page
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def shown(self, selector: str) -> list[bool]:
        """Whether each element of a kind is shown."""
        return [element.is_visible() for element in self.page.query_selector_all(selector)]


class Visits:
    """Opens pages, each in a context of its own, and watches them."""

    def __init__(self, browser: Browser, base: str) -> None:
        self._browser = browser
        self.base = base
        self.all: list[Visit] = []

    def open(
        self, path: str, *, width: int = WIDE, scheme: Scheme = "light", scripts: bool = True
    ) -> Visit:
        context = self._browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            java_script_enabled=scripts,
        )
        visit = Visit(context.new_page())
        page = visit.page
        page.on(
            "console", lambda told: visit.errors.append(told.text) if told.type == "error" else None
        )
        page.on("pageerror", lambda error: visit.errors.append(str(error)))
        page.on("request", lambda request: self._watch(visit, request.url))
        page.goto(self.base + path if "://" not in path else path)
        self.all.append(visit)
        return visit

    def _watch(self, visit: Visit, url: str) -> None:
        if not url.startswith((self.base, "data:", "blob:", "file:")):
            visit.foreign.append(url)

    def close(self) -> None:
        """Close what is open; no page may have met an error or asked another host."""
        for visit in self.all:
            visit.page.context.close()
        assert [visit.errors for visit in self.all if visit.errors] == []
        assert [visit.foreign for visit in self.all if visit.foreign] == []


def kinds(site: Path) -> list[str]:
    """A page of each kind: the root's, the newest version's own, the fullest of each folder."""
    newest = site / NEWEST
    pages = [site / "index.html", site / "history" / "index.html", *sorted(newest.glob("*.html"))]
    pages += newest.glob("ledgers/evaluator.html")
    folders: dict[Path, list[Path]] = {}
    for part in (site / "history", newest):
        for path in sorted(part.rglob("*.html")):
            if path not in pages:
                folders.setdefault(path.parent, []).append(path)
    pages += [max(found, key=lambda path: path.stat().st_size) for found in folders.values()]
    return [path.relative_to(site).as_posix() for path in pages]
