"""Every kind of page against WCAG 2.2 AA, as axe-core judges it, in both themes and on a phone."""

from __future__ import annotations

from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.site.conftest import Project
from tests.site.test_browser import PHONE, WIDE, Scheme, Visits, base, browser, visits

__all__ = ["base", "browser", "visits"]  # the fixtures of the browser

pytestmark = pytest.mark.browser

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# The shade at a table's edge is an image to axe, before which it judges no text; without it the
# text of tables is judged too.
FLAT = ".report-table { background: none !important; }"


@pytest.fixture(scope="session")
def axe() -> str:
    package = pytest.importorskip(
        "axe_playwright_python", reason="axe-core is not installed: accessibility was not judged"
    )
    return resources.files(package).joinpath("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, axe: str) -> list[str]:
    page.add_style_tag(content=FLAT)
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate(
        "rules => axe.run(document, {runOnly: {type: 'tag', values: rules}})", RULES
    )
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def kinds(project: Project) -> list[str]:
    """One page of each kind, the arm's among them, and those at the site's root."""
    pages = sorted(path.name for path in (project.site / "v2").glob("*.html"))
    return ["index.html", *(f"v2/{name}" for name in pages), "v2/arms/atlas-2-high.html"]


@pytest.mark.parametrize(("scheme", "width"), [("light", WIDE), ("dark", PHONE)])
def test_no_page_bars_anyone(
    visits: Visits, built: Project, axe: str, scheme: Scheme, width: int
) -> None:
    page = visits.open("index.html", width=width, scheme=scheme).page
    home = page.url.removesuffix("index.html")
    for path in kinds(built):
        page.goto(home + path)
        page.wait_for_load_state("load")
        assert violations(page, axe) == [], path
