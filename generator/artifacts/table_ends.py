"""How a row of a table ended: by its outcome or its score, unless its state says otherwise."""

from __future__ import annotations

from generator.artifacts.checks import Wrong
from generator.artifacts.endings import Ending, mapped
from generator.artifacts.records import InvalidCause, JsonValue, State
from generator.artifacts.table_cells import decimal, empty, spelled
from generator.artifacts.table_file import Row
from generator.spec.model import TableRule
from generator.spec.sources import JUDGED, READINGS

PASSED = Ending(name="passed", state=State.SUCCESS)
FAILED = Ending(name="failed", state=State.FAILURE)
NO_VERDICT = Ending(
    name="no_verdict",
    state=State.INVALID,
    cause=InvalidCause.INFRASTRUCTURE_MISSING,
    contested=True,
)
"""A row that nobody judged: it says nothing of the arm, although some count it as failed."""


class RowEnds:
    """What the rows of one table ended as, by the spec's mapping of their words.

    A word that is mapped to failure or to infrastructure is contested: another mapping would give
    another figure. `beyond` is the line of the first score above 1 that a threshold of at most 1
    was held against.
    """

    def __init__(self, rule: TableRule, ends: dict[str, str]) -> None:
        self.beyond: int | None = None
        self._rule = rule
        self._verdicts = {word.casefold(): PASSED for word in rule.passes}
        self._verdicts |= {word.casefold(): FAILED for word in rule.fails}
        self._mapped = {
            word: mapped(word, reading, contested=word == NO_VERDICT.name or _decides(reading))
            for word, reading in ends.items()
            if reading != JUDGED
        }
        self._judged = {word for word, reading in ends.items() if reading == JUDGED}
        self._no_verdict = self._mapped.get(NO_VERDICT.name, NO_VERDICT)

    def of(self, row: Row) -> Ending:
        """Return how a row ended; `Wrong` starts with what of the row is not right."""
        state = row.cells.get("state")
        if not empty(state):
            word = spelled(state)
            if word in self._mapped:
                return self._mapped[word]
            if word in READINGS:
                return mapped(word, word, contested=False)
            if word not in self._judged:
                verdict = self._verdicts.get(word.casefold())
                if verdict is None:
                    raise BadEnd("state", "UNMAPPED_END", "is a word that `ends` does not map")
                if self._rule.outcome is None and self._rule.score is None:
                    return verdict
        return self._judge(row)

    def _judge(self, row: Row) -> Ending:
        if self._rule.score is not None and self._rule.threshold is not None:
            score = row.cells["score"]
            if empty(score):
                return self._no_verdict
            value = _score(score)
            if value > 1 >= self._rule.threshold and self.beyond is None:
                self.beyond = row.line
            return PASSED if value >= self._rule.threshold else FAILED
        outcome = row.cells.get("outcome")
        if empty(outcome):
            return self._no_verdict
        verdict = self._verdicts.get(_word(outcome).casefold())
        if verdict is None:
            raise BadEnd("outcome", "UNKNOWN_VALUE", "must be one of the words of passes or fails")
        return verdict


class BadEnd(Wrong):
    """A cell from which nobody can say how the row ended; `held` is what it holds."""

    def __init__(self, held: str, code: str, what: str) -> None:
        self.held = held
        super().__init__(code, what)


def _decides(reading: str) -> bool:
    return State(reading.partition("/")[0]) in (State.FAILURE, State.INVALID)


def _score(value: JsonValue) -> float:
    try:
        return decimal(value)
    except Wrong as wrong:
        raise BadEnd("score", wrong.code, str(wrong)) from None


def _word(value: JsonValue) -> str:
    try:
        return spelled(value)
    except Wrong as wrong:
        raise BadEnd("outcome", wrong.code, str(wrong)) from None
