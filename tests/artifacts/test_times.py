"""Times are RFC 3339 with an offset, exact to the nanosecond, or refused."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.artifacts.times import BadTime, parse_instant, utc_day

DAY = 86_400 * 10**9


@pytest.mark.parametrize(
    ("text", "nanoseconds"),
    [
        ("1970-01-01T00:00:00Z", 0),
        ("1970-01-01T00:00:00.000000001Z", 1),
        ("1970-01-01T00:00:01.5Z", 1_500_000_000),
        ("1970-01-01T00:00:00.123456789+00:00", 123_456_789),
        ("1970-01-02T00:00:00+09:00", DAY - 9 * 3600 * 10**9),
        ("1969-12-31T23:59:59Z", -(10**9)),
        ("1970-01-01T00:00:00-05:30", (5 * 3600 + 1800) * 10**9),
        ("1970-01-01t00:00:00z", 0),
        ("2000-02-29T00:00:00Z", 951_782_400 * 10**9),
    ],
)
def test_a_time_is_the_nanoseconds_since_1970(text: str, nanoseconds: int) -> None:
    assert parse_instant(text) == nanoseconds


def test_two_spellings_of_one_instant_are_equal() -> None:
    assert parse_instant("2026-09-14T10:00:00+02:00") == parse_instant("2026-09-14T08:00:00.000Z")


@pytest.mark.parametrize(
    "text",
    [
        "2026-09-14T08:00:00",  # no offset
        "2026-09-14 08:00:00Z",  # a blank for the T
        "2026-09-14T08:00Z",
        "2026-09-14T08Z",
        "2026-W38-1T08:00:00Z",
        "20260914T080000Z",
        "2026-257T08:00:00Z",
        "14/09/2026 08:00:00",
        "1789372800",
        "",
        "2026-09-14T08:00:00.Z",
        "2026-09-14T08:00:00,5Z",
        "2026-09-14T08:00:00.1234567890Z",  # ten digits would have to be cut
        "2026-09-14T08:00:00+0200",
        "2026-09-14T08:00:00+24:00",
        "2026-09-14T08:00:00+02:60",
        "2026-09-14T24:00:00Z",
        "2026-09-14T08:60:00Z",
        "2016-12-31T23:59:60Z",  # a leap second
        "2026-02-30T08:00:00Z",
        "2026-13-01T08:00:00Z",
        "2026-00-01T08:00:00Z",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00Z",  # what some languages write for no time
        "9999-12-31T23:59:59-12:00",
        "2026-09-14T08:00:00Z ",
        "2026-09-14T08:00:00Z\n",
        "٢٠٢٦-09-14T08:00:00Z",  # digits, but not these
        "-026-09-14T08:00:00Z",
    ],
)
def test_every_other_text_is_refused(text: str) -> None:
    with pytest.raises(BadTime):
        parse_instant(text)


@pytest.mark.parametrize("year", [1678, 2261])
def test_the_years_at_the_ends_fit_64_bits_with_any_offset(year: int) -> None:
    for text in (f"{year}-01-01T00:00:00+23:59", f"{year}-12-31T23:59:59.999999999-23:59"):
        instant = parse_instant(text)
        assert -(2**63) <= instant < 2**63
        assert utc_day(instant)


@given(
    st.datetimes(datetime(1700, 1, 1), datetime(2250, 1, 1)),
    st.integers(-23 * 60, 23 * 60),
)
def test_times_agree_with_the_standard_library(naive: datetime, minutes: int) -> None:
    moment = naive.replace(tzinfo=timezone(timedelta(minutes=minutes)))
    instant = parse_instant(moment.isoformat())
    assert (
        instant == (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1) * 1000
    )
    assert utc_day(instant) == moment.astimezone(UTC).date().isoformat()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-09-14T23:59:59.999999999Z", "2026-09-14"),
        ("2026-09-15T01:00:00+02:00", "2026-09-14"),
        ("1969-12-31T23:59:59Z", "1969-12-31"),
    ],
)
def test_the_day_is_that_of_utc(text: str, day: str) -> None:
    assert utc_day(parse_instant(text)) == day
