"""A file that is written whole: a reader sees the old one or the new one, never half of it."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file whole or not at all; what may be done with a new one is `mode`, less the umask.

    It is written beside its place and then put there.
    """
    part = path.with_name(f".{path.name}.part")
    part.unlink(missing_ok=True)  # left by a run that was killed, or a link put there
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(data)
    part.replace(path)
