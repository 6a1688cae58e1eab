"""Ctrl-C ends the program with one line at any time, and no worker outlives it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.interrupt import LINE

ROOT = Path(__file__).resolve().parents[1]
PATIENCE_S = 120  # what a machine busy with other things may need; nothing waits that long

WHILE_IMPORTING = """
import os, signal, sys
import generator.__main__ as program

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv = ["stability", "--version"]
program.main()
"""

IN_A_COMMAND = """
import os, signal
from generator.console import Console, run
run(lambda: os.kill(os.getpid(), signal.SIGINT), Console())
"""

READING = """
import os, sys, time
from generator.artifacts.workers import interrupts_held, workers
from generator.console import Console, run

def work():
    with workers(2, 2) as pool:
        with interrupts_held():
            places = [pool.submit(os.getpid) for _ in range(8)]
            tasks = [pool.submit(time.sleep, 600) for _ in range(9)]
        print(*{each.result() for each in places}, flush=True)
        tasks[0].result()

if __name__ == "__main__":
    run(work, Console())
"""

IN_A_CALLBACK = """
import os, signal, time
from generator.console import Console, run

class Gone:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)

def work():
    Gone()
    time.sleep(60)

run(work, Console())
"""

BESIDE_A_THREAD = """
import os, signal, threading, time
from generator.artifacts.workers import interrupts_held
from generator.console import Console, run

def work():
    threading.Thread(target=time.sleep, args=[60], daemon=True).start()
    try:
        with interrupts_held():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.2)
            print("held", flush=True)
    except KeyboardInterrupt:
        print("raised", flush=True)
        raise

run(work, Console())
"""


def started(script: Path, text: str) -> subprocess.Popen[str]:
    script.write_text(text)
    return subprocess.Popen(
        [sys.executable, str(script)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.mark.parametrize(
    "text",
    [
        WHILE_IMPORTING.format(module="generator.cli"),
        WHILE_IMPORTING.format(module="pandas"),
        IN_A_COMMAND,
        IN_A_CALLBACK,
    ],
    ids=["before the imports", "within them", "in a command", "in a callback of Python's"],
)
def test_an_interrupt_is_one_line_and_130(tmp_path: Path, text: str) -> None:
    ended = started(tmp_path / "script.py", text)
    said = ended.communicate(timeout=PATIENCE_S)
    assert (ended.returncode, said) == (130, ("", f"{LINE}\n"))


def test_an_interrupt_is_held_back_whichever_thread_hears_it(tmp_path: Path) -> None:
    ended = started(tmp_path / "script.py", BESIDE_A_THREAD)
    said = ended.communicate(timeout=PATIENCE_S)
    assert (ended.returncode, said) == (130, ("held\nraised\n", f"{LINE}\n"))


def test_a_worker_that_is_killed_ends_the_program_with_a_remedy(tmp_path: Path) -> None:
    program = started(tmp_path / "script.py", READING)
    for each in workers_of(program):
        os.kill(each, signal.SIGKILL)
    said = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert "--jobs 1" in said[1]
    assert "a defect" not in said[1]


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended and is not yet buried does not."""
    try:
        return (Path("/proc") / str(process) / "stat").read_text().rpartition(")")[2].split()[
            0
        ] != "Z"
    except OSError:
        return False


def wait_for_the_end_of(processes: list[int]) -> None:
    until = time.monotonic() + PATIENCE_S
    while any(map(alive, processes)):
        assert time.monotonic() < until, "a worker outlived the program"
        time.sleep(0.05)


def workers_of(program: subprocess.Popen[str]) -> list[int]:
    assert program.stdout is not None
    return [int(each) for each in program.stdout.readline().split()]


def test_an_interrupt_ends_the_workers_and_none_of_them_says_a_word(tmp_path: Path) -> None:
    program = started(tmp_path / "script.py", READING)
    found = workers_of(program)
    os.killpg(program.pid, signal.SIGINT)  # as a terminal does: everybody hears it
    assert program.communicate(timeout=PATIENCE_S) == ("", f"{LINE}\n")
    assert program.returncode == 130
    wait_for_the_end_of(found)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see processes")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM])
def test_workers_end_when_the_program_is_killed(tmp_path: Path, by: signal.Signals) -> None:
    program = started(tmp_path / "script.py", READING)
    found = workers_of(program)
    assert found
    assert all(map(alive, found))
    program.send_signal(by)
    program.wait(timeout=PATIENCE_S)
    wait_for_the_end_of(found)
    program.communicate()
