"""Whatever the bytes, the reader reads them or refuses them; it never fails in another way."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import UnusableInput
from tests.artifacts.samples import attempt, jsonl, read_run, run, write_run

ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["valid_task_success", "2026-09-14T08:00:00Z", "case-1", "left", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(
    [*attempt(), "invalid_cause", "failure_mode", "score", "side_effects", "tokens_in", "cap_s"]
)


def read(lines: bytes, stated: dict[str, Any] | bytes | None = None, name: str = "") -> None:
    with tempfile.TemporaryDirectory() as folder, suppress(UnusableInput):
        read_run(write_run(Path(folder) / "r", lines, stated, f"attempts.jsonl{name}"))


@given(st.binary(max_size=200), st.sampled_from(["", ".gz", ".zst"]))
def test_any_bytes(data: bytes, name: str) -> None:
    read(data, name=name)


@given(st.binary(max_size=30), st.integers(0, 1000), st.sampled_from([b"", b"\n", b"\x1f\x8b"]))
def test_good_lines_with_bytes_put_into_them(data: bytes, at: int, before: bytes) -> None:
    good = jsonl([attempt(), attempt(attempt_id="2")])
    read(before + good[:at] + data + good[at:])


@given(st.dictionaries(NAMES, ANYTHING, max_size=4))
@settings(max_examples=300)
def test_attempts_with_anything_in_their_fields(changes: dict[str, Any]) -> None:
    read(json.dumps(attempt(**changes)).encode() + b"\n")


@given(st.dictionaries(st.sampled_from([*run()]), ANYTHING, max_size=3))
def test_runs_with_anything_in_their_fields(changes: dict[str, Any]) -> None:
    read(jsonl([attempt()]), run(**changes))


@given(st.binary(max_size=200))
def test_runs_of_any_bytes(data: bytes) -> None:
    read(b"", data)
    read(b"", b'{"format": "amber-run/1"' + data)
