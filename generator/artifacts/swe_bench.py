"""The reader of SWE-bench run reports: one file a run, with the ids that were resolved and not.

The harness names the file `<model>.<run_id>.json`, and nothing in it names either.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.checks import count
from generator.artifacts.endings import Ending
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, source
from generator.artifacts.gather import said_of
from generator.artifacts.harness_runs import harness_run
from generator.artifacts.id_sets import IdSets
from generator.artifacts.json_document import read_object
from generator.artifacts.json_shape import names_in
from generator.artifacts.records import (
    ArmIdentity,
    FailureMode,
    InvalidCause,
    JsonValue,
    Run,
    RunArtifact,
    State,
)
from generator.artifacts.report_names import ReportName, report_name
from generator.errors import Problem

RESOLVED = Ending(name="resolved", state=State.SUCCESS)
UNRESOLVED = Ending(name="unresolved", state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED)
EMPTY_PATCH = Ending(
    name="empty_patch", state=State.FAILURE, mode=FailureMode.NO_DELIVERABLE, contested=True
)
ERROR = Ending(
    name="error",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)
_INFRA_FAILURE = Ending(
    name="infra_failure",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)
_AMBIGUOUS = Ending(
    name="ambiguous_failure",
    state=State.FAILURE,
    mode=FailureMode.ORACLE_JUDGED,
    contested=True,
)
ENDINGS = (RESOLVED, UNRESOLVED, _AMBIGUOUS, EMPTY_PATCH, ERROR, _INFRA_FAILURE)

_RULED_BY = (
    ("resolved_ids", RESOLVED),
    ("infra_failure_ids", _INFRA_FAILURE),
    ("error_ids", ERROR),
    ("ambiguous_failure_ids", _AMBIGUOUS),
    ("unresolved_ids", UNRESOLVED),
    ("empty_patch_ids", EMPTY_PATCH),
)
_NOT_RESOLVED = ("unresolved_ids", "error_ids", "empty_patch_ids", "incomplete_ids")
_COUNTS = {
    "completed_instances": "completed_ids",
    "resolved_instances": "resolved_ids",
    "unresolved_instances": "unresolved_ids",
    "empty_patch_instances": "empty_patch_ids",
    "error_instances": "error_ids",
}
_FIELDS = frozenset(
    {"total_instances", "completed_ids", "incomplete_ids", *_COUNTS, *dict(_RULED_BY)}
)
_NUMBERS_FIRST = {("total_instances",), ("resolved_instances",), ("completed_ids",)}
_IDS_FIRST = {("resolved_ids",), ("unresolved_ids",)}


class SweBenchReader:
    """Reads the run reports of SWE-bench."""

    format = "swe-bench"
    endings = ENDINGS

    def recognise(self, path: Path, limits: Limits) -> bool:  # noqa: ARG002 - peeks at a bounded part
        """Whether a .json file has the names of a run report."""
        if path.suffix != ".json" or path.is_dir():
            return False
        names = names_in(path)
        if ("results",) in names:
            return False  # other harnesses state the same sets beside their trials
        return names >= _NUMBERS_FIRST or names >= _IDS_FIRST

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one report as its arm's first pass."""
        document = read_object(path, limits, _FIELDS)
        with said_of(path):
            said = _outcomes(document.values)
        name = report_name(path, root, self.format)
        artifact = RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=report_run(name, document.sha256, said.planned),
            attempts=tuple(said.sets.attempts()),
            sources=(source(path, root, document.sha256),),
            folded=said.sets.folded,
            warnings=(*name.warnings(path), *(each.at(path) for each in said.warnings)),
        )
        return (artifact,)


def report_run(name: ReportName, sha256: str, planned: Iterable[str]) -> Run:
    """Return the run of which a report tells; one without a run's name is known by its bytes."""
    return harness_run(
        run_id=f"{name.model}.{name.run or sha256[:16]}",
        arm=ArmIdentity(arm_id=name.model),
        cases=sorted(planned),
        trials_per_case=1,
        role="primary",
    )


class _Outcomes(NamedTuple):
    sets: IdSets
    planned: frozenset[str]
    warnings: list[Problem]


def _outcomes(values: dict[str, JsonValue]) -> _Outcomes:
    """Return the sets of a report, and every case that it set out to attempt."""
    fields = Fields(values)
    sets = IdSets(fields)
    if not fields.states("resolved_ids"):
        fields.wrong("resolved_ids", "MISSING_FIELD", "is missing")
    for name, ending in _RULED_BY:
        sets.end(sets.ids(name), ending)
    sets.end(sets.ids("completed_ids"), UNRESOLVED)
    sets.refuse_overlap("resolved_ids", _NOT_RESOLVED)
    planned = sets.cases | sets.ids("incomplete_ids")
    total = fields.nullable("total_instances", count) or 0
    warnings = [*sets.miscounted(fields, _COUNTS), *_not_run(len(sets.cases), len(planned), total)]
    fields.done()
    return _Outcomes(sets, planned, warnings)


def _not_run(attempted: int, planned: int, total: int) -> Iterable[Problem]:
    """Say how many cases have no prediction, and how many not even a name."""
    if planned > attempted:
        yield Problem(
            "INCOMPLETE_RUN",
            f"{planned - attempted} of {planned} cases have no prediction: they count as missing.",
            "Nothing is to be done if only a part was to be run.",
            field="incomplete_ids",
        )
    if total > planned:
        yield Problem(
            "UNNAMED_CASES",
            f"The report counts {total} cases and names {planned} of them.",
            "The others can be counted nowhere: say so beside the report.",
            field="total_instances",
        )
