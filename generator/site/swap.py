"""Folders that are replaced whole: filled beside their place, then swapped in at one stroke.

An interrupted run leaves the folder that was there. What it had begun is swept away by the next.
"""

from __future__ import annotations

import ctypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


@contextmanager
def replaced(target: Path) -> Iterator[Path]:
    """Give an empty folder to fill; when the block ends well, it takes the target's place."""
    recover(target)
    staging = _beside(target, "staging")
    staging.mkdir(parents=True)
    try:
        yield staging
        swap(staging, target)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def recover(target: Path) -> None:
    """Sweep away what an interrupted run left, after putting back what it had set aside."""
    aside = _beside(target, "previous")
    if aside.exists() and not target.exists():
        aside.rename(target)
    for left in (aside, _beside(target, "staging")):
        if left.exists():
            shutil.rmtree(left)


def swap(new: Path, target: Path) -> None:
    """Put `new` in the place of `target`; what was there is then under the name of `new`."""
    if not target.exists():
        new.rename(target)
    elif not _exchanged(new, target):
        aside = _beside(target, "previous")
        target.rename(aside)
        new.rename(target)
        shutil.rmtree(aside)


def _beside(target: Path, role: str) -> Path:
    return target.with_name(f".{target.name}.{role}")


def _exchanged(new: Path, target: Path) -> bool:
    """Swap two folders in one step where the system can; two renames leave a gap between them."""
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    source, destination = os.fsencode(new), os.fsencode(target)
    return bool(rename(_AT_FDCWD, source, _AT_FDCWD, destination, _RENAME_EXCHANGE) == 0)
