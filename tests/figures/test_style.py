"""The visual language: enough contrast on both pages, and roles that can be told apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from generator.pages.figures.style import FAIL, INK, MUTED, PALETTE, PAPER, PASS, RULE, Colour

PAGES = {"light": "#ffffff", "dark": "#1e2129"}


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("colour", [INK, MUTED])
def test_text_has_the_contrast_of_text(colour: Colour, page: str) -> None:
    assert contrast(getattr(colour, page), PAGES[page]) >= 4.5


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("colour", [c for c in PALETTE if c not in (PAPER, RULE)])
def test_marks_have_the_contrast_of_marks(colour: Colour, page: str) -> None:
    assert contrast(getattr(colour, page), PAGES[page]) >= 3


@pytest.mark.parametrize("page", PAGES)
def test_a_number_on_a_filled_bar_can_be_read(page: str) -> None:
    assert contrast(getattr(PAPER, page), getattr(PASS, page)) >= 4.5


def seen_without_red_or_green(colour: str) -> tuple[float, float]:
    """What is left of a colour when red and green are one: lightness, and blue against yellow."""
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return luminance(colour), blue - (red + green) / 2


@pytest.mark.parametrize("page", PAGES)
def test_pass_and_fail_stay_apart_without_red_and_green(page: str) -> None:
    passed, failed = (seen_without_red_or_green(getattr(c, page)) for c in (PASS, FAIL))
    assert abs(passed[1] - failed[1]) > 0.5


def test_every_role_has_a_light_colour_of_its_own() -> None:
    assert all(one.light != other.light for one, other in combinations(PALETTE, 2))
