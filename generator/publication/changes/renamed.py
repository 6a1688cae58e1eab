"""Arms that go on under another label: known by their runs, whose aliases do not hang on labels."""

from __future__ import annotations

from generator.publication.arm import Arm
from generator.publication.relabelled import Labels
from generator.publication.report import Report


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
