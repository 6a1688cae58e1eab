"""A whole report, every number of it that its own counts determine."""

from __future__ import annotations

from collections.abc import Iterator

from generator.publication.recheck.arms import recheck_arm
from generator.publication.recheck.checked import Checked
from generator.publication.recheck.comparisons import recheck_comparisons
from generator.publication.recheck.ledgers import recheck_ledger
from generator.publication.recheck.studies import recheck_study
from generator.publication.report import Report

_IMPOSSIBLE = (ValueError, ArithmeticError)
"""What estimators raise on counts that contradict each other, such as more passes than trials."""


def recheck_report(report: Report) -> Iterator[Checked]:
    """Yield a check of every number of a report that its published counts determine."""
    for at, arm in enumerate(report.arms):
        place = f"arms[{at}]"
        yield from _possible(place, recheck_arm(place, arm, report.rules))
    compared = recheck_comparisons(report.comparisons, report.rules)
    yield from _possible("comparisons", compared)
    for ledger in report.ledgers:
        place = f"ledgers.{ledger.ledger}"
        yield from _possible(place, recheck_ledger(place, ledger))
    for study in report.studies:
        place = f"studies.{study.study}"
        yield from _possible(place, recheck_study(place, study))


def _possible(place: str, checks: Iterator[Checked]) -> Iterator[Checked]:
    """Yield the checks of a part, up to counts that no trials can have: of those it is the last."""
    try:
        yield from checks
    except _IMPOSSIBLE:
        yield Checked(place, "counts", "counts that contradict each other")
