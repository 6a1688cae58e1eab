"""One writer at a time: the second is told, and a writer that dies leaves nothing in the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.errors import UnusableInput
from generator.site.lock import alone

ROOT = Path(__file__).parents[2]

HOLDS = """
import sys
from pathlib import Path
from generator.site.lock import alone

with alone(Path(sys.argv[1]), Path(sys.argv[2])):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(site_src: Path, site: Path) -> subprocess.Popen[str]:
    started = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(site_src), str(site)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "held\n"
    return started


@pytest.mark.parametrize(
    ("sources", "site"), [("src", "site"), ("src", "other"), ("other", "site")]
)
def test_the_second_writer_of_a_folder_is_told_to_wait(
    tmp_path: Path, sources: str, site: str
) -> None:
    with holder(tmp_path / "src", tmp_path / "site") as first:
        with (
            pytest.raises(UnusableInput, match="Another build is running here"),
            alone(tmp_path / sources, tmp_path / site),
        ):
            pass
        first.communicate("")
    with alone(tmp_path / sources, tmp_path / site):
        pass
    assert list(tmp_path.iterdir()) == []


def test_writers_of_other_folders_do_not_wait(tmp_path: Path) -> None:
    with alone(tmp_path / "a", tmp_path / "b"), alone(tmp_path / "c"):
        pass


def test_a_killed_writer_holds_nothing(tmp_path: Path) -> None:
    with holder(tmp_path / "src", tmp_path / "site") as first:
        first.send_signal(signal.SIGKILL)
        first.wait()
        with alone(tmp_path / "src", tmp_path / "site"):
            pass
    assert list(tmp_path.iterdir()) == []


def test_what_an_interrupted_run_left_is_put_in_order(tmp_path: Path) -> None:
    for left in ("src/.v0.staging-0123abcd", "src/.v1.previous", ".site.staging-89ab4567"):
        (tmp_path / left).mkdir(parents=True)
    with alone(tmp_path / "src", tmp_path / "site"):
        assert [path.name for path in (tmp_path / "src").iterdir()] == ["v1"]
        assert not (tmp_path / ".site.staging-89ab4567").exists()
