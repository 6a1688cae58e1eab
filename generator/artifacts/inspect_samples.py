"""One sample of an Inspect log: an attempt at a case, of which an epoch is a repeat.

Of the conversation, the events, the store and the texts of scores and errors nothing is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from generator.artifacts.checks import MOST_TRIALS, Wrong, amount, count, identifier, tally, whole
from generator.artifacts.endings import ended
from generator.artifacts.fields import Fields
from generator.artifacts.harness_times import span_of
from generator.artifacts.inspect_endings import ending
from generator.artifacts.inspect_scores import UNDECIDED, Readings, Scorer, read_scores
from generator.artifacts.json_walk import Members, exact, members
from generator.artifacts.records import Attempt, Instant, JsonValue, State
from generator.artifacts.strict_json import JsonRefused
from generator.artifacts.times import BadTime, parse_instant
from generator.errors import Problem, UnusableInput

_PLAIN = ("id", "epoch", "total_time", "started_at", "completed_at")
SAMPLE_MEMBERS = frozenset(
    {*_PLAIN, "scores", "score", "error", "limit", "model_usage", "invalidation"}
)
"""All that is taken out of a sample."""

_INPUT = ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write")
_USAGE = frozenset({*_INPUT, "output_tokens", "total_cost"})
# The first logs gave a sample one score without a scorer's name.
_NAMELESS = "score"
_OFFSET = re.compile(r"([Zz]|[+-]\d\d:\d\d)$", re.ASCII)


@dataclass(frozen=True, slots=True)
class Usage:
    """What one sample used, of all models that it called."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """What counts of one sample."""

    line: int
    place: str
    sample_id: str
    epoch: int
    readings: Readings
    limit: str | None
    error: bool
    invalidated: bool
    started_at: Instant | None
    completed_at: Instant | None
    total_time: float | None
    usage: Usage

    def says_the_same(self, other: Sample) -> bool:
        """Whether another sample differs in nothing but where it stands."""
        return replace(other, line=self.line, place=self.place) == self

    def attempt(self, task: str, scorer: Scorer | None) -> Attempt:
        """Return the attempt that the sample is, as one of the scorers judges it."""
        if scorer is None:
            reading = UNDECIDED if self.readings else None
        else:
            reading = self.readings.get(scorer)
        attempt = Attempt(
            line=self.line,
            attempt_id=f"{self.sample_id}#{self.epoch}",
            case_id=case_id(task, self.sample_id),
            variant=None,
            repeat_index=self.epoch - 1,
            started_at=self.started_at,
            ended_at=self.completed_at,
            state=State.PENDING,
            score=None if reading is None else reading.credit,
            tokens_in=self.usage.tokens_in,
            tokens_out=self.usage.tokens_out,
            cost_usd=self.usage.cost_usd,
            wall_s=self.total_time,
        )
        end = ending(reading, limit=self.limit, error=self.error, invalidated=self.invalidated)
        return ended(attempt, end)


def case_id(task: str, sample_id: str) -> str:
    """Return the id of a case: samples of different tasks may have the same numbers."""
    return f"{task}/{sample_id}"


def sample_id(value: JsonValue) -> str:
    """Return a sample's id as text; Inspect takes 1 and "1" for the same."""
    return str(count(value)) if isinstance(value, int) else identifier(value)


def inspect_time(value: JsonValue) -> Instant:
    """Return a time; one without an offset is UTC, as Inspect reads its own older logs."""
    if not isinstance(value, str):
        raise Wrong("BAD_TIME", "must be a time, as text")
    try:
        return parse_instant(value if _OFFSET.search(value) else f"{value}Z")
    except BadTime as bad:
        raise Wrong("BAD_TIME", str(bad)) from None


def read_sample(found: Members, depth: int, line: int, place: str) -> Sample:
    """Read the members of one sample; what is wrong is raised with its field."""
    problems: list[Problem] = []
    try:
        plain = exact({each: found[each] for each in _PLAIN if each in found}, depth)
        readings = _readings(found, depth)
        usage = _usage(found.get("model_usage", "null"), depth, problems, f"{place}.model_usage")
        limit = _limit(found.get("limit", "null"), depth)
    except JsonRefused as refused:
        field = f"{place}.{refused.problem.field}" if refused.problem.field else place
        raise UnusableInput(replace(refused.problem, line=line, field=field)) from None
    fields = Fields(plain, place, problems)
    started_at, completed_at = span_of(fields, "started_at", "completed_at", inspect_time)
    sample = Sample(
        line=line,
        place=place,
        sample_id=fields.required("id", sample_id),
        epoch=fields.required("epoch", whole(1, MOST_TRIALS)),
        readings=readings,
        limit=limit,
        error=found.get("error", "null") != "null",
        invalidated=found.get("invalidation", "null") != "null",
        started_at=started_at,
        completed_at=completed_at,
        total_time=fields.nullable("total_time", amount),
        usage=usage,
    )
    if problems:
        raise UnusableInput(*(each.at(line=line) for each in problems))
    return sample


def _readings(found: Members, depth: int) -> Readings:
    if "scores" in found:
        return read_scores(found["scores"], depth)
    if found.get("score", "null") != "null":
        return read_scores(f'{{"{_NAMELESS}": {found["score"]}}}', depth)
    return {}


def _usage(text_of_usage: str, depth: int, problems: list[Problem], place: str) -> Usage:
    """Add up what the models used; with no model stated, nothing is known."""
    if text_of_usage == "null":
        return Usage()
    ins, outs = 0, 0
    costs: list[float | None] = []
    # The models' names stay out of the places: they are the file's own.
    for index, each in enumerate(members(text_of_usage).values()):
        model = Fields(exact(members(each, _USAGE), depth), f"{place}[{index}]", problems)
        ins += sum(model.nullable(name, tally) or 0 for name in _INPUT)
        outs += model.nullable("output_tokens", tally) or 0
        costs.append(model.nullable("total_cost", amount))
    if not costs:
        return Usage()
    # A sum without one of the models' costs would be too low.
    known = [each for each in costs if each is not None]
    return Usage(ins, outs, sum(known) if len(known) == len(costs) else None)


def _limit(text_of_limit: str, depth: int) -> str | None:
    """Return the type of the limit that a sample ran into."""
    if text_of_limit == "null":
        return None
    word = exact(members(text_of_limit, {"type"}), depth).get("type")
    return word if isinstance(word, str) else ""
