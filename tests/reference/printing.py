"""Printing of runs as files: spellings, archives, copies, and all else that changes nothing."""

from __future__ import annotations

import gzip
import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import zstandard

Json = dict[str, Any]

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
OFFSETS = (0, 0, 330, -480, 60, 765, -210)

# What a printed copy may leave null; a state needs its cause or its mode beside it.
NULLABLE = (
    "score",
    "criteria_hits",
    "side_effects",
    "reset_id",
    "tokens",
    "cost_usd",
    "wall_s",
    "billing_fingerprint",
    "account_tier",
    "window_share",
    "makeup_of",
    "cap_s",
)
PRIVATE_NAMES = ("transcript", "rubric", "patch", "prompt", "source_event_id", "notes", "Zebra-µ")
PRIVATE_WORDS = ("quixotic", "rm -rf /tmp/x", "naïve ☃", "{{ secret }}", "<b>bold</b>", "a,b;c\n")


def spelled(moment: int, rng: Random) -> str:
    """One of the many RFC 3339 spellings of an instant in microseconds."""
    zone = timezone(timedelta(minutes=rng.choice(OFFSETS)))
    text = (EPOCH + timedelta(microseconds=moment)).astimezone(zone).isoformat()
    if text.endswith("+00:00") and rng.random() < 0.7:
        return text.removesuffix("+00:00") + "Z"
    return text


def shuffled(value: Json, rng: Random) -> Json:
    """The same object with its keys in another order."""
    keys = list(value)
    rng.shuffle(keys)
    return {key: value[key] for key in keys}


def private(value: Json, rng: Random) -> Json:
    """The object with unknown fields of random text in it."""
    extra = {name: rng.choice(PRIVATE_WORDS) for name in PRIVATE_NAMES if rng.random() < 0.2}
    return shuffled({**value, **extra}, rng)


def run_json(run: Json, rng: Random) -> Json:
    """A run's own file; the working fields of the generator are left out."""
    window = {name: spelled(run["window"][name], rng) for name in ("start", "end")}
    arm = private({**run["arm"], "runner_config": shuffled(run["arm"]["runner_config"], rng)}, rng)
    cases = [private(case, rng) for case in run["cases"]]
    fields = {name: value for name, value in run.items() if name != "attempts"}
    return private({**fields, "window": window, "arm": arm, "cases": cases}, rng)


def attempt_json(attempt: Json, rng: Random) -> Json:
    """One attempt's line; what is null may be absent, false claims too."""
    line = {**attempt, **{n: spelled(attempt[n], rng) for n in ("started_at", "ended_at")}}
    for name in (*NULLABLE, "tokens_in", "tokens_out", "invalid_cause", "failure_mode", "variant"):
        if line.get(name) is None and rng.random() < 0.5:
            line.pop(name, None)
    if line["claimed_delivery"] is False and rng.random() < 0.5:
        line.pop("claimed_delivery")
    return private(line, rng)


def print_run(folder: Path, run: Json, rng: Random) -> None:
    """Write one run directory."""
    folder.mkdir(parents=True)
    text = json.dumps(
        run_json(run, rng), ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 1))
    )
    (folder / "run.json").write_text(text, encoding=rng.choice(("utf-8", "utf-8", "utf-8-sig")))
    lines = []
    for attempt in run["attempts"]:
        lines.append(attempt_json(attempt, rng))
        if rng.random() < 0.05:
            # An identical line: other spelling of the times, other order of the keys.
            again = {
                **lines[-1],
                **{n: spelled(attempt[n], rng) for n in ("started_at", "ended_at")},
            }
            lines.insert(rng.randint(0, len(lines)), shuffled(again, rng))
    if rng.random() < 0.15:
        rng.shuffle(lines)
    write_lines(folder, [json.dumps(line, ensure_ascii=rng.random() < 0.5) for line in lines], rng)
    decoys(folder, rng)


def write_lines(folder: Path, lines: list[str], rng: Random) -> None:
    """Write the attempts file, plain or packed, with the oddities that are to be read."""
    end = rng.choice(("\n", "\n", "\n", "\r\n"))
    text = "".join(line + end + (end if rng.random() < 0.05 else "") for line in lines)
    tail = rng.random()
    if tail < 0.1:
        text += '{"attempt_id": "torn", "case_id": "'
    elif tail < 0.2:
        text = text.rstrip()
    data = text.encode(rng.choice(("utf-8", "utf-8", "utf-8-sig")) if text else "utf-8")
    packing = rng.choice(("", "", ".gz", ".zst"))
    if packing == ".gz":
        data = gzip.compress(data, mtime=0)
    elif packing == ".zst":
        data = zstandard.ZstdCompressor().compress(data)
    (folder / f"attempts.jsonl{packing}").write_bytes(data)


def decoys(folder: Path, rng: Random) -> None:
    """What lies in a run directory and is never an input."""
    if rng.random() < 0.2:
        inner = folder / "transcripts" / "workspace"
        inner.mkdir(parents=True)
        (inner / "run.json").write_text('{"format": "amber-run/1"}', encoding="utf-8")
        (inner / "attempts.jsonl").write_text("not even JSON\n", encoding="utf-8")
    if rng.random() < 0.2:
        (folder / "notes.md").write_text("private", encoding="utf-8")


def copied(run: Json, rng: Random) -> Json:
    """A printed copy of a run: fewer attempts, perhaps other ids, some fields null."""
    kept = [dict(each) for each in run["attempts"] if rng.random() < 0.7]
    ids = {each["attempt_id"] for each in kept}
    renamed = rng.random() < 0.5
    for each in kept:
        if renamed:
            each["attempt_id"] = f"copy of {each['attempt_id']}"
            if each.get("makeup_of") in ids:
                each["makeup_of"] = f"copy of {each['makeup_of']}"
        blank(each, rng)
    return {**run, "attempts": kept}


def blank(attempt: Json, rng: Random) -> None:
    """Forget some of what an attempt states."""
    for name in NULLABLE:
        if rng.random() < 0.15:
            for field in ("tokens_in", "tokens_out") if name == "tokens" else (name,):
                attempt[field] = None


def split(run: Json, rng: Random) -> list[Json]:
    """A run printed in two parts which overlap a little."""
    parts: list[list[Json]] = [[], []]
    for each in run["attempts"]:
        side = rng.randrange(2)
        parts[side].append(each)
        if rng.random() < 0.1:
            parts[1 - side].append(dict(each))
    return [{**run, "attempts": part} for part in parts]
