"""The run directories on disk: run.json, attempts in their packing, and what lies beside them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from datetime import timedelta, timezone
from pathlib import Path

import zstandard

from generator.demo.attempts import AttemptRecord, attempts_of, instant, spelled
from generator.demo.runs import Packing, Reprint, RunStory
from generator.demo.stories import REPRINTS, RUNS

# What a digest prints of an attempt; it leaves the rest out.
_REPRINTED = ("case_id", "variant", "repeat_index", "state", "failure_mode", "score")


def demonstration() -> dict[str, bytes]:
    """Return every file of the data set: its path below results/ and its bytes."""
    files: dict[str, bytes] = {}
    built: dict[str, tuple[AttemptRecord, ...]] = {}
    for run in RUNS:
        built[run.run_id] = attempts_of(run, built)
        files |= _run_directory(run, built[run.run_id])
    stories = {run.run_id: run for run in RUNS}
    for reprint in REPRINTS:
        files |= _reprint_directory(reprint, stories[reprint.of], built[reprint.of])
    return files


def write(results: Path) -> int:
    """Write the data set below `results`, each file whole or not at all; return how many files."""
    files = demonstration()
    for relative, data in files.items():
        path = results / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{path.name}.partial")
        partial.write_bytes(data)
        partial.replace(path)
    return len(files)


def _run_directory(
    run: RunStory, attempts: tuple[AttemptRecord, ...]
) -> Iterator[tuple[str, bytes]]:
    yield f"{run.folder}/run.json", _document(_run_object(run, attempts))
    suffix = f".{run.packed}" if run.packed else ""
    yield f"{run.folder}/attempts.jsonl{suffix}", _pack(run.packed, _lines(attempts))
    if run.with_workspace:
        yield from _workspace(run, attempts[0])


def _reprint_directory(
    reprint: Reprint, run: RunStory, attempts: tuple[AttemptRecord, ...]
) -> Iterator[tuple[str, bytes]]:
    zone = timezone(timedelta(hours=reprint.utc_offset_hours))
    cells = [attempt for attempt in attempts if attempt["case_id"] in reprint.cases]
    printed = tuple(
        {"attempt_id": f"digest-{number}"}
        | {key: cell[key] for key in _REPRINTED if key in cell}
        | {
            key: instant(cell[key]).astimezone(zone).isoformat()
            for key in ("started_at", "ended_at")
        }
        for number, cell in enumerate(cells, start=1)
    )
    yield f"{reprint.folder}/run.json", _document(_run_object(run, attempts))
    yield f"{reprint.folder}/attempts.jsonl", _lines(printed)


def _run_object(run: RunStory, attempts: tuple[AttemptRecord, ...]) -> dict[str, object]:
    end = max(instant(attempt["ended_at"]) for attempt in attempts)
    account = run.account(0)
    return {
        "format": "amber-run/1",
        "run_id": run.run_id,
        "role": run.role,
        "stage": run.stage,
        "scope": run.scope,
        "arm": run.arm.identity | dict(run.differs),
        "cases": [case.plan() for case in run.cases],
        "trials_per_case": run.rounds,
        "window": {"start": run.start, "end": spelled(end + timedelta(seconds=30))},
        "concurrency": run.concurrency,
        "timeout_s": run.timeout_s,
        "wire_audit": {"status": run.audit, "substitute_calls": run.substitute_calls},
        "budget": run.budget
        and {
            "owner_approved": run.budget.approved,
            "account": account.name,
            "account_tier": account.tier,
            "expected_window_share": run.budget.expected_window_share,
        },
        "operator": "night shift, bench room 3",
        "host_path": f"/srv/lanternfish/{run.run_id}",
    }


def _workspace(run: RunStory, attempt: AttemptRecord) -> Iterator[tuple[str, bytes]]:
    """What an agent left behind. It happens to hold a run.json of its own, which is no input."""
    yield f"{run.folder}/workspace/run.json", _document({"format": "amber-run/1", "note": "mine"})
    yield f"{run.folder}/transcripts/first.md", f"{attempt['transcript']}\n".encode()


def _document(value: dict[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).encode() + b"\n"


def _pack(packing: Packing, data: bytes) -> bytes:
    """Compress with no time of packing in the archive."""
    if packing == "gz":
        return gzip.compress(data, mtime=0)
    return zstandard.ZstdCompressor().compress(data) if packing == "zst" else data


def _lines(records: tuple[AttemptRecord, ...]) -> bytes:
    return b"".join(
        json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        for record in records
    )
