"""Small trees written by hand: a run of few cases, attempts given by letters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]

IDENTITY: Json = {
    "arm_id": "arm",
    "provider_endpoint": "https://api.example/v1",
    "lane": "lane",
    "served_model": "model",
    "model_snapshot": None,
    "effort": "high",
    "reasoning_wire": "budget",
    "harness": "runner",
    "harness_version": "1.2",
    "runner_config": {"retries": 1},
    "profile": "clean-room",
    "fallback_policy": "none",
    "isolation": "container",
    "egress": "none",
    "spec_sha256": "1" * 64,
    "base_bundle_sha256": "2" * 64,
    "oracle_pack_sha256": "3" * 64,
    "index_version": "7",
}

ENDINGS: dict[str, Json] = {
    "P": {"state": "valid_task_success"},
    "F": {"state": "valid_task_failure", "failure_mode": "oracle_judged"},
    "N": {"state": "valid_task_failure", "failure_mode": "no_deliverable"},
    "T": {"state": "invalid_infrastructure", "invalid_cause": "harness_timeout"},
    "B": {"state": "invalid_infrastructure", "invalid_cause": "billing_exhausted"},
    "V": {"state": "protocol_violation"},
    "?": {"state": "pending_adjudication"},
    "X": {"state": "driver_exception"},
}


def case(case_id: str, *variants: str, **more: Any) -> Json:
    """A case as a run lists it."""
    plain = {"kind": "binary", "threshold": None, "max_score": None, "decision_critical": False}
    return {"case_id": case_id, "variants": list(variants), **plain, **more}


def run(run_id: str, role: str, cases: list[Json], trials: int = 1, **more: Any) -> Json:
    """A run's own file, on 14 September 2026 unless it says otherwise."""
    return {
        "format": "amber-run/1",
        "run_id": run_id,
        "role": role,
        "stage": None,
        "scope": "full",
        "arm": IDENTITY,
        "cases": cases,
        "trials_per_case": trials,
        "window": {"start": "2026-09-14T00:00:00Z", "end": "2026-09-14T23:00:00Z"},
        "concurrency": 1,
        "timeout_s": 1800,
        "wire_audit": {"status": "clean", "substitute_calls": 0},
        "budget": None,
        **more,
    }


def attempts(case_id: str, endings: str, hour: int, **more: Any) -> list[Json]:
    """One attempt a letter, a minute apart and thirty seconds long, at repeat_index 0, 1, …"""
    lines = []
    for index, letter in enumerate(endings):
        lines.append(
            {
                "attempt_id": f"{case_id} {hour} {index}",
                "case_id": case_id,
                "variant": None,
                "repeat_index": index,
                "started_at": f"2026-09-14T{hour:02}:{index:02}:00Z",
                "ended_at": f"2026-09-14T{hour:02}:{index:02}:30Z",
                **ENDINGS[letter],
                **more,
            }
        )
    return lines


def write_run(folder: Path, stated: Json, lines: list[Json]) -> None:
    """Write one run directory."""
    folder.mkdir(parents=True)
    (folder / "run.json").write_text(json.dumps(stated), encoding="utf-8")
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "attempts.jsonl").write_text(text, encoding="utf-8")
