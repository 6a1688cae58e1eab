"""What is published of a screened case's variants, as unknowns: how many attempts at each passed.

Whether a variant moved is told of a screened case, and its passes are not. One that did not move
passed in all of the case's valid trials or in none.
"""

from __future__ import annotations

from generator.publication.case import Case, Variant
from generator.publication.inference.cells import Cell
from generator.publication.inference.system import System


def has_withheld_variants(case: Case) -> bool:
    """Whether a case has variants whose passes stand neither for themselves nor for the case's."""
    return len(case.variants) > 1 and any(each.passed is None for each in case.variants)


def add_variants(system: System, number: int, cell: Cell, case: Case) -> dict[str, int]:
    """Add the passes of each variant and what they say of the case's passes, `number`, and back."""
    passes = {each.variant: _passes(system, cell, each) for each in case.variants}
    together = dict.fromkeys(passes.values(), 1)
    most = cell.width * cell.valid
    system.require({**together, number: -cell.need}, 0, most)
    slope, fixed = cell.width - cell.need + 1, (cell.need - 1) * cell.valid
    system.require({**together, number: -slope}, -most, fixed)
    for each in passes.values():
        if cell.need == cell.width:  # a trial that passed is a pass of every variant
            system.require({each: 1, number: -1}, 0, cell.valid)
        if cell.need == 1:  # a pass of any variant is a trial that passed
            system.require({each: 1, number: -1}, -cell.valid, 0)
    return passes


def _passes(system: System, cell: Cell, variant: Variant) -> int:
    """Add one variant's passes: what is stated, all or none where it did not move, or any."""
    if variant.passed is not None:
        return system.unknown(variant.passed, variant.passed)
    number = system.unknown(0, cell.valid)
    if variant.moved is False:
        all_or_none = system.unknown(0, 1)
        system.require({number: 1, all_or_none: -cell.valid}, 0, 0)
    return number
