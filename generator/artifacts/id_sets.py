"""Reports that hold one run's outcomes as sets of ids: resolved, failed, not finished.

A report tells of one attempt at each case, so it is its arm's first pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from generator.artifacts.checks import count, each, identifier
from generator.artifacts.endings import Ending, ended
from generator.artifacts.fields import Fields
from generator.artifacts.records import Attempt, State
from generator.errors import Problem

_IDS = each(identifier)


class IdSets:
    """The sets of one report; `fields` is the object that holds them.

    A case that is in several of them ends as it is said first.
    """

    def __init__(self, fields: Fields) -> None:
        self._fields = fields
        self._listed: dict[str, tuple[str, ...]] = {}
        self._ends: dict[str, Ending] = {}

    def ids(self, name: str) -> frozenset[str]:
        """Return one of the sets, empty where the report does not hold it."""
        if name not in self._listed:
            self._listed[name] = self._fields.nullable(name, _IDS) or ()
        return frozenset(self._listed[name])

    def end(self, cases: Iterable[str], ending: Ending) -> None:
        """Say how some cases ended, those of which it was not said before."""
        for case in cases:
            self._ends.setdefault(case, ending)

    def refuse_overlap(self, name: str, others: Iterable[str]) -> None:
        """Put down that a set shares an id with one that it must share none with."""
        for other in others:
            if self.ids(name) & self.ids(other):
                self._fields.wrong(other, "CONTRADICTION", f"must hold no id that is in {name}")

    @property
    def cases(self) -> frozenset[str]:
        """Every case of which it was said how it ended."""
        return frozenset(self._ends)

    @property
    def folded(self) -> int:
        """How many ids stand in one list once more."""
        return sum(len(listed) - len(set(listed)) for listed in self._listed.values())

    def attempts(self) -> list[Attempt]:
        """Return one attempt a case."""
        return [only_attempt(case, self._ends[case]) for case in sorted(self._ends)]

    def miscounted(
        self, numbers: Fields, counts: Mapping[str, str], place: str = ""
    ) -> list[Problem]:
        """Return a warning for every number that is not the size of the set that it counts.

        `place` is where the numbers stand, with a point behind it.
        """
        return [
            Problem(
                "COUNT_DIFFERS",
                f"The number is not that of the ids in {name}: the ids count.",
                "Correct it where the file is written.",
                field=f"{place}{number}",
            )
            for number, name in counts.items()
            if name in self._fields
            and numbers.nullable(number, count) not in (None, len(self.ids(name)))
        ]


def only_attempt(case: str, ending: Ending) -> Attempt:
    """Return the one attempt at a case of which a report tells."""
    attempt = Attempt(
        line=1,
        attempt_id=case,
        case_id=case,
        variant=None,
        repeat_index=0,
        started_at=None,
        ended_at=None,
        state=State.PENDING,
    )
    return ended(attempt, ending)
