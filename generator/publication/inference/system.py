"""A system of linear inequalities over bounded integers, and which unknowns it leaves no choice.

Nothing here knows what the unknowns stand for. Bounds are propagated in exact integers, which can
only remove values that no solution has; what they leave open is settled by looking for two
solutions that differ. The search has a bound on its work: an unknown it did not settle is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

MOST_WORK = 3_000_000
"""What the search may cost for one group, in values tried times the unknowns they bear on."""

Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """`low` <= sum of coefficient x unknown <= `high`."""

    terms: Mapping[int, int]
    low: int
    high: int


@dataclass(slots=True)
class System:
    """Unknowns by number, each with its bounds, and the rows that hold over them."""

    bounds: list[Bounds] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def unknown(self, low: int, high: int) -> int:
        """Add an unknown and return its number."""
        self.bounds.append((low, high))
        return len(self.bounds) - 1

    def require(self, terms: Mapping[int, int], low: int, high: int) -> None:
        """Add a row."""
        self.rows.append(Row(dict(terms), low, high))

    def determined(self, asked: Iterable[int]) -> dict[int, int]:
        """Return those of the asked unknowns that have one value in all solutions, and the value.

        Of a group whose rows contradict each other nothing can be concluded.
        """
        wanted = set(asked)
        found: dict[int, int] = {}
        for bounds, rows in self._groups():
            here = sorted(wanted & bounds.keys())
            if here:
                found |= _Group(bounds, rows).determined(here)
        return found

    def _groups(self) -> Iterator[tuple[dict[int, Bounds], list[Row]]]:
        """Yield the unknowns that rows tie together, directly or not, with those rows."""
        rows_of: dict[int, list[Row]] = {each: [] for each in range(len(self.bounds))}
        for row in self.rows:
            for each in row.terms:
                rows_of[each].append(row)
        seen = set[int]()
        for start in rows_of:
            if start in seen:
                continue
            group, edge, rows = set[int](), {start}, dict[int, Row]()
            while edge:
                group |= edge
                rows |= {id(row): row for each in edge for row in rows_of[each]}
                edge = {each for row in rows.values() for each in row.terms} - group
            seen |= group
            yield {each: self.bounds[each] for each in sorted(group)}, list(rows.values())


class _Group:
    """Unknowns that rows tie together; a solution of one group is free of those of others."""

    def __init__(self, bounds: dict[int, Bounds], rows: list[Row]) -> None:
        self._start = bounds
        self._members = list(bounds)
        self._rows = rows
        self._of: dict[int, list[Row]] = {each: [] for each in self._members}
        for row in rows:
            for each in row.terms:
                self._of[each].append(row)
        self._work = MOST_WORK

    def determined(self, asked: Sequence[int]) -> dict[int, int]:
        """Return the asked unknowns that have one value, with it."""
        start = _narrowed(self._start, self._rows, self._of)
        if start is None:
            return {}
        settled = {each: start[each][0] for each in asked if start[each][0] == start[each][1]}
        if self._is_exact():
            return settled
        first = self._solution(start, reverse=False)
        if first is None:
            return settled if self._work <= 0 else {}
        open_ones = set[int]()
        for each in asked:
            if each in settled or each in open_ones:
                continue
            other = self._another(start, each, first[each])
            if other is not None:
                open_ones |= {one for one in asked if other[one] != first[one]}
            elif self._work > 0:
                settled[each] = first[each]
        return settled

    def _is_exact(self) -> bool:
        """Whether narrowing alone decides: unknowns of one plain sum can take up any slack."""
        plain = all(abs(factor) == 1 for row in self._rows for factor in row.terms.values())
        return len(self._rows) <= 1 and plain

    def _another(self, start: dict[int, Bounds], each: int, value: int) -> dict[int, int] | None:
        """Return a solution in which an unknown has another value."""
        low, high = start[each]
        for bounds in ((low, value - 1), (value + 1, high)):
            narrowed = self._with(start, each, bounds)
            found = self._solution(narrowed, reverse=True) if narrowed else None
            if found is not None:
                return found
        return None

    def _with(
        self, bounds: dict[int, Bounds], each: int, within: Bounds
    ) -> dict[int, Bounds] | None:
        """Return the bounds narrowed by those of one unknown, None if they hold no solution."""
        if within[0] > within[1]:
            return None
        return _narrowed({**bounds, each: within}, self._of[each], self._of)

    def _solution(self, start: dict[int, Bounds], *, reverse: bool) -> dict[int, int] | None:
        """Return a solution within bounds, None where there is none or the work is used up.

        Values are tried from below, or in reverse with the unknowns in reverse order, too, so that
        two solutions differ in as many unknowns as they can.
        """
        order = self._members[::-1] if reverse else self._members
        untried = [start]
        while untried and self._work > 0:
            bounds = untried.pop()
            each = next((one for one in order if bounds[one][0] < bounds[one][1]), None)
            if each is None:
                return {one: low for one, (low, _) in bounds.items()}
            self._work -= len(self._members)
            low, high = bounds[each]
            choices = ((low, high - 1), (high, high)) if reverse else ((low + 1, high), (low, low))
            found = (self._with(bounds, each, choice) for choice in choices)
            untried += [narrowed for narrowed in found if narrowed]
        return None


def _narrowed(
    bounds: dict[int, Bounds], touched: Iterable[Row], rows_of: Mapping[int, Sequence[Row]]
) -> dict[int, Bounds] | None:
    """Return the bounds that the rows leave, None if they leave no value; starts at some rows."""
    left = dict(bounds)
    waiting = {id(row): row for row in touched}
    while waiting:
        row = waiting.pop(next(iter(waiting)))
        for each in _tighten(left, row):
            if left[each][0] > left[each][1]:
                return None
            waiting |= {id(other): other for other in rows_of[each]}
    return left


def _tighten(bounds: dict[int, Bounds], row: Row) -> list[int]:
    """Narrow the unknowns of one row in place and return those that changed."""
    ends = {each: sorted(c * end for end in bounds[each]) for each, c in row.terms.items()}
    least, most = sum(low for low, _ in ends.values()), sum(high for _, high in ends.values())
    changed = []
    for each, factor in row.terms.items():
        low, high = ends[each]
        at_least, at_most = row.low - (most - high), row.high - (least - low)
        if factor < 0:
            at_least, at_most = -at_most, -at_least
        size, old = abs(factor), bounds[each]
        new = (max(old[0], -(-at_least // size)), min(old[1], at_most // size))
        if new != old:
            bounds[each] = new
            changed.append(each)
    return changed
