"""The one visual language of the figures: sizes, colours, and what each of them stands for.

A colour never stands alone: every role that carries meaning also has its own shape, hatch or word.
Blue against vermilion keeps apart for the common forms of colour blindness.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

WIDTH: Final = 360.0
"""Width of every figure in its own units. Text of 10 units is 10 px on a phone of 390 px."""

TEXT: Final = 10.0
SMALL: Final = 9.0
LINE: Final = 14.0
"""Height of one line of text."""

MAX_ROWS: Final = 60
"""Rows a figure draws one by one; what is beyond stands in its table."""

MAX_COLUMNS: Final = 60
"""Trials a row of the outcome grid draws one by one."""


@dataclass(frozen=True, slots=True)
class Colour:
    """One role's colour on a light and on a dark page.

    The light values differ from one another, because the dark figure is the light one recoloured.
    """

    light: str
    dark: str


INK: Final = Colour("#1f2430", "#e6e8ee")
MUTED: Final = Colour("#5a6170", "#aab1c0")
RULE: Final = Colour("#d3d7df", "#424957")
PAPER: Final = Colour("#ffffff", "#1e2129")
PASS: Final = Colour("#0067a8", "#66b8f2")
FAIL: Final = Colour("#c2410c", "#ff9b70")
WITHHELD: Final = Colour("#7c8493", "#8d95a4")
VIOLATION: Final = Colour("#7b3fa0", "#cba3ec")
PENDING: Final = Colour("#946200", "#e2b24a")
OWED: Final = Colour("#00756a", "#55cfb8")

PALETTE: Final = (
    INK,
    MUTED,
    RULE,
    PAPER,
    PASS,
    FAIL,
    WITHHELD,
    VIOLATION,
    PENDING,
    OWED,
)

RC: Final[dict[Any, Any]] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "stability-report",
    "svg.id": None,
    "text.parse_math": False,
    "path.simplify": False,
    "hatch.linewidth": 0.9,
    "font.family": ["DejaVu Sans"],
}
"""Settings that decide bytes, applied last, over matplotlib's own defaults."""

FONTS: Final = "'DejaVu Sans', Verdana, Arial, sans-serif"
