"""No published number gives a withheld count back: more is withheld, or the release is stopped.

What the protocol's own rules tell of a screened case is told; what an arm's total of successes adds
to it is withheld with the total. A total that an earlier version published cannot be taken back.
What cannot be settled is taken for given back: the arm's own total is withheld, an earlier one is
warned of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from generator.errors import Problem, ReleaseStopped
from generator.publication.accounts import FailureModes
from generator.publication.arm import Arm
from generator.publication.inference.published import (
    VARIANT,
    totals_of,
    withheld,
)
from generator.publication.inference.question import Question, unsettled
from generator.publication.inference.versions import under_one_name
from generator.publication.report import Report

InVersion = tuple[str, Problem]
"""A version, and what is wrong in it."""


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
    reports = under_one_name([report, *listed])
    totals = totals_of(reports)
    question = Question(reports, withheld(report))
    given = question.given(totals)
    own = {arm for _, arm, _ in given.away | given.unsettled if (report.version, arm) in totals}
    totals -= {(report.version, arm) for arm in own}
    left = question.given(totals) if own else given
    if left.away:
        raise ReleaseStopped(
            *question.problems(
                left.away,
                totals,
                "Confirm the case, or leave the arm out of this version. If an earlier version "
                "named here is a draft, build it again with this program or remove it.",
            )
        )
    settled = {arm for _, arm, _ in given.away}
    kept = _without_totals(report, own)
    return kept, [
        *(_withheld_too(arm, settled=arm.arm in settled) for arm in report.arms if arm.arm in own),
        *(unsettled(place) for place in sorted(left.unsettled)),
        *_to_confirm_together(kept),
    ]


def given_back(listed: Sequence[Report]) -> tuple[list[InVersion], list[InVersion]]:
    """Return what versions, newest first, give back together, and what could not be settled.

    Each is a problem with the version whose count it is. Of an arm the counts are asked for that
    the newest version of it withholds: what was confirmed since is told.
    """
    reports = under_one_name(listed)
    newest: dict[str, Report] = {}
    for report in reversed(reports):
        newest |= {arm.arm: report for arm in report.arms}
    kept = [each for name, report in newest.items() for each in withheld(report) if each[0] == name]
    question, totals = Question(reports, kept), totals_of(reports)
    given = question.given(totals)
    remedy = (
        "Confirm the case in a new version, which tells its count. If a version named here is not "
        "public yet, build it again or remove it."
    )
    away, open_ones = sorted(given.away), sorted(given.unsettled)
    problems = question.problems(away, totals, remedy)
    return (
        [(place[0], problem) for place, problem in zip(away, problems, strict=True)],
        [(place[0], unsettled(place)) for place in open_ones],
    )


def _without_totals(report: Report, arms: set[str]) -> Report:
    """Return the report without what is told of some arms' totals of successes."""
    return replace(
        report, arms=[_without_total(arm) if arm.arm in arms else arm for arm in report.arms]
    )


def _without_total(arm: Arm) -> Arm:
    """Return an arm without its passes and failures, and without what says how many failed."""
    told = _tells_failures(arm)
    return replace(
        arm,
        states=replace(
            arm.states,
            valid_task_success=None,
            valid_task_failure=None,
            withheld="WITHHELD_COUNTS",
        ),
        failure_modes=FailureModes(no_deliverable=None, oracle_judged=None),
        claimed_deliveries=None,
        policies=None if told else arm.policies,
        policies_withheld="WITHHELD_COUNTS" if told else None,
    )


def _tells_failures(arm: Arm) -> bool:
    """Whether contested ends are published of which some are failures."""
    return arm.policies is not None and arm.policies.used != "as_infrastructure"


def _withheld_too(arm: Arm, *, settled: bool) -> Problem:
    would = "would" if settled else "may, which could not be settled,"
    also = ", and both readings of its contested ends" if _tells_failures(arm) else ""
    return Problem(
        "TOTALS_WITHHELD",
        f"Of the arm {arm.arm} the totals of valid successes and failures{also} are withheld, too: "
        f"with what else is published they {would} give the count of a screened case back.",
        "Confirm the arm's screened cases to publish them.",
        field="states.valid_task_success",
    )


def _to_confirm_together(report: Report) -> Iterator[Problem]:
    """Warn of totals that, once published, give the last count back when the others are told."""
    hidden = [each for each in withheld(report) if VARIANT not in each[1]]
    for arm in report.arms:
        cases = [case for name, case in hidden if name == arm.arm]
        if len(cases) > 1 and arm.states.valid_task_success is not None:
            yield Problem(
                "CONFIRM_TOGETHER",
                f"Of the arm {arm.arm} the totals of valid successes and failures are published, "
                f"and the counts of its screened cases {', '.join(cases)} are not. A later version "
                "that confirms some of these cases, and leaves of another only one count that the "
                "totals allow, will be stopped.",
                "Confirm these cases together: all of them in one version, or before this one is "
                "published.",
                field=f"arms[{arm.arm}].states.valid_task_success",
            )
