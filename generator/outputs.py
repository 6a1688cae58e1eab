"""Where a command may write: never onto what it reads, nor onto what it did not make."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable
from pathlib import Path

from generator.errors import Problem, UnusableInput
from generator.publication.report import SCHEMA
from generator.publication.report_file import LARGEST
from generator.regular_file import read_regular
from generator.site.record import RECORD
from generator.site.store import read_versions
from generator.site.versions import FILE_NAME


def check_site(site: Path, apart_from: Iterable[Path | None]) -> None:
    """Refuse a place for the site that is not free, not a site of this program, or in the way."""
    _check_apart(site, apart_from, "--site")
    _check_folder(site, RECORD, "--site")


def check_site_src(site_src: Path, apart_from: Iterable[Path | None]) -> None:
    """Refuse a place for the pages that is neither free nor holds versions of this program."""
    _check_apart(site_src, apart_from, "--site-src")
    if site_src.is_dir():
        read_versions(site_src)  # versions whose list is gone are told apart from foreign files
    _check_folder(site_src, FILE_NAME, "--site-src")


def check_report(out: Path, apart_from: Iterable[Path | None]) -> None:
    """Refuse a place for a report that lies in the results, or holds something else."""
    _check_apart(out, apart_from, "--out")
    if not out.parent.is_dir():
        what = "The folder that the file would lie in is not there."
        raise UnusableInput(Problem("NO_FOLDER", what, "Make it first.", out, field="--out"))
    if out.is_dir() or (out.exists() and not _is_report(out)):
        what = "There is something there already, and it is no public report."
        raise UnusableInput(Problem("PLACE_TAKEN", what, "Name another file.", out, field="--out"))


def check_private_place(place: Path, apart_from: Iterable[Path | None], option: str) -> None:
    """Refuse a place for what is private that is published, or among the results."""
    if _in_the_way(place, apart_from):
        what = "What is written is private, and this place is published or holds the results."
        remedy = "Name a place outside results, site_src and site."
        raise UnusableInput(Problem("PLACE_PUBLIC", what, remedy, place, field=option))


def check_private_output(published: Iterable[Path]) -> None:
    """Refuse to print what is private where standard output is a file in a published folder."""
    try:
        out = os.fstat(1)
    except OSError:
        return
    if not stat.S_ISREG(out.st_mode):
        return
    for folder in published:
        for path in folder.rglob("*"):
            here = path.lstat()
            if (here.st_dev, here.st_ino) == (out.st_dev, out.st_ino):
                what = "The output is private, and it would be written to a file that is published."
                remedy = "Remove the file, and write to one outside site_src and site."
                raise UnusableInput(Problem("PLACE_PUBLIC", what, remedy, path))


def _is_report(path: Path) -> bool:
    try:
        stated = json.loads(read_regular(path, LARGEST))
    except (UnusableInput, ValueError, RecursionError):
        return False
    return isinstance(stated, dict) and stated.get("schema") == SCHEMA


def _check_folder(folder: Path, mark: str, option: str) -> None:
    """A folder that is replaced whole must be empty, absent, or bear this program's mark."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        what = "There is a link or a file at this place, which would be replaced."
        raise UnusableInput(Problem("PLACE_TAKEN", what, "Name a folder.", folder, field=option))
    if (
        folder.is_dir()
        and any(each.name != ".gitkeep" for each in folder.iterdir())
        and not (folder / mark).is_file()
    ):
        what = "The folder holds something that this program did not make, and would replace it."
        remedy = "Name an empty or a new folder."
        raise UnusableInput(Problem("PLACE_TAKEN", what, remedy, folder, field=option))


def _real(place: Path) -> Path:
    """Return where a place is; a link that leads to itself stays what it is."""
    return Path(os.path.realpath(place))


def _check_apart(place: Path, apart_from: Iterable[Path | None], option: str) -> None:
    if _in_the_way(place, apart_from):
        what = "This place is, lies in, or holds another one that the command reads or writes."
        remedy = "Name a place apart from results, spec, templates and pages."
        raise UnusableInput(Problem("PLACE_IN_USE", what, remedy, place, field=option))


def _in_the_way(place: Path, apart_from: Iterable[Path | None]) -> bool:
    """Whether a place is, lies in, or holds one of the others."""
    here = _real(place)
    others = (_real(other) for other in apart_from if other)
    return any(here.is_relative_to(there) or there.is_relative_to(here) for there in others)
