"""What a narrow window makes of headings and columns: nothing is stacked word by word."""

from __future__ import annotations

import pytest

from tests.site.browsing import PHONE, Visits

pytestmark = pytest.mark.browser

PAPER = 718
"""The width of a sheet of A4 within its margins."""

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


def test_paper_keeps_what_a_narrow_window_scrolls_to(whole_visits: Visits) -> None:
    for path in ("index.html", "history/atlas-2-high.html"):
        page = whole_visits.open(path, width=PAPER).page
        page.emulate_media(media="print")
        for box in page.query_selector_all(".scroll"):
            assert box.evaluate("box => box.scrollWidth <= box.clientWidth"), path


def test_paper_keeps_a_score_in_one_line(whole_visits: Visits) -> None:
    page = whole_visits.open("v2/index.html", width=PAPER).page
    page.wait_for_selector(".report-sort")
    page.emulate_media(media="print")
    scores = page.query_selector_all("td:nth-child(2):has(> br) strong")
    assert scores
    assert {score.evaluate("each => each.getClientRects().length") for score in scores} == {1}


def test_on_a_phone_the_alias_of_a_case_stays_in_one_piece(whole_visits: Visits) -> None:
    page = whole_visits.open("history/cases/atlas-2-high.html", width=PHONE).page
    aliases = page.query_selector_all("tbody th a")
    assert aliases
    assert {alias.evaluate("each => each.getClientRects().length") for alias in aliases} == {1}


def test_on_a_phone_the_name_of_the_report_is_not_cut_off(whole_visits: Visits) -> None:
    page = whole_visits.open("v2/index.html", width=PHONE).page
    page.wait_for_selector(".md-version__current")
    page.evaluate("document.querySelector('.md-version__current').textContent = '2026.09.22'")
    name = page.locator(".md-header__topic .md-ellipsis").first
    assert name.inner_text().startswith("Stability report")
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
