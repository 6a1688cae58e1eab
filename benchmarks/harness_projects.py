"""Results of every harness that is read, with the names and the prose of a project of its own.

The moulds are the tests' fixtures, which the harnesses' own packages wrote; what is invented in
them is written anew, in the styles in which people name things.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

FIXTURES = Path(__file__).parents[1] / "tests" / "artifacts" / "fixtures"
SOURCES = """\
sources:
  - {path: "tables/runs/*.csv", format: table,
     table: {task: task_name, arm: model, trial: epoch, outcome: result}}
"""
_LEFT_OUT = shutil.ignore_patterns(
    # Programs, and what says the same as its neighbour or lies in an archive.
    *("*.py", "*.cjs", "*.yaml", "*.eval", "__pycache__", "garden.json", "garden_folder", "retried")
)
_NAME = re.compile(
    "mend-kettle|count-geese|paint-fence|sort-buttons|farm__barn|farm__mill|farm__plough|"
    "farm__scythe|move_house|garden|barn_sums|kettle_words|kettle|barn|tiny|acme|agent-model|"
    "model-one|ore(?=-[0-9])|spring-run|two-attempts|farmyard-core|echo-one|invented_user|terminus"
)
_PROSE = re.compile(r"PRIVATE-TEXT[\w ,]*|canary-of-[a-z-]+|I want to change booking")
_NO_FILE = re.compile(r"[^\w.-]")


def write_harnesses(
    results: Path,
    draw: random.Random,
    names: Callable[[int], str],
    words: list[str],
    secret: str,
) -> None:
    """Write one run or more of each harness.

    `names` gives the name with a number; `secret` is a task of several of the harnesses.
    """
    found = {"mend-kettle": secret}

    def renamed(match: re.Match[str]) -> str:
        if match[0] not in found:
            found[match[0]] = f"{_NO_FILE.sub('-', names(len(found)))}-{len(found)}"
        return found[match[0]]

    def told(_: re.Match[str]) -> str:
        return " ".join(draw.choices(words, k=draw.randrange(4, 60)))

    for mould in sorted(path for path in FIXTURES.iterdir() if path.is_dir()):
        shutil.copytree(mould, results / mould.name, ignore=_LEFT_OUT)
    for path in sorted(results.rglob("*"), reverse=True):
        if path.is_file():
            text = path.read_text("utf-8")
            path.write_text(_PROSE.sub(told, _NAME.sub(renamed, text)), "utf-8")
        path.rename(path.with_name(_NAME.sub(renamed, path.name)))
