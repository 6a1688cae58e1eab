"""Small artifacts in the formats' own shapes, and how to ask what a reader said of one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from generator.artifacts.amber import AmberReader
from generator.artifacts.reader import Reader
from generator.artifacts.records import RunArtifact
from generator.errors import Problem, UnusableInput
from generator.spec.model import Limits

LIMITS = Limits(line_mib=1, archive_ratio=100, json_depth=64)

ARM_TEXTS = (
    "provider_endpoint",
    "lane",
    "served_model",
    "model_snapshot",
    "effort",
    "reasoning_wire",
    "harness",
    "harness_version",
    "profile",
    "fallback_policy",
    "isolation",
    "egress",
    "spec_sha256",
    "base_bundle_sha256",
    "oracle_pack_sha256",
    "index_version",
)


class Said(NamedTuple):
    """What a test checks of a problem."""

    code: str
    line: int | None
    field: str | None


def case(**changes: Any) -> dict[str, Any]:
    """One binary case without variants."""
    plain: dict[str, Any] = {
        "case_id": "case-1",
        "variants": [],
        "kind": "binary",
        "threshold": None,
        "max_score": None,
        "decision_critical": False,
    }
    return plain | changes


def arm(**changes: Any) -> dict[str, Any]:
    """A complete arm."""
    return {
        "arm_id": "arm-1",
        "runner_config": {"turns": 3},
        **dict.fromkeys(ARM_TEXTS, "x"),
    } | changes


def run(**changes: Any) -> dict[str, Any]:
    """A complete repeat run of one binary case, one with variants, and one with partial credit."""
    plain = {
        "format": "amber-run/1",
        "run_id": "run-1",
        "role": "repeat",
        "stage": 1,
        "scope": "full",
        "arm": arm(),
        "cases": [
            case(),
            case(case_id="case-v", variants=["left", "right"]),
            case(case_id="case-p", kind="partial", threshold=3, max_score=5),
        ],
        "trials_per_case": 5,
        "window": {"start": "2026-09-14T00:00:00Z", "end": "2026-09-14T12:00:00Z"},
        "concurrency": 4,
        "timeout_s": 1800,
        "wire_audit": {"status": "clean", "substitute_calls": 0},
        "budget": None,
    }
    return plain | changes


def attempt(**changes: Any) -> dict[str, Any]:
    """A successful attempt at the binary case."""
    plain = {
        "attempt_id": "attempt-1",
        "case_id": "case-1",
        "variant": None,
        "repeat_index": 0,
        "started_at": "2026-09-14T08:00:00Z",
        "ended_at": "2026-09-14T08:01:40Z",
        "state": "valid_task_success",
    }
    return plain | changes


def failure(**changes: Any) -> dict[str, Any]:
    """A failed attempt at the binary case."""
    return attempt(state="valid_task_failure", failure_mode="oracle_judged") | changes


def jsonl(records: Iterable[object]) -> bytes:
    """One JSON text a line."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def write_run(
    folder: Path,
    attempts: Iterable[object] | bytes = (),
    stated: dict[str, Any] | bytes | None = None,
    name: str = "attempts.jsonl",
) -> Path:
    """Write a run directory; bytes are written as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    stated = run() if stated is None else stated
    data = stated if isinstance(stated, bytes) else json.dumps(stated).encode()
    (folder / "run.json").write_bytes(data)
    lines = attempts if isinstance(attempts, bytes) else jsonl(attempts)
    (folder / name).write_bytes(lines)
    return folder


def read_one(
    reader: Reader[tuple[RunArtifact, ...]], path: Path, root: Path, limits: Limits = LIMITS
) -> RunArtifact:
    """Read a place that holds one run."""
    (artifact,) = reader.read(path, limits, root)
    return artifact


def read_run(folder: Path, limits: Limits = LIMITS) -> RunArtifact:
    """Read a run directory whose parent is the results folder."""
    return read_one(AmberReader(), folder, folder.parent, limits)


def refusal(call: Callable[[], object]) -> tuple[Problem, ...]:
    """The problems that a call is refused with; it must be refused."""
    with pytest.raises(UnusableInput) as caught:
        call()
    assert caught.value.problems
    return caught.value.problems


def said(problems: Iterable[Problem]) -> list[Said]:
    """The problems by code, line and field."""
    return [Said(problem.code, problem.line, problem.field) for problem in problems]
