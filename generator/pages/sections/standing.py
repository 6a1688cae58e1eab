"""How each arm stands to all others, where the pairs are too many to name one by one."""

from __future__ import annotations

from collections.abc import Sequence

from generator.pages import numbers
from generator.pages.escape import Markdown, md_join
from generator.pages.links import Links
from generator.pages.sentences import many
from generator.pages.table import Table, numeric, text, without_empty
from generator.publication.report import Report
from generator.publication.strings import ComparisonVerdict

NAMED_ARMS = 3
"""More arms than this are counted in a cell, not named."""

_FOR_FIRST: dict[ComparisonVerdict, str] = {
    "a_higher": "higher",
    "b_higher": "lower",
    "tied": "tied",
    "not_comparable": "not_comparable",
}
_FOR_SECOND: dict[ComparisonVerdict, str] = _FOR_FIRST | {
    "a_higher": "lower",
    "b_higher": "higher",
}


def standing(report: Report, links: Links) -> Table:
    """Return how many others each arm is tied with, and which it is told apart from.

    To be tied is no group: of three arms the first may be tied with the second, and the second
    with the third, while the first is told apart from the third.
    """
    columns = (*text("Arm", "Higher than", "Lower than"), *numeric("Tied with", "Not comparable"))
    met: dict[str, dict[str, list[str]]] = {arm.arm: {} for arm in report.arms}
    for pair in report.comparisons:
        for one, other, verdict in (
            (pair.a, pair.b, _FOR_FIRST[pair.verdict]),
            (pair.b, pair.a, _FOR_SECOND[pair.verdict]),
        ):
            met[one].setdefault(verdict, []).append(other)
    rows = tuple(
        (
            links.arm(arm),
            _named(found.get("higher", []), links),
            _named(found.get("lower", []), links),
            *(
                numbers.integer(len(found[kind])) if kind in found else numbers.DASH
                for kind in ("tied", "not_comparable")
            ),
        )
        for arm, found in met.items()
    )
    return without_empty(Table("standing", columns, rows), ("Higher than", "Lower than"))


def _named(arms: Sequence[str], links: Links) -> Markdown:
    """Return a few arms by name, and of more how many."""
    if not arms:
        return numbers.DASH
    if len(arms) > NAMED_ARMS:
        return many(len(arms), "arm", "arms")
    return md_join(", ", [links.arm(arm) for arm in arms])
