"""What is published of a folder of some harness's runs, and how much memory reading it takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = Path(__file__).resolve().parent / "fixtures"


class Published(NamedTuple):
    """The report, all that is written beside it in one text, and what was said meanwhile."""

    report: dict[str, Any]
    text: str
    said: str

    def arm(self, **states: int) -> dict[str, Any]:
        """The one arm whose states hold these counts."""
        (found,) = (arm for arm in self.report["arms"] if states.items() <= arm["states"].items())
        return dict(found)


def published(results: Path, place: Path) -> Published:
    """Build the pages of some results and read them back."""
    done = subprocess.run(
        [
            *(sys.executable, "-m", "generator", "build", "--results", str(results)),
            *("--version", "1", "--site-src", str(place / "src"), "--no-site", "--quiet"),
            *("--public-log", "--date", "2026-01-01"),
        ],
        cwd=ROOT,
        env=os.environ
        | {"STABILITY_ALIAS_KEY": "a key of thirty-two bytes, for tests", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    files = sorted(each for each in (place / "src").rglob("*") if each.is_file())
    report = json.loads((place / "src" / "1" / "report.json").read_text())
    text = "\n".join(each.read_text(errors="replace") for each in files)
    return Published(report, text, done.stdout + done.stderr)


PEAK = """
import sys
from pathlib import Path
from generator.artifacts.discovery import discover
from generator.artifacts.reading import artifacts_of, read_runs
from tests.artifacts.samples import LIMITS
runs = artifacts_of(read_runs(discover(Path(sys.argv[1]), LIMITS).runs, LIMITS))
print(sum(len(each.attempts) for each in runs))
print(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
"""

needs_linux = pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux says how much memory was held"
)


def attempts_and_peak(results: Path) -> tuple[int, float]:
    """How many attempts a folder holds, and the MiB that a process held while it read them."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK, str(results)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    attempts, peak = done.stdout.split()
    return int(attempts), int(peak) / 1024
