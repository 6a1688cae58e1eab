"""A picture of every kind of page, kept for people to look at: `STABILITY_SCREENSHOTS` says where.

Without it they lie in `build/screenshots`. The test sees that each is drawn and no page scrolls
sideways; whether it is good to look at, nobody but a person can say.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.site.browsing import NO_WAIT, PHONE, WIDE, Scheme, Visits, kinds
from tests.site.conftest import ROOT, Project

pytestmark = pytest.mark.browser

FOLDER = Path(os.environ.get("STABILITY_SCREENSHOTS") or ROOT / "build" / "screenshots")
TALLEST = 8000
"""Height in pixels of the tallest picture; a longer page is cut."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [WIDE, PHONE])
def test_every_kind_of_page_has_its_picture_taken(
    whole_visits: Visits, whole: Project, width: int, scheme: Scheme
) -> None:
    folder = FOLDER / f"{scheme}-{width}"
    folder.mkdir(parents=True, exist_ok=True)
    page = whole_visits.open("index.html", width=width, scheme=scheme).page
    for path in kinds(whole.site):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto(whole_visits.base + path)
        page.evaluate(NO_WAIT)
        page.wait_for_load_state("networkidle")
        wide, height = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert wide <= width, path
        page.set_viewport_size({"width": width, "height": min(height, TALLEST)})
        name = path.removesuffix(".html").replace("/", "-")
        picture = page.screenshot(path=folder / f"{name}.png")
        assert picture.startswith(b"\x89PNG")
