"""Whether two numbers of a report are one but for the last digits."""

from __future__ import annotations

import math

_RELATIVE, _ABSOLUTE = 1e-9, 1e-12
"""Two machines may differ in the last digits of a logarithm; no trial moves a number so little."""


def same_number(one: float, other: float) -> bool:
    """Whether two numbers are the same but for the last digits, which whole numbers have none of.

    A count of a thousand million tokens and the next one are two counts.
    """
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    return math.isclose(one, other, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)
