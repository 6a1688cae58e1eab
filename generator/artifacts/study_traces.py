"""The traces of a study's rows: whether each is there, and is what its row says it is."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from generator.artifacts.files import MIB, SafeFile, is_regular

FOLDER = "traces"


class Traces:
    """The traces below a run directory; without their folder nothing can be said of any."""

    def __init__(self, run_dir: Path) -> None:
        self._run_dir = run_dir
        self._kept = (run_dir / FOLDER).is_dir()

    def whole(self, path: str | None, sha256: str | None) -> bool | None:
        """Whether the trace that a row names is there with the digest that the row states.

        None where no traces were kept; false for a row that names none, or one elsewhere.
        """
        if not self._kept:
            return None
        if path is None or sha256 is None:
            return False
        file = inside(self._run_dir, path)
        return file is not None and file_digest(file) == sha256


def inside(folder: Path, relative: str) -> Path | None:
    """Return the regular file that a relative path leads to below a folder, None for any other."""
    path = PurePosixPath(relative)
    if path.is_absolute() or ".." in path.parts or "\\" in relative or "\0" in relative:
        return None
    file = folder.joinpath(*path.parts)
    parents = [file, *file.parents][: len(path.parts)]
    return file if not any(part.is_symlink() for part in parents) and is_regular(file) else None


def file_digest(file: Path) -> str:
    """Return the SHA-256 of a file, read piece by piece."""
    with SafeFile(file) as opened:
        while opened.read(MIB):
            pass
        return opened.finish()
