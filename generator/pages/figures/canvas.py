"""A sheet to draw a figure on, in its own units from the top left; matplotlib does the drawing.

Figures place every mark and word themselves, with text set on its baseline, so that no byte of
the result depends on which fonts a machine has.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure as Sheet
from matplotlib.patches import PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.transforms import Affine2D, Transform

from generator.pages.figures.lettering import plain
from generator.pages.figures.style import INK, RC, TEXT, WIDTH, Colour
from generator.pages.figures.svg import dressed, recoloured

Anchor = Literal["left", "center", "right"]
Shape = Literal["circle", "square", "diamond", "up", "down", "cross", "dash"]

_DECIMALS = 2
"""Of a place on the sheet: finer than any screen, and a third of the digits."""

_SHAPES: dict[Shape, Path] = {
    "circle": Path.unit_circle(),
    "square": Path([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)], closed=True),
    "diamond": Path([(0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0), (0, -1.3)], closed=True),
    "up": Path([(0, -1.1), (1.1, 0.9), (-1.1, 0.9), (0, -1.1)], closed=True),
    "down": Path([(0, 1.1), (1.1, -0.9), (-1.1, -0.9), (0, 1.1)], closed=True),
    "cross": Path([(-1, -1), (1, 1), (-1, 1), (1, -1)], [1, 2, 1, 2]),
    "dash": Path([(-1, 0), (1, 0)]),
}
"""The marks, about one unit in radius; `cross` and `dash` are lines and are never filled."""


class Canvas:
    """A sheet of the figures' width and a given height."""

    def __init__(self, height: float) -> None:
        self.height = height
        self._artists: list[Callable[[Transform], Artist]] = []

    def text(
        self,
        x: float,
        baseline: float,
        words: str,
        *,
        anchor: Anchor = "left",
        colour: Colour = INK,
        size: float = TEXT,
        bold: bool = False,
    ) -> None:
        """Write `words` with their baseline at a height."""
        self._artists.append(
            lambda units: Text(
                round(x, _DECIMALS),
                round(baseline, _DECIMALS),
                plain(words),
                transform=units,
                ha=anchor,
                va="baseline",
                color=colour.light,
                fontsize=size,
                fontweight="bold" if bold else "normal",
                clip_on=False,
            )
        )

    def line(
        self,
        points: Sequence[tuple[float, float]],
        colour: Colour,
        *,
        width: float = 1.0,
        dashes: tuple[float, ...] | None = None,
    ) -> None:
        """Draw a line through points."""
        self.lines([points], colour, width=width, dashes=dashes)

    def lines(
        self,
        each: Iterable[Sequence[tuple[float, float]]],
        colour: Colour,
        *,
        width: float = 1.0,
        dashes: tuple[float, ...] | None = None,
    ) -> None:
        """Draw a line through each of some rows of points, all as one path."""
        paths = [Path(points) for points in each]
        if paths:
            self._draw(Path.make_compound_path(*paths), colour, width=width, dashes=dashes)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Colour | None = None,
        edge: Colour | None = None,
        hatch: str = "",
        thickness: float = 1.0,
    ) -> None:
        """Draw a rectangle from its top left corner; `hatch` is drawn in the edge's colour."""
        path = Path(
            [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)], closed=True
        )
        self._draw(path, edge, fill=fill, width=thickness, hatch=hatch)

    def mark(
        self, x: float, y: float, shape: Shape, colour: Colour, *, size: float, hollow: bool = False
    ) -> None:
        """Draw one mark around a point."""
        self.marks([(x, y)], shape, colour, size=size, hollow=hollow)

    def marks(
        self,
        points: Iterable[tuple[float, float]],
        shape: Shape,
        colour: Colour,
        *,
        size: float,
        hollow: bool = False,
    ) -> None:
        """Draw one mark around each point, all as one path, so that a thousand stay small."""
        unit = _SHAPES[shape]
        paths = [unit.transformed(Affine2D().scale(size).translate(x, y)) for x, y in points]
        if not paths:
            return
        path = Path.make_compound_path(*paths)
        if shape in {"cross", "dash"}:
            self._draw(path, colour, width=max(1.0, size * 0.45))
        elif hollow:
            self._draw(path, colour, width=1.2)
        else:
            self._draw(path, None, fill=colour)

    def _draw(
        self,
        path: Path,
        edge: Colour | None,
        *,
        fill: Colour | None = None,
        width: float = 1.0,
        dashes: tuple[float, ...] | None = None,
        hatch: str = "",
    ) -> None:
        drawn = Path(np.asarray(path.vertices, float).round(_DECIMALS) + 0.0, path.codes)
        self._artists.append(
            lambda units: PathPatch(
                drawn,
                transform=units,
                facecolor=fill.light if fill else "none",
                edgecolor=edge.light if edge else "none",
                linewidth=width if edge else 0,
                linestyle=(0, dashes) if dashes else "solid",
                hatch=hatch or None,
                clip_on=False,
            )
        )

    def pair(self, title: str, description: str) -> tuple[bytes, bytes]:
        """Return the finished figure in its light and its dark form."""
        light = dressed(self._drawn(), plain(title), plain(description))
        return light, recoloured(light)

    def _drawn(self) -> bytes:
        """Let matplotlib draw everything at once, under settings that no machine's own reach."""
        written = io.BytesIO()
        defaults = {name: mpl.rcParamsDefault[name] for name in mpl.rcParamsDefault}
        defaults.pop("backend")
        with mpl.rc_context(defaults | RC), warnings.catch_warnings():
            # A character the bundled font lacks is drawn by the reader's browser, which has it.
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            sheet = Sheet(figsize=(WIDTH / 72, self.height / 72), dpi=72, frameon=False)
            down = Affine2D().scale(1 / WIDTH, -1 / self.height).translate(0, 1)
            for artist in self._artists:
                sheet.add_artist(artist(down + sheet.transFigure))
            metadata = {"Date": None, "Creator": None, "Format": None, "Type": None}
            sheet.savefig(written, format="svg", metadata=metadata)
        return written.getvalue()
