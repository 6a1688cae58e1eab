"""A whole report, every number of it that its own counts determine."""

from __future__ import annotations

from collections.abc import Iterator

from generator.publication.recheck.arms import recheck_arm
from generator.publication.recheck.checked import Checked
from generator.publication.recheck.comparisons import recheck_comparisons
from generator.publication.recheck.ledgers import recheck_ledger
from generator.publication.recheck.studies import recheck_study
from generator.publication.report import Report


def recheck_report(report: Report) -> Iterator[Checked]:
    """Yield a check of every number of a report that its published counts determine."""
    for place, arm in enumerate(report.arms):
        yield from recheck_arm(f"arms[{place}]", arm, report.rules)
    yield from recheck_comparisons(report.comparisons, report.rules)
    for ledger in report.ledgers:
        yield from recheck_ledger(f"ledgers.{ledger.ledger}", ledger)
    for study in report.studies:
        yield from recheck_study(f"studies.{study.study}", study)
