"""`stability verify`: a study run held against its own record, or a report against its counts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from generator.artifacts.files import Limits
from generator.artifacts.study import StudyReader
from generator.artifacts.study_records import StudyArtifact
from generator.commands.places import ANYWHERE, FILE
from generator.console import Console, speaks
from generator.errors import Problem, ReleaseStopped, UnusableInput
from generator.measures.study import StudyMeasure, measure_study
from generator.measures.study_verification import Check, verify_study
from generator.publication.recheck.checked import Checked, Value
from generator.publication.recheck.report import recheck_report
from generator.publication.report_file import read_report
from generator.spec.load import load_spec


@click.command(epilog="Example: stability verify results/study-run")
@click.argument("place", metavar="RUN_DIR|REPORT", type=ANYWHERE)
@click.option("--spec", type=FILE, help="The stability spec, for its bounds on input.")
@speaks
def verify(*, console: Console, place: Path, spec: Path | None) -> None:
    """Replay a study run's record from its rows, or check a report's numbers from its counts.

    Every check is printed with its outcome; any difference ends with exit code 1.
    """
    console.look_into(place if place.is_dir() else place.parent)
    if place.is_dir():
        _verify_run(console, place, load_spec(spec).spec.limits)
    else:
        _verify_report(console, place)


def _verify_run(console: Console, place: Path, limits: Limits) -> None:
    measure = measure_study(read_study(place, limits), simulate=False)
    checks = verify_study(measure)
    for check in checks:
        console.say(f"{_OUTCOMES[check.outcome]:<12} {check.check}: {_said(check, console)}")
    for line in _summary(measure):
        console.say(line)
    console.result(
        {
            "kind": "study",
            "checks": [_as_json(check, console) for check in checks],
            **_described(measure),
        }
    )
    if problems := [_problem(check) for check in checks if check.outcome == "differs"]:
        raise ReleaseStopped(*problems)


def read_study(place: Path, limits: Limits) -> StudyArtifact:
    """Return the study of a run directory that somebody named."""
    reader = StudyReader()
    if not reader.recognise(place, limits):
        raise UnusableInput(
            Problem(
                "NO_STUDY",
                "This is no study run directory: there is no run.json that states an "
                "expectedDesignHash.",
                "Name the run directory of a study, or a report.json.",
                place,
            )
        )
    return reader.read(place, limits, place)


_OUTCOMES = {"agrees": "agrees", "differs": "DIFFERS", "not_checked": "not checked"}


def _said(check: Check, console: Console) -> str:
    if check.path is not None:
        return f"{check.path}: recorded {check.recorded}, the rows give {check.replayed}"
    if check.outcome != "differs" or check.file is None:
        return check.said
    return f"{_problem(check).place(console.name(check.file))}: {check.said}"


def _problem(check: Check) -> Problem:
    remedy = "Find out which of the two was changed; the run supports no claim until they agree."
    what = f"Check {check.check}: {check.said}"
    return Problem("DIFFERS", what, remedy, check.file, check.line, check.field or check.path)


def _as_json(check: Check, console: Console) -> dict[str, object]:
    return {
        "check": check.check,
        "outcome": check.outcome,
        "what": check.said,
        "file": console.name(check.file) if check.file else None,
        "line": check.line,
        "field": check.field,
        "path": check.path,
        "recorded": check.recorded,
        "replayed": check.replayed,
    }


def _described(measure: StudyMeasure) -> dict[str, object]:
    """Return what the run is and what it may claim, for machines."""
    decided, rows = measure.decided, measure.rows
    decisions = decided.decisions if decided else None
    return {
        "replay": measure.replay_status,
        "rows": {
            "expected": rows.expected,
            "terminal": rows.terminal,
            "missing": len(rows.missing),
            "duplicate": len(rows.duplicates),
            "unexpected": len(rows.unexpected),
            "unlisted": len(rows.unlisted),
            "exact": rows.exact,
        },
        "cuts": len(decided.replay.cuts) if decided else None,
        "paused": measure.retries.paused,
        "decisions": {
            "timing": str(decisions.timing) if decisions else None,
            "content": str(decisions.content) if decisions and decisions.content else None,
        },
        "study_decision": str(decisions.study) if decisions else None,
        "eligibility": {
            "status": measure.eligibility.status,
            "reasons": list(measure.eligibility.reasons),
        },
    }


def _summary(measure: StudyMeasure) -> list[str]:
    rows, decided, eligibility = measure.rows, measure.decided, measure.eligibility
    state = "paused, with" if measure.retries.paused else "finished, with"
    lines = [f"run: {state} {rows.terminal} of {rows.expected} rows"]
    if decided is None:
        lines.append("decision: none, for the run holds no decision rule")
    else:
        said = decided.decisions
        content = f", content {said.content}" if said.content else ""
        lines.append(f"cuts: {len(decided.replay.cuts)}")
        lines.append(f"decision: {said.study} (timing {said.timing}{content})")
    reasons = f" ({', '.join(eligibility.reasons)})" if eligibility.reasons else ""
    return [*lines, f"may be claimed as: {eligibility.status}{reasons}"]


def _verify_report(console: Console, file: Path) -> None:
    checks = list(recheck_report(read_report(file)))
    wrong = [check for check in checks if not check.agrees]
    for check in wrong:
        console.say(
            f"DIFFERS      {check.place}: stated {_shown(check.stated)}, "
            f"the counts give {_shown(check.computed)}"
        )
    console.say(f"{len(checks) - len(wrong)} of {len(checks)} numbers agree with their counts")
    console.result(
        {
            "kind": "report",
            "checked": len(checks),
            "differences": [
                {"place": each.place, "stated": each.stated, "computed": each.computed}
                for each in wrong
            ],
        }
    )
    if wrong:
        raise ReleaseStopped(*_report_problems(file, wrong))


def _report_problems(file: Path, wrong: Sequence[Checked]) -> list[Problem]:
    what = "The number is not the one that the report's own counts give."
    remedy = "Build the report again from its artifacts; it was changed since, or by another hand."
    return [Problem("DIFFERS", what, remedy, file, field=each.place) for each in wrong]


def _shown(value: Value) -> str:
    return f"{len(value)} names" if isinstance(value, list) else str(value)
