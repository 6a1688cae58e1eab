"""How numbers are shown: rounded for the eye, never past what they say.

Rounding may lose digits and nothing else. A share that is not 0 or 1 never shows as 0% or 100%,
and a number on one side of a threshold never shows as the threshold or as beyond it. Decisions
are made on the unrounded values, long before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import LiteralString

from generator.pages.escape import Markdown, md
from generator.publication.base import Bracket, Interval
from generator.publication.strings import IntervalMethod

DASH = Markdown("—")

METHOD_NAMES: dict[IntervalMethod, str] = {
    "clopper-pearson": "Clopper\N{EN DASH}Pearson",
    "wilson": "Wilson",
    "jeffreys": "Jeffreys",
    "mid-p": "mid-p",
    "t": "t over cases",
    "tango": "Tango score",
    "f": "F",
    "conditional": "conditional exact",
}
"""The names of the interval methods, as they stand beside an interval."""

_MOST_DIGITS = 12
# A report that somebody else wrote may hold any double: up to 309 digits before the point.
_WIDE = Context(prec=400)
_FLOAT_NOISE = 1e-9
"""What the sum of a whole distribution may fall short of 1 by."""


def _rounded(value: Decimal, digits: int) -> Decimal:
    return value.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_EVEN, _WIDE)


def _exact(value: float) -> Decimal:
    """The number as it is written, so that 0.285 is 28.5% and not 28.499…%."""
    return Decimal(repr(float(value)))


def _side(value: Decimal, guard: Decimal) -> int:
    return (value > guard) - (value < guard)


def _spelled(value: Decimal) -> Markdown:
    sign = "\N{MINUS SIGN}" if value < 0 else ""
    return Markdown(f"{sign}{abs(value):,f}")


def decimal(value: float | None, digits: int = 2, guards: Sequence[float] = (0.0,)) -> Markdown:
    """Return a number with so many decimals, or with more where fewer would cross a guard."""
    if value is None:
        return DASH
    exact, limits = _exact(value), [_exact(guard) for guard in guards]
    for places in range(digits, _MOST_DIGITS):
        shown = _rounded(exact, places)
        if all(_side(shown, limit) == _side(exact, limit) for limit in limits):
            return _spelled(shown)
    return Markdown(f"{exact:.2e}".replace("-", "\N{MINUS SIGN}"))


def _between(value: Decimal, digits: int, least: int, most: int, unit: str) -> Markdown:
    """Return a number of a closed range; an end of it shows only where it is met exactly."""
    if value in (least, most):
        return Markdown(f"{int(value)}{unit}")
    step = Decimal(1).scaleb(-digits)
    shown = _rounded(value, digits)
    if shown <= least:
        return Markdown(f"&lt; {least + step:f}{unit}")
    if shown >= most:
        return Markdown(f"&gt; {most - step:f}{unit}")
    return Markdown(f"{shown:f}{unit}")


def percent(value: float | None, digits: int = 1) -> Markdown:
    """Return a share as a percentage."""
    if value is None:
        return DASH
    return _between(_exact(value) * 100, digits, 0, 100, "%")


def share(value: float | None, digits: int = 3) -> Markdown:
    """Return a share as a decimal fraction, as pass@k and pass^k are usually quoted."""
    if value is None:
        return DASH
    return _between(_exact(value), digits, 0, 1, "")


def p_value(value: float | None, alpha: float | None = None) -> Markdown:
    """Return a p value, never rounded across the level it is judged by."""
    if value is None:
        return DASH
    if value < 0.001:
        return Markdown("&lt; 0.001")
    if 0.9995 <= value < 1 - _FLOAT_NOISE:
        return Markdown("&gt; 0.999")
    return decimal(value, 3, () if alpha is None else (alpha,))


def compared(p_value: Markdown) -> Markdown:
    """Return a p value behind its sign of comparison: `= 0.041`, `< 0.001`."""
    return p_value if p_value.startswith("&") else md("= {}", p_value)


def integer(value: int | None) -> Markdown:
    """Return a whole number with its thousands marked."""
    return DASH if value is None else Markdown(f"{value:,d}")


def score(value: float | None) -> Markdown:
    """Return a score or a setting as it was given, without needless decimals."""
    return DASH if value is None else _spelled(_exact(value).normalize())


def counted(passed: int, trials: int, rate: float | None) -> Markdown:
    """Return a rate behind the counts it comes from: `6/20 = 30.0%`, `1,999/2,000 > 99.9%`."""
    counts = md("{}/{}", integer(passed), integer(trials))
    if rate is None:
        return counts
    shown = percent(rate)
    return md("{} {}", counts, shown) if shown.startswith("&") else md("{} = {}", counts, shown)


def interval(value: Interval | None) -> Markdown:
    """Return an interval of a share: `[11.9%, 54.3%]`."""
    return DASH if value is None else md("[{}, {}]", percent(value.lower), percent(value.upper))


def share_interval(value: Interval | None) -> Markdown:
    """Return an interval of a share as decimal fractions."""
    return DASH if value is None else md("[{}, {}]", share(value.lower), share(value.upper))


def ratio_interval(value: Interval | None) -> Markdown:
    """Return an interval of a ratio, the ends of which may be open."""
    if value is None:
        return DASH
    lower = Markdown("0") if value.lower is None else decimal(value.lower)
    if value.upper is None:
        return md("[{}, ∞)", lower)
    return md("[{}, {}]", lower, decimal(value.upper))


def level(value: float) -> Markdown:
    """Return a confidence level as it was chosen: `95%`, `99.9%`."""
    return md("{}%", score(float(_exact(value) * 100)))


def method(value: Interval) -> Markdown:
    """Return what an interval is: the level and the method."""
    return md("{} {}", level(value.level), method_name(value.method))


def method_name(name: IntervalMethod) -> Markdown:
    """Return the name of an interval method."""
    return Markdown(METHOD_NAMES[name])


def shared_method(values: Iterable[Interval | None]) -> Markdown | None:
    """Return what all of these intervals are, None where they are not of one kind."""
    kinds = {method(value) for value in values if value is not None}
    return kinds.pop() if len(kinds) == 1 else None


def with_method(value: Interval | None) -> Markdown:
    """Return an interval of a share with its level and method."""
    return DASH if value is None else md("{} {}", interval(value), method(value))


def bracket(value: Bracket | None) -> Markdown:
    """Return the range that missing outcomes leave open; a dash where nothing is missing."""
    if value is None or value.worst == value.best:
        return DASH
    return md("{} to {}", percent(value.worst), percent(value.best))


def points(value: float | None) -> Markdown:
    """Return a difference of two shares in percentage points, with its sign."""
    if value is None:
        return DASH
    shown = decimal(float(_exact(value) * 100), 1)
    return md("{}{}", Markdown("+" if value > 0 else ""), shown)


def points_interval(value: Interval | None) -> Markdown:
    """Return an interval of a difference in percentage points."""
    if value is None or value.lower is None or value.upper is None:
        return DASH
    ends = [decimal(float(_exact(end) * 100), 1) for end in (value.lower, value.upper)]
    return md("[{}, {}]", *ends)


def seconds(value: float | None) -> Markdown:
    """Return a length of time in its two largest units: `34 h 28 min`."""
    if value is None:
        return DASH
    if 0 < value < 1:
        return md("{} s", decimal(value, 1))
    whole = int(_rounded(_exact(value), 0))
    if whole < 60:
        return md("{} s", whole)
    if whole < 3600:
        return _units(whole, 60, "min", "s")
    return _units(whole // 60, 60, "h", "min")


def _units(count: int, size: int, large: LiteralString, small: LiteralString) -> Markdown:
    """Return a count of small units in large ones, and the rest where there is one."""
    whole, rest = divmod(count, size)
    said = md("{} {}", integer(whole), Markdown(large))
    return md("{} {} {}", said, rest, Markdown(small)) if rest else said


def dollars(value: float | None) -> Markdown:
    """Return a sum of US dollars."""
    return DASH if value is None else md("${}", decimal(value, 2))


def windows(value: float | None) -> Markdown:
    """Return a share of a quota window, or how many whole windows' worth it is."""
    if value is None or value <= 1:
        return percent(value)
    return md("{} windows", decimal(value))


def size(count: int) -> Markdown:
    """Return a number of bytes, to two or three digits."""
    value, unit = float(count), "B"
    for larger in ("kB", "MB", "GB"):
        if value < 999.5:
            break
        value, unit = value / 1000, larger
    return Markdown(f"{value:.{1 if unit != 'B' and value < 9.95 else 0}f} {unit}")
