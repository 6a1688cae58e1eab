"""Reports of whole studies, from run directories as a harness would write them."""

from __future__ import annotations

import hashlib
import hmac
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from generator.aggregate import Aggregated, aggregate
from generator.pages.render import render
from generator.publication.report import Report
from tests.study.documents import edit
from tests.study.evidence import invalid
from tests.study.run_dir import Run
from tests.study.scenarios import supported, timing_only

KEY = "a key that is long enough for studies"
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"


def alias(kind: str, prefix: str, private: str) -> str:
    """The alias of an id, computed here as the contract says."""
    message = f"{kind}\0{private}".encode()
    return f"{prefix}-{hmac.new(KEY.encode(), message, hashlib.sha256).hexdigest()[:8]}"


STUDY = alias("run", "R", "private-run-1")
PAGE = f"studies/{STUDY.lower()}.md"


def aggregated(results: Path) -> Aggregated:
    """The report of a folder under the key of these tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STABILITY_ALIAS_KEY", KEY)
        return aggregate(results, None, "1.0")


def written(write: Callable[[Path], object]) -> Report:
    """The report of what is written into a folder."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder) / "results" / "study")
        return aggregated(Path(folder) / "results").report


def _cut() -> Run:
    made = supported()
    invalid(made.row(3, "PRE_ACTION_FAILURE"), "TRACE_GAP")
    made.rows.remove(made.row(4, "NO_MEMORY", no_trap=True))
    return made.analyse()


def _timing() -> Run:
    made = timing_only({"TURN_START_FAILURE": [2] * 12, "PRE_ACTION_FAILURE": [0] * 12})
    invalid(made.row(5, "TURN_START_FAILURE"), "VAGUE_CHECK")
    return made.analyse()


def _different(folder: Path) -> None:
    supported().write(folder)
    edit(folder / "statistics.json", lambda found: found["timing"].update(taskPassP=0.123))


def _paused(folder: Path) -> None:
    supported().write(folder)
    for name in ("episodes.jsonl", "statistics.json", "audit.json"):
        (folder / name).unlink()


_MADE: dict[str, Callable[[Path], object]] = {
    "pass": lambda folder: supported().write(folder, manifest=True),
    "pilot": lambda folder: supported(phase="pilot").write(folder),
    "cut": lambda folder: _cut().write(folder),
    "timing": lambda folder: _timing().write(folder),
    "no rule": lambda folder: supported().write(folder, rule_alone=True),
    "different": _different,
    "paused": _paused,
}
NAMES = tuple(_MADE)


@cache
def report(name: str) -> Report:
    """The report of a study by the name of what came of it."""
    return written(_MADE[name])


@cache
def files(name: str) -> dict[str, bytes]:
    """Every file of the version that such a report makes."""
    return render(report(name), TEMPLATES)
