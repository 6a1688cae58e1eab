"""No published number gives a withheld count back: more is withheld, or the release is stopped.

What the protocol's own rules tell of a screened case is told; what an arm's total of successes adds
to it is withheld with the total. A total that an earlier version published cannot be taken back.
What cannot be settled is taken for given back: the arm's own total is withheld, an earlier one is
warned of.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from generator.errors import Problem, ReleaseStopped
from generator.publication.accounts import FailureModes
from generator.publication.inference.published import (
    VARIANT,
    Given,
    Place,
    Withheld,
    has_total,
    published,
    withheld,
)
from generator.publication.report import Report

Total = tuple[str, str]
"""A version and an arm's name: the arm's total of successes in that version."""


def keep_withheld(report: Report, listed: Sequence[Report]) -> tuple[Report, list[Problem]]:
    """Return a report in which nothing gives a withheld count back, with what more was withheld.

    What the rules of publication withhold is withheld already, the totals of `withholds_totals`
    among it; of what they leave, this takes away the totals with which the rest of what is public
    would give a count back, and says so.

    `listed` are the versions there are, newest first; those after the report's own, or all where it
    is new, were published before it.
    """
    versions = [each.version for each in listed]
    if report.version in versions:
        listed = listed[versions.index(report.version) + 1 :]
    hidden = withheld(report)
    reports = [report, *listed]
    told = published(reports, {arm for arm, _ in hidden}, ()).given(hidden).away
    totals = {(each.version, arm.arm) for each in reports for arm in each.arms if has_total(arm)}
    given = _given(reports, hidden, totals, told)
    own = {arm for _, arm, _ in given.away | given.unsettled if (report.version, arm) in totals}
    totals -= {(report.version, arm) for arm in own}
    left = _given(reports, hidden, totals, told) if own else given
    if left.away:
        raise ReleaseStopped(*_stops(reports, left.away, totals, told))
    settled = {arm for _, arm, _ in given.away}
    warnings = [_withheld_too(arm, settled=arm in settled) for arm in sorted(own)]
    warnings += [_unsettled(place) for place in sorted(left.unsettled)]
    return _without_totals(report, own), warnings


def _given(
    reports: Sequence[Report], hidden: Sequence[Withheld], totals: set[Total], told: set[Place]
) -> Given:
    """Return the counts that these totals give back, beyond what is told anyway."""
    named = {arm for arm, _ in hidden}
    given = published(reports, named, totals).given(hidden)
    return Given(given.away - told, given.unsettled - told)


def _without_totals(report: Report, arms: set[str]) -> Report:
    """Return the report without the totals of passes and failures, and of claims among them."""
    return replace(
        report,
        arms=[
            replace(
                arm,
                states=replace(arm.states, valid_task_success=None, valid_task_failure=None),
                failure_modes=FailureModes(no_deliverable=None, oracle_judged=None),
                claimed_deliveries=None,
            )
            if arm.arm in arms
            else arm
            for arm in report.arms
        ],
    )


def _withheld_too(arm: str, *, settled: bool) -> Problem:
    would = "would" if settled else "may, which could not be settled,"
    return Problem(
        "TOTALS_WITHHELD",
        f"Of the arm {arm} the totals of valid successes and failures are withheld, too: with what "
        f"else is published they {would} give the count of a screened case back.",
        "Confirm the arm's screened cases to publish them.",
        field="states.valid_task_success",
    )


def _unsettled(place: Place) -> Problem:
    version, arm, case = place
    return Problem(
        "WITHHELD_COUNT_UNSETTLED",
        f"It could not be settled whether the published totals of earlier versions give back how "
        f"often the screened case {case} of the arm {arm} passed in version {version}.",
        "Confirm the case, or leave the arm out of this version, to be sure.",
        field=f"arms[{arm}].cases[{_path(case)}].passed",
    )


def _stops(
    reports: Sequence[Report], left: set[Place], totals: set[Total], told: set[Place]
) -> list[Problem]:
    """Name each count that cannot be kept, and the totals that give it back."""
    problems = []
    for version, arm, case in sorted(left):
        guilty = _guilty(reports, (version, arm, case), totals, told)
        shown = ", ".join(f"states.valid_task_success of version {each}" for each in guilty)
        problems.append(
            Problem(
                "WITHHELD_COUNT_GIVEN_BACK",
                f"How often the screened case {case} of the arm {arm} passed in version {version} "
                f"has only one possible value: {shown} and the other published counts give it "
                "back.",
                "Confirm the case, or leave the arm out of this version. If an earlier version "
                "named here is a draft, build it again with this program or remove it.",
                field=f"arms[{arm}].cases[{_path(case)}].passed",
            )
        )
    return problems


def _path(case: str) -> str:
    """Return the place of a case's or of a variant's count among the cases."""
    return case.replace(VARIANT, "].variants[")


def _guilty(
    reports: Sequence[Report], place: Place, totals: set[Total], told: set[Place]
) -> list[str]:
    """Return the fewest versions, dropped one by one, whose totals give one count back."""
    _, arm, case = place
    needed = [each.version for each in reports if (each.version, arm) in totals]
    for version in list(needed):
        fewer = [each for each in needed if each != version]
        if place in _given(reports, [(arm, case)], {(each, arm) for each in fewer}, told).away:
            needed = fewer
    return needed
