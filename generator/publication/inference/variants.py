"""What is published of a screened case's variants, as unknowns: how many attempts at each passed.

Whether a variant moved is told of a screened case, and its passes are not. One that moved passed in
some of the case's valid trials and not in all, one that did not in all or in none. The scores that
are shown of a partial-credit case are those of one variant, and which one is not told.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from generator.publication.case import Case, Variant
from generator.publication.inference.cells import Cell
from generator.publication.inference.scores import Scores, shown_scores
from generator.publication.inference.system import System

MOST_VARIANTS = 6
"""Of so many variants every few are looked at together; of more there are too many such."""


def has_withheld_variants(case: Case) -> bool:
    """Whether a case has variants whose passes stand neither for themselves nor for the case's."""
    return len(case.variants) > 1 and any(each.passed is None for each in case.variants)


def add_variants(system: System, number: int, cell: Cell, case: Case) -> dict[str, int]:
    """Add the passes of each variant and what they say of the case's passes, `number`, and back."""
    passes = {each.variant: _passes(system, cell, each) for each in case.variants}
    for some in _subsets(list(passes.values())):
        # A trial that passed is a pass of so many of these variants, whatever the others did; one
        # that failed is a failure of so many.
        passing, failing = cell.need - cell.width + len(some), len(some) - cell.need + 1
        if passing > 0:
            terms = {**dict.fromkeys(some, 1), number: -passing}
            system.require(terms, 0, len(some) * cell.valid)
        if failing > 0:
            terms = {**dict.fromkeys(some, 1), number: -failing}
            most = (len(some) - failing) * cell.valid
            system.require(terms, -failing * cell.valid, most)
    if scores := shown_scores(case):
        _add_scores(system, list(passes.values()), cell.valid, scores)
    return passes


def _subsets(passes: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every few variants; of many, each by itself and all together."""
    sizes = range(1, len(passes) + 1) if len(passes) <= MOST_VARIANTS else (1, len(passes))
    for size in sizes:
        yield from combinations(passes, size)


def _add_scores(system: System, passes: list[int], valid: int, scores: Scores) -> None:
    """Add that one of the variants has the scores that are shown, whichever it is."""
    chosen = {each: system.unknown(0, 1) for each in passes}
    system.require(dict.fromkeys(chosen.values(), 1), 1, 1)
    for each, one in chosen.items():
        system.require({each: 1, one: -scores.passed}, 0, valid)
        system.require({each: 1, one: scores.failed}, 0, valid)


def _passes(system: System, cell: Cell, variant: Variant) -> int:
    """Add one variant's passes: what is stated, neither all nor none where it moved, or any."""
    if variant.passed is not None:
        return system.unknown(variant.passed, variant.passed)
    if variant.moved:
        return system.unknown(1, cell.valid - 1)
    number = system.unknown(0, cell.valid)
    if variant.moved is False:
        all_or_none = system.unknown(0, 1)
        system.require({number: 1, all_or_none: -cell.valid}, 0, 0)
    return number
