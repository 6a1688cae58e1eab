"""A version's pages taken back, when what follows on writing them fails."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.site.store import read_versions, write_versions
from generator.site.swap import replaced
from generator.site.versions import FILE_NAME, LATEST


@contextmanager
def taken_back(site_src: Path, version: str) -> Iterator[None]:
    """Leave the versions' pages as they were before the block, if it ends in an error."""
    folder, listed = site_src / version, read_versions(site_src)
    with TemporaryDirectory() as place:
        kept = Path(place) / "kept"
        if folder.is_dir():
            shutil.copytree(folder, kept)
        try:
            yield
        except BaseException:
            if kept.is_dir():
                with replaced(folder) as again:
                    shutil.copytree(kept, again, dirs_exist_ok=True)
            else:
                shutil.rmtree(folder, ignore_errors=True)
            if listed:
                write_versions(site_src, listed)
            else:
                (site_src / FILE_NAME).unlink(missing_ok=True)
                (site_src / LATEST).unlink(missing_ok=True)
            raise
