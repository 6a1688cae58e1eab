"""Every command that the README gives is run, in its order, in a fresh copy of the project."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click
import pytest

from generator.cli import main
from tests.doc_blocks import blocks, run

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = blocks(ROOT / "README.md")


def test_the_commands_work_in_their_order(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "results", tmp_path / "results")
    run(BLOCKS, tmp_path)
    assert len(BLOCKS) >= 5
    assert (tmp_path / "my-report" / "site" / "latest" / "index.html").is_file()


def test_the_two_commands_are_what_ci_runs() -> None:
    two = re.search(r"^```console\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
    assert two is not None
    commands = [line[2:].split("#")[0].strip() for line in two[1].splitlines()]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert commands == ["make site", "make test"]
    assert set(commands) <= {line.strip() for line in ci}


def test_every_command_is_in_the_table_and_has_an_example() -> None:
    listed = set(re.findall(r"^\| `stability ([a-z]+)` \|", README, flags=re.MULTILINE))
    assert listed == set(main.commands)
    for name, command in main.commands.items():
        if isinstance(command, click.Group):
            assert all(each.epilog for each in command.commands.values())
        else:
            assert (command.epilog or "").startswith(f"Example: stability {name}")


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)|(?:src|srcset)=\"([^\"]+)\"", README))
def test_its_links_lead_somewhere(link: tuple[str, str]) -> None:
    assert (ROOT / (link[0] or link[1])).exists()
