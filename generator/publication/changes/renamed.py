"""Arms that go on under another label: known by their runs, whose aliases do not hang on labels."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from generator.publication.arm import Arm
from generator.publication.audit import Audit
from generator.publication.report import Report

Labels = Mapping[str, str]
"""The new label of each arm that has one, by its old label."""


def renamed_arms(old: Report, new: Report) -> Labels:
    """Return the arms of the old report that stand under another label in the new one.

    An arm has gone on where a first pass of it stands under one new label, and that label has the
    first passes of no other arm that went.
    """
    before, after = ({arm.arm for arm in report.arms} for report in (old, new))
    came = {arm.arm: _first_passes(arm) for arm in new.arms if arm.arm not in before}
    found = {
        arm.arm: {label for label, runs in came.items() if runs & _first_passes(arm)}
        for arm in old.arms
        if arm.arm not in after
    }
    taken = [label for labels in found.values() for label in labels]
    return {
        label: next(iter(labels))
        for label, labels in found.items()
        if len(labels) == 1 and all(taken.count(each) == 1 for each in labels)
    }


def _first_passes(arm: Arm) -> set[str]:
    return {run.run for run in arm.runs if run.role == "primary"}


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
