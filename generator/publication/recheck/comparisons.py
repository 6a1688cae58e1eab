"""Comparisons from their tables of first passes: tests, differences, odds, the family's Holm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.publication.comparison import Comparison, OddsRatio
from generator.publication.recheck.checked import Checked, check_interval
from generator.publication.report import Rules
from generator.statistics import OddsRatio as Odds
from generator.statistics import cond_or_ci, holm, mcnemar_exact, mcnemar_midp, tango


def recheck_comparisons(pairs: Sequence[Comparison], rules: Rules) -> Iterator[Checked]:
    """Yield a check of every number of the comparisons that their tables determine."""
    for place, pair in enumerate(pairs):
        yield from _pair(f"comparisons[{place}]", pair, rules)
    tests = [(place, pair.test) for place, pair in enumerate(pairs)]
    family = [(place, test) for place, test in tests if test.p_holm is not None]
    # A pair without a table is told apart by its trials, whose counts are not published.
    if family and all(test.p_exact is not None for _, test in family):
        corrected = holm([test.p_exact for _, test in family])
        for (place, test), adjusted in zip(family, corrected, strict=True):
            yield Checked(f"comparisons[{place}].test.p_holm", test.p_holm, adjusted)


def _pair(place: str, pair: Comparison, rules: Rules) -> Iterator[Checked]:
    table = pair.table
    if table is None or pair.test.p_exact is None:
        return
    b, c = table.only_a, table.only_b
    cases = table.both_passed + b + c + table.neither
    yield Checked(f"{place}.cases", pair.cases, cases)
    yield Checked(f"{place}.only_a", len(pair.only_a), b)
    yield Checked(f"{place}.only_b", len(pair.only_b), c)
    yield Checked(f"{place}.test.p_exact", pair.test.p_exact, mcnemar_exact(b, c))
    yield Checked(f"{place}.test.p_mid", pair.test.p_mid, mcnemar_midp(b, c))
    found = tango(b, c, cases, rules.level)
    stated = pair.difference
    yield Checked(f"{place}.difference.estimate", stated.estimate, found["diff"])
    ends = (found["lo"], found["hi"])
    yield from check_interval(f"{place}.difference.interval", stated.interval, *ends)
    if b + c:
        yield from _odds(f"{place}.odds_ratio", pair.odds_ratio, cond_or_ci(b, c, rules.level))


def _odds(place: str, stated: OddsRatio, found: Odds) -> Iterator[Checked]:
    yield Checked(f"{place}.estimate", stated.estimate, _finite(found["est"]))
    ends = (_finite(found["lo"]), _finite(found["hi"]))
    yield from check_interval(f"{place}.interval", stated.interval, *ends)


def _finite(value: float | str | None) -> float | None:
    """Return an end that is a number; an open one is published as none."""
    return value if isinstance(value, float | int) else None
