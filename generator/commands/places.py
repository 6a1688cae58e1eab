"""Where a command finds what it is not told: the project around it, its folders, its settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from generator.console import Console
from generator.errors import Problem, UnusableInput
from generator.gates import Gates
from generator.project import MARKER, Project, find_project, shipped
from generator.site.settings import Settings
from generator.spec.load import load_spec


class _Folder(click.Path):
    """A folder by its own name, which `.` and `..` do not tell; what stands beside it has it too.

    A link stays one: only a name is wanted, not what it leads to.
    """

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Return the whole path of the folder; the root of all folders has no name."""
        # resolve() follows links, absolute() keeps `..`
        place = Path(os.path.abspath(os.fsdecode(super().convert(value, param, ctx))))  # noqa: PTH100
        if not place.name:
            self.fail("it is the root of all folders.", param, ctx)
        return place


FOLDER = _Folder()
ANYWHERE = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)
PROCESSORS = os.cpu_count() or 1
JOBS = click.option(
    "--jobs",
    type=click.IntRange(1),
    default=PROCESSORS,
    show_default="all processors",
    help="How many processes read, build versions, or look for leaks, at once.",
)


def here() -> Project | None:
    """Return the project that holds the current folder, if any."""
    return find_project(Path.cwd())


def project_here() -> Project:
    """Return the project that holds the current folder; there must be one."""
    project = here()
    if project is None:
        raise _no_project("Change into a project, or start one: stability init DIR.")
    return project


def place_of(project: Project | None, place: str, option: str) -> Path:
    """Return a place of the project; without a project it has to be named."""
    if project is None:
        remedy = f"Change into a project, name the place with {option}, or start one: "
        raise _no_project(remedy + "stability init DIR.", option)
    found: Path = getattr(project, place)
    return found


def _no_project(remedy: str, option: str | None = None) -> UnusableInput:
    what = "There is no report project here: no mkdocs.yml in this folder or above it."
    return UnusableInput(Problem("NO_PROJECT", what, remedy, field=option))


def templates_of(project: Project | None) -> Path:
    """Return the project's own templates, or the ones that ship with the program."""
    return project.templates if project else shipped("templates")


def settings_of(project: Project | None) -> Settings:
    """Return what the pages and the site are made by."""
    return Settings(project.mkdocs_yml if project else shipped(MARKER), templates_of(project))


def gates_of(
    project: Project | None,
    results: Path | None,
    spec: Path | None,
    console: Console,
    jobs: int,
) -> Gates:
    """Return both gates over everything private that the results hold."""
    return Gates(
        settings=settings_of(project),
        loaded=load_spec(spec or (project.spec if project else None)),
        results=results or place_of(project, "results", "--results"),
        tell=lambda problem: console.warn([problem]),
        jobs=jobs,
    )
