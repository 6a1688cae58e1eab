"""Parquet tables: the same trials as in a CSV."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from generator.artifacts.table_guess import columns_in
from tests.artifacts.samples import LIMITS, refusal
from tests.artifacts.test_table import EXPECTED, counts, read

COLUMNS: dict[str, Any] = {"task": "task", "outcome": "ok"}


def written(folder: Path, columns: dict[str, Any]) -> Path:
    path = folder / "t.parquet"
    pq.write_table(pa.table(columns), path)
    return path


def test_it_is_the_same_table(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "said": ["a transcript"] * 5,
        "model": ["m", "m", "m", "n", "n"],
        "task": ["a", "a", "b", "a", "b"],
        "ok": [True, False, True, False, True],
    }
    path = written(tmp_path, columns)
    assert counts(read(path)) == EXPECTED
    assert columns_in(path, LIMITS) == tuple(columns)


def test_values_are_what_their_types_say(tmp_path: Path) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    path = written(
        tmp_path,
        {
            "task": [1, 2],
            "ok": [1.0, None],
            "start": [start, None],
            "tokens": [3.0, float("nan")],
            "usd": [Decimal("0.10"), None],
        },
    )
    figures: dict[str, Any] = {"started_at": "start", "tokens_in": "tokens", "cost_usd": "usd"}
    (run,) = read(path, **COLUMNS, **figures)
    first, second = run.attempts
    assert (first.case_id, first.tokens_in, first.cost_usd) == ("1", 3, 0.1)
    assert first.started_at == int(start.timestamp()) * 10**9
    assert (second.end, second.tokens_in, second.cost_usd) == ("no_verdict", None, None)


def test_what_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, {"task": ["a"], "ok": [[True]], "naive": [datetime(2026, 1, 1)]})
    (problem,) = refusal(lambda: read(path, **COLUMNS))
    assert (problem.code, problem.line, problem.field) == ("WRONG_TYPE", 1, "outcome")
    (problem,) = refusal(lambda: read(path, task="task", outcome="other"))
    assert problem.code == "NO_COLUMN"
    told = refusal(lambda: read(path, task="task", outcome="task", started_at="naive"))
    assert [each.code for each in told] == ["BAD_TIME", "UNKNOWN_VALUE"]
    data = path.read_bytes()
    for broken in (data[: len(data) // 2], b"PAR1" + data[100:], b"", b"\xff" * 40):
        path.write_bytes(broken)
        (problem,) = refusal(lambda: read(path, **COLUMNS))
        assert (problem.code, problem.file) == ("NOT_PARQUET", path)


@pytest.mark.parametrize(
    "ends",
    [
        pa.array([b"caf\xe9"]).cast(pa.string(), safe=False),  # as an older writer spells it
        pa.array([10**12], pa.timestamp("s")),
    ],
)
def test_what_python_has_no_value_for_is_refused(tmp_path: Path, ends: pa.Array) -> None:
    path = written(tmp_path, {"task": ["a"], "ok": ends})
    (problem,) = refusal(lambda: read(path, **COLUMNS))
    assert (problem.code, problem.file) == ("NOT_PARQUET", path)
    assert "no UTF-8, or a time" in problem.what
