"""How tests read a figure: through the standard library's XML parser, as a reader would see it."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET

from generator.pages.figures import Figure

SVG = "{http://www.w3.org/2000/svg}"


def root_of(svg: bytes) -> ET.Element:
    """The drawing's root; parsing it shows that it is well-formed."""
    return ET.fromstring(svg)  # noqa: S314 - written by the code under test


def words(svg: bytes) -> list[str]:
    """Every text that is drawn, in the order of the file."""
    return [element.text or "" for element in root_of(svg).iter(f"{SVG}text")]


def rows(figure: Figure) -> list[dict[str, str]]:
    """The table twin's rows."""
    return list(csv.DictReader(io.StringIO(figure.table)))
