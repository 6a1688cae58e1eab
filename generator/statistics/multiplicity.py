"""Several tests of one family: Holm's adjustment over the family declared, and no other."""

from __future__ import annotations

from collections.abc import Sequence

from generator.statistics.method import Method


def holm(p: Sequence[float | None]) -> list[float | None]:
    """Return Holm's adjusted p values, in the order given.

    Ascending p_(1) .. p_(m): adjusted_(i) = min(1, max(adjusted_(i-1), (m - i + 1) p_(i))). p is
    the whole declared family: if one of its members has no p value the others cannot be adjusted
    as declared, and all are None. Compare with alpha strictly. ValueError for a p outside [0, 1],
    NaN among them. Source: Holm 1979.
    """
    values = _complete(p)
    if values is None:
        return [None] * len(p)
    adjusted: list[float | None] = [None] * len(values)
    largest = 0.0
    for rank, place in enumerate(_ascending(values)):
        largest = min(1.0, max(largest, (len(values) - rank) * values[place]))
        adjusted[place] = largest
    return adjusted


def holm_ranks(p: Sequence[float | None]) -> list[int | None]:
    """Return the rank of each p value in its family, 1 for the smallest, in the order given.

    Equal p values rank in the order given. All None where a member has no p value. ValueError as
    for `holm`.
    """
    values = _complete(p)
    ranks: list[int | None] = [None] * len(p)
    for rank, place in enumerate(_ascending(values or [])):
        ranks[place] = rank + 1
    return ranks


def compound_p(p: Sequence[float | None]) -> float | None:
    """Return the p value of "all of these hold": the largest, or None if one is missing.

    An intersection-union test: each part must reject on its own. ValueError without parts, and as
    for `holm`. Source: Berger 1982.
    """
    if not p:
        raise ValueError("a compound hypothesis needs at least one part")
    values = _complete(p)
    return None if values is None else max(values)


def _complete(p: Sequence[float | None]) -> list[float] | None:
    """Return the p values, or None unless every member of the family has one."""
    values = [float(value) for value in p if value is not None]
    if not all(0 <= value <= 1 for value in values):
        raise ValueError("a p value must lie in [0, 1]")
    return values if len(values) == len(p) else None


def _ascending(values: list[float]) -> list[int]:
    return sorted(range(len(values)), key=values.__getitem__)


METHODS = (
    Method(
        name="holm",
        title="Holm adjustment",
        formula="adjusted_(i) = min(1, max(adjusted_(i-1), (m - i + 1) p_(i))), p ascending",
        unit="p values of one declared family",
        undefined_when="A member of the family has no p value; then none is adjusted.",
        source="Holm 1979",
        agrees_with=("statsmodels multipletests", "R p.adjust", "tau2-bench's published columns"),
        function=holm,
        caution="An adjusted p that equals alpha does not reject.",
    ),
    Method(
        name="compound_p",
        title="Compound p value",
        formula="max over the parts, each of which must hold",
        unit="p values of one hypothesis",
        undefined_when="A part has no p value.",
        source="Berger 1982",
        agrees_with=("the registered analysis of the paired study",),
        function=compound_p,
    ),
)
