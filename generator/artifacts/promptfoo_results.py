"""One result of a promptfoo evaluation: an attempt at a test, by one prompt and one provider.

Of prompts, variables, assertions, responses, reasons and errors nothing is kept: of a test a digest
of what it is, for the evaluation gives tests no names.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.artifacts.checks import amount, count, flag, number, one_of, tally, text
from generator.artifacts.endings import ended, judged
from generator.artifacts.fields import Fields
from generator.artifacts.json_walk import Members, digest_of, exact, members
from generator.artifacts.records import Attempt, JsonValue, State
from generator.artifacts.strict_json import JsonRefused
from generator.errors import Problem, UnusableInput

_PLAIN = (
    "promptIdx",
    "testIdx",
    "promptId",
    "success",
    "failureReason",
    "score",
    "latencyMs",
    "cost",
)
_OBJECTS = ("provider", "tokenUsage", "response")
_TEST = ("testCase", "vars", "gradingResult", "error")
RESULT_MEMBERS = frozenset({*_PLAIN, *_OBJECTS, *_TEST})
"""All that is taken out of a result."""

# What a test is: the same test of another evaluation has the same.
_SAME_TEST = ("description", "vars", "assert", "threshold")
_ERROR = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A provider with one of the prompts: what is compared in an evaluation."""

    provider: str
    label: str | None
    prompt: str


@dataclass(frozen=True, slots=True)
class Result:
    """What counts of one result; `test_index` numbers the tests and each repeat of them."""

    line: int
    place: str
    test: str
    test_index: int
    column_index: int
    column: Column
    success: bool | None
    error: bool
    score: float | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None
    wall_s: float | None
    cached: bool

    def says_the_same(self, other: Result) -> bool:
        """Whether another result differs in nothing but where it stands."""
        return replace(other, line=self.line, place=self.place) == self

    def attempt(self, case_id: str, trial: int) -> Attempt:
        """Return the attempt that the result is."""
        attempt = Attempt(
            line=self.line,
            attempt_id=f"{self.test_index}/{self.column_index}",
            case_id=case_id,
            variant=None,
            repeat_index=trial,
            started_at=None,
            ended_at=None,
            state=State.PENDING,
            score=self.score,
            tokens_in=self.tokens_in,
            tokens_out=self.tokens_out,
            cost_usd=self.cost_usd,
            wall_s=self.wall_s,
        )
        return ended(attempt, judged(passed=self.success, error=self.error))


def read_result(found: Members, depth: int, line: int, place: str) -> Result:
    """Read the members of one result; what is wrong is raised with its field."""
    problems: list[Problem] = []
    try:
        plain = exact({each: found[each] for each in _PLAIN if each in found}, depth)
        provider = _fields(found, "provider", ("id", "label"), depth, place, problems)
        usage = _fields(found, "tokenUsage", ("prompt", "completion"), depth, place, problems)
        response = _fields(found, "response", ("cached",), depth, place, problems)
        test = _test(found)
    except JsonRefused as refused:
        field = f"{place}.{refused.problem.field}" if refused.problem.field else place
        raise UnusableInput(replace(refused.problem, line=line, field=field)) from None
    fields = Fields(plain, place, problems)
    index = fields.required("promptIdx", count)
    reason = fields.nullable("failureReason", one_of((0, 1, _ERROR)))
    # Earlier versions gave no reason: what was not graded had come to an error.
    erred = found.get("error", "null") != "null" and found.get("gradingResult", "null") == "null"
    latency = fields.nullable("latencyMs", amount)
    result = Result(
        line=line,
        place=place,
        test=test,
        test_index=fields.required("testIdx", count),
        column_index=index,
        column=Column(
            provider=provider.nullable("id", text) or "provider",
            label=provider.nullable("label", text) or None,
            prompt=fields.nullable("promptId", text) or str(index),
        ),
        success=fields.nullable("success", flag),
        error=reason == _ERROR if reason is not None else erred,
        score=fields.nullable("score", number),
        tokens_in=usage.nullable("prompt", tally),
        tokens_out=usage.nullable("completion", tally),
        cost_usd=fields.nullable("cost", amount),
        wall_s=None if latency is None else latency / 1000,
        cached=response.nullable("cached", flag) or False,
    )
    if problems:
        raise UnusableInput(*(each.at(line=line) for each in problems))
    return result


def _fields(
    found: Members,
    name: str,
    wanted: tuple[str, ...],
    depth: int,
    place: str,
    problems: list[Problem],
) -> Fields:
    """Return fields of an object within; a provider may be a text alone, which is its id."""
    written = found.get(name, "null")
    values: dict[str, JsonValue] = {}
    if written.startswith('"'):
        values = {wanted[0]: exact({name: written}, depth)[name]}
    elif written != "null":
        try:
            values = exact(members(written, wanted), depth)
        except JsonRefused as refused:
            inner = refused.problem.field
            field = f"{name}.{inner}" if inner else name
            raise JsonRefused(refused.problem.code, refused.problem.what, field) from None
    return Fields(values, f"{place}.{name}", problems)


def _test(found: Members) -> str:
    """Return a digest of what the test is."""
    case = found.get("testCase", "null")
    if case == "null":
        same = {"vars": found.get("vars", "null")}
    else:
        try:
            same = members(case, _SAME_TEST)
        except JsonRefused as refused:
            raise JsonRefused(refused.problem.code, refused.problem.what, "testCase") from None
    return digest_of(same)[:32]
