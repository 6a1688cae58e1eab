"""The public types of a paired comparison of two arms."""

from __future__ import annotations

from generator.publication.base import Count, Interval, Public, Share
from generator.publication.strings import (
    Alias,
    ComparisonVerdict,
    IdentityField,
    Label,
    LeftOutReason,
    Reason,
)


class LeftOut(Public, frozen=True):
    """A case that a comparison leaves out, and why."""

    case: Alias
    reason: LeftOutReason


class PairedTable(Public, frozen=True):
    """First-pass outcomes of two arms on the same cases."""

    both_passed: Count
    only_a: Count
    only_b: Count
    neither: Count


class PairedTest(Public, frozen=True):
    """McNemar's exact test, its mid-p form, and the p value Holm gives within the report."""

    p_exact: Share | None
    p_mid: Share | None
    p_holm: Share | None
    family: Count
    undefined: Reason | None


class Difference(Public, frozen=True):
    """A difference of rates, a minus b."""

    estimate: float | None
    standard_error: float | None
    interval: Interval | None
    p_value: Share | None
    tasks: Count
    undefined: Reason | None


class OddsRatio(Public, frozen=True):
    """The conditional odds ratio of the discordant cases; an open end is null."""

    estimate: float | None
    interval: Interval | None
    undefined: Reason | None


class Comparison(Public, frozen=True):
    """Two arms on the same cases: concordance, discordance, and whether they can be told apart."""

    a: Label
    b: Label
    verdict: ComparisonVerdict
    same: list[IdentityField]
    differs: list[IdentityField]
    cases: Count
    left_out: list[LeftOut]
    table: PairedTable | None
    only_a: list[Alias]
    only_b: list[Alias]
    test: PairedTest
    difference: Difference
    odds_ratio: OddsRatio
    trials_difference: Difference
