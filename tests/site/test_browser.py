"""The built site in a real browser: what a reader sees and does, on a screen, a phone and paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from generator.publication.report import Report
from generator.site.store import publish
from tests.site.browsing import NO_WAIT, PHONE, WIDE, Scheme, Visits
from tests.site.conftest import Project, new_project, version

pytestmark = pytest.mark.browser

ARM = "arms/atlas-2-high.html"


@pytest.fixture(scope="session")
def corrected(tmp_path_factory: pytest.TempPathFactory, small: Report) -> Project:
    """A built project: v1, and v2 that corrects it, both published."""
    project = new_project(tmp_path_factory.mktemp("corrected") / "project")
    for name, corrects in (("v1", None), ("v2", "v1")):
        project.write(version(name, small), corrects=corrects)
        publish(project.site_src, name)
    project.build()
    return project


def all_pages(site: Path) -> list[str]:
    return sorted(
        path.relative_to(site).as_posix()
        for folder in ("v1", "v2")
        for path in (site / folder).rglob("*.html")
    )


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_no_page_scrolls_sideways_meets_an_error_or_asks_another_host(
    visits: Visits, built: Project, width: int, scheme: Scheme
) -> None:
    page = visits.open("index.html", width=width, scheme=scheme).page
    home = page.url.removesuffix("index.html")
    for path in all_pages(built.site):
        page.goto(home + path)
        page.wait_for_selector(".md-version")  # the theme's script is done
        wide = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0, path


def test_the_selector_lists_all_versions_and_keeps_the_page(visits: Visits) -> None:
    page = visits.open(f"v1/{ARM}").page
    page.wait_for_selector(".md-version")
    assert page.locator(".md-version__link").all_text_contents() == ["v2", "v1"]
    page.hover(".md-version")
    page.click(".md-version__link >> text=v2")
    page.wait_for_url(f"**/v2/{ARM}")


def test_only_an_old_version_carries_the_notice(visits: Visits) -> None:
    old = visits.open(f"v1/{ARM}").page
    notice = old.locator("[data-md-component=outdated]")
    notice.wait_for(state="visible")
    assert "version v1" in notice.inner_text()
    notice.locator("a").click()
    old.wait_for_url("**/v2/index.html")
    new = visits.open(f"v2/{ARM}").page
    new.wait_for_selector(".md-version")
    assert not new.locator("[data-md-component=outdated]").is_visible()


def test_a_corrected_version_says_so_on_every_page_and_leads_to_its_correction(
    visits: Visits, corrected: Project
) -> None:
    for path in ("index.html", "arms/trials-only.html"):
        page = visits.open((corrected.site / "v1" / path).as_uri()).page
        notice = page.locator("[data-md-component=announce]")
        assert notice.is_visible()
        assert "Version v2 corrects this version" in notice.inner_text()
        notice.locator("a").click()
        page.wait_for_url("**/v2/index.html")
        assert not page.locator("[data-md-component=announce] strong").is_visible()
    _forgive_the_theme(visits)


def test_latest_keeps_the_page_and_the_place_on_it(visits: Visits) -> None:
    page = visits.open(f"latest/{ARM}?x=1#cases").page
    page.wait_for_url(f"**/v2/{ARM}?x=1#cases")


def test_latest_leads_on_without_scripts(visits: Visits) -> None:
    page = visits.open(f"latest/{ARM}", scripts=False).page
    page.wait_for_url(f"**/v2/{ARM}")


def test_figures_follow_the_scheme(visits: Visits) -> None:
    page = visits.open(f"v2/{ARM}").page
    light, dark = 'article img[src$="#only-light"]', 'article img[src$="#only-dark"]'
    assert page.locator(light).first.is_visible()
    assert not page.locator(dark).first.is_visible()
    page.evaluate("document.querySelector('#__palette_2').click()")
    page.locator(dark).first.wait_for(state="visible")
    assert not page.locator(light).first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_without_scripts_a_version_follows_the_readers_scheme_and_prints_light(
    visits: Visits, scheme: Scheme
) -> None:
    visit = visits.open(f"v2/{ARM}", scheme=scheme, scripts=False)
    dark = scheme == "dark"
    assert all(visible is dark for visible in visit.shown('article img[src$="#only-dark"]'))
    assert all(visible is not dark for visible in visit.shown('article img[src$="#only-light"]'))
    assert background(visit.page, "body") == ("rgb(30, 33, 41)" if dark else "rgb(255, 255, 255)")
    heading = "article th >> nth=0"
    assert background(visit.page, heading) == ("rgb(38, 43, 54)" if dark else "rgb(242, 246, 250)")
    visit.page.emulate_media(media="print")
    assert background(visit.page, heading) == "rgb(242, 246, 250)"
    assert all(visit.shown('article img[src$="#only-light"]'))
    assert not any(visit.shown('article img[src$="#only-dark"]'))


LOOK = """element => {
  const style = getComputedStyle(element)
  return [style.color, style.backgroundColor, style.borderBottomColor]
}"""


def test_dark_pages_have_the_same_colours_with_scripts_and_without(visits: Visits) -> None:
    elements = ("body", ".md-header", ".md-footer-meta", "article p", "article a", "article th")
    looks = []
    for scripts in (True, False):
        page = visits.open(f"v2/{ARM}", scheme="dark", scripts=scripts).page
        looks.append([page.locator(each).first.evaluate(LOOK) for each in elements])
    assert looks[0] == looks[1]


def background(page: Page, selector: str) -> str:
    """The colour behind an element itself."""
    found: str = page.locator(selector).evaluate(
        "element => getComputedStyle(element).backgroundColor"
    )
    return found


def test_figures_are_drawn_and_described(visits: Visits) -> None:
    page = visits.open("v2/index.html").page
    images = page.locator('article img[src$="#only-light"]')
    assert images.count() >= 2
    for image in images.all():
        image.scroll_into_view_if_needed()
        assert len(image.get_attribute("alt") or "") > 30
        image.evaluate("image => image.decode()")
        assert image.evaluate("image => image.naturalWidth") > 0


def test_paper_shows_light_figures_alone_and_every_row(visits: Visits) -> None:
    visit = visits.open(f"v2/{ARM}", scheme="dark")
    page = visit.page
    page.locator(".report-filter input").first.fill("no such row")
    page.emulate_media(media="print")
    page.evaluate(NO_WAIT)
    page.locator('article img[src$="#only-light"]').last.wait_for(state="visible")
    assert all(visit.shown('article img[src$="#only-light"]'))
    assert not any(visit.shown('article img[src$="#only-dark"]'))
    assert all(visit.shown("article tbody tr"))
    assert not any(visit.shown(".report-filter"))
    page.set_viewport_size({"width": 720, "height": 1000})
    assert page.evaluate("document.documentElement.scrollWidth") <= 720
    assert background(page, "article th >> nth=0") == "rgb(242, 246, 250)"


def cases_table(page: Page) -> str:
    """A selector of the table of cases, the first one that can be filtered."""
    page.wait_for_selector(".report-filter")
    return ".report-filter + .report-table table"


def column(page: Page, table: str, number: int) -> list[str]:
    cells = page.locator(f"{table} tbody tr:visible td:nth-child({number})")
    return [text.strip() for text in cells.all_inner_texts()]


def test_a_table_sorts_by_keyboard_with_numbers_as_numbers(visits: Visits) -> None:
    page = visits.open(f"v2/{ARM}").page
    table = cases_table(page)
    headings = page.locator(f"{table} thead th").all_inner_texts()
    number = next(at for at, text in enumerate(headings, 1) if text.startswith("Rate"))
    heading = page.locator(f"{table} thead th").nth(number - 1)
    heading.locator("button").focus()
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"
    rates = [float(text.rstrip("%")) for text in column(page, table, number) if text[0].isdigit()]
    assert rates == sorted(rates)
    assert len(set(rates)) > 3
    page.keyboard.press("Enter")
    assert heading.get_attribute("aria-sort") == "descending"
    after = column(page, table, number)
    assert after[0] == "100%"
    assert not after[-1][0].isdigit()  # what has no number stays last


def test_a_table_filters_by_a_word_and_says_how_many_are_left(visits: Visits) -> None:
    page = visits.open(f"v2/{ARM}").page
    table = cases_table(page)
    rows = len(column(page, table, 1))
    page.locator(".report-filter input").first.fill("A-c7730fa4")
    assert column(page, table, 1) == ["A-c7730fa4"]
    assert page.locator(".report-filter output").first.inner_text() == f"1 of {rows} rows"
    page.locator(".report-filter input").first.fill("")
    assert len(column(page, table, 1)) == rows


def test_on_a_phone_a_table_scrolls_in_its_box_with_its_first_column_in_sight(
    visits: Visits,
) -> None:
    page = visits.open(f"v2/{ARM}", width=PHONE).page
    table = cases_table(page)
    box = page.locator(".report-filter + .report-table")
    assert box.evaluate("box => box.scrollWidth > box.clientWidth")
    box.evaluate("box => { box.scrollLeft = 200 }")
    left = box.bounding_box()
    first = page.locator(f"{table} tbody td").first.bounding_box()
    assert left is not None
    assert first is not None
    assert abs(first["x"] - left["x"]) < 2
    assert box.get_attribute("tabindex") == "0"


def test_search_finds_pages_of_its_own_version(visits: Visits) -> None:
    page = visits.open("v1/index.html").page
    page.wait_for_load_state("networkidle")  # the index is fetched and the worker is there
    page.click(".md-search__input")
    page.keyboard.type("glossary", delay=50)  # the theme listens to keys, not to values
    page.wait_for_selector(".md-search-result__link")
    links = page.locator(".md-search-result__link")
    addresses = [link.get_attribute("href") or "" for link in links.all()]
    assert addresses
    assert all("/v1/" in address or "://" not in address for address in addresses)


def test_search_finds_pass_hat_k(visits: Visits) -> None:
    page = visits.open("v1/index.html").page
    page.wait_for_load_state("networkidle")
    page.click(".md-search__input")
    page.keyboard.type("pass^k", delay=50)
    page.wait_for_selector(".md-search-result__link")
    assert page.locator(".md-search-result__link >> text=pass^k").count()


def test_pages_open_from_a_folder_without_a_server(visits: Visits, built: Project) -> None:
    landing = visits.open((built.site / "index.html").as_uri()).page
    landing.click("text=Read the latest version")
    landing.wait_for_url("**/v2/index.html")
    landing.click(f'article a[href="{ARM}"] >> nth=0')
    landing.wait_for_url(f"**/v2/{ARM}")
    assert landing.locator('article img[src$="#only-light"]').first.is_visible()
    assert landing.locator(".report-sort").count() > 0
    landing.click("text=All versions")
    landing.wait_for_url("**/site/index.html")
    _forgive_the_theme(visits)


def _forgive_the_theme(visits: Visits) -> None:
    """Pass over what a browser forbids without a server: the theme's versions and its search."""
    forbidden = ("versions.json", "search_index", "ERR_FAILED", "ERR_FILE_NOT_FOUND")
    for visit in visits.all:
        visit.errors = [e for e in visit.errors if not any(known in e for known in forbidden)]


