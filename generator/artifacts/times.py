"""Times: RFC 3339 text to integer nanoseconds, so that two spellings of one instant are equal.

A time without an offset, a number, a date the calendar does not have and a leap second are
refused, never guessed.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from generator.artifacts.records import Instant

_NANOSECONDS = 1_000_000_000
_DAY = 86_400 * _NANOSECONDS
_EPOCH = date(1970, 1, 1).toordinal()

# Nanoseconds since 1970 fill 64 bits in 1677 and 2262. The years between, less one at either end
# for the offsets, are all a run can have taken place in, and no conversion of them overflows.
_YEARS = range(1678, 2262)

_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt]"
    r"([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?"
    r"(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))",
    re.ASCII,
)


class BadTime(ValueError):
    """A text that is not a time with an offset; the message is a sentence of the program's own."""


@lru_cache(maxsize=4096)
def _days(year: str, month: str, day: str) -> int:
    """Return the days from 1970-01-01 to a date of the calendar."""
    if int(year) not in _YEARS:
        raise BadTime(f"must lie in the years {_YEARS[0]} to {_YEARS[-1]}")
    try:
        return date(int(year), int(month), int(day)).toordinal() - _EPOCH
    except ValueError:
        raise BadTime("must be a date that the calendar has") from None


def parse_instant(text: str) -> Instant:
    """Return the nanoseconds since 1970 of an RFC 3339 time, with every digit of its fraction."""
    match = _RFC3339.fullmatch(text)
    if match is None:
        raise BadTime(
            "must be an RFC 3339 time with an offset, such as 2026-09-14T08:00:00Z "
            "(seconds to 59, at most nine digits of a fraction)"
        )
    year, month, day, hour, minute, second, fraction, sign, ahead_h, ahead_m = match.groups()
    seconds = int(hour) * 3600 + int(minute) * 60 + int(second)
    if sign is not None:
        ahead = int(ahead_h) * 3600 + int(ahead_m) * 60
        seconds += ahead if sign == "-" else -ahead
    nanoseconds = int(fraction.ljust(9, "0")) if fraction else 0
    return _days(year, month, day) * _DAY + seconds * _NANOSECONDS + nanoseconds


def utc_day(instant: Instant) -> str:
    """Return the UTC date of an instant, as YYYY-MM-DD."""
    return date.fromordinal(_EPOCH + instant // _DAY).isoformat()
