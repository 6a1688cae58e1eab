"""Whatever the bytes, the reader reads them or refuses them; it never fails in another way."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.errors import Problem, UnusableInput
from tests.artifacts.samples import attempt, jsonl, read_run, run, write_run
from tests.artifacts.spoiling import ODD, Place, anything, changed, places

ANYTHING = anything("valid_task_success", "2026-09-14T08:00:00Z", "case-1", "left")
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


BUDGET = {
    "owner_approved": True,
    "account": "account",
    "account_tier": "bench-dedicated",
    "expected_window_share": 0.1,
}
RUN = run(budget=BUDGET)
ATTEMPT = attempt(
    score=4,
    criteria_hits=[True],
    side_effects=[{"class": "mail", "count": 1}],
    claimed_delivery=False,
    reset_id="reset",
    tokens_in=1,
    tokens_out=2,
    cost_usd=0.5,
    wall_s=100,
    billing_fingerprint="print",
    account_tier="bench-dedicated",
    window_share=0.1,
    cap_s=1800,
)


def field(place: Place) -> str:
    """How a message names a place."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)[1:]


def blamed(place: Place, problem: Problem) -> bool:
    """Whether a problem names the field, or what it holds or is held by."""
    named, spoiled = problem.field or "", field(place)
    return named.startswith(spoiled) or spoiled.startswith(named)


@pytest.mark.parametrize("place", [*places(ATTEMPT)], ids=field)
def test_an_odd_value_in_an_attempt_is_read_or_blamed_by_line_and_field(
    tmp_path: Path, place: Place
) -> None:
    for number, odd in enumerate(ODD):
        lines = jsonl([ATTEMPT | {"attempt_id": "0"}, changed(ATTEMPT, place, odd)])
        try:
            read_run(write_run(tmp_path / str(number), lines))
        except UnusableInput as unusable:
            for problem in unusable.problems:
                assert problem.line == 2
                assert problem.field
                assert blamed(place, problem)


@pytest.mark.parametrize("place", [*places(RUN)], ids=field)
def test_an_odd_value_in_a_run_is_read_or_blamed_by_field(tmp_path: Path, place: Place) -> None:
    for number, odd in enumerate(ODD):
        try:
            read_run(write_run(tmp_path / str(number), b"", changed(RUN, place, odd)))
        except UnusableInput as unusable:
            for problem in unusable.problems:
                assert problem.field
                assert blamed(place, problem)
