"""One line of an lm-evaluation-harness sample file: a document, as one filter read its answer.

Of the document, the prompts, the responses and the target nothing is kept: of a line count the
document's number, the filter's name and the values of the metrics.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from generator.artifacts.checks import count, each, text
from generator.artifacts.endings import FAILED, PASSED, UNSCORED, Ending, ended
from generator.artifacts.fields import Fields
from generator.artifacts.inspect_scores import UNDECIDED, Mark, Reading, Readings, read_value
from generator.artifacts.json_walk import Members, exact, members
from generator.artifacts.records import Attempt, FailureMode, JsonValue, State
from generator.artifacts.strict_json import JsonRefused
from generator.errors import UnusableInput

_OWN = ("doc_id", "filter", "metrics", "doc_hash")
# The files of earlier versions do not list the metrics: they are what is none of these.
_NO_METRICS = frozenset(
    {*_OWN, "doc", "target", "arguments", "resps", "filtered_resps", "prompt_hash", "target_hash"}
)
_FIRST = ("acc", "exact_match")
"""The metrics that decide before any other, if they say passed or failed."""

PARTIAL = Ending(name="partial", state=State.FAILURE, mode=FailureMode.ORACLE_JUDGED)

ENDINGS: tuple[Ending, ...] = (PASSED, FAILED, PARTIAL, UNSCORED)
"""Every end of a sample."""

_VERDICTS = {Mark.PASSED: PASSED, Mark.FAILED: FAILED, Mark.FRACTION: PARTIAL}


@dataclass(frozen=True, slots=True)
class Sample:
    """What counts of one line."""

    line: int
    doc_id: int
    doc_hash: str | None
    filter: str
    readings: Readings

    def says_the_same(self, other: Sample) -> bool:
        """Whether another line differs in nothing but where it stands."""
        return replace(other, line=self.line) == self

    def attempt(self, task: str, metric: tuple[str, ...] | None) -> Attempt:
        """Return the attempt that the line is, as one of the metrics judges it."""
        reading = UNDECIDED if metric is None else self.readings.get(metric, UNDECIDED)
        attempt = Attempt(
            line=self.line,
            attempt_id=str(self.doc_id),
            case_id=case_id(task, self.doc_id),
            variant=None,
            repeat_index=0,
            started_at=None,
            ended_at=None,
            state=State.PENDING,
            score=reading.credit,
        )
        return ended(attempt, _VERDICTS.get(reading.mark, UNSCORED))


def case_id(task: str, doc_id: int) -> str:
    """Return the id of a case: documents are numbered in each task."""
    return f"{task}/{doc_id}"


def read_sample(row: str, line: int, depth: int) -> Sample:
    """Read one line; what is wrong is raised with its field."""
    own = exact(members(row, _OWN), depth)
    fields = Fields(own)
    doc_id = fields.required("doc_id", count)
    name = fields.nullable("filter", text)
    doc_hash = fields.nullable("doc_hash", text)
    named = fields.nullable("metrics", each(text))
    if fields.problems:
        raise UnusableInput(*fields.problems)
    return Sample(
        line=line,
        doc_id=doc_id,
        doc_hash=doc_hash,
        filter=name or "none",
        readings=_readings(_metrics(row, named), depth),
    )


def _metrics(row: str, named: Collection[str] | None) -> Members:
    """Return the metrics of a line, those first that decide first."""
    try:
        found = members(row, named)
    except JsonRefused as refused:
        # A metric's name is the task's own.
        problem = replace(refused.problem, field="metrics")
        raise UnusableInput(problem) from None
    if named is None:
        found = {name: value for name, value in found.items() if name not in _NO_METRICS}
    ahead = [name for name in _FIRST if name in found]
    return {name: found[name] for name in (*ahead, *(each for each in found if each not in ahead))}


def _readings(metrics: Members, depth: int) -> Readings:
    found: Readings = {}
    for name, written in metrics.items():
        if not written.startswith(("[", "{", '"')):
            try:
                value = exact({name: written}, depth, nan_as_null=True)[name]
            except JsonRefused as refused:
                raise UnusableInput(replace(refused.problem, field="metrics")) from None
            found[(name,)] = _reading(value)
        else:  # what a task makes of many documents together says nothing of one
            found[(name,)] = UNDECIDED
    return found


def _reading(value: JsonValue) -> Reading:
    return UNDECIDED if value is None else read_value(value)
