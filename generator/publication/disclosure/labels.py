"""The public names of arms: the spec's label where it gives one, else an alias."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from generator.errors import Problem, UnusableInput
from generator.publication.aliases import Aliases
from generator.spec.load import LoadedSpec

_FIELD = "labels.arms"


def label_arms(
    arm_ids: Collection[str], aliases: Aliases, loaded: LoadedSpec, sourced: Mapping[str, str]
) -> dict[str, str]:
    """Return the public label of every arm; no two arms may share one.

    `sourced` are the labels that the spec's sources give; those of labels.arms win over them.
    """
    stated = {**sourced, **loaded.spec.labels.arms}
    aliases.learn("arm", arm_ids)
    labels = {each: stated.get(each) or aliases.of("arm", each) for each in arm_ids}
    if len(set(labels.values())) != len(labels):
        what = "Two arm_ids would be published under one label."
        remedy = "Give each arm a label of its own under labels.arms."
        raise UnusableInput(_problem(loaded, None, "LABEL_SHARED", what, remedy))
    return labels


def unused_labels(arm_ids: Collection[str], loaded: LoadedSpec) -> list[Problem]:
    """Say which labels no run bears: a slip in the arm_id leaves an arm under its alias."""
    remedy = "Correct the arm_id, or take the label out if its runs are not here."
    return [
        _problem(
            loaded,
            arm_id,
            "UNUSED_LABEL",
            f"Label {number} is of an arm that no run here is of.",
            remedy,
        )
        for number, arm_id in enumerate(loaded.spec.labels.arms, start=1)
        if arm_id not in arm_ids
    ]


def _problem(loaded: LoadedSpec, arm_id: str | None, code: str, what: str, remedy: str) -> Problem:
    """Return a problem of the spec, on a label's line: the arm_id itself is private."""
    place = ("labels", "arms") if arm_id is None else ("labels", "arms", arm_id)
    return Problem(code, what, remedy, loaded.path, loaded.lines.get(place), _FIELD)