# -- the pages beside the versions ---------------------------------------------------------------

ROOT_PAGES = [
    "index.html",
    "history/index.html",
    "history/atlas-2-high.html",
    "history/cases/atlas-2-high.html",
]


@pytest.mark.parametrize("page", ROOT_PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (PHONE, "dark")])
def test_the_pages_beside_the_versions_fit_and_need_no_script(
    visits: Visits, page: str, width: int, scheme: Scheme
) -> None:
    opened = visits.open(page, width=width, scheme=scheme, scripts=False).page
    assert opened.locator("h1").is_visible()
    wide = opened.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_trends_follow_the_scheme_are_drawn_and_described(visits: Visits, scheme: Scheme) -> None:
    page = visits.open("history/atlas-2-high.html", scheme=scheme).page
    images = page.locator("figure img")
    assert images.count() >= 3
    for image in images.all():
        image.scroll_into_view_if_needed()
        image.evaluate("image => image.decode()")
        assert image.evaluate("image => image.naturalWidth") > 0
        assert image.evaluate("image => image.currentSrc").endswith(f"-{scheme}.svg")
        assert "v1: " in (image.get_attribute("alt") or "")


def test_trends_print_light_from_a_dark_screen(visits: Visits) -> None:
    page = visits.open("history/atlas-2-high.html", scheme="dark").page
    page.emulate_media(media="print", color_scheme="dark")
    for image in page.locator("figure img").all():
        image.scroll_into_view_if_needed()
        image.evaluate("image => image.decode()")
        assert image.evaluate("image => image.currentSrc").endswith("-light.svg")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_case_leads_from_its_history_to_its_row(visits: Visits) -> None:
    page = visits.open("history/cases/atlas-2-high.html#A-c7730fa4").page
    page.click('[id="A-c7730fa4"] td a')
    page.wait_for_url("**/v2/arms/atlas-2-high.html#A-c7730fa4")
    assert page.locator('[id="A-c7730fa4"]').first.is_visible()


def test_the_history_opens_from_a_folder_without_a_server(visits: Visits, built: Project) -> None:
    page = visits.open((built.site / "index.html").as_uri(), scripts=False).page
    page.click("text=Trends over the versions")
    page.wait_for_url("**/history/index.html")
    page.click("text=History of each case >> nth=0")
    page.wait_for_url("**/history/cases/*.html")
    page.click("text=Trends of this arm")
    page.click('table a >> text="v1"')
    page.wait_for_url("**/v1/arms/*.html")
