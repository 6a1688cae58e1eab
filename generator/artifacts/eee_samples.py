"""One instance-level record of every_eval_ever: an attempt at a sample, as one result judges it.

Of inputs, outputs, messages, references, attributions and the texts of errors nothing is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.artifacts.checks import (
    MOST_TRIALS,
    Wrong,
    amount,
    count,
    flag,
    identifier,
    number,
    text,
    whole,
)
from generator.artifacts.endings import ended, judged
from generator.artifacts.json_level import Level
from generator.artifacts.json_walk import members
from generator.artifacts.records import Attempt, JsonValue, State
from generator.errors import UnusableInput

_PLAIN = (
    "evaluation_id",
    "model_id",
    "evaluation_name",
    "evaluation_result_id",
    "sample_id",
)
_OBJECTS = ("evaluation", "token_usage", "performance", "metadata")
_MEMBERS = frozenset({*_PLAIN, *_OBJECTS, "error"})


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What a record is of: one evaluation of one model."""

    evaluation_id: str
    model_id: str


@dataclass(frozen=True, slots=True)
class Sample:
    """What counts of one record; `epoch` counts from 1, and is None where it is not said."""

    line: int
    of: Evaluated
    name: str
    sample_id: str
    result_id: str
    epoch: int | None
    correct: bool | None
    error: bool
    score: float | None
    tokens_in: int | None
    tokens_out: int | None
    wall_s: float | None

    @property
    def case_id(self) -> str:
        """The id of the case: samples of different evaluations may have the same numbers."""
        return f"{self.name}/{self.sample_id}"

    def says_the_same(self, other: Sample) -> bool:
        """Whether another record differs in nothing but where it stands."""
        return replace(other, line=self.line) == self

    def attempt(self, trial: int) -> Attempt:
        """Return the attempt that the record is."""
        attempt = Attempt(
            line=self.line,
            attempt_id=f"{self.case_id}#{trial}",
            case_id=self.case_id,
            variant=None,
            repeat_index=trial,
            started_at=None,
            ended_at=None,
            state=State.PENDING,
            score=self.score,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            wall_s=self.wall_s,
        )
        return ended(attempt, judged(passed=self.correct, error=self.error))


def read_sample(row: str, line: int, depth: int) -> Sample:
    """Read one record; what is wrong is raised with its field."""
    level = Level(members(row, _MEMBERS), "", depth, [])
    fields = level.fields(_PLAIN)
    verdict = level.inner("evaluation").fields(("score", "is_correct"))
    usage = level.inner("token_usage").fields(("input_tokens", "output_tokens"))
    latency = level.inner("performance").fields(("latency_ms",)).nullable("latency_ms", amount)
    sample = Sample(
        line=line,
        of=Evaluated(
            fields.required("evaluation_id", identifier), fields.required("model_id", identifier)
        ),
        name=fields.required("evaluation_name", identifier),
        sample_id=fields.required("sample_id", _sample_id),
        result_id=fields.nullable("evaluation_result_id", text) or "",
        epoch=level.inner("metadata").fields(("epoch",)).nullable("epoch", _epoch),
        correct=verdict.nullable("is_correct", flag),
        error=level.found.get("error", "null") not in ("null", '""'),
        score=verdict.nullable("score", number),
        tokens_in=usage.nullable("input_tokens", count),
        tokens_out=usage.nullable("output_tokens", count),
        wall_s=None if latency is None else latency / 1000,
    )
    if level.problems:
        raise UnusableInput(*level.problems)
    return sample


def _sample_id(value: JsonValue) -> str:
    return str(count(value)) if isinstance(value, int) else identifier(value)


def _epoch(value: JsonValue) -> int:
    """Return an epoch, which converters write as text: all metadata are texts."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 9:
        value = int(value)
    if type(value) is not int or value < 1:
        raise Wrong("WRONG_TYPE", "must be a whole number from 1, as text")
    return whole(1, MOST_TRIALS)(value)
