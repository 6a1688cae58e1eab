"""A system of linear inequalities over bounded integers, and which unknowns it leaves no choice.

Nothing here knows what the unknowns stand for. Bounds are propagated in exact integers, which can
only remove values that no solution has; what they leave open is settled by a solver, from the least
and the most that each unknown can be. The solver reckons in floating point, so that an unknown is
open only by two solutions that differ and that hold in exact integers. What is settled neither way
is named, and never counts as open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, sparse
from scipy.optimize import OptimizeResult

MOST_NODES = 2_000
"""How many branches the solver may try for one answer: no clock, so that it always ends alike."""

_OPTIMAL = 0

Bounds = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """`low` <= sum of coefficient x unknown <= `high`."""

    terms: Mapping[int, int]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Judged:
    """Of the asked unknowns those with one value in all solutions, and those nothing settled."""

    determined: Mapping[int, int]
    unsettled: frozenset[int] = frozenset()


@dataclass(slots=True)
class System:
    """Unknowns by number, each with its bounds, and the rows that hold over them."""

    bounds: list[Bounds] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    _spelled: set[tuple[frozenset[tuple[int, int]], int, int]] = field(default_factory=set)

    def unknown(self, low: int, high: int) -> int:
        """Add an unknown and return its number."""
        self.bounds.append((low, high))
        return len(self.bounds) - 1

    def require(self, terms: Mapping[int, int], low: int, high: int) -> None:
        """Add a row, unless it is there; an unknown without weight has no part in it."""
        weighed = {each: factor for each, factor in terms.items() if factor}
        spelled = (frozenset(weighed.items()), low, high)
        if spelled not in self._spelled:
            self._spelled.add(spelled)
            self.rows.append(Row(weighed, low, high))

    def judged(self, asked: Iterable[int]) -> Judged:
        """Return which of the asked unknowns have one value in all solutions, and the value.

        Of a group whose rows contradict each other nothing is settled.
        """
        wanted = set(asked)
        determined: dict[int, int] = {}
        unsettled = frozenset[int]()
        for bounds, rows in self._groups():
            here = sorted(wanted & bounds.keys())
            if here:
                judged = _Group(bounds, rows).judged(here)
                determined |= judged.determined
                unsettled |= judged.unsettled
        return Judged(determined, unsettled)

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
        self._rows = rows

    def judged(self, asked: Sequence[int]) -> Judged:
        """Return the asked unknowns that have one value, and those of which nothing is settled."""
        of: dict[int, list[Row]] = {each: [] for each in self._start}
        for row in self._rows:
            for each in row.terms:
                of[each].append(row)
        start = _narrowed(self._start, self._rows, of)
        if start is None:
            fixed = {
                each: low for each in asked if (low := self._start[each][0]) == self._start[each][1]
            }
            return Judged(fixed, frozenset(asked) - fixed.keys())
        narrow = {each: start[each][0] for each in asked if start[each][0] == start[each][1]}
        if self._is_exact():
            return Judged(narrow)
        return _Solver(start, self._rows).judged(asked, narrow)

    def _is_exact(self) -> bool:
        """Whether narrowing alone decides: unknowns of one plain sum can take up any slack."""
        plain = all(abs(factor) == 1 for row in self._rows for factor in row.terms.values())
        return len(self._rows) <= 1 and plain


class _Solver:
    """Looks for the least and the most of the unknowns of a group, each shown by a solution."""

    def __init__(self, bounds: Mapping[int, Bounds], rows: Sequence[Row]) -> None:
        self._place = {each: place for place, each in enumerate(bounds)}
        self._low, self._high = np.array(list(bounds.values()), dtype=np.int64).T
        self._row_low = np.array([row.low for row in rows], dtype=np.int64)
        self._row_high = np.array([row.high for row in rows], dtype=np.int64)
        cells = [
            (number, self._place[each], factor)
            for number, row in enumerate(rows)
            for each, factor in row.terms.items()
        ]
        down, across, factors = np.array(cells, dtype=np.int64).T
        shape = (len(rows), len(bounds))
        self._factors = sparse.csr_array((factors, (down, across)), shape=shape)
        self._first: NDArray[np.int64] | None = None
        self._open = np.zeros(len(bounds), dtype=np.bool_)

    def judged(self, asked: Sequence[int], narrow: Mapping[int, int]) -> Judged:
        """Return what is settled, besides the unknowns that have but one value by their bounds."""
        left = self._not_open([self._place[each] for each in asked if each not in narrow])
        determined, unsettled = dict(narrow), set[int]()
        names = list(self._place)
        for place in left:
            vouched = [self._solve({place: sign}) for sign in (1, -1) if not self._open[place]]
            if self._open[place]:
                continue
            if all(vouched) and self._first is not None:
                determined[names[place]] = int(self._first[place])
            else:
                unsettled.add(names[place])
        return Judged(determined, frozenset(unsettled))

    def _not_open(self, places: list[int]) -> list[int]:
        """Return those of some unknowns that two solutions as unlike as can be do not show open."""
        before = len(places) + 1
        while places and len(places) < before:
            before = len(places)
            for sign in (1, -1):
                self._solve({place: sign * rank for rank, place in enumerate(places, 1)})
            places = [place for place in places if not self._open[place]]
        return places

    def _solve(self, weights: Mapping[int, int]) -> bool:
        """Look for the solution of least weight; return whether the solver vouches for one.

        Any solution counts that holds in integers, whether or not it is the least.
        """
        result = self._asked(weights)
        if result.x is None:
            return False
        found = np.rint(result.x).astype(np.int64)
        sums = self._factors @ found
        within = np.all(self._low <= found) and np.all(found <= self._high)
        if not (within and np.all(self._row_low <= sums) and np.all(sums <= self._row_high)):
            return False
        if self._first is None:
            self._first = found
        self._open |= found != self._first
        return bool(result.status == _OPTIMAL)

    def _asked(self, weights: Mapping[int, int]) -> OptimizeResult:
        objective = np.zeros(len(self._place))
        objective[list(weights)] = list(weights.values())
        return optimize.milp(
            objective,
            integrality=np.ones(len(self._place), dtype=np.int64),
            bounds=optimize.Bounds(self._low, self._high),
            constraints=optimize.LinearConstraint(self._factors, self._row_low, self._row_high),
            options={"node_limit": MOST_NODES, "mip_rel_gap": 0},
        )


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
