"""The estimates that are followed from version to version, read from one arm of one report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from generator.pages.figures.headline import score_of
from generator.pages.words import missing_number
from generator.publication.arm import Arm
from generator.publication.base import Interval
from generator.publication.strings import IntervalMethod, Reason, Suppressed


@dataclass(frozen=True, slots=True)
class Estimate:
    """One number with the counts behind it; where there is none, `missing` says why."""

    value: float | None
    lower: float | None
    upper: float | None
    level: float | None
    method: IntervalMethod | None
    counts: str
    missing: str


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure that is followed: its name in files, its title, what it is a share of.

    `k` is that of pass^k, and 0 for the others.
    """

    name: str
    title: str
    unit: str
    k: int = 0


HEADLINE = Measure("headline", "Headline score", "share passed")
RECOVERY = Measure("recovery", "Recovery after fail", "mean share of trials passed")
BURDEN = Measure("invalid-burden", "Invalid burden", "share of attempts that were invalid")


def pass_hat(k: int) -> Measure:
    """Return the measure pass^k of one k."""
    return Measure(f"pass-hat-{k}", f"pass^{k}", f"share of cases that pass {k} of {k} trials", k)


def estimates(arm: Arm) -> Iterator[tuple[Measure, Estimate]]:
    """Yield every estimate of an arm that is followed."""
    score = score_of(arm)
    first = score.passed is not None
    counts = f"{score.passed:,}/{score.cases:,}" if first else f"{score.cases:,} cases"
    yield HEADLINE, _estimate(score.rate, score.interval, counts, "no headline score")
    row = arm.recovery
    tried = f"{row.cases:,} cases, {row.trials:,} trials"
    why = _why(row.suppressed, row.undefined)
    yield RECOVERY, _estimate(row.rate, row.interval, tried, why)
    burden = arm.invalid_burden
    share = f"{burden.invalid:,}/{burden.attempts:,}"
    yield BURDEN, _estimate(burden.rate, burden.interval, share, "no attempts")
    for at in arm.pass_hat_k:
        over, why = f"{at.tasks:,} cases", _why(at.suppressed, at.undefined)
        yield pass_hat(at.k), _estimate(at.estimate, at.interval, over, why)


def _why(suppressed: Suppressed | None, undefined: Reason | None) -> str:
    return unescape(missing_number(suppressed, undefined)).strip("*")


def _estimate(value: float | None, interval: Interval | None, counts: str, why: str) -> Estimate:
    if value is None:
        return Estimate(None, None, None, None, None, "", why or "not known")
    if interval is None or interval.lower is None or interval.upper is None:
        return Estimate(value, None, None, None, None, counts, "")
    bounds = interval.lower, interval.upper, interval.level, interval.method
    return Estimate(value, *bounds, counts, "")
