"""Where a report project keeps things: everything is found from the folder of mkdocs.yml."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

MARKER = "mkdocs.yml"
_SOURCE_TREE = Path(__file__).resolve().parents[1]
_PACKAGED = Path(__file__).resolve().parent / "project_files"


@dataclass(frozen=True, slots=True)
class Project:
    """A report project and the places in it."""

    root: Path

    @property
    def results(self) -> Path:
        """The raw run artifacts: private, and never written to."""
        return self.root / "results"

    @property
    def spec(self) -> Path | None:
        """The project's own spec, None where it keeps to the defaults."""
        own = self.root / "stability.yml"
        # Whatever stands there under this name is meant as the spec; what is no file is refused.
        return own if os.path.lexists(own) else None

    @property
    def site_src(self) -> Path:
        """The published versions' pages and reports."""
        return self.root / "site_src"

    @property
    def site(self) -> Path:
        """The built site."""
        return self.root / "site"

    @property
    def mkdocs_yml(self) -> Path:
        """The site's settings."""
        return self.root / MARKER

    @property
    def templates(self) -> Path:
        """The project's own templates, or those that ship with the program."""
        own = self.root / "templates"
        return own if own.is_dir() else shipped("templates")


def find_project(start: Path) -> Project | None:
    """Return the project that a folder lies in, None where there is none."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / MARKER).is_file():
            return Project(folder)
    return None


def shipped(name: str) -> Path:
    """Return a file or folder that ships with the program: in its package, or in its checkout."""
    packaged = _PACKAGED / name
    return packaged if packaged.exists() else _SOURCE_TREE / name
