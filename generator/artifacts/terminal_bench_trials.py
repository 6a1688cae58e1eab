"""The trials of Terminal-Bench results, read one by one: of each its task, its end and its cost.

What the task said, what the tests were called and what they said is never kept.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from generator.artifacts.checks import MOST_TRIALS, flag, identifier, tally, text
from generator.artifacts.endings import ended, unknown_ends
from generator.artifacts.fields import Fields
from generator.artifacts.files import Limits
from generator.artifacts.harness_runs import in_order_of_start
from generator.artifacts.harness_times import span_of
from generator.artifacts.json_walk import Members, digest_of, exact
from generator.artifacts.records import Attempt, Record, State
from generator.artifacts.strict_json import JsonRefused
from generator.artifacts.terminal_bench_ends import OTHER, ending_of
from generator.errors import Problem

FIELDS = frozenset(
    {
        "id",
        "uuid",
        "trial_name",
        "task_id",
        "is_resolved",
        "failure_mode",
        "total_input_tokens",
        "total_output_tokens",
        "trial_started_at",
        "trial_ended_at",
    }
)

# The harness names a trial by its task, its number, how many there are to be, and its run.
_NUMBERED = re.compile(r".*\.(\d{1,6})-of-(\d{1,6})\.(.+)", re.DOTALL)


class Numbered(Record, frozen=True):
    """What a trial's name says: its number from 0, how many there are to be, and its run."""

    index: int
    planned: int
    run: str


def numbered(trial_name: str | None) -> Numbered | None:
    """Return what a trial's name says, None where it is of another form."""
    match = _NUMBERED.fullmatch(trial_name or "")
    if match is None:
        return None
    number, planned = int(match[1]), int(match[2])
    if number < 1 or max(number, planned) > MOST_TRIALS:
        return None
    return Numbered(index=number - 1, planned=planned, run=match[3])


class Trials:
    """The trials that have been read so far, of one file or of several."""

    def __init__(self, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self.folded = 0
        self._unknown: list[tuple[int, str | None]] = []
        self._depth = limits.json_depth
        self._read: defaultdict[str, list[tuple[Attempt, Numbered | None]]] = defaultdict(list)
        self._seen: dict[str, str] = {}
        self._nameless: Counter[str] = Counter()

    def take(self, found: Members, line: int, place: str) -> None:
        """Read the members of one trial; `place` is where in its file it stands."""
        try:
            values = exact(found, self._depth)
        except JsonRefused as refused:
            field = _joined(place, refused.problem.field)
            self.problems.append(replace(refused.problem, line=line, field=field))
            return
        fields = Fields(values, place)
        self._trial(fields, place, line, digest_of(found))
        self.problems += (each.at(line=line) for each in fields.problems)

    def told(self) -> list[Problem]:
        """Return what must be said of the trials since it was last asked for."""
        unknown, self._unknown = self._unknown, []
        return [unknown_ends(len(unknown), *unknown[0])] if unknown else []

    def planned(self) -> int:
        """Return how many trials of each task there were to be, as far as the trials tell.

        Where a file holds the trials of several runs, it is as many as any task has.
        """
        names = [name for trials in self._read.values() for _, name in trials if name]
        most = max(map(len, self._read.values()), default=1)
        if len({name.run for name in names}) == 1:
            return max(name.planned for name in names)
        return most

    def run_name(self) -> str | None:
        """Return the name of the run that all trials are of, None where it is not told."""
        names = {name.run for trials in self._read.values() for _, name in trials if name}
        return names.pop() if len(names) == 1 else None

    def attempts(self) -> list[Attempt]:
        """Return the trials as attempts, those of a task numbered from 0 in an order of their own.

        The order is that of their names' numbers, else of their starts and ids: never the file's.
        """
        return [each for task in sorted(self._read) for each in _in_order(self._read[task])]

    def _trial(self, fields: Fields, place: str, line: int, digest: str) -> None:
        own = fields.nullable("id", text) or fields.nullable("uuid", text)
        name = fields.nullable("trial_name", text)
        task = fields.required("task_id", identifier)
        started, stopped = span_of(fields, "trial_started_at", "trial_ended_at")
        mode = fields.nullable("failure_mode", text) or "unset"
        resolved = fields.nullable("is_resolved", flag)
        tokens_in = fields.nullable("total_input_tokens", tally)
        tokens_out = fields.nullable("total_output_tokens", tally)
        if fields.problems or not self._is_first(own or name, fields, digest):
            return
        # An agent that does not count its tokens leaves both at 0.
        counted = bool(tokens_in or tokens_out)
        attempt = Attempt(
            line=line,
            attempt_id=own or name or self._made_up(digest),
            case_id=task,
            variant=None,
            repeat_index=0,
            started_at=started,
            ended_at=stopped,
            state=State.PENDING,
            tokens_in=tokens_in if counted else None,
            tokens_out=tokens_out if counted else None,
        )
        ending = ending_of(mode, resolved)
        if ending is OTHER:
            self._unknown.append((line, _joined(place, "failure_mode")))
        self._read[task].append((ended(attempt, ending), numbered(name)))

    def _is_first(self, name: str | None, fields: Fields, digest: str) -> bool:
        """Whether no trial before this one has its name; a copy is folded."""
        first = digest if name is None else self._seen.setdefault(name, digest)
        if first is digest:
            return True
        if first == digest:
            self.folded += 1
        else:
            fields.wrong("id", "COPIES_DIFFER", "is another trial's, which does not say the same")
        return False

    def _made_up(self, digest: str) -> str:
        """Return a name for a trial that has none: what it says, and which of its equals it is."""
        self._nameless[digest] += 1
        return f"{digest} {self._nameless[digest]}"


def _joined(place: str, field: str | None) -> str | None:
    return ".".join(part for part in (place, field) if part) or None


def _in_order(trials: Sequence[tuple[Attempt, Numbered | None]]) -> Iterable[Attempt]:
    numbers = [name.index for _, name in trials if name is not None]
    if len(set(numbers)) == len(trials):
        by_number = sorted(zip(numbers, (each for each, _ in trials), strict=True), key=_number)
        return [
            msgspec.structs.replace(attempt, repeat_index=number) for number, attempt in by_number
        ]
    return in_order_of_start(each for each, _ in trials)


def _number(numbered_attempt: tuple[int, Attempt]) -> int:
    return numbered_attempt[0]
