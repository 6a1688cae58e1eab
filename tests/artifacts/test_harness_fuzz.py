"""Files of harnesses with a few bytes changed: read or refused, never a failure of the program."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.artifacts.registry import RUN_READERS
from generator.errors import UnusableInput
from tests.artifacts.samples import LIMITS

FIXTURES = Path(__file__).parent / "fixtures"
FILES = [
    "inspect_ai/stopped.json",
    "inspect_ai/several_numbers.eval",
    "tau2/garden.json",
    "promptfoo/kettles.json",
    "lm_eval/acme__tiny-1b/samples_barn_sums_2026-03-01T10-00-00.250000.jsonl",
    "every_eval_ever/0d3ac2e6-0000-4000-8000-000000000001_samples.jsonl",
    "junit/runs/nightly/run-1.xml",
]
CHANGES = st.lists(
    st.tuples(st.floats(0, 0.999999), st.binary(min_size=1, max_size=4)), min_size=1, max_size=3
)


@pytest.mark.parametrize("name", FILES)
def test_changed_bytes_are_read_or_refused(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    whole = (FIXTURES / name).read_bytes()
    path = tmp_path_factory.mktemp("fuzz") / Path(name).name

    @settings(max_examples=150)
    @given(CHANGES, st.integers(0, 3))
    def check(changes: list[tuple[float, bytes]], cut: int) -> None:
        data = bytearray(whole)
        for place, piece in changes:
            at = int(place * len(data))
            data[at : at + len(piece)] = piece
        path.write_bytes(bytes(data[: len(data) - cut]))
        for reader in RUN_READERS:
            if reader.recognise(path, LIMITS) is not True:
                continue
            try:
                reader.read(path, LIMITS, path.parent)
            except UnusableInput as unusable:
                assert all(each.file == path for each in unusable.problems)  # noqa: PT017

    check()
