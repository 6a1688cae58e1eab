"""Recorded lists of cuts and of imputed rows, held against those that the rows give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.artifacts.records import JsonValue
from generator.artifacts.study_records import RowIdentity
from generator.measures.study_comparison import Cut, CutReason, Hypothesis

Objects = list[dict[str, JsonValue]]


def objects(recorded: JsonValue) -> Objects:
    """Return the objects of a recorded list; of what is no list, none."""
    if not isinstance(recorded, list):
        return []
    return [each for each in recorded if isinstance(each, dict)]


def cuts_of(recorded: JsonValue, hypothesis: Hypothesis) -> Objects:
    """Return the recorded cuts of one hypothesis."""
    return [cut for cut in objects(recorded) if cut.get("hypothesis") == str(hypothesis)]


def same_cuts(recorded: Objects, cuts: Sequence[Cut]) -> bool:
    """Whether recorded cuts are these: the same tasks of the same hypotheses, for the same reasons.

    A reason may be recorded with its cell, as the harness does, or without.
    """
    stated = {
        (str(cut.get("hypothesis")), str(cut.get("taskId"))): cut.get("reasons") for cut in recorded
    }
    found: Mapping[tuple[str, str], Cut] = {(str(cut.hypothesis), cut.task_id): cut for cut in cuts}
    return (
        len(stated) == len(recorded)
        and stated.keys() == found.keys()
        and all(_same_reasons(stated[key], found[key].reasons) for key in found)
    )


def _same_reasons(stated: JsonValue, reasons: Sequence[CutReason]) -> bool:
    if not isinstance(stated, list):
        return False
    spelled = {text for reason in reasons for text in (reason.harness, reason.public)}
    listed = {text for text in stated if isinstance(text, str)}
    return (
        len(listed) == len(stated)
        and listed <= spelled
        and all(listed & {reason.harness, reason.public} for reason in reasons)
    )


def same_rows(recorded: Objects, imputed: Sequence[RowIdentity]) -> bool:
    """Whether recorded imputed rows are these, whatever their order."""
    listed = [
        (row.get("taskId"), row.get("variantId"), row.get("seed"), row.get("arm"))
        for row in recorded
    ]
    found = [(row.task_id, row.variant_id, row.seed, str(row.arm)) for row in imputed]
    return sorted(map(repr, listed)) == sorted(map(repr, found))
