"""What is published of a screened case's variants, as unknowns: how many attempts at each passed.

Whether a variant moved is told of a screened case, and its passes are not. One that moved passed in
some of the case's valid trials and not in all, one that did not in all or in none. The scores that
are shown of a partial-credit case are those of one variant, and which one is not told.
"""

from __future__ import annotations

from generator.publication.case import Case, Variant
from generator.publication.inference.cells import Cell
from generator.publication.inference.scores import Scores, shown_scores
from generator.publication.inference.system import System


def has_withheld_variants(case: Case) -> bool:
    """Whether a case has variants whose passes stand neither for themselves nor for the case's."""
    return len(case.variants) > 1 and any(each.passed is None for each in case.variants)


def add_variants(system: System, number: int, cell: Cell, case: Case) -> dict[str, int]:
    """Add the passes of each variant and what they say of the case's passes, `number`, and back."""
    passes = {each.variant: _passes(system, cell, each) for each in case.variants}
    _add_trials(system, list(passes.values()), number, cell)
    if scores := shown_scores(case):
        _add_scores(system, list(passes.values()), cell.valid, scores)
    return passes


def _add_trials(system: System, passes: list[int], number: int, cell: Cell) -> None:
    """Add that the variants' passes can be dealt out to trials that passed and trials that failed.

    A trial that passed is a pass of at least `cell.need` variants, and one that failed of fewer.
    Passes can be dealt out so that no two trials differ by more than one, hence they can be dealt
    out at all where no variant has more of them than there are trials and all together have enough
    of them, or no more than may be.
    """
    inside = {each: system.unknown(0, cell.valid) for each in passes}  # of trials that passed
    for each, part in inside.items():
        system.require({part: 1, number: -1}, -cell.valid, 0)
        system.require({each: 1, part: -1}, 0, cell.valid)
        system.require({each: 1, part: -1, number: 1}, 0, cell.valid)
    parts = dict.fromkeys(inside.values(), 1)
    system.require({**parts, number: -cell.need}, 0, cell.width * cell.valid)
    rest, spare = dict.fromkeys(inside.values(), -1), cell.need - 1
    system.require({**dict.fromkeys(passes, 1), **rest, number: spare}, 0, spare * cell.valid)


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
