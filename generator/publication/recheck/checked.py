"""What a check of a published number is: where it stands, what is stated, what the counts give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.publication.base import Interval
from generator.publication.last_digits import same_number

Value = None | bool | int | float | str | Sequence[str]


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
            return same_number(one, other)
        return one == other


def check_interval(
    place: str, stated: Interval | None, lower: float | None, upper: float | None
) -> Iterator[Checked]:
    """Yield the checks of both ends of an interval; without one, that there is none."""
    yield Checked(f"{place}.lower", stated.lower if stated else None, lower)
    yield Checked(f"{place}.upper", stated.upper if stated else None, upper)
