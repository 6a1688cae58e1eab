"""Recurrence at a glance: every claim's re-tests as a strip, under the finding it is part of.

A strip shows counts, not their order: the re-tests that reproduced the claim stand first. What was
never re-tested has no strip at all, so that nobody reads it as a failed attempt.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages.figures.canvas import Canvas, Shape
from generator.pages.figures.figure import Figure
from generator.pages.figures.legend import Key, draw_legend, legend_height, mark_key
from generator.pages.figures.lettering import fitted
from generator.pages.figures.style import (
    FAIL,
    LINE,
    MAX_COLUMNS,
    MAX_ROWS,
    MUTED,
    PASS,
    PENDING,
    RULE,
    SMALL,
    TEXT,
    WIDTH,
    WITHHELD,
    Colour,
)
from generator.pages.figures.table import table
from generator.publication.eio import Band, Ledger, Recurrence

_LEFT = 104.0
_RIGHT = WIDTH - 44
_BAND = WIDTH - 92
_ROW = 14.0
_HEADING = 20.0
_CELL = 12.0


@dataclass(frozen=True, slots=True)
class _Look:
    """How a band is drawn, and its word."""

    word: str
    shape: Shape
    colour: Colour
    hollow: bool = False


_LOOKS: dict[Band, _Look] = {
    "CONFIRMED": _Look("confirmed", "square", FAIL),
    "INTERMITTENT": _Look("intermittent", "diamond", PENDING),
    "UNCONFIRMED": _Look("unconfirmed", "circle", PASS, hollow=True),
    "NOT_RETESTED": _Look("not re-tested", "dash", WITHHELD),
}
"""From the strongest band to the weakest: the order in which findings stand."""

_STRONGEST_FIRST = tuple(_LOOKS)


@dataclass(frozen=True, slots=True)
class _Group:
    """A finding with its claims; of the claims that make none, `finding` is None."""

    finding: str | None
    band: Band | None
    claims: list[Recurrence]


def bands(ledger: Ledger, slug: str) -> Figure | None:
    """Return the strips of one ledger; None where it has no claim to show."""
    groups = _groups(ledger)
    if not groups:
        return None
    shown, left_out = _capped(groups)
    keys = _keys(groups)
    height = sum(_height(group) for group in shown) + (LINE if left_out else 0)
    canvas = Canvas(height + legend_height(keys))
    top = 0.0
    for group in shown:
        _draw(canvas, top, group)
        top += _height(group)
    if left_out:
        words = f"and {left_out:,} more claims, in the table"
        canvas.text(0, top + 10, words, colour=MUTED, size=SMALL)
    draw_legend(canvas, height, keys)
    title = f"Which findings recur: {ledger.ledger}"
    description = _description(ledger)
    light, dark = canvas.pair(title, description)
    return Figure(f"bands-{slug}", ledger.ledger, title, description, light, dark, _table(groups))


def _groups(ledger: Ledger) -> list[_Group]:
    """Return the findings, those that recur first, and then the claims that make none."""
    of: dict[str | None, list[Recurrence]] = {finding: [] for finding in ledger.finding_bands}
    of[None] = []
    for claim in ledger.recurrence:
        of[claim.finding].append(claim)
    found = [_Group(finding, band, of[finding]) for finding, band in ledger.finding_bands.items()]
    found.sort(key=lambda group: _STRONGEST_FIRST.index(group.band or "NOT_RETESTED"))
    return [*found, *([_Group(None, None, of[None])] if of[None] else [])]


def _capped(groups: list[_Group]) -> tuple[list[_Group], int]:
    """Return as many groups as fit, and how many claims do not."""
    shown: list[_Group] = []
    room = MAX_ROWS
    for group in groups:
        if room <= 0:
            break
        shown.append(_Group(group.finding, group.band, group.claims[:room]))
        room -= len(group.claims)
    drawn = sum(len(group.claims) for group in shown)
    return shown, sum(len(group.claims) for group in groups) - drawn


def _height(group: _Group) -> float:
    return _HEADING + _ROW * len(group.claims) + 6


def _draw(canvas: Canvas, top: float, group: _Group) -> None:
    name = f"Finding {group.finding}" if group.finding else "Claims that make no finding"
    canvas.text(0, top + 13, name, bold=True)
    if group.band:
        look = _LOOKS[group.band]
        canvas.mark(_BAND, top + 9.5, look.shape, look.colour, size=3.6, hollow=look.hollow)
        canvas.text(_BAND + 9, top + 13, look.word, bold=True)
    canvas.line([(0, top + 17), (WIDTH, top + 17)], RULE, width=0.8)
    for number, claim in enumerate(group.claims):
        _draw_claim(canvas, top + _HEADING + _ROW * (number + 0.5), claim)


def _draw_claim(canvas: Canvas, y: float, claim: Recurrence) -> None:
    look = _LOOKS[claim.band]
    canvas.mark(6, y, look.shape, look.colour, size=3.4, hollow=look.hollow)
    canvas.text(16, y + 3.5, fitted(claim.claim, _LEFT - 22, TEXT))
    if not claim.retests:
        canvas.text(_LEFT, y + 3.2, look.word, colour=MUTED, size=SMALL)
        return
    canvas.text(WIDTH, y + 3.5, f"{claim.reproduced_in}/{claim.retests}", anchor="right")
    if claim.retests > MAX_COLUMNS:
        width = _RIGHT - _LEFT
        part = width * claim.reproduced_in / claim.retests
        canvas.box(_LEFT, y - 4, width, 8, edge=MUTED)
        canvas.box(_LEFT, y - 4, part, 8, fill=FAIL)
        return
    cell = min(_CELL, (_RIGHT - _LEFT) / claim.retests)
    places = [(_LEFT + cell * (at + 0.5), y) for at in range(claim.retests)]
    size = round(cell / 3, 1)
    canvas.marks(places[: claim.reproduced_in], "square", FAIL, size=size)
    canvas.marks(places[claim.reproduced_in :], "square", MUTED, size=size, hollow=True)


def _keys(groups: list[_Group]) -> list[Key]:
    used = {claim.band for group in groups for claim in group.claims}
    used |= {group.band for group in groups if group.band}
    keys = [
        mark_key(look.word, look.shape, look.colour, hollow=look.hollow)
        for band, look in _LOOKS.items()
        if band in used
    ]
    strips = [claim for group in groups for claim in group.claims if claim.retests]
    if strips:
        keys.append(mark_key("re-test that reproduced it", "square", FAIL))
    if any(claim.reproduced_in < claim.retests for claim in strips):
        keys.append(mark_key("re-test that did not", "square", MUTED, hollow=True))
    return keys


def _description(ledger: Ledger) -> str:
    found = list(ledger.finding_bands.values())
    claims = [claim.band for claim in ledger.recurrence]
    noun = "finding" if len(found) == 1 else "findings"
    return f"{len(found)} {noun}: {_counted(found)}. By claim: {_counted(claims)}."


def _counted(bands: list[Band]) -> str:
    counts = [f"{bands.count(band)} {look.word}" for band, look in _LOOKS.items() if band in bands]
    return ", ".join(counts) or "none"


def _table(groups: list[_Group]) -> str:
    return table(
        ["finding", "finding_band", "claim", "band", "reproduced_in", "retests"],
        (
            [group.finding, group.band, row.claim, row.band, row.reproduced_in, row.retests]
            for group in groups
            for row in group.claims
        ),
    )
