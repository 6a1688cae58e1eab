"""An arm's points in the order of time, with the breaks that no line crosses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from generator.site.history.basis import differences
from generator.site.history.estimates import BURDEN, HEADLINE, RECOVERY, Measure
from generator.site.history.past import ArmPast, Point
from generator.site.versions import Entry, Versions, correction_of


@dataclass(frozen=True, slots=True)
class Moment:
    """One version in an arm's series: its entry in the list, which version corrects it, its point.

    `breaks` are the reasons, in words, that keep it from being compared with the one before it that
    still stands; they are empty where the two can be compared, and at the start.
    """

    entry: Entry
    corrected_by: str | None
    point: Point
    breaks: tuple[str, ...]


def moments(past: ArmPast, listed: Versions) -> list[Moment]:
    """Return an arm's versions, oldest first.

    A corrected version takes no part in the comparison: its correction stands for it.
    """
    place = {entry.version: at for at, entry in enumerate(reversed(listed))}
    entries = {entry.version: entry for entry in listed}
    found: list[Moment] = []
    before: Point | None = None
    for point in sorted(past.points, key=lambda point: place[point.version]):
        corrected_by = correction_of(listed, point.version)
        stands = corrected_by is None
        breaks = differences(before.basis, point.basis) if before and stands else ()
        found.append(Moment(entries[point.version], corrected_by, point, tuple(breaks)))
        before = point if stands else before
    return found


def followed(points: Sequence[Point]) -> list[Measure]:
    """Return the measures of an arm that have a figure.

    Of pass^k that is the k above 1 that the most versions have a number for, and of several such
    the largest; the tables have every k.
    """
    known = Counter(
        measure
        for point in points
        for measure, estimate in point.estimates.items()
        if estimate.value is not None
    )
    powers = [(count, measure.k, measure) for measure, count in known.items() if measure.k > 1]
    best = max(powers, key=lambda each: each[:2], default=None)
    chosen = [HEADLINE, RECOVERY, *([best[2]] if best else []), BURDEN]
    return [measure for measure in chosen if known[measure]]
