"""The preview: the version that was asked for, and nothing that goes on when it has ended."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.publication.report import Report
from tests.site.conftest import Project, version

ROOT = Path(__file__).parents[2]
PATIENCE_S = 120


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


def answers(port: int) -> str | None:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
            text: str = answer.read().decode()
            return text
    except OSError:
        return None


@pytest.fixture
def served(project: Project, small: Report, monkeypatch: pytest.MonkeyPatch) -> Project:
    for name in ("v1", "v2"):
        project.write(version(name, small))
    monkeypatch.chdir(project.root)
    return project


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_the_version_that_was_asked_for_is_shown_until_the_program_is_ended(
    served: Project, how: signal.Signals
) -> None:
    port = free_port()
    shown = subprocess.Popen(
        [sys.executable, "-m", "generator", "serve", "--version", "v1", "--port", str(port)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    patience = time.monotonic() + PATIENCE_S
    while (page := answers(port)) is None and time.monotonic() < patience:
        time.sleep(0.2)
    assert page is not None
    assert "Version v1 is not published yet" in page
    shown.send_signal(how)
    assert shown.wait(PATIENCE_S) == 0
    assert answers(port) is None
    assert not list(served.root.glob(".serve-*"))


def test_a_port_that_is_taken_ends_with_2(served: Project) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = CliRunner().invoke(main, ["serve", "--port", str(taken.getsockname()[1])])
    assert done.exit_code == 2
    assert "--port" in done.stderr


@pytest.mark.parametrize("name", ["v9", "../site_src/v1", "."])
def test_a_version_that_is_not_listed_ends_with_2(served: Project, name: str) -> None:
    done = CliRunner().invoke(main, ["serve", "--version", name])
    assert done.exit_code == 2
    assert "no such version" in done.stderr


def test_outside_of_a_project_it_says_where_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(main, ["serve"])
    assert done.exit_code == 2
    assert "Change into a project, or start one" in done.stderr
