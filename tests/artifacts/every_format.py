"""Good artifacts of every format that is read, as files that can be spoiled one by one."""

from __future__ import annotations

import gzip
import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import zstandard

from generator.artifacts.discovery import discover
from generator.artifacts.reading import Reading, read_each, read_runs
from generator.spec.load import load_spec
from tests.artifacts.eio_samples import bundle, claim, finding, record, row, trial, write_log
from tests.artifacts.harness_reports import FIXTURES
from tests.artifacts.samples import LIMITS, attempt, case, failure, jsonl, run, write_run
from tests.study.run_dir import counts, new_run

_NOT_READ = {".py", ".pyc", ".cjs", ".yaml", ".diff"}

_HARNESSES = {
    "every-eval-ever": "every_eval_ever",
    "gso": "gso/runs",
    "harbor": "harbor/runs/two-agents",
    "inspect-ai": "inspect_ai",
    "junit-xml": "junit/runs",
    "lm-evaluation-harness": "lm_eval",
    "promptfoo": "promptfoo",
    "swe-bench": "swe_bench/runs",
    "tau-bench": "tau_bench/runs",
    "tau2-bench": "tau2",
    "terminal-bench": "terminal_bench/runs/with-metadata",
}

_TABLE_SPEC = """schema: stability-spec/1
sources:
  - path: "."
    format: table
    table: {task: task, arm: model, outcome: ok, tokens_in: in, started_at: from}
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """Files by their names below a results folder, and the spec they need."""

    name: str
    files: Mapping[str, bytes]
    spec: str = "schema: stability-spec/1\n"

    def lay(self, folder: Path, changed: Mapping[str, bytes] | None = None) -> None:
        """Write spec and files; `changed` stand in for those of the same names."""
        (folder / "stability.yml").write_text(self.spec)
        for name, data in {**self.files, **(changed or {})}.items():
            file = folder / "results" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


def readings(folder: Path) -> list[Reading[Any]]:
    """Read all that lies in the folder that a sample was laid in."""
    found = discover(folder / "results", LIMITS, load_spec(folder / "stability.yml").sources)
    return [
        *read_runs(found.runs, LIMITS),
        *read_each(found.cells, LIMITS),
        *read_each(found.ledgers, LIMITS),
        *read_each(found.studies, LIMITS),
    ]


def _files_of(write: Callable[[Path], object]) -> dict[str, bytes]:
    """What something writes into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder))
        return _read_back(Path(folder))


def _read_back(folder: Path) -> dict[str, bytes]:
    return {
        each.relative_to(folder).as_posix(): each.read_bytes()
        for each in sorted(folder.rglob("*"))
        if each.is_file() and each.suffix not in _NOT_READ
    }


def _amber(folder: Path) -> None:
    partial = case(case_id="case-2", kind="partial", threshold=6, max_score=10)
    lines = jsonl(
        [
            attempt(tokens_in=1, wall_s=2.5, side_effects=[{"class": "mail", "count": 1}]),
            failure(attempt_id="2", repeat_index=1),
            attempt(attempt_id="3", case_id="case-2", score=9, criteria_hits=[True, False]),
        ]
    )
    for name, data, end in (
        ("plain", lines, ""),
        ("gzip", gzip.compress(lines, mtime=0), ".gz"),
        ("zstd", zstandard.ZstdCompressor().compress(lines), ".zst"),
    ):
        stated = run(run_id=name, cases=[case(), partial])
        write_run(folder / name, data, stated, f"attempts.jsonl{end}")


def _cells(folder: Path) -> None:
    (folder / "cells.csv").write_text(
        "source,section,case,face,arm_label,arm_id,run_tag,republished,status,detail,"
        "unscored_cause\n"
        "page,table,A-00000001,ops,Heading,model@lane,primary,0,pass,6/8,\n"
        "page,table,A-00000002,ops,Heading,model@lane,primary,0,invalid_or_pending,,"
        "infrastructure_timeout\n"
    )


def _trial_log(folder: Path) -> None:
    checked = trial("t-1", claims=[{"claim_id": "claim-1", "reproduced": True}], session="s")
    write_log(folder / "log", [checked, trial("t-2")], [claim()])


def _one_json(name: str, document: object) -> dict[str, bytes]:
    return {name: json.dumps(document).encode()}


def _tables() -> dict[str, bytes]:
    text = b"model,task,ok,in,from\nm,a,true,1,2026-01-01T00:00:00Z\nm,b,0,,\n"
    rows = [
        {"model": "m", "task": "a", "ok": True, "in": 1, "from": "2026-01-01T00:00:00Z"},
        {"model": "m", "task": "b", "ok": 0, "in": None, "from": None},
    ]
    return {"trials.csv": text, "packed.csv.gz": gzip.compress(text, mtime=0),
            "lines.jsonl": jsonl(rows)}  # fmt: skip


@cache
def samples() -> tuple[Sample, ...]:
    """Every format that is read is in one of these."""
    study = new_run(counts({}), tasks=2, variants=1, seeds=(1,), draws=20)
    return (
        *(Sample(name, _read_back(FIXTURES / place)) for name, place in _HARNESSES.items()),
        Sample("amber-run/1", _files_of(_amber)),
        Sample("amber-cells", _files_of(_cells)),
        Sample("eio-trials/1", _files_of(_trial_log)),
        Sample("eio-bundle/3", _one_json("a.bundle.json", bundle())),
        Sample(
            "eio-per/2",
            _one_json("a.per.json", record([finding()], [row("claim-1", 2, 3, "INTERMITTENT")])),
        ),
        Sample("h6-study", _files_of(lambda folder: study.write(folder / "run", manifest=True))),
        Sample("table", _tables(), _TABLE_SPEC),
    )
