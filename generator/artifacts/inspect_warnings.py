"""What must be said of an Inspect log that was read: nothing of it stops a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from generator.artifacts.endings import UNSCORED, unknown_ends
from generator.artifacts.inspect_endings import OTHER, PARTIAL, UNREADABLE
from generator.artifacts.inspect_header import Header
from generator.artifacts.inspect_scores import Decision
from generator.artifacts.records import Attempt, Run
from generator.errors import Problem

_STANDING = {
    "started": "The run had not ended when the log was written.",
    "cancelled": "The run was cancelled.",
    "error": "The run ended with an error.",
}
_NOTHING_TO_DO = "Nothing is to be done if that is what you meant."
_WHAT_IS_THERE = "What the log holds counts; what was planned and is not there counts as missing."


def log_warnings(
    header: Header, run: Run, attempts: Sequence[Attempt], decision: Decision
) -> Iterator[Problem]:
    """Yield the warnings of one log."""
    yield from _of_the_run(header, run, len(attempts))
    ends = Counter(each.end for each in attempts)
    if decision.scorers > 1 and decision.scorer is not None:
        yield _problem(
            "SCORERS",
            f"Of {decision.scorers} scorers the one numbered {decision.number} decides: the first "
            "that says passed or failed.",
            _NOTHING_TO_DO,
            "samples.scores",
        )
    for name, code, what, remedy in _OF_ENDS:
        if count := ends[name]:
            yield _problem(code, what.format(count=count), remedy, "samples.scores")
    unknown = [each.line for each in attempts if each.end == OTHER.name]
    if unknown:
        yield unknown_ends(len(unknown), unknown[0], "samples.limit.type")


def _of_the_run(header: Header, run: Run, held: int) -> Iterator[Problem]:
    if header.status in _STANDING:
        yield _problem("RUN_NOT_WHOLE", _STANDING[header.status], _WHAT_IS_THERE, "status")
    planned = len(run.cases) * run.trials_per_case
    if held < planned:
        yield _problem(
            "SAMPLES_MISSING",
            f"The log holds {held} of {planned} planned samples; the others count as missing.",
            "Log every sample, or run the rest.",
            "samples",
        )
    if header.planned is not None and header.planned > planned:
        yield _problem(
            "SAMPLES_UNNAMED",
            f"The log says that {header.planned} samples were planned and names {planned}; the "
            "others cannot be counted as missing.",
            "Use a log that lists its sample ids (eval.dataset.sample_ids).",
            "results.total_samples",
        )


_OF_ENDS = (
    (
        PARTIAL.name,
        "PARTIAL_CREDIT",
        "Samples with partial credit: {count}. Only full credit passes, so they are failures.",
        "Say in the spec if partial credit is to be read otherwise.",
    ),
    (
        UNSCORED.name,
        "NOT_SCORED",
        "Samples without a verdict of the scorer that decides: {count}. They stand as pending.",
        "Score the log (inspect score), or say in the spec how they are to be read.",
    ),
    (
        UNREADABLE.name,
        "SCORE_UNREADABLE",
        "Samples with scores of which none says passed or failed: {count}. They stand as pending.",
        "Score the log with a scorer that gives C and I, or numbers from 0 to 1.",
    ),
)


def _problem(code: str, what: str, remedy: str, field: str) -> Problem:
    return Problem(code, what, remedy, field=field)
