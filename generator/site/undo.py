"""Versions' pages taken back, when what follows on writing them fails."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from generator.site.store import read_versions, write_versions
from generator.site.swap import replaced
from generator.site.versions import FILE_NAME, LATEST


@contextmanager
def taken_back(site_src: Path, names: Sequence[str], tell: Callable[[], None]) -> Iterator[None]:
    """Leave the pages of these versions as they were before the block, if it ends in an error.

    Once they are, `tell` is called.
    """
    listed = read_versions(site_src)
    with TemporaryDirectory() as place:
        kept = {site_src / name: Path(place) / name for name in names}
        for folder, copy in kept.items():
            if folder.is_dir():
                shutil.copytree(folder, copy)
        try:
            yield
        except BaseException:
            for folder, copy in kept.items():
                if copy.is_dir():
                    with replaced(folder) as again:
                        shutil.copytree(copy, again, dirs_exist_ok=True)
                else:
                    shutil.rmtree(folder, ignore_errors=True)
            if listed:
                write_versions(site_src, listed)
            else:
                (site_src / FILE_NAME).unlink(missing_ok=True)
                (site_src / LATEST).unlink(missing_ok=True)
            tell()
            raise
