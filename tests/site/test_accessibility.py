"""Accessibility of every kind of page as axe-core judges it, with scripts and without."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.site.browsing import NEWEST, PHONE, WIDE, Scheme, Visits, kinds
from tests.site.conftest import Project

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


def without_scripts(route: Route) -> None:
    """Answer with a page that has lost its scripts: axe-core needs the browser's own to run."""
    answer = route.fetch()
    page = re.sub(r"<script\b.*?</script>", "", answer.text(), flags=re.DOTALL)
    route.fulfill(response=answer, body=page)


# Without scripts a table that is too wide scrolls by itself. Browsers let the keyboard reach it;
# axe-core knows of none that does.
UNASKED = ["scrollable-region-focusable"]


def violations(page: Page, axe: str, *, scripts: bool) -> list[str]:
    page.add_style_tag(content=FLAT)
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate(
        """([values, off]) => axe.run(document, {
            runOnly: {type: 'tag', values},
            rules: Object.fromEntries(off.map(each => [each, {enabled: false}])),
        })""",
        [RULES, [] if scripts else UNASKED],
    )
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize(
    ("scheme", "width", "scripts"),
    [
        ("light", WIDE, True),
        ("dark", PHONE, True),
        ("light", PHONE, False),
        ("dark", WIDE, False),
    ],
)
def test_every_kind_of_page_meets_wcag_2_2_aa(
    whole_visits: Visits, whole: Project, axe: str, scheme: Scheme, width: int, *, scripts: bool
) -> None:
    page = whole_visits.open("index.html", width=width, scheme=scheme).page
    if not scripts:
        page.route("**/*.html", without_scripts)
        page.goto(f"{whole_visits.base}{NEWEST}/index.html")
        assert page.locator("html.no-js").count() == 1
    for path in kinds(whole.site):
        page.goto(whole_visits.base + path)
        page.wait_for_load_state("load")
        assert violations(page, axe, scripts=scripts) == [], path
