"""Times as harnesses write them: often without an offset, and then of no use.

A local time without its zone may be any of two dozen instants. It is left out, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from generator.artifacts.checks import instant
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


def spanned(times: Iterable[Instant | None]) -> Window | None:
    """Return the time from the first to the last of what is stated, None where nothing is."""
    stated = [each for each in times if each is not None]
    return Window(start=min(stated), end=max(stated)) if stated else None


def times_of(attempts: Iterable[Attempt]) -> Iterable[Instant | None]:
    """Yield every time that attempts state."""
    for attempt in attempts:
        yield attempt.started_at
        yield attempt.ended_at
