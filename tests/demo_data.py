"""The demonstration data as a stranger would read it: plain JSON and plain loops.

Nothing here uses the program's readers, accounting or statistics.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import zstandard

PROJECT = Path(__file__).parents[1]
RESULTS = PROJECT / "results"
WEEKS = ("2026-09-15", "2026-09-22")
VALID = ("valid_task_success", "valid_task_failure")

PLOVER_SALTMARSH = "arm-plv3-slt-high"
IBEX_CAIRN = "arm-ibx2-crn-med"
TANSY_TIDEPOOL = "arm-tsm1-tdp-low"

Json = dict[str, Any]


@dataclass(frozen=True)
class Printed:
    """One run directory as it lies on disk."""

    folder: str
    run: Json
    attempts: list[Json]


def unpacked(path: Path) -> bytes:
    data = path.read_bytes()
    if path.suffix == ".gz":
        return gzip.decompress(data)
    if path.suffix == ".zst":
        return zstandard.ZstdDecompressor().decompressobj().decompress(data)
    return data


def printed_runs(*weeks: str) -> list[Printed]:
    found = []
    for week in weeks:
        for folder in sorted((RESULTS / week).iterdir()):
            (attempts,) = folder.glob("attempts.jsonl*")
            lines = unpacked(attempts).decode().splitlines()
            run = json.loads((folder / "run.json").read_text())
            found.append(Printed(f"{week}/{folder.name}", run, [json.loads(x) for x in lines]))
    return found


ALL = printed_runs(*WEEKS)
BY_FOLDER = {printed.folder: printed for printed in ALL}


def own_runs(arm: str, *weeks: str) -> list[Printed]:
    """Runs of an arm whose attempts count: each run once, none substituted, none that differs."""
    kept, seen = [], set()
    primary = next(p.run for p in ALL if p.run["arm"]["arm_id"] == arm)
    for printed in printed_runs(*weeks):
        run = printed.run
        same = run["arm"] == primary["arm"] and run["concurrency"] == primary["concurrency"]
        if same and run["wire_audit"]["status"] != "substitute_calls" and run["run_id"] not in seen:
            seen.add(run["run_id"])
            kept.append(printed)
    return kept


def repeats(arm: str, case: str, *weeks: str) -> list[Json]:
    """Attempts at a case in an arm's repeats and makeups, in the order of their start."""
    found = [
        attempt
        for printed in own_runs(arm, *weeks)
        if printed.run["role"] != "primary"
        for attempt in printed.attempts
        if attempt["case_id"] == case
    ]
    return sorted(found, key=lambda attempt: attempt["started_at"])


def letters(attempts: list[Json]) -> str:
    marks = dict(zip(VALID, "PF", strict=True))
    return "".join(marks.get(attempt["state"], "-") for attempt in attempts)


def first_pass(folder: str) -> dict[str, str]:
    """Each case's outcome in a full run: pass if every scored variant's last attempt passed."""
    printed = BY_FOLDER[folder]
    last = {(a["case_id"], a["variant"]): a["state"] for a in printed.attempts}
    outcomes = {}
    for case in printed.run["cases"]:
        scored = case.get("scored_variants", case["variants"]) or [None]
        states = [last.get((case["case_id"], variant), "missing") for variant in scored]
        open_states = [state for state in states if state not in VALID]
        passed = all(state == "valid_task_success" for state in states)
        outcomes[case["case_id"]] = open_states[0] if open_states else "PF"[not passed]
    return outcomes


def fail_set(folder: str) -> set[str]:
    return {case for case, outcome in first_pass(folder).items() if outcome == "F"}


def every_attempt() -> Iterator[tuple[Json, Json]]:
    return ((printed.run, attempt) for printed in ALL for attempt in printed.attempts)
