"""A public report read back from a file that a person named or a version keeps.

Whatever the bytes, the answer is a report of the closed types or a refusal that says what is wrong
and where; of two equal keys none wins.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.errors import Problem, UnusableInput
from generator.publication.report import Report, decode, encode, place_of
from generator.regular_file import read_regular

_REMEDY = "Name the report.json of a version; restore it from the repository, or build it again."
LARGEST = 256 << 20
"""The bytes that a report, or a file made of one, may have."""
_DEEPEST = 64
"""A report nests ten levels; deeper is only what is none."""


def read_report(file: Path, *, version: str | None = None) -> Report:
    """Return the report in a file, which must be of that version if one is named."""
    data = read_regular(file, LARGEST)
    if not data:
        raise _refused(file, "the file is empty.")
    try:
        report = _as_written(data)
        if report is None:
            parse_object(data, _DEEPEST)
            report = decode(data)
    except JsonRefused as refused:
        raise _refused(file, _told(refused), line=refused.row) from None
    except msgspec.ValidationError as error:
        what = "a field is missing or not one of a report's, or its value is of another class."
        raise _refused(file, what, field=place_of(error)) from None
    except msgspec.DecodeError:
        raise _refused(file, "it is not whole JSON.") from None
    if version not in (None, report.version):
        raise _refused(file, "it is of another version than its folder.", field="version")
    if field := _contradiction(report):
        raise _refused(file, "its parts do not fit each other.", field=field)
    return report


def _as_written(data: bytes) -> Report | None:
    """Return the report in a text that is, byte for byte, what the program writes of it.

    Such a text says nothing twice and nothing that is not exact, so it need not be taken apart.
    """
    try:
        report = decode(data)
    except (msgspec.DecodeError, RecursionError):
        return None
    return report if encode(report) == data else None


def _contradiction(report: Report) -> str | None:
    """Return the field that tells of an arm which is not there, or of a task without trials."""
    arms = {arm.arm for arm in report.arms}
    if not {label for pair in report.comparisons for label in (pair.a, pair.b)} <= arms:
        return "comparisons"
    audited = report.audit.arms if report.audit else ()
    if not {arm.arm for arm in audited if arm.basis == "runs"} <= arms:
        return "audit.arms"
    effects = (each for study in report.studies for each in study.task_effects)
    if not all(each.baseline_rows and each.candidate_rows for each in effects):
        return "studies.task_effects"
    return None


def _refused(
    file: Path, what: str, *, line: int | None = None, field: str | None = None
) -> UnusableInput:
    what = f"This is no public report: {what}"
    return UnusableInput(Problem("NO_REPORT", what, _REMEDY, file, line, field))


def _told(refused: JsonRefused) -> str:
    """Return why a text is not exact JSON, as the rest of a sentence."""
    if refused.problem.code == "TOO_DEEP":
        return "it nests deeper than any report does."
    return refused.problem.what[0].lower() + refused.problem.what[1:]
