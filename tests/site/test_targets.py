"""Where a link to a row of a table leads: the row is marked, with its headings in sight."""

from __future__ import annotations

import pytest

from tests.site.browsing import PHONE, WIDE, Visits

pytestmark = pytest.mark.browser

EDGES = """target => {
    const row = target.closest("tr"), edge = each => each.getBoundingClientRect();
    return [
        edge(document.querySelector(".md-header")).bottom,
        edge(row.closest("table").tHead).bottom,
        edge(row).top,
        edge(row).bottom,
        window.innerHeight,
    ];
}"""


@pytest.mark.parametrize("width", [WIDE, PHONE])
@pytest.mark.parametrize("at", [0, -1])
def test_a_link_to_a_case_shows_its_row_marked_below_the_headings(
    whole_visits: Visits, width: int, at: int
) -> None:
    page = whole_visits.open("v2/arms/atlas-2-high.html", width=width).page
    table = page.locator(".report-filter + .report-table").first
    name = table.locator("tbody td:first-child a[id]").nth(at).get_attribute("id")
    page = whole_visits.open(f"v2/arms/atlas-2-high.html#{name}", width=width).page
    page.wait_for_selector(".report-table tr:has(:target)")
    page.wait_for_load_state("networkidle")
    target = page.locator(f"[id='{name}']").first
    header, headings, top, bottom, window = target.evaluate(EDGES)
    assert header + 20 < headings <= top + 1
    assert bottom <= window
    shade = "each => getComputedStyle(each.closest('tr').cells[1]).backgroundColor"
    assert target.evaluate(shade) == "rgb(242, 246, 250)"
