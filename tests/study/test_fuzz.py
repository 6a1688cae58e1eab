"""Whatever stands in a study's files, it is read and measured or refused."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import UnusableInput
from generator.measures.study import measure_study
from generator.measures.study_verification import verify_study
from tests.artifacts.spoiling import Place, anything, changed, places
from tests.study.run_dir import counts, new_run
from tests.study.scenarios import read

ANYTHING = anything("VALID", "INVALID", "TRAPPED", "PRE_ACTION_FAILURE", "MATCHED", "main")
SMALL = new_run(counts({}), tasks=2, variants=1, seeds=(1,), draws=20)
DOCUMENTS: dict[str, Any] = {
    "run.json": SMALL.run,
    "expected-design.json": SMALL.design,
    "decision-rule.json": SMALL.rule,
    "fact-pair-audit.json": {"schemaVersion": 1, "pairs": SMALL.pairs[:1]},
    "power.json": SMALL.power,
    "audit.json": SMALL.audit,
    "statistics.json": SMALL.statistics,
}
FILES = st.sampled_from([*DOCUMENTS, "episodes.jsonl", "deviations.jsonl"])


@contextmanager
def small_run() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        yield SMALL.write(Path(folder) / "run")


def use(folder: Path) -> None:
    """Read, measure and verify a run directory."""
    with suppress(UnusableInput):
        verify_study(measure_study(read(folder), simulate=False))


@given(FILES, st.binary(max_size=100), st.integers(0, 2000))
@settings(max_examples=40)
def test_any_bytes_in_a_file(name: str, data: bytes, at: int) -> None:
    with small_run() as folder:
        good = (folder / name).read_bytes()
        (folder / name).write_bytes(good[:at] + data + good[at:])
        use(folder)


@given(st.data(), st.sampled_from([*DOCUMENTS]), ANYTHING)
@settings(max_examples=80)
def test_a_document_with_anything_in_any_place(data: st.DataObject, name: str, value: Any) -> None:
    place: Place = data.draw(st.sampled_from([*places(DOCUMENTS[name])]))
    with small_run() as folder:
        (folder / name).write_text(json.dumps(changed(DOCUMENTS[name], place, value)))
        use(folder)


@given(st.sampled_from([*places(SMALL.rows[0])]), ANYTHING)
@settings(max_examples=80)
def test_a_row_with_anything_in_any_place(place: Place, value: Any) -> None:
    rows = [changed(SMALL.rows[0], place, value), *SMALL.rows[1:]]
    with small_run() as folder:
        (folder / "episodes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        use(folder)
