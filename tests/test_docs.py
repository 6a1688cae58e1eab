"""Every command in docs/ works in its order, in a fresh copy of what the page starts from."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.doc_blocks import blocks, run

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "docs").rglob("*.md"))


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page)], ids=named)
def test_its_commands_work_in_their_order(page: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "results", tmp_path / "results")
    fixtures = Path("tests/artifacts/fixtures")
    shutil.copytree(ROOT / fixtures, tmp_path / fixtures)
    run(blocks(page), tmp_path)


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=named)
def test_no_command_is_left_out_of_what_is_run(page: Path) -> None:
    """A block that is not run is of somebody else's programs alone: a harness, `make`, a host."""
    fence = r"^[ >]*```(\S*)\n(.*?)^[ >]*```$"
    for language, block in re.findall(fence, page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        programs = set(re.findall(r"^\W*([a-z][\w-]*) ", block, re.MULTILINE))
        assert language == "sh" or "stability" not in programs, block


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_its_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


def test_every_page_of_a_harness_is_in_the_list() -> None:
    listed = (ROOT / "docs" / "harnesses" / "README.md").read_text(encoding="utf-8")
    for page in (ROOT / "docs" / "harnesses").glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in listed
