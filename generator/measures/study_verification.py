"""Every check of a study run with its outcome, as a list that a person or a machine can go through.

A check fails where two things that must agree do not. A run that is incomplete or cut fails none
by that: it is described, and what it may be claimed for is said elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generator.measures.study import StudyMeasure
from generator.measures.study_differences import Value
from generator.measures.study_retries import Breach, BreachCode

Outcome = Literal["agrees", "differs", "not_checked"]

_BREACHES: dict[BreachCode, str] = {
    "RESULT_RERUN": "A try follows a task result, which is never run again.",
    "TOO_MANY_RETRIES": "More host faults follow each other than the rule allows.",
    "TRIES_MISCOUNTED": "The row counts other tries than its checkpoint keeps.",
    "ROW_CONTRADICTED": "The row says other than its checkpoint.",
    "ROW_UNKNOWN": "The checkpoint ended in a row that the run did not write.",
}


@dataclass(frozen=True, slots=True)
class Check:
    """One check: what was held against what, and how it came out.

    `field` is that of a row. Of a difference in the recorded statistics, `path` is where, with
    both values.
    """

    check: str
    outcome: Outcome
    said: str
    file: Path | None = None
    line: int | None = None
    field: str | None = None
    path: str | None = None
    recorded: Value = None
    replayed: Value = None


def verify_study(measure: StudyMeasure) -> tuple[Check, ...]:
    """Return every check of a run, digests first."""
    return (
        *_hashes(measure),
        *_manifest(measure),
        *_checkpoints(measure),
        *_statistics(measure),
        *_audits(measure),
    )


def _outcome(agrees: bool | None) -> Outcome:  # noqa: FBT001 - the answer itself
    return "not_checked" if agrees is None else "agrees" if agrees else "differs"


_HASHES = {
    "decision_rule": "The digest of the decision rule's bytes.",
    "expected_design": "The digest of the expected design's canonical JSON.",
    "preregistration": "The digest of the preregistration, against the rule's.",
    "dataset_inventory": "The digest of the data set's inventory, against the rule's.",
    "row_keys": "Every row's key, computed from its identity.",
}


def _hashes(measure: StudyMeasure) -> Iterator[Check]:
    for each in measure.study.hashes:
        outcome = _outcome(each.agrees)
        yield Check(f"hash.{each.name}", outcome, _HASHES[each.name], each.file, each.line)


def _manifest(measure: StudyMeasure) -> Iterator[Check]:
    listed = measure.study.manifest
    name, said = "hash.manifest", "The digests of the manifest's files."
    if listed is None:
        yield Check(name, "not_checked", "There is no manifest.")
        return
    wrong = [each for each in listed if not each.agrees]
    if not wrong:
        yield Check(name, "agrees", said)
    for each in wrong:
        yield Check(name, "differs", "The file is not the one that the manifest lists.", each.file)


def _checkpoints(measure: StudyMeasure) -> Iterator[Check]:
    if not measure.study.checkpoints:
        yield Check("checkpoints", "not_checked", "There are no checkpoints.")
        return
    breaches = measure.retries.breaches
    if not breaches:
        yield Check("checkpoints", "agrees", "Tries, retry rule and rows.")
    for breach in breaches:
        yield _breach(breach, measure)


def _breach(breach: Breach, measure: StudyMeasure) -> Check:
    """Name the row where it is the row that is in doubt, else the checkpoint."""
    rows = measure.study.folder / "episodes.jsonl"
    file = rows if breach.line is not None else breach.file
    said = _BREACHES[breach.code]
    return Check("checkpoints", "differs", said, file, breach.line, breach.field)


def _statistics(measure: StudyMeasure) -> Iterator[Check]:
    if measure.replay_status == "not_recorded":
        why = "no decision rule" if measure.decided is None else "no statistics.json"
        yield Check("replay", "not_checked", f"There is {why}.")
        return
    if not measure.differences:
        yield Check("replay", "agrees", "Every number of statistics.json, replayed from the rows.")
    file = measure.study.folder / "statistics.json"
    for each in measure.differences:
        yield Check(
            "replay",
            "differs",
            "The recorded value is not the one that the rows give.",
            file,
            path=each.path,
            recorded=each.recorded,
            replayed=each.replayed,
        )


def _audits(measure: StudyMeasure) -> Iterator[Check]:
    file = measure.study.folder / "audit.json"
    for audit in measure.audits:
        if audit.failed:
            outcome: Outcome = "differs"
        else:
            outcome = "not_checked" if audit.rederived is None else "agrees"
        said = {
            "differs": "The audit does not come out as recorded, or fails.",
            "agrees": "Derived again as recorded.",
            "not_checked": "Shown as recorded: the artifacts do not hold what it takes.",
        }[outcome]
        yield Check(
            f"audit.{audit.audit}",
            outcome,
            said,
            file,
            recorded=_word(audit.recorded),
            replayed=_word(audit.rederived),
        )


def _word(verdict: bool | str | None) -> Value:  # noqa: FBT001 - the verdict itself
    return verdict if verdict is None or isinstance(verdict, bool) else str(verdict)
