"""The finish of an SVG: title and description inside, nothing in it that the figure does not show.

matplotlib names its groups, keeps comments and a DOCTYPE that points to another host, and makes
ids from how numpy prints an array. None of that belongs in a published file.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from generator.pages.figures.style import FONTS, PALETTE

_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink"
_FONT = re.compile(r"font-family: 'DejaVu Sans';? ?")
_REFERENCE = re.compile(r"(?:url\()?#([A-Za-z0-9_-]+)\)?")
_DARK = {colour.light: colour.dark for colour in PALETTE}
_COLOUR = re.compile("|".join(_DARK))

ET.register_namespace("", _SVG)
ET.register_namespace("xlink", _XLINK)


def dressed(drawn: bytes, title: str, description: str) -> bytes:
    """Return what matplotlib drew as an accessible, self-contained file with short ids."""
    root = ET.fromstring(drawn)  # noqa: S314 - the program's own drawing, a moment old
    for element in list(root.iter()):
        _tidy(element)
    _number_ids(root)
    root.set("role", "img")
    root.set("aria-labelledby", "title desc")
    root.set("font-family", FONTS)
    for place, (tag, words) in enumerate((("title", title), ("desc", description))):
        child = ET.Element(f"{{{_SVG}}}{tag}", {"id": tag})
        child.text, child.tail = words, "\n"
        root.insert(place, child)
    return _written(root)


def recoloured(light: bytes) -> bytes:
    """Return the dark form: the same drawing with every colour swapped for its partner."""
    root = ET.fromstring(light)  # noqa: S314 - the program's own drawing, a moment old
    for element in root.iter():
        for name in ("style", "fill", "stroke"):
            if name in element.attrib:
                element.set(name, _COLOUR.sub(lambda found: _DARK[found[0]], element.get(name, "")))
    return _written(root)


def _written(root: ET.Element) -> bytes:
    return ET.tostring(root, encoding="unicode").encode() + b"\n"


def _tidy(element: ET.Element) -> None:
    """Take out names of groups, the repeated font, and turns by nothing."""
    if element.tag == f"{{{_SVG}}}g":
        element.attrib.pop("id", None)
    if "style" in element.attrib:
        element.set("style", _FONT.sub("", element.get("style", "")).rstrip("; "))
    if element.get("transform", "").startswith("rotate(-0 "):
        element.attrib.pop("transform")


def _number_ids(root: ET.Element) -> None:
    """Give the ids that something refers to short names in the order of the file."""
    names = {old: f"i{number}" for number, old in enumerate(_ids(root))}
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "id":
                element.set(name, names[value])
            elif value.startswith("#") or "url(#" in value:
                element.set(
                    name,
                    _REFERENCE.sub(
                        lambda found: found[0].replace(found[1], names.get(found[1], found[1])),
                        value,
                    ),
                )


def _ids(root: ET.Element) -> Iterator[str]:
    for element in root.iter():
        if "id" in element.attrib:
            yield element.attrib["id"]
