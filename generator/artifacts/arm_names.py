"""What an arm is called whose files do not say: what its file is called, or a folder above it.

Harnesses name folders by the clock and files by what they hold; neither is an arm. Two runs whose
names differ only in that are of one arm, so that they can be trials of it.
"""

from __future__ import annotations

import re
from pathlib import Path

from generator.errors import Problem, printable

_SAYS_NOTHING = frozenset(
    {
        "eval",
        "evaluation",
        "job",
        "jobs",
        "logs",
        "out",
        "output",
        "outputs",
        "report",
        "reports",
        "result",
        "results",
        "run",
        "run_evaluation",
        "runs",
        "summary",
        "trials",
    }
)
_ONE_OF_SEVERAL = re.compile(
    r"(?:attempt|iter|iteration|job|rep|repeat|results?|run|seed|trial)?[-_. ]?\d{0,3}"
    r"|\d{4}-?\d\d-?\d\d",
    re.IGNORECASE,
)
# A day alone may be a model's; with the time of day it is when a run began.
_CLOCK = re.compile(r"[-_. ]*\d{4}-?\d\d-?\d\d[-_T ]+\d\d[-:]?\d\d[-:]?\d\d(?:\.\d+)?Z?$")


def telling_name(text: str) -> str | None:
    """Return what of a file's or folder's name can be an arm's, None where nothing can."""
    name = _CLOCK.sub("", text)
    if name.casefold() in _SAYS_NOTHING or _ONE_OF_SEVERAL.fullmatch(name):
        return None
    return printable(name)


def arm_name(path: Path, root: Path, fallback: str) -> str:
    """Return what to call the arm of a file or folder below `root` that names none itself."""
    parts = [*path.relative_to(root).parts[:-1], path.stem if path.suffix == ".json" else path.name]
    return next(filter(None, map(telling_name, reversed(parts))), fallback)


def named_by_path(path: Path) -> Problem:
    """Return the warning that an arm is called by where its file lies."""
    return Problem(
        "ARM_FROM_PATH",
        "Nothing here names the agent or the model: the arm is called by its file or folder.",
        "Put each arm's runs into a folder with the arm's name, or name the arm in the spec.",
        path,
    )
