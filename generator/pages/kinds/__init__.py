"""The kinds of pages, in the order of the navigation."""

from generator.pages.kinds import (
    arm,
    audit,
    changes,
    comparability,
    comparisons,
    dictionary,
    downloads,
    glossary,
    ledgers,
    limits,
    methods,
    overview,
    planning,
    studies,
)
from generator.pages.page import PageKind

KINDS: tuple[PageKind, ...] = tuple(
    sorted(
        (
            overview.KIND,
            changes.KIND,
            arm.KIND,
            comparisons.KIND,
            ledgers.KIND,
            studies.KIND,
            audit.KIND,
            comparability.KIND,
            limits.KIND,
            planning.KIND,
            methods.KIND,
            glossary.KIND,
            downloads.KIND,
            dictionary.KIND,
        ),
        key=lambda kind: kind.order,
    )
)

__all__ = ["KINDS"]
