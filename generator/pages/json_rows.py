"""A table as JSON: a list of rows, one a line, each an object with every column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from generator.pages.columns import Value


def json_rows(names: Sequence[str], rows: Iterable[Sequence[Value]]) -> bytes:
    """Return rows as JSON, every value spelled as report.json spells it and null where none is."""
    lines = [msgspec.json.encode(dict(zip(names, row, strict=True))) for row in rows]
    return b"[\n" + b",\n".join(lines) + b"\n]\n" if lines else b"[]\n"
