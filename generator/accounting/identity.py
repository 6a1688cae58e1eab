"""Which runs are evidence for an arm, and of what kind the others are.

A repeat is valid only under the same arm at the same settings. A run that differs in what the arm
is tells of another arm; one that differs only in concurrency or timeout tells of another time; one
with substitute calls tells nothing of the arm it names. None of the three is in a denominator.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from generator.accounting.makeups import Makeups
from generator.accounting.runs import RunRecord
from generator.artifacts.records import IDENTITY_FIELDS, Run
from generator.errors import Problem, UnusableInput
from generator.spec.model import PUBLIC_IDENTITY

SETTINGS = ("concurrency", "timeout_s")


class Standing(StrEnum):
    """What a run of an arm_id is to the arm."""

    OWN = "own"
    CROSS_ARM = "cross_arm"
    CROSS_TIME = "cross_time"
    CONTAMINATED = "contaminated"


@dataclass(frozen=True, slots=True)
class ArmRun:
    """A run with its standing and the fields in which it differs from what the arm is."""

    record: RunRecord
    standing: Standing
    differs: tuple[str, ...]

    @property
    def run(self) -> Run:
        """The run as its file states it."""
        return self.record.run

    @property
    def own(self) -> bool:
        """Whether the run counts for the arm."""
        return self.standing is Standing.OWN


def by_time(record: RunRecord) -> tuple[int, str]:
    """The order of runs: when they started, then their ids."""
    window = record.run.window
    return (window.start if window else 0, record.run.run_id)


def reference_run(records: Sequence[RunRecord]) -> RunRecord:
    """Return the run that says what the arm is: its first primary, or its first run."""
    primaries = sorted((r for r in records if r.run.role == "primary"), key=by_time)
    if not primaries:
        return min(records, key=by_time)
    first = primaries[0]
    for other in primaries[1:]:
        fields = differing(first.run, other.run)
        if fields:
            named = ", ".join(fields)
            what = f"Two primary runs of one arm_id differ in {named}."
            remedy = "Give the changed arm an arm_id of its own."
            raise UnusableInput(
                Problem("PRIMARIES_CONFLICT", what, remedy, first.file, field=f"arm ({named})"),
                Problem("PRIMARIES_CONFLICT", "This is the other one.", remedy, other.file),
            )
    return first


def check_public(reference: RunRecord, public: Iterable[str]) -> None:
    """Refuse an identity field that the spec declares public and that no page can show."""
    problems = [
        Problem(
            "NOT_PUBLIC",
            "The spec declares the field public, but it has more than 200 characters, or one that "
            "is a control character or invisible.",
            "Correct it, or leave the field out of identity_public in the spec.",
            reference.file,
            field=f"arm.{name}",
        )
        for name in public
        if not PUBLIC_IDENTITY.fullmatch(getattr(reference.run.arm, name) or "")
    ]
    if problems:
        raise UnusableInput(*problems)


def differing(first: Run, second: Run) -> tuple[str, ...]:
    """Return the fields of identity and settings in which two runs differ."""
    identity = tuple(
        field
        for field in IDENTITY_FIELDS
        if not _same_json(getattr(first.arm, field), getattr(second.arm, field))
    )
    settings = tuple(f for f in SETTINGS if getattr(first, f) != getattr(second, f))
    return identity + settings


def _same_json(first: object, second: object) -> bool:
    """Whether two JSON values are equal; true is no number, although Python thinks it is 1."""
    if isinstance(first, bool) or isinstance(second, bool):
        return first is second
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(
            _same_json(value, second[key]) for key, value in first.items()
        )
    if isinstance(first, list) and isinstance(second, list):
        return len(first) == len(second) and all(map(_same_json, first, second))
    return first == second


def classify(
    records: Sequence[RunRecord],
    reference: RunRecord,
    makeups: Makeups,
) -> list[ArmRun]:
    """Give every run of one arm_id its standing, in the order of time."""
    timeouts = {record.run.run_id: record.run.timeout_s for record in records}
    return [
        _classify(record, reference, _doubled(record, makeups, timeouts))
        for record in sorted(records, key=by_time)
    ]


def _classify(record: RunRecord, reference: RunRecord, doubled: set[float]) -> ArmRun:
    run = record.run
    differs = differing(reference.run, run)
    if run.role == "makeup" and run.timeout_s in doubled:
        differs = tuple(field for field in differs if field != "timeout_s")
    if run.wire_audit.status == "substitute_calls":
        standing = Standing.CONTAMINATED
    elif any(field not in SETTINGS for field in differs):
        standing = Standing.CROSS_ARM
    elif differs:
        standing = Standing.CROSS_TIME
    else:
        standing = Standing.OWN
    return ArmRun(record, standing, differs)


def _doubled(
    record: RunRecord,
    makeups: Makeups,
    timeouts: Mapping[str, float | None],
) -> set[float]:
    """The timeouts a makeup run may have: twice that of a run it makes up."""
    found = [makeups[seen.names[0]] for seen in record.observations if seen.names[0] in makeups]
    targets = {seen.run_id for makeup in found for seen in (makeup.named, makeup.root)}
    return {2 * timeout for run_id in targets if (timeout := timeouts[run_id]) is not None}


def standing_warnings(runs: Sequence[ArmRun]) -> list[Problem]:
    """Say which runs of an arm are no evidence for it, and why."""
    warnings = []
    for run in runs:
        named = ", ".join(run.differs)
        if run.standing is Standing.CONTAMINATED:
            what = "Its wire audit found substitute-model calls: it is in no denominator."
            field = "wire_audit.status"
        elif run.standing is not Standing.OWN:
            what = f"It differs from the arm in {named}: it stands as {run.standing} evidence."
            field = f"arm ({named})" if run.standing is Standing.CROSS_ARM else named
        else:
            continue
        remedy = "Nothing is to be done if that is what you meant."
        code = run.standing.name
        warnings.append(Problem(code, what, remedy, run.record.file, field=field))
    return warnings
