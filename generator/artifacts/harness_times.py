"""Times as harnesses write them: often without an offset, and then of no use.

A local time without its zone may be any of two dozen instants. It is left out, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.artifacts.checks import Check, instant
from generator.artifacts.fields import Fields
from generator.artifacts.records import Attempt, Instant, JsonValue, Window

_LOCAL = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?", re.ASCII)
_BLANK = re.compile(r"^(\d{4}-\d\d-\d\d) ", re.ASCII)


def zoned(value: JsonValue) -> Instant | None:
    """Return a time that has an offset, behind a T or a blank; one without is none."""
    if isinstance(value, str):
        if _LOCAL.fullmatch(value):
            return None
        value = _BLANK.sub(r"\1T", value)
    return instant(value)


def backwards(started: Instant | None, ended: Instant | None) -> bool:
    """Whether an attempt would have ended before it began."""
    return started is not None and ended is not None and ended < started


def span_of(
    fields: Fields, start: str, end: str, check: Check[Instant | None] = zoned
) -> tuple[Instant | None, Instant | None]:
    """Return when an attempt began and ended, from the fields of those names."""
    started, ended = fields.nullable(start, check), fields.nullable(end, check)
    if backwards(started, ended):
        fields.wrong(end, "BACKWARDS", f"must not be before {start}")
    return started, ended


def spanned(times: Iterable[Instant | None]) -> Window | None:
    """Return the time from the first to the last of what is stated, None where nothing is."""
    stated = [each for each in times if each is not None]
    return Window(start=min(stated), end=max(stated)) if stated else None


def times_of(attempts: Iterable[Attempt]) -> Iterable[Instant | None]:
    """Yield every time that attempts state."""
    for attempt in attempts:
        yield attempt.started_at
        yield attempt.ended_at
