"""The reader of GSO reports: one file a run, with the ids of what passed its tests and got faster.

A task is passed where the patch is as fast as the expert's: that is what the benchmark's score
counts, out of all tasks. Tasks that no set names, because nothing came of them, count in the score
as not passed, and so here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import msgspec

from generator.artifacts.checks import MOST_TASKS, count
from generator.artifacts.endings import Ending
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits, peek, source
from generator.artifacts.gather import said_of
from generator.artifacts.id_sets import IdSets, only_attempt
from generator.artifacts.json_document import read_object
from generator.artifacts.json_shape import name_paths
from generator.artifacts.records import CasePlan, FailureMode, JsonValue, RunArtifact, State
from generator.artifacts.report_names import report_name
from generator.artifacts.swe_bench import report_run
from generator.errors import Problem


def _failure(name: str, mode: FailureMode | None, *, contested: bool) -> Ending:
    return Ending(name=name, state=State.FAILURE, mode=mode, contested=contested)


_NOTHING, _JUDGED = FailureMode.NO_DELIVERABLE, FailureMode.ORACLE_JUDGED
_PASSED = Ending(name="opt_commit", state=State.SUCCESS)
_HACKED = Ending(name="hacked", state=State.SUCCESS)
_NOT_NAMED = _failure("not_named", None, contested=True)
_SLOWER = _failure("passed_tests_only", _JUDGED, contested=False)
_RULED_BY = (
    ("opt_commit_ids", _PASSED),
    ("base_failed_ids", _failure("base_failed", None, contested=True)),
    ("error_ids", _failure("error", None, contested=True)),
    ("patch_failed_ids", _failure("patch_failed", _JUDGED, contested=False)),
    ("test_failed_ids", _failure("test_failed", _JUDGED, contested=False)),
    ("empty_patch_ids", _failure("empty_patch", _NOTHING, contested=True)),
    ("incomplete_ids", _failure("incomplete", _NOTHING, contested=True)),
    ("passed_ids", _SLOWER),
    ("completed_ids", _SLOWER),
)
_NOT_PASSED = (
    "base_failed_ids",
    "error_ids",
    "patch_failed_ids",
    "test_failed_ids",
    "empty_patch_ids",
    "incomplete_ids",
)
_COUNTS = {
    "completed_instances": "completed_ids",
    "passed_instances": "passed_ids",
    "base_failed_instances": "base_failed_ids",
    "patch_failed_instances": "patch_failed_ids",
    "test_failed_instances": "test_failed_ids",
    "empty_patch_instances": "empty_patch_ids",
    "error_instances": "error_ids",
    "opt_commit": "opt_commit_ids",
}
_FIELDS = frozenset({"summary", "instance_sets"})
_NAMES = {
    ("summary", "total_instances"),
    ("summary", "opt_commit"),
    ("instance_sets", "opt_commit_ids"),
}
_BEST_OF = re.compile(rb'"k"\s*:\s*(?:[2-9]|[1-9]\d)')


class GsoReader:
    """Reads the reports of GSO."""

    format = "gso"
    endings = (*dict.fromkeys(ending for _, ending in _RULED_BY), _HACKED, _NOT_NAMED)

    def recognise(self, path: Path, limits: Limits) -> bool | Problem:  # noqa: ARG002 - bounded
        """Whether a .json file has the names of a report; a best of several is passed over."""
        if path.suffix != ".json" or path.is_dir():
            return False
        prefix = peek(path)
        if not name_paths(prefix) >= _NAMES:
            return False
        if _BEST_OF.search(prefix.partition(b"instance_sets")[0]):
            return Problem(
                "BEST_OF_SEVERAL",
                "The report holds the best of several attempts at each task, and no attempt alone.",
                "Put the reports of the single runs here.",
                path,
                field="summary.k",
            )
        return True

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one report as its arm's first pass."""
        document = read_object(path, limits, _FIELDS)
        with said_of(path):
            said = _outcomes(document.values)
        name = report_name(path, root, self.format)
        run = report_run(name, document.sha256, said.sets.cases)
        unnamed = tuple(f"{run.run_id} {number}" for number in range(1, said.unnamed + 1))
        cases = (*run.cases, *(CasePlan(case_id=each) for each in unnamed))
        artifact = RunArtifact(
            format=self.format,
            file=path,
            attempts_file=path,
            run=msgspec.structs.replace(run, cases=cases),
            attempts=(
                *said.sets.attempts(),
                *(only_attempt(each, _NOT_NAMED) for each in unnamed),
            ),
            sources=(source(path, root, document.sha256),),
            folded=said.sets.folded,
            warnings=(*name.warnings(path), *(each.at(path) for each in said.warnings)),
            unnamed=unnamed,
        )
        return (artifact,)


class _Outcomes(NamedTuple):
    sets: IdSets
    unnamed: int
    warnings: list[Problem]


def _outcomes(values: dict[str, JsonValue]) -> _Outcomes:
    fields = Fields(values)
    summary, listed = fields.inner("summary"), fields.inner("instance_sets")
    sets = IdSets(listed)
    hacked = sets.ids("opt_commit_ids") & sets.ids("hacked_ids")
    sets.end(hacked, _HACKED)
    for name, ending in _RULED_BY:
        sets.end(sets.ids(name), ending)
    sets.refuse_overlap("opt_commit_ids", _NOT_PASSED)
    total = summary.required("total_instances", count)
    if total and total > MOST_TASKS:
        summary.wrong("total_instances", "OUT_OF_RANGE", f"must be at most {MOST_TASKS}")
    warnings = sets.miscounted(summary, _COUNTS, "summary.")
    fields.done()
    if hacked:
        warnings.append(_about_hacked(len(hacked)))
    unnamed = total - len(sets.cases)
    if unnamed < 0:
        warnings.append(_more_than_counted())
    elif unnamed:
        warnings.append(_about_unnamed(unnamed, total))
    return _Outcomes(sets, max(unnamed, 0), warnings)


def _about_hacked(hacked: int) -> Problem:
    return Problem(
        "HACKED",
        f"{hacked} passes are marked as hacked: they count, as they do in the score.",
        "Say in the spec that the end `hacked` is a protocol_violation if they must not.",
        field="instance_sets.hacked_ids",
    )


def _about_unnamed(unnamed: int, total: int) -> Problem:
    return Problem(
        "UNNAMED_CASES",
        f"{unnamed} of {total} tasks are in no set: they count as not passed, as in the score. "
        "They go by their names if the other reports name all tasks, else by none.",
        "Nothing is to be done: the figures are the same.",
        field="summary.total_instances",
    )


def _more_than_counted() -> Problem:
    return Problem(
        "COUNT_DIFFERS",
        "The sets name more tasks than the report counts: all of them count.",
        "Correct it where the file is written.",
        field="summary.total_instances",
    )
