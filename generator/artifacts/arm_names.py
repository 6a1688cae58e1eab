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
    r"(?:attempt|iter|iteration|job|rep|repeat|results?|run|seed|trial)?[-_. ]?\d{1,3}"
    r"|.*\d{4}-?\d\d-?\d\d(?:[-_T ]+\d\d[-:]?\d\d[-:]?\d\d)?(?:[-_.]\d+)?Z?",
    re.IGNORECASE,
)


def arm_name(path: Path, root: Path, fallback: str) -> str:
    """Return what to call the arm of a file or folder below `root` that names none itself."""
    parts = [*path.relative_to(root).parts[:-1], path.stem if path.suffix == ".json" else path.name]
    for part in reversed(parts):
        if part and part.casefold() not in _SAYS_NOTHING and not _ONE_OF_SEVERAL.fullmatch(part):
            return printable(part)
    return fallback


def named_by_path(path: Path) -> Problem:
    """Return the warning that an arm is called by where its file lies."""
    return Problem(
        "ARM_FROM_PATH",
        "Nothing here names the agent or the model: the arm is called by its file or folder.",
        "Put each arm's runs into a folder with the arm's name, or name the arm in the spec.",
        path,
    )
