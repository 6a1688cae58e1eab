"""episodes.jsonl of a study: one terminal row a line, written whole when the run ends.

A line that is cut short is therefore no torn write to be forgiven: the file is not what was
written, and is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from generator.artifacts.checks import Check, amount, count, flag, identifier, one_of, whole
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits
from generator.artifacts.gather import gather, refuse_if_any
from generator.artifacts.lines import Line, LineFile
from generator.artifacts.records import JsonValue
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.artifacts.study_checks import IDENTITY_NAMES, identity
from generator.artifacts.study_records import Outcome, Row
from generator.artifacts.study_traces import Traces
from generator.artifacts.study_words import FactPairs, FinalState, InvalidReason
from generator.errors import Problem, UnusableInput

ROW_NAMES = IDENTITY_NAMES | {
    "rowKey",
    "identity",
    "status",
    "finalState",
    "invalidReason",
    "repeatedFailure",
    "taskPassed",
    "steps",
    "warningCount",
    "falseWarningCount",
    "factPairAudit",
    "tryCount",
    "evidence",
    "isolation",
}
"""Names that the format defines, and that a refusal may therefore give."""

_STATUS = one_of(("VALID", "INVALID"))
_FINAL: Check[FinalState] = one_of(("UNFIXED", "TRAPPED", "FIXED", "NO_TRAP", "INVALID"))
_FACT_PAIRS: Check[FactPairs] = one_of(("MATCHED", "UNMATCHED", "NOT_APPLICABLE"))


@dataclass(frozen=True, slots=True)
class RowFile:
    """What was read of episodes.jsonl."""

    rows: tuple[Row, ...]
    sha256: str


def read_rows(path: Path, limits: Limits, reason: Check[InvalidReason], traces: Traces) -> RowFile:
    """Read the terminal rows line by line; all that is wrong with them is raised together."""
    lines = LineFile(path, limits)
    rows: list[Row] = []
    problems: list[Problem] = []

    def take(line: Line) -> None:
        try:
            values = parse_object(line.data, limits.json_depth, ROW_NAMES)
            rows.append(parse_row(Fields(values), reason, traces, line.number))
        except JsonRefused as refused:
            torn = refused.torn and not line.ended
            problems.append((_torn() if torn else refused.problem).at(line=line.number))
        except UnusableInput as wrong:
            problems.extend(each.at(line=line.number) for each in wrong.problems)

    gather(lines, take, problems)
    refuse_if_any(problems, path)
    return RowFile(tuple(rows), lines.sha256)


def _torn() -> Problem:
    return Problem(
        "TORN_LINE",
        "The last line is cut short, and the harness writes this file whole.",
        "Copy it again from where it was written.",
    )


def parse_row(
    fields: Fields, reason: Check[InvalidReason], traces: Traces, line: int | None = None
) -> Row:
    """Return the row that an object states; every field that is wrong is named."""
    row = Row(
        line=line,
        row_key=fields.required("rowKey", identifier),
        identity=identity(fields.inner("identity")),
        outcome=parse_outcome(fields, reason),
        try_count=fields.nullable("tryCount", whole(1)),
        isolation=_isolation(fields),
        start_repo_hash=_evidence(fields, "startRepoHash"),
        trace_whole=traces.whole(
            _evidence(fields, "traceArtifactPath"), _evidence(fields, "traceArtifactHash")
        ),
    )
    fields.done()
    return row


def parse_outcome(
    fields: Fields, reason: Check[InvalidReason], metrics: Fields | None = None
) -> Outcome:
    """Return the outcome that an object states; its metrics may lie in another one.

    A metric may be missing, and its row is cut then; one of another type is an error.
    """
    stated = metrics or fields
    status = fields.required("status", _STATUS)
    outcome = Outcome(
        valid=status == "VALID",
        final_state=fields.required("finalState", _FINAL),
        invalid_reason=fields.nullable("invalidReason", reason),
        repeated_failure=stated.nullable("repeatedFailure", flag),
        task_passed=stated.nullable("taskPassed", flag),
        steps=stated.nullable("steps", amount),
        warning_count=stated.nullable("warningCount", count),
        false_warning_count=stated.nullable("falseWarningCount", count),
        fact_pairs=stated.nullable("factPairAudit", _FACT_PAIRS),
    )
    if status == "VALID" and outcome.final_state == "INVALID":
        fields.wrong("finalState", "CONTRADICTION", "must not be INVALID in a valid row")
    if status == "VALID" and outcome.invalid_reason is not None:
        fields.wrong("invalidReason", "CONTRADICTION", "must not be there in a valid row")
    return outcome


def _isolation(fields: Fields) -> tuple[str, ...]:
    """Return the ids of the row's isolation, in the order of their names.

    The format leaves the names open: they are such as `repoId`, `memoryId` or `chatId`.
    """
    stated = fields.nullable("isolation", _members) or {}
    return tuple(each for _, each in sorted(stated.items()) if isinstance(each, str))


def _evidence(fields: Fields, name: str) -> str | None:
    """Return a text of the row's evidence, of which the format says no more than that it is."""
    stated = fields.nullable("evidence", _members) or {}
    value = stated.get(name)
    return value if isinstance(value, str) else None


def _members(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}
