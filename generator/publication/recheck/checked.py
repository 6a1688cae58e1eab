"""What a check of a published number is: where it stands, what is stated, what the counts give."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.publication.base import Interval

Value = None | bool | int | float | str | Sequence[str]

_RELATIVE, _ABSOLUTE = 1e-9, 1e-12
"""Two machines may differ in the last digits of a logarithm; nobody's counts do."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One published number, held against the one that published counts give."""

    place: str
    stated: Value
    computed: Value

    @property
    def agrees(self) -> bool:
        """Whether the two are the same number, but for the last digits."""
        one, other = self.stated, self.computed
        if isinstance(one, bool) or isinstance(other, bool):
            return one is other
        if isinstance(one, int | float) and isinstance(other, int | float):
            return math.isclose(one, other, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)
        return one == other


def check_interval(
    place: str, stated: Interval | None, lower: float | None, upper: float | None
) -> Iterator[Checked]:
    """Yield the checks of both ends of an interval; without one, that there is none."""
    yield Checked(f"{place}.lower", stated.lower if stated else None, lower)
    yield Checked(f"{place}.upper", stated.upper if stated else None, upper)
