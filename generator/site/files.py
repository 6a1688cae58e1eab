"""Folders of the public side: digested whole, and taken over without a copy."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def tree_digest(folder: Path, apart: str | None = None) -> str:
    """Return one digest of every file below a folder: its path, its kind and its bytes.

    Folders named `apart` are left out. A link counts as a link, wherever it leads.
    """
    seen = hashlib.sha256()
    for path, kind in sorted(_walk(folder, "", apart)):
        seen.update(f"{path}\0{kind}\0".encode(errors="surrogateescape"))
        if kind == "file":
            with open(os.path.join(folder, path), "rb", buffering=0) as file:  # noqa: PTH118, PTH123
                seen.update(hashlib.sha256(file.read()).digest())
    return seen.hexdigest()


def tree_digests(folders: Iterable[Path]) -> list[str]:
    """Return the digest of each of some folders, some at a time: most of it is waiting."""
    with ThreadPoolExecutor() as pool:
        return list(pool.map(tree_digest, folders))


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
