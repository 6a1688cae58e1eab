"""Comparisons told the other way round, so that they can be held against those of another report.

Arms are paired in the order of their labels: under a new label the first arm of a pair may be the
second.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from generator.publication.base import Interval, Public
from generator.publication.changes.walk import respelled
from generator.publication.comparison import Comparison, Difference, OddsRatio
from generator.publication.report import Report
from generator.publication.strings import ComparisonVerdict

_Record = TypeVar("_Record", bound=Public)


def turned_as(old: Report, new: Report) -> Report:
    """Return the old report with each comparison the way round in which the new one tells it.

    A number that turning moves in its last digits is spelled as in the new report.
    """
    told = {(pair.a, pair.b): pair for pair in new.comparisons}
    return replace(
        old,
        comparisons=[
            _spelled_as(turned(pair), told[pair.b, pair.a])
            if (pair.b, pair.a) in told and (pair.a, pair.b) not in told
            else pair
            for pair in old.comparisons
        ],
    )


def turned(pair: Comparison) -> Comparison:
    """Return a comparison with its second arm first."""
    table = pair.table
    verdicts: dict[ComparisonVerdict, ComparisonVerdict] = {
        "a_higher": "b_higher",
        "b_higher": "a_higher",
    }
    return replace(
        pair,
        a=pair.b,
        b=pair.a,
        verdict=verdicts.get(pair.verdict, pair.verdict),
        table=table and replace(table, only_a=table.only_b, only_b=table.only_a),
        only_a=pair.only_b,
        only_b=pair.only_a,
        difference=_negative(pair.difference),
        odds_ratio=_inverse(pair.odds_ratio),
        trials_difference=_negative(pair.trials_difference),
    )


def _negative(difference: Difference) -> Difference:
    def of(value: float | None) -> float | None:
        return None if value is None else 0.0 - value  # and not -0.0

    found = difference.interval
    return replace(
        difference,
        estimate=of(difference.estimate),
        interval=found and replace(found, lower=of(found.upper), upper=of(found.lower)),
    )


def _inverse(ratio: OddsRatio) -> OddsRatio:
    """Return the ratio of the other arm to this one; what lies at infinity has no number."""
    infinite = ratio.undefined == "SEPARATION"
    if ratio.undefined is not None and not infinite:
        return ratio
    estimate = 0.0 if infinite else _reciprocal(ratio.estimate)
    return OddsRatio(
        estimate=estimate,
        interval=ratio.interval and _reciprocals(ratio.interval),
        undefined="SEPARATION" if estimate is None else None,
    )


def _reciprocals(found: Interval) -> Interval:
    upper = _reciprocal(found.lower)
    return replace(found, lower=_reciprocal(found.upper) or 0.0, upper=upper)


def _reciprocal(value: float | None) -> float | None:
    return 1 / value if value else None


def _spelled_as(record: _Record, other: _Record) -> _Record:
    """Return a record with the other's spelling of what is the same in both."""
    names = record.__struct_fields__
    alike = [name for name in names if respelled(getattr(record, name), getattr(other, name))]
    return replace(record, **{name: getattr(other, name) for name in alike})
