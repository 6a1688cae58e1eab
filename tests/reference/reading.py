"""Reading of run directories by plain loops: every run once, its printed copies folded together.

Only valid input is read here; what must be refused is `conflicts`' subject.
"""

from __future__ import annotations

import gzip
import io
import json
import os
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import zstandard

Run = dict[str, Any]
Attempt = dict[str, Any]
Key = tuple[str, str | None, int, int]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

# What an attempt states of itself besides its place (case, variant, repeat_index, started_at).
COUNTED = (
    "state",
    "invalid_cause",
    "failure_mode",
    "claimed_delivery",
    "score",
    "criteria_hits",
    "side_effects",
    "reset_id",
    "tokens_in",
    "tokens_out",
    "cost_usd",
    "wall_s",
    "billing_fingerprint",
    "account_tier",
    "window_share",
    "cap_s",
)


def instant(text: str) -> int:
    """Microseconds since 1970: two spellings of one instant are equal."""
    return (datetime.fromisoformat(text) - EPOCH) // timedelta(microseconds=1)


def day(moment: int) -> date:
    """The UTC date of an instant."""
    return (EPOCH + timedelta(microseconds=moment)).date()


def run_folders(results: Path) -> list[Path]:
    """Every run directory; nothing below one is an input."""
    found = []
    for folder, below, files in os.walk(results):
        if "run.json" not in files:
            continue
        stated = json.loads((Path(folder) / "run.json").read_text(encoding="utf-8-sig"))
        if isinstance(stated, dict) and stated.get("format") == "amber-run/1":
            found.append(Path(folder))
            below.clear()
    return sorted(found)


def attempt_lines(folder: Path) -> list[dict[str, Any]]:
    """The JSON lines of a run's attempts file; a torn last line is left out."""
    if (folder / "attempts.jsonl").exists():
        data = (folder / "attempts.jsonl").read_bytes()
    elif (folder / "attempts.jsonl.gz").exists():
        data = gzip.decompress((folder / "attempts.jsonl.gz").read_bytes())
    else:
        packed = io.BytesIO((folder / "attempts.jsonl.zst").read_bytes())
        data = zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read()
    lines = data.decode("utf-8-sig").split("\n")
    objects = []
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        try:
            objects.append(json.loads(line))
        except json.JSONDecodeError:
            # Without a line end the writer crashed here; anywhere else it would be an error.
            assert number == len(lines) - 1
    return objects


def read_runs(results: Path) -> list[Run]:
    """Every run once, by run_id, with the union of what its printed copies state."""
    copies: dict[str, list[tuple[dict[str, Any], list[dict[str, Any]]]]] = {}
    for folder in run_folders(results):
        stated = json.loads((folder / "run.json").read_text(encoding="utf-8-sig"))
        copies.setdefault(stated["run_id"], []).append((stated, attempt_lines(folder)))
    return [fold(prints) for prints in copies.values()]


def fold(prints: list[tuple[dict[str, Any], list[dict[str, Any]]]]) -> Run:
    """One run out of its copies, whose run.json fields agree."""
    run = dict(prints[0][0])
    run["start"] = instant(run["window"]["start"])
    run["end"] = instant(run["window"]["end"])
    attempts: dict[Key, Attempt] = {}
    # attempt_id → place, over all copies; a copy may use ids of its own.
    places: dict[str, Key] = {}
    for _, lines in prints:
        for line in lines:
            places[line["attempt_id"]] = place(line)
    for _, lines in prints:
        # A copy's makeup_of speaks of the copy's own ids first, then of the other copies'.
        own = {line["attempt_id"]: place(line) for line in lines}
        for line in lines:
            merge(attempts, line, run["run_id"], {**places, **own})
    run["attempts"] = sorted(attempts.values(), key=lambda each: each["start"])
    run["places"] = places
    return run


def place(line: dict[str, Any]) -> Key:
    """What makes two printed attempts of one run the same observation."""
    return line["case_id"], line.get("variant"), line["repeat_index"], instant(line["started_at"])


def merge(
    attempts: dict[Key, Attempt], line: dict[str, Any], run_id: str, places: dict[str, Key]
) -> None:
    """Add one printed attempt; null against a value takes the value."""
    key = place(line)
    attempt = attempts.setdefault(
        key,
        {
            "run_id": run_id,
            "key": key,
            "case_id": key[0],
            "variant": key[1],
            "repeat_index": key[2],
            "start": key[3],
            "end": instant(line["ended_at"]),
            "makes_up_here": None,
            "makes_up": None,
        },
    )
    for field in COUNTED:
        value = line.get(field)
        assert attempt.get(field) is None or value is None or attempt[field] == value
        if attempt.get(field) is None:
            attempt[field] = value
    target = line.get("makeup_of")
    if target in places:
        attempt["makes_up_here"] = places[target]
    elif target is not None:
        attempt["makes_up"] = target
