"""Folders that are replaced whole: filled beside their place, then swapped in at one stroke.

An interrupted run leaves the folder that was there. What it had begun is swept away by the next.
"""

from __future__ import annotations

import ctypes
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_LEFT = re.compile(r"\.(?P<target>.+)\.(?:previous|staging-[0-9a-f]{8})")


@contextmanager
def replaced(target: Path) -> Iterator[Path]:
    """Give an empty folder to fill; when the block ends well, it takes the target's place.

    Its name is new each time: a child of a run that was killed may go on writing into the old one.
    """
    recover(target)
    staging = target.with_name(f".{target.name}.staging-{secrets.token_hex(4)}")
    staging.mkdir(parents=True)
    try:
        yield staging
        swap(staging, target)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def recover(target: Path) -> None:
    """Sweep away what an interrupted run left, after putting back what it had set aside."""
    aside = _aside(target)
    if aside.exists() and not target.exists():
        aside.rename(target)
    for left, name in _left(target.parent):
        if name == target.name:
            shutil.rmtree(left, ignore_errors=True)


def recover_all(folder: Path) -> None:
    """Recover every folder within a folder."""
    for name in {name for _, name in _left(folder)}:
        recover(folder / name)


def swap(new: Path, target: Path) -> None:
    """Put `new` in the place of `target`; what was there is then under the name of `new`."""
    if not target.exists():
        new.rename(target)
    elif not _exchanged(new, target):
        aside = _aside(target)
        target.rename(aside)
        new.rename(target)
        shutil.rmtree(aside)


def _aside(target: Path) -> Path:
    return target.with_name(f".{target.name}.previous")


def _left(folder: Path) -> list[tuple[Path, str]]:
    """Return what interrupted runs left in a folder, each with the name it was meant for."""
    each = list(folder.iterdir()) if folder.is_dir() else []
    found = ((path, _LEFT.fullmatch(path.name)) for path in each)
    return [(path, match["target"]) for path, match in found if match]


def _exchanged(new: Path, target: Path) -> bool:
    """Swap two folders in one step where the system can; two renames leave a gap between them."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    source, destination = os.fsencode(new), os.fsencode(target)
    return bool(rename(_AT_FDCWD, source, _AT_FDCWD, destination, _RENAME_EXCHANGE) == 0)
