"""Small Inspect logs in both of their files, written by hand."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from generator.artifacts.inspect_log import InspectReader
from generator.artifacts.records import RunArtifact
from tests.artifacts.samples import LIMITS, read_one

READER = InspectReader()


def sample(
    sample_id: object = 1, epoch: object = 1, value: object = "C", **more: Any
) -> dict[str, Any]:
    """A sample that one scorer judged."""
    plain = {
        "id": sample_id,
        "epoch": epoch,
        "input": "",
        "scores": {"match": {"value": value, "answer": "x"}},
        "events": [{"event": "model", "text": '}{\\"]'}],
    }
    return plain | more


def header(**changes: Any) -> dict[str, Any]:
    """The header of a log of one task."""
    spec = {
        "eval_id": "eval-1",
        "run_id": "run-1",
        "task": "words",
        "task_id": "task-1",
        "model": "brand/model",
        "dataset": {"sample_ids": None},
        "config": {"epochs": 1},
        "packages": {"inspect_ai": "0.3.1"},
    } | changes.pop("eval", {})
    return {"version": 2, "status": "success", "eval": spec, "stats": {}} | changes


def json_log(path: Path, samples: object, stated: Mapping[str, Any] | None = None) -> Path:
    """Write a `.json` log."""
    path.write_text(json.dumps({**(stated or header()), "samples": samples}))
    return path


def archive(
    path: Path,
    samples: Iterable[Mapping[str, Any] | bytes],
    stated: Mapping[str, Any] | None = None,
    *,
    name: str = "header.json",
    method: int = zipfile.ZIP_DEFLATED,
) -> Path:
    """Write an `.eval` log."""
    with zipfile.ZipFile(path, "w", method) as zipped:
        for number, each in enumerate(samples):
            data = each if isinstance(each, bytes) else json.dumps(each).encode()
            zipped.writestr(f"samples/{number}_epoch_1.json", data)
        zipped.writestr(name, json.dumps(stated or header()))
    return path


def read(path: Path) -> RunArtifact:
    """Read a log that must be recognised."""
    assert READER.recognise(path, LIMITS)
    return read_one(READER, path, path.parent)


def ends(artifact: RunArtifact) -> dict[tuple[str, int], tuple[str, str | None]]:
    """How each sample ended, by the sample's id and its epoch from 1."""
    return {
        (each.case_id.partition("/")[2], each.repeat_index + 1): (each.state.value, each.end)
        for each in artifact.attempts
    }


def codes(artifact: RunArtifact) -> list[str]:
    """The codes of what was said of a log."""
    return [each.code for each in artifact.warnings]
