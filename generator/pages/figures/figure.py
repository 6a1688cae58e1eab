"""What a figure is to the pages: a pair of SVG files, its words, and its numbers as a table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure in a light and a dark form that differ in nothing but their colours.

    `name` is `<kind>`, or `<kind>-<name of the arm's page>`: safe as the stem of a file. `arm` is
    the label of the one arm, or the alias of the one ledger or study, that is shown; None where
    all arms are. `title` and `description` also stand inside the SVG and serve as its alternative
    text. `table` is the table twin: CSV text with a header line, holding every number that is
    drawn and those a cap left out.
    """

    name: str
    arm: str | None
    title: str
    description: str
    light: bytes
    dark: bytes
    table: str
