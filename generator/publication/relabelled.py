"""A report whose arms stand under other labels, so that it can be held against another report."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from generator.publication.audit import Audit
from generator.publication.report import Report

Labels = Mapping[str, str]
"""The new label of each arm that has one, by its old label."""


def relabelled(report: Report, labels: Labels) -> Report:
    """Return a report with arms under other labels, wherever they are named."""
    if not labels:
        return report

    def name(label: str) -> str:
        return labels.get(label, label)

    return replace(
        report,
        arms=[replace(arm, arm=name(arm.arm)) for arm in report.arms],
        comparisons=[replace(pair, a=name(pair.a), b=name(pair.b)) for pair in report.comparisons],
        audit=report.audit and _past(report.audit, labels),
    )


def _past(audit: Audit, labels: Labels) -> Audit:
    """Return the past under other labels; that of published pages has labels of its own."""
    return replace(
        audit,
        arms=[
            replace(arm, arm=labels.get(arm.arm, arm.arm)) if arm.basis == "runs" else arm
            for arm in audit.arms
        ],
    )
