"""Folders of the public side: digested whole, and taken over without a copy."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

_PART = 1 << 20
_AT_ONCE = 2
"""Folders digested at once: one is read while another is computed, and more get in their way."""


def tree_digest(folder: Path, apart: str | None = None) -> str:
    """Return one digest of every file below a folder: its path, its kind and its bytes.

    Folders named `apart` are left out. A link counts as a link, wherever it leads.
    """
    seen = hashlib.sha256()
    for path, kind in sorted(_walk(folder, "", apart)):
        seen.update(f"{path}\0{kind}\0".encode(errors="surrogateescape"))
        if kind == "file":
            seen.update(_digest(f"{folder}/{path}"))
    return seen.hexdigest()


def tree_digests(folders: Iterable[Path]) -> list[str]:
    """Return the digest of each of some folders."""
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(tree_digest, folders))


def _digest(file: str) -> bytes:
    """Return the digest of a file; there are many small ones, so nothing is asked but its bytes."""
    seen = hashlib.sha256()
    opened = os.open(file, os.O_RDONLY)
    try:
        while part := os.read(opened, _PART):
            seen.update(part)
    finally:
        os.close(opened)
    return seen.digest()


def irregular(folder: Path) -> list[str]:
    """Return what is neither a file nor a folder below a folder: links, pipes, devices."""
    return sorted(path for path, kind in _walk(folder, "", None) if kind != "file")


def take_over(source: Path, target: Path) -> None:
    """Let a file, or a whole folder, be at a second place, without a copy where that can be."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, copy_function=_link)
    else:
        _link(str(source), str(target))


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _walk(folder: Path, inside: str, apart: str | None) -> Iterator[tuple[str, str]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            path = f"{inside}{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                if entry.name != apart:
                    yield from _walk(folder / entry.name, f"{path}/", apart)
            else:
                yield path, "file" if entry.is_file(follow_symlinks=False) else "other"
