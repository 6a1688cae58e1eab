"""Run directories from letters: what each attempt came to, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.artifacts.samples import attempt, case, run, write_run

Json = dict[str, Any]

_SPOILED = {
    "T": "harness_timeout",
    "B": "billing_exhausted",
    "I": "infrastructure_missing",
    "D": "model_delivery_budget_burn",
}
_OTHER = {"V": "protocol_violation", "N": "pending_adjudication"}


def ended(letter: str) -> Json:
    """The fields of an attempt that passed, failed, was spoiled, or has no outcome otherwise."""
    if letter == "P":
        return {"state": "valid_task_success"}
    if letter == "F":
        return {"state": "valid_task_failure", "failure_mode": "oracle_judged"}
    if letter in _SPOILED:
        return {"state": "invalid_infrastructure", "invalid_cause": _SPOILED[letter]}
    return {"state": _OTHER[letter]}


def trials(case_id: str, letters: str, day: str, hour: int = 8, **changes: Any) -> list[Json]:
    """The attempts at one case, ten minutes apart; `-` leaves a repeat index out."""
    start = datetime.fromisoformat(f"{day}T{hour:02d}:00:00").replace(tzinfo=UTC)
    return [
        attempt(
            attempt_id=f"{case_id}-{day}-{hour}-{number}",
            case_id=case_id,
            repeat_index=number,
            started_at=(start + timedelta(minutes=10 * number)).isoformat(),
            ended_at=(start + timedelta(minutes=10 * number + 9)).isoformat(),
            reset_id=f"{case_id}-{day}-{hour}-{number}",
            **ended(letter) | changes,
        )
        for number, letter in enumerate(letters)
        if letter != "-"
    ]


def scored(case_id: str, scores: list[float], day: str, passing: float) -> list[Json]:
    """The attempts at a partial-credit case, by score."""
    letters = "".join("P" if score >= passing else "F" for score in scores)
    rows = trials(case_id, letters, day)
    return [row | {"score": score} for row, score in zip(rows, scores, strict=True)]


def stated(
    run_id: str, role: str, day: str, case_ids: list[str], planned: int = 1, **changes: Any
) -> Json:
    """A run of binary cases on one day."""
    plain = {
        "run_id": run_id,
        "role": role,
        "stage": 1 if role == "repeat" else None,
        "cases": [case(case_id=case_id) for case_id in case_ids],
        "trials_per_case": planned,
        "window": {"start": f"{day}T00:00:00Z", "end": f"{day}T23:59:59Z"},
    }
    return run(**plain | changes)


def write_library(
    results: Path, run_id: str, role: str, day: str, outcomes: Mapping[str, str], **changes: Any
) -> None:
    """A run of the whole case set, from the letters of each case's attempts."""
    rows = [row for case_id, letters in outcomes.items() for row in trials(case_id, letters, day)]
    rows.sort(key=lambda row: (row["started_at"], row["case_id"]))
    planned = max(len(letters) for letters in outcomes.values())
    write_run(results / run_id, rows, stated(run_id, role, day, list(outcomes), planned, **changes))
