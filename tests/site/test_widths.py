"""What a narrow window makes of headings and columns: nothing is stacked word by word."""

from __future__ import annotations

import pytest

from tests.site.browsing import PHONE, Visits

pytestmark = pytest.mark.browser

LINES = """row => {
    const line = parseFloat(getComputedStyle(row).lineHeight);
    return row.getBoundingClientRect().height / line;
}"""


def test_a_heading_row_of_many_columns_is_three_lines_high_at_most(whole_visits: Visits) -> None:
    page = whole_visits.open("v2/index.html", width=PHONE).page
    page.wait_for_selector(".report-sort")
    rows = page.query_selector_all(".report-table thead tr:has(> :nth-child(5))")
    assert rows
    for row in rows:
        assert row.evaluate(LINES) < 4  # with the room around it


@pytest.mark.parametrize("width", [1000, 1280])
def test_each_download_of_a_version_stands_in_one_line(whole_visits: Visits, width: int) -> None:
    page = whole_visits.open("index.html", width=width).page
    links = page.query_selector_all("td a[href$='downloads.html']")
    assert links
    assert {link.evaluate("link => link.getClientRects().length") for link in links} == {1}
    box = page.query_selector(".scroll")
    assert box is not None
    assert box.evaluate("box => box.scrollWidth <= box.clientWidth")
