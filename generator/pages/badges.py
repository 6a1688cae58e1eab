"""Badges of a version, for other people's pages: small SVG files that say one number each.

They are written here and not by matplotlib: two boxes and their words, readable on any page. The
name of a badge does not change from version to version, so that the one under `latest` stays true.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from generator.pages.addresses import arm_addresses
from generator.pages.figures.forest import bounds, share
from generator.pages.figures.headline import score_of
from generator.pages.figures.lettering import advance, fitted, plain
from generator.pages.quoted import quoted_row
from generator.publication.arm import Arm
from generator.publication.report import Report

_HEIGHT = 20
_SIZE = 11
_PAD = 6
_LONGEST = 240.0
_WORDS = "font: {size}px Verdana, 'DejaVu Sans', sans-serif; fill: #ffffff"


@dataclass(frozen=True, slots=True)
class Badge:
    """One badge: its path in the version's folder, whose it is, and what it says in words."""

    path: str
    arm: str
    words: str
    svg: bytes


def badges(report: Report) -> list[Badge]:
    """Return the badges of every arm: its headline score, and the pass^k that its pages quote."""
    return [
        badge
        for address in arm_addresses(report)
        for badge in _of_arm(address.arm, address.slug, report.version)
    ]


def _of_arm(arm: Arm, slug: str, version: str) -> Iterator[Badge]:
    score = score_of(arm)
    if score.rate is not None:
        value = _said(share(score.rate), bounds(score.interval))
        yield _badge(f"badges/{slug}-headline.svg", arm.arm, "headline", value, version)
    row = quoted_row(arm)
    if row is not None and row.k > 1 and row.estimate is not None:
        value = _said(share(row.estimate), bounds(row.interval))
        yield _badge(f"badges/{slug}-pass-hat-k.svg", arm.arm, f"pass^{row.k}", value, version)


def _said(value: str, interval: str) -> str:
    return f"{value} ({interval})" if interval else value


def _badge(path: str, arm: str, measure: str, value: str, version: str) -> Badge:
    label = f"{fitted(arm, _LONGEST, _SIZE)} {measure}"
    words = f"{plain(arm)}, {measure}: {value}, in version {version}"
    return Badge(path, arm, words, _drawn(label, value, words))


def _drawn(label: str, value: str, title: str) -> bytes:
    left, right = (advance(words, _SIZE) + 2 * _PAD for words in (label, value))
    width = f"{left + right:.0f}"
    style = _WORDS.format(size=_SIZE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{_HEIGHT}" '
        f'viewBox="0 0 {width} {_HEIGHT}" role="img" aria-labelledby="title">\n'
        f'<title id="title">{escape(title)}</title>\n'
        f'<rect width="{left:.0f}" height="{_HEIGHT}" fill="#3d4450"/>\n'
        f'<rect x="{left:.0f}" width="{right:.0f}" height="{_HEIGHT}" fill="#00609c"/>\n'
        f'<text x="{_PAD}" y="14" style="{style}">{escape(label)}</text>\n'
        f'<text x="{left + _PAD:.0f}" y="14" style="{style}">{escape(value)}</text>\n'
        "</svg>\n"
    ).encode()
