"""Coverage-guided fuzzing of every reader: whatever the bytes, they are read or refused.

It needs atheris, which is no dependency of the project: `pip install atheris`, then
`python benchmarks/fuzz_readers.py -runs=200000 CORPUS_DIR`. The runs are counted, not timed. The
first byte of an input says as what it is laid down; the rest is the file.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["generator.artifacts", "generator.spec"]):
    from generator.artifacts.discovery import discover
    from generator.artifacts.reading import read_each
    from generator.errors import UnusableInput
    from generator.spec.load import load_spec

LIMITS = load_spec().spec.limits
RUN = Path(__file__).parents[1] / "results"


def beside(name: str, other: str, data: bytes) -> Callable[[Path, bytes], None]:
    """Lay an input down beside a file that makes it an artifact."""

    def lay(folder: Path, given: bytes) -> None:
        (folder / other).write_bytes(data)
        (folder / name).write_bytes(given)

    return lay


def alone(name: str, before: bytes = b"") -> Callable[[Path, bytes], None]:
    """Lay an input down by itself, behind bytes that make it an artifact."""

    def lay(folder: Path, given: bytes) -> None:
        (folder / name).write_bytes(before + given)

    return lay


def _good_run() -> bytes:
    return next(iter(sorted(RUN.rglob("run.json")))).read_bytes()


PLACES = (
    alone("run.json", b'{"format": "amber-run/1", '),
    beside("attempts.jsonl", "run.json", _good_run()),
    beside("attempts.jsonl.gz", "run.json", _good_run()),
    beside("attempts.jsonl.zst", "run.json", _good_run()),
    alone("cells.csv", b"arm_id,run_tag,republished,"),
    alone("model.json", b'[{"task_id": 1, "reward": 1, "info": {}, '),
    alone("a.bundle.json", b'{"archive_schema": 3, '),
    alone("a.per.json", b'{"header": {"per_version": "2.0", '),
    beside("trials.jsonl", "ledger.json", b'{"format": "eio-trials/1", "run_id": "r", "k": 2}'),
    alone("run.json", b'{"expectedDesignHash": "x", '),
)


def one_input(data: bytes) -> None:
    """Read one input; anything but a refusal is a finding."""
    if not data:
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        PLACES[data[0] % len(PLACES)](folder, data[1:])
        with suppress(UnusableInput):
            found = discover(folder, LIMITS)
            read_each(found.runs, LIMITS)
            read_each(found.cells, LIMITS)
            read_each(found.ledgers, LIMITS)
            read_each(found.studies, LIMITS)
        (folder / "stability.yml").write_bytes(data)
        with suppress(UnusableInput):
            load_spec(folder / "stability.yml")


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
