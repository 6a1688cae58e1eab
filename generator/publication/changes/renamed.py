"""Arms that go on under another label: known by their runs, whose aliases do not hang on labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from generator.publication.arm import Arm
from generator.publication.audit import Audit
from generator.publication.changes.turned import turned_as
from generator.publication.relabelled import Labels, relabelled
from generator.publication.report import Report

_Item = TypeVar("_Item")


def named_as(old: Report, new: Report, labels: Labels) -> Report:
    """Return the old report as it would stand under the labels of the new one.

    Arms, and the arms of a pair, stand in the order of their labels.
    """
    if not labels:
        return old
    old = turned_as(relabelled(old, labels), new)
    return replace(
        old,
        arms=_in_order(old.arms, new.arms, lambda arm: arm.arm),
        comparisons=_in_order(old.comparisons, new.comparisons, lambda pair: (pair.a, pair.b)),
        audit=_past(old.audit, new.audit),
    )


def _past(old: Audit | None, new: Audit | None) -> Audit | None:
    if old is None or new is None:
        return old
    return replace(old, arms=_in_order(old.arms, new.arms, lambda arm: (arm.arm, arm.basis)))


def _in_order(
    items: Sequence[_Item], others: Sequence[_Item], key: Callable[[_Item], object]
) -> list[_Item]:
    """Return items in the order in which they stand among others, those that do not last."""
    places = {key(other): place for place, other in enumerate(others)}
    return sorted(items, key=lambda item: places.get(key(item), len(places)))


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
