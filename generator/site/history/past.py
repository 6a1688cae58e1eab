"""The past of every arm, gathered from one report after the other and kept small.

Of a report only the followed estimates stay, and of each case what changed: the memory does not
hold a hundred reports at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from sys import intern

from generator.pages.addresses import arm_addresses, built_path
from generator.pages.figures.lettering import plain
from generator.pages.quoted import has_primary_run
from generator.publication.arm import Arm
from generator.publication.case import Case
from generator.publication.report import Report
from generator.publication.strings import Outcome, Verdict
from generator.site.history.basis import Basis, basis_of, rules_of
from generator.site.history.estimates import Estimate, Measure, estimates


@dataclass(frozen=True, slots=True)
class CaseState:
    """What one version says of a case; counts only of a published rate, or of equal trials.

    Where no run came first, there is no outcome of a first pass, and all trials count alike.
    """

    first_pass: Outcome | None
    verdict: Verdict | None
    passed: int | None
    valid: int | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """One state of a case over versions of the arm that follow each other; places in its points."""

    newest: int
    oldest: int
    state: CaseState


@dataclass(frozen=True, slots=True)
class Point:
    """One version of an arm: the path of its page, its estimates, and what they rest on."""

    version: str
    page: str
    estimates: dict[Measure, Estimate]
    basis: Basis


@dataclass(slots=True)
class ArmPast:
    """One arm over the versions that have it; points and stretches are newest first.

    `places` are the addresses of the cases' rows in the newest version that has them.
    """

    arm: str
    points: list[Point] = field(default_factory=list)
    cases: dict[str, list[Stretch]] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)


class Past:
    """All arms over all versions; reports are added newest first."""

    def __init__(self) -> None:
        self._arms: dict[str, ArmPast] = {}

    @property
    def arms(self) -> list[ArmPast]:
        """The arms of the newest report in its order, then those that only older ones have."""
        return list(self._arms.values())

    def add(self, report: Report) -> None:
        """Take in the next older report."""
        rules = rules_of(report)
        for address in arm_addresses(report):
            arm = address.arm
            past = self._arms.setdefault(arm.arm, ArmPast(plain(arm.arm)))
            place = len(past.points)
            page = built_path(address.path)
            point = Point(report.version, page, dict(estimates(arm)), basis_of(arm, rules))
            past.points.append(point)
            _add_cases(past, arm, place)
            for case in address.cases.keys() - past.places.keys():
                past.places[case] = f"{report.version}/{built_path(address.cases[case])}"


def _add_cases(past: ArmPast, arm: Arm, place: int) -> None:
    first_pass = has_primary_run(arm)
    for case in arm.cases:
        state = _state(case) if first_pass else _of_equal_trials(case)
        stretches = past.cases.setdefault(intern(case.case), [])
        last = stretches[-1] if stretches else None
        if last and last.state == state and last.oldest == place - 1:
            stretches[-1] = Stretch(last.newest, place, last.state)
        else:
            stretches.append(Stretch(place, place, state))


def _state(case: Case) -> CaseState:
    counted = case.stage == "confirmation" and case.rate is not None and case.passed is not None
    return CaseState(
        case.primary_outcome,
        case.verdict,
        case.passed if counted else None,
        case.valid if counted else None,
    )


def _of_equal_trials(case: Case) -> CaseState:
    counted = case.withheld is None and case.passed is not None
    return CaseState(
        None, case.verdict, case.passed if counted else None, case.valid if counted else None
    )
