"""Transcripts pass through: memory does not grow with their size."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.artifacts.samples import attempt, write_run

PEAK_KIB = """
import sys
from pathlib import Path
from tests.artifacts.samples import LIMITS, read_run
assert len(read_run(Path(sys.argv[1])).attempts) == 6000
status = Path("/proc/self/status").read_text()
print(status.split("VmHWM:")[1].split()[0])
"""


def peak_mib(folder: Path) -> float:
    """The most memory that a process of its own held while it read a run."""
    done = subprocess.run(
        [sys.executable, "-c", PEAK_KIB, str(folder)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout) / 1024


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="only Linux says how much memory was held"
)
def test_memory_is_flat_in_the_size_of_transcripts(tmp_path: Path) -> None:
    text = "The agent said {nothing} of [note]. " * 500
    for name, transcript in (("small", ""), ("large", text)):
        lines = "".join(
            json.dumps(attempt(attempt_id=str(number), transcript=transcript)) + "\n"
            for number in range(6000)
        )
        write_run(tmp_path / name, lines.encode())
    grown = (tmp_path / "large" / "attempts.jsonl").stat().st_size / 2**20
    assert grown > 100
    assert peak_mib(tmp_path / "large") - peak_mib(tmp_path / "small") < 10
