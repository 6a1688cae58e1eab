"""The list of a version's digests, checked by the system's own tool and told on the page."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from generator.pages.render import render
from tests.sample_report import sample_report

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def version(tmp_path: Path) -> Path:
    for name, data in render(sample_report(), PROJECT / "templates").items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path


def check(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    tool = shutil.which("sha256sum")
    if tool is None:
        pytest.skip("sha256sum is not installed")
    command = [tool, "--check", "--strict", *options, "SHA256SUMS"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_every_file_but_the_list_itself_is_listed_once(version: Path) -> None:
    rows = [row.split("  ", 1) for row in (version / "SHA256SUMS").read_text().splitlines()]
    files = {path.relative_to(version).as_posix() for path in version.rglob("*") if path.is_file()}
    names = [name for _, name in rows]
    assert names == sorted(files - {"SHA256SUMS"})
    for digest, name in rows:
        assert digest == hashlib.sha256((version / name).read_bytes()).hexdigest()


def test_the_system_checks_it_without_a_network(version: Path) -> None:
    assert check(version).returncode == 0
    page = version / "index.md"
    page.write_text(page.read_text() + " ")
    done = check(version)
    assert done.returncode == 1
    assert "index.md: FAILED" in done.stdout


def test_a_folder_of_downloads_is_checked_as_far_as_it_goes(version: Path) -> None:
    for page in version.rglob("*.md"):
        page.unlink()
    assert check(version).returncode == 1
    assert check(version, "--ignore-missing").returncode == 0


def test_the_downloads_page_links_it_and_says_how(version: Path) -> None:
    page = (version / "downloads.md").read_text()
    assert '[SHA256SUMS](SHA256SUMS){ download="SHA256SUMS" }' in page
    assert "`sha256sum --check --strict SHA256SUMS`" in page
    assert hashlib.sha256((version / "report.json").read_bytes()).hexdigest() in page
