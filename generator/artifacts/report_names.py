"""What the name of a report says: which model's it is, and of which run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from generator.artifacts.arm_names import arm_name, named_by_path, telling_name
from generator.errors import Problem, printable

# The point in gpt-4.1 parts a version, not a model from a run: a digit stands before it, and at
# most two digits follow.
_VERSION = re.compile(r".*\d\.\d{1,2}(?!\d)[^.]*", re.DOTALL)


class ReportName(NamedTuple):
    """The model's name in a report's file name, and the run's if there is one.

    `by_folder` says that the file's name tells nothing, and a folder's stands in for it.
    """

    model: str
    run: str | None
    by_folder: bool = False

    def warnings(self, file: Path) -> list[Problem]:
        """Return what must be said of how the arm came by its name."""
        return [named_by_path(file)] if self.by_folder else []


def report_name(path: Path, root: Path, fallback: str) -> ReportName:
    """Return what a report's name says, and of a name that says nothing what its folders say."""
    name = _parted(path.stem.removesuffix(".report"))
    if telling_name(name.model) is None:
        return ReportName(arm_name(path, root, fallback), None, by_folder=True)
    return ReportName(printable(name.model), name.run and printable(name.run))


def _parted(stem: str) -> ReportName:
    """Part a name of the form `model.run`.

    Where it is not sure that the last point parts the two it does not: two runs under two names
    are no harm, two models under one name are.
    """
    model, point, run = stem.rpartition(".")
    if not point or not model or not run or _VERSION.fullmatch(stem):
        return ReportName(stem, None)
    return ReportName(model, run)
