"""What is asked of all versions together: which withheld counts their totals give back.

What the protocol's own rules tell of a screened case is told; asked is what totals add to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.errors import Problem
from generator.publication.inference.published import (
    VARIANT,
    Given,
    Place,
    Total,
    Withheld,
    published,
)
from generator.publication.report import Report


class Question:
    """Reports, newest first, each arm under one name, and the counts that are to be kept."""

    def __init__(self, reports: Sequence[Report], kept: Iterable[Withheld]) -> None:
        self._reports = reports
        self._kept = list(kept)
        self._told = self._answered(self._kept, set()).away
        self._blamed: dict[Withheld, tuple[str, ...]] = {}

    def given(self, totals: set[Total]) -> Given:
        """Return the counts that these totals give back, beyond what is told anyway."""
        return self._beyond(self._kept, totals)

    def problems(self, away: Iterable[Place], totals: set[Total], remedy: str) -> list[Problem]:
        """Name each count that is given back, and the totals that do it."""
        return [self._problem(place, totals, remedy) for place in sorted(away)]

    def _problem(self, place: Place, totals: set[Total], remedy: str) -> Problem:
        version, arm, case = place
        guilty = self._guilty(place, totals)
        shown = ", ".join(f"states.valid_task_success of version {each}" for each in guilty)
        return Problem(
            "WITHHELD_COUNT_GIVEN_BACK",
            f"How often the screened case {case} of the arm {arm} passed in version {version} has "
            f"only one possible value: {shown} and the other published counts give it back.",
            remedy,
            field=field_of(place),
        )

    def _guilty(self, place: Place, totals: set[Total]) -> list[str]:
        """Return the fewest versions, dropped one by one, whose totals give one count back.

        Those that give another version's count of the case back are tried first.
        """
        known = self._blamed.get(place[1:], ())
        if known and self._gives(place, known):
            return list(known)
        needed = [each.version for each in self._reports if (each.version, place[1]) in totals]
        for version in list(needed):
            fewer = [each for each in needed if each != version]
            if self._gives(place, fewer):
                needed = fewer
        self._blamed[place[1:]] = tuple(needed)
        return needed

    def _gives(self, place: Place, versions: Iterable[str]) -> bool:
        """Whether the totals of these versions give a count back."""
        _, arm, case = place
        return place in self._beyond([(arm, case)], {(each, arm) for each in versions}).away

    def _beyond(self, kept: Sequence[Withheld], totals: set[Total]) -> Given:
        given = self._answered(kept, totals)
        return Given(given.away - self._told, given.unsettled - self._told)

    def _answered(self, kept: Sequence[Withheld], totals: set[Total]) -> Given:
        return published(self._reports, (arm for arm, _ in kept), totals).given(kept)


def unsettled(place: Place) -> Problem:
    """Say that nothing settled whether a count is given back."""
    version, arm, case = place
    return Problem(
        "WITHHELD_COUNT_UNSETTLED",
        f"It could not be settled whether the published totals of earlier versions give back how "
        f"often the screened case {case} of the arm {arm} passed in version {version}.",
        "Confirm the case, or leave the arm out of this version, to be sure.",
        field=field_of(place),
    )


def field_of(place: Place) -> str:
    """Return the place of a case's or of a variant's count in a report."""
    _, arm, case = place
    return f"arms[{arm}].cases[{case.replace(VARIANT, '].variants[')}].passed"
