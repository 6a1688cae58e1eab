"""Every reader's words for ends are read as what a spec could read them as, each in its own way."""

from __future__ import annotations

import pytest

from generator.artifacts.endings import Ending, endings_of, mapped
from generator.artifacts.reader import Reader
from generator.artifacts.records import FailureMode, InvalidCause, RunArtifact, State
from generator.artifacts.registry import RUN_READERS
from generator.artifacts.table import TableReader
from generator.spec.model import SourceRule, TableRule
from generator.spec.sources import READINGS

TABLE = TableReader(SourceRule(path="."), TableRule(task="task", outcome="ok"))
READERS = (*RUN_READERS, TABLE)
STATED = {"amber-run/1", "tau-bench"}
"""The formats that state a state, and have no words of their own."""


def spelled(ending: Ending) -> str:
    why = ending.cause or ending.mode
    return f"{ending.state}/{why}" if why else str(ending.state)


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.format)
def test_a_word_is_read_as_a_spec_could_read_it(reader: Reader[tuple[RunArtifact, ...]]) -> None:
    endings = endings_of(reader)
    assert bool(endings) == (reader.format not in STATED)
    assert len({each.name for each in endings}) == len(endings)
    for each in endings:
        assert spelled(each) in READINGS
        assert mapped(each.name, spelled(each), contested=each.contested) == each


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.format)
def test_infrastructure_and_what_nobody_judged_are_kept_apart(
    reader: Reader[tuple[RunArtifact, ...]],
) -> None:
    for each in endings_of(reader):
        if each.state is State.INVALID:
            assert each.contested, each.name
            assert each.cause is not None
        if each.state is State.PENDING:
            assert not each.contested, each.name


def test_a_spec_can_state_every_state_and_why() -> None:
    assert set(READINGS) == {
        *map(str, State),
        *(f"{State.FAILURE}/{mode}" for mode in FailureMode),
        *(f"{State.INVALID}/{cause}" for cause in InvalidCause),
    }
