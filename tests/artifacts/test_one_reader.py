"""What a harness wrote is of one format: no two readers claim the same file or folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.artifacts.registry import CELL_READERS, LEDGER_READERS, RUN_READERS, STUDY_READERS
from tests.artifacts.harness_reports import FIXTURES
from tests.artifacts.samples import LIMITS

READERS = (*RUN_READERS, *CELL_READERS, *LEDGER_READERS, *STUDY_READERS)


def claimed(path: Path) -> list[str]:
    return [reader.format for reader in READERS if reader.recognise(path, LIMITS) is True]


@pytest.mark.parametrize("harness", sorted(each.name for each in FIXTURES.iterdir()))
def test_no_two_readers_claim_one_thing(harness: str) -> None:
    places = [each for each in (FIXTURES / harness).rglob("*") if "__pycache__" not in each.parts]
    found = {place: claimed(place) for place in places}
    assert any(found.values()) == (harness != "tables")  # of a table only the spec says it is one
    assert {place: formats for place, formats in found.items() if len(formats) > 1} == {}
