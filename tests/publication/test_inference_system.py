"""The integer system against every assignment of small random ones, tried one by one."""

from __future__ import annotations

import random
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest
from scipy import optimize

from generator.publication.inference.system import Bounds, Judged, System


def brute_force(system: System) -> list[tuple[int, ...]]:
    """Every solution, by trying all assignments."""
    ranges = [range(low, high + 1) for low, high in system.bounds]
    return [
        values
        for values in product(*ranges)
        if all(
            row.low <= sum(c * values[each] for each, c in row.terms.items()) <= row.high
            for row in system.rows
        )
    ]


def random_system(dice: random.Random) -> System:
    """Up to five unknowns; most rows hold for a hidden truth, a few for none."""
    system = System()
    bounds: list[Bounds] = []
    for _ in range(dice.randint(1, 5)):
        low = dice.randint(0, 2)
        bounds.append((low, low + dice.randint(0, 4)))
        system.unknown(*bounds[-1])
    truth = [dice.randint(*each) for each in bounds]
    for _ in range(dice.randint(0, 4)):
        members = dice.sample(range(len(bounds)), dice.randint(1, len(bounds)))
        terms = {each: dice.choice((-2, -1, 1, 1, 1, 2, 3)) for each in members}
        value = sum(factor * truth[each] for each, factor in terms.items())
        value += dice.choice((0,) * 12 + (1,))
        slack = dice.choice((0, 0, 1, 3))
        system.require(terms, value - dice.randint(0, slack), value + slack)
    return system


@pytest.mark.parametrize("seed", range(8))
def test_an_unknown_is_determined_exactly_where_all_solutions_agree(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - data for a test
    for _ in range(250):
        system = random_system(dice)
        solutions = brute_force(system)
        # Groups are judged apart, so one contradiction says nothing of the unknowns beside it.
        if not solutions:
            continue
        expected = {
            each: solutions[0][each]
            for each in range(len(system.bounds))
            if len({solution[each] for solution in solutions}) == 1
        }
        assert system.judged(range(len(system.bounds))) == Judged(expected)


def test_nothing_is_settled_by_a_contradiction() -> None:
    system = System()
    one, two = system.unknown(0, 3), system.unknown(1, 1)
    system.require({one: 1, two: 1}, 9, 9)
    assert system.judged([one, two]) == Judged({two: 1}, frozenset({one}))


def test_a_contradiction_that_bounds_do_not_show_settles_nothing() -> None:
    system = System()
    one, two, fixed = system.unknown(0, 9), system.unknown(0, 9), system.unknown(4, 4)
    system.require({one: 2, two: 2, fixed: 2}, 15, 15)
    assert system.judged([one, two, fixed]) == Judged({fixed: 4}, frozenset({one, two}))


def test_an_unknown_without_weight_has_no_part_in_a_row() -> None:
    system = System()
    one, two = system.unknown(0, 3), system.unknown(0, 3)
    system.require({one: 1, two: 0}, 3, 3)
    assert system.judged([one, two]) == Judged({one: 3})


def test_only_what_is_asked_is_answered() -> None:
    system = System()
    one, two = system.unknown(0, 3), system.unknown(0, 3)
    system.require({one: 1}, 2, 2)
    system.require({two: 1}, 1, 1)
    assert system.judged([two]) == Judged({two: 1})


def test_a_wide_table_takes_no_search() -> None:
    system = System()
    cells = [system.unknown(1, 5) for _ in range(5_000)]
    system.require(dict.fromkeys(cells, 1), 5_001, 5_001)
    assert system.judged(cells) == Judged({})
    system.require(dict.fromkeys(cells, 1), 5_000, 5_000)
    assert system.judged(cells) == Judged({}, frozenset(cells)), "the rows contradict each other"


def test_a_wide_table_at_its_least_gives_every_cell_back() -> None:
    system = System()
    cells = [system.unknown(1, 5) for _ in range(5_000)]
    system.require(dict.fromkeys(cells, 1), 5_000, 5_000)
    assert system.judged(cells) == Judged(dict.fromkeys(cells, 1))


def test_tied_wide_tables_are_settled() -> None:
    """Two versions of 300 cells of which each only grew: nothing is given back but one cell."""
    system = System()
    old = [system.unknown(1, 5) for _ in range(300)]
    new = [system.unknown(1, 8) for _ in range(300)]
    for before, after in zip(old, new, strict=True):
        system.require({after: 1, before: -1}, 0, 3)
    system.require({new[7]: 1, old[7]: -1}, 3, 3)
    system.require({old[7]: 1}, 5, 5)
    system.require(dict.fromkeys(old, 1), 800, 800)
    system.require(dict.fromkeys(new, 1), 1300, 1300)
    assert system.judged(new) == Judged({new[7]: 8})
    assert system.judged([*old, *new]) == Judged({old[7]: 5, new[7]: 8})


def one_case_more(size: int) -> tuple[System, int]:
    """Two versions of a table; the newer total is the older one's and 3 of the new case."""
    system = System()
    old = [system.unknown(1, 5) for _ in range(size)]
    new = [system.unknown(1, 5) for _ in range(size + 1)]
    for before, after in zip(old, new, strict=False):
        system.require({after: 1, before: -1}, 0, 0)
    system.require(dict.fromkeys(old, 1), size + 2, size + 2)
    system.require(dict.fromkeys(new, 1), size + 5, size + 5)
    return system, new[-1]


@pytest.mark.parametrize("size", [4, 20, 60, 100])
def test_the_difference_of_two_totals_is_found_in_tables_of_any_width(size: int) -> None:
    system, last = one_case_more(size)
    asked = range(len(system.bounds))
    assert system.judged(asked) == Judged({last: 3})
    assert system.judged(asked) == system.judged(reversed(asked)), "the order asks nothing else"


def test_what_the_solver_does_not_settle_does_not_count_as_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A solver that gives up, or whose answers do not hold, leaves every answer out."""
    system, last = one_case_more(4)
    system.require({system.unknown(2, 2): 1, 0: 1}, 3, 7)
    fixed = len(system.bounds) - 1
    asked = range(len(system.bounds))
    solve: Any = optimize.milp

    def gives_up(*_args: object, **_options: object) -> SimpleNamespace:
        return SimpleNamespace(x=None, status=1)

    def errs(*args: Any, **options: Any) -> SimpleNamespace:
        result = solve(*args, **options)
        return SimpleNamespace(x=result.x + 1, status=result.status)

    def falls_short(*args: Any, **options: Any) -> SimpleNamespace:
        return SimpleNamespace(x=solve(*args, **options).x, status=1)

    for other in (gives_up, errs):
        monkeypatch.setattr(optimize, "milp", other)
        assert system.judged(asked) == Judged({fixed: 2}, frozenset(asked) - {fixed})
    monkeypatch.setattr(optimize, "milp", falls_short)
    assert system.judged(asked) == Judged({fixed: 2}, frozenset({last}))
