"""Folders replaced whole: a run that dies at any step leaves the old folder or the new one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.site import swap
from generator.site.swap import recover, replaced

ROOT = Path(__file__).parents[2]

DIES = """
import os, shutil, sys
from pathlib import Path
from generator.site import swap

step, exchange = int(sys.argv[2]), sys.argv[3] == "exchange"
done = 0
def counted(real):
    def call(*args, **kwargs):
        global done
        if done == step:
            os._exit(9)
        done += 1
        return real(*args, **kwargs)
    return call

for name in ("mkdir", "rename", "write_text"):
    setattr(Path, name, counted(getattr(Path, name)))
shutil.rmtree = counted(shutil.rmtree)
swap._exchanged = counted(swap._exchanged) if exchange else lambda new, target: False
with swap.replaced(Path(sys.argv[1])) as folder:
    for name in ("a", "b"):
        (folder / name).write_text("new")
os._exit(0)
"""


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in sorted(folder.iterdir())}


OLD = {"a": "old", "only-old": "old"}
NEW = {"a": "new", "b": "new"}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    for name, text in OLD.items():
        (folder / name).write_text(text)
    return folder


def test_the_folder_is_replaced_whole_and_nothing_else_is_left(target: Path) -> None:
    with replaced(target) as staging:
        assert contents(target) == OLD
        assert not any(staging.iterdir())
        for name, text in NEW.items():
            (staging / name).write_text(text)
    assert contents(target) == NEW
    assert list(target.parent.iterdir()) == [target]


def test_an_error_leaves_the_old_folder(target: Path) -> None:
    def fill() -> None:
        with replaced(target) as staging:
            (staging / "a").write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fill()
    assert contents(target) == OLD
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("way", ["exchange", "two renames"])
def test_a_kill_at_any_step_leaves_one_of_the_two_whole(target: Path, way: str) -> None:
    codes = []
    for step in range(12):
        died = subprocess.run(
            [sys.executable, "-c", DIES, str(target), str(step), way],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            check=False,
        )
        codes.append(died.returncode)
        if way == "exchange":
            assert target.exists()  # whole even before anything is recovered
        recover(target)
        assert contents(target) in (OLD, NEW)
        assert list(target.parent.iterdir()) == [target]
    assert codes[0] == 9
    assert codes[-1] == 0
    assert contents(target) == NEW


def test_a_folder_set_aside_comes_back(target: Path) -> None:
    target.rename(target.with_name(".site.previous"))
    recover(target)
    assert contents(target) == OLD


def test_the_first_time_there_is_nothing_to_replace(tmp_path: Path) -> None:
    with replaced(tmp_path / "new" / "site") as staging:
        (staging / "a").write_text("new")
    assert contents(tmp_path / "new" / "site") == {"a": "new"}


def test_without_the_systems_exchange_two_renames_do(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "_exchanged", lambda *_: False)
    with replaced(target) as staging:
        (staging / "a").write_text("new")
    assert contents(target) == {"a": "new"}
    assert list(target.parent.iterdir()) == [target]
