"""Figures of a public report: accessible SVG in light and dark, each with its table twin."""

from generator.pages.figures.figure import Figure
from generator.pages.figures.gallery import figures

__all__ = ["Figure", "figures"]
