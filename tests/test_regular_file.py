"""A file that a person keeps is read whole, and nothing stays open of what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from generator.errors import UnusableInput
from generator.regular_file import read_regular


def descriptors() -> int:
    """The lowest descriptor that is free."""
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    return free


def test_a_regular_file_is_read_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"text")
    (tmp_path / "link").symlink_to("file")
    before = descriptors()
    assert read_regular(tmp_path / "link", 4) == b"text"
    assert descriptors() == before


@pytest.mark.parametrize("kind", ["folder", "pipe", "long", "none"])
def test_what_is_refused_stays_open_nowhere(tmp_path: Path, kind: str) -> None:
    file = tmp_path / kind
    if kind == "folder":
        file.mkdir()
    elif kind == "pipe":
        os.mkfifo(file)
    elif kind == "long":
        file.write_bytes(b"five.")
    before = descriptors()
    with pytest.raises(UnusableInput) as refused:
        read_regular(file, 4)
    code = {"long": "TOO_LARGE", "none": "UNREADABLE"}.get(kind, "NOT_A_REGULAR_FILE")
    assert [problem.code for problem in refused.value.problems] == [code]
    assert descriptors() == before
