"""A new report project: its folders, its settings, its spec, and a random alias key."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Callable
from pathlib import Path

from generator.artifacts.declared import declare
from generator.artifacts.discovery import discover
from generator.artifacts.reading import read_runs
from generator.artifacts.suggestions import suggest_sources
from generator.errors import Problem, UnusableInput
from generator.project import MARKER, shipped
from generator.spec.load import load_spec

KEY_FILE = Path(".stability/alias.key")
KEY_BYTES = 32
_NO_SOURCES = "sources: []\n"

_IGNORED = """\
# The alias key makes every public name; whoever has it can find the ids behind them.
.stability/
# Raw runs are private; the public report and its pages are in site_src/.
/results
/site/
.venv/
# What commands keep beside the site for the next build, and what one at work puts there.
/.site*
.*.digests.json
.*.searched*
/.serve-*.yml
site_src/.*
"""

_ATTRIBUTES = """\
# The public report is held to its bytes: no system may change its line ends.
site_src/** -text
"""

_README = """\
# Stability report

How often does the outcome move when the same agent is tried again under the same conditions?

1. Put runs into `results/` (`stability inventory` lists what is recognised).
2. Say in `stability.yml` which labels and identity fields are public.
3. `stability build` computes the report, writes its pages to `site_src/`, and builds `site/`.
4. Read `site/index.html`, then make the version final: `stability publish VERSION`.

`results/` and `.stability/` are private and ignored by git; `site_src/` is what reviewers review.
Keep a copy of `.stability/alias.key` somewhere safe: without it the next version gets other names.
"""


def init_project(folder: Path, runs: Path | None = None) -> list[str]:
    """Write a complete project into an empty or new folder; return the names of its files.

    With `runs`, the project's results are a link to them, and its spec says what they are as far
    as that can be recognised.
    """
    sources = None if runs is None else _sources(runs, folder)
    if folder.exists() and any(folder.iterdir()):
        raise UnusableInput(
            Problem(
                "FOLDER_NOT_EMPTY",
                "The folder is not empty, and nothing in it is overwritten.",
                "Name a new or an empty folder.",
                folder,
            )
        )
    made: dict[str, Callable[[Path], object]] = {
        "README.md": lambda path: path.write_text(_README, encoding="utf-8"),
        ".gitignore": lambda path: path.write_text(_IGNORED, encoding="utf-8"),
        ".gitattributes": lambda path: path.write_text(_ATTRIBUTES, encoding="utf-8"),
        MARKER: lambda path: shutil.copyfile(shipped(MARKER), path),
        "stability.yml": lambda path: path.write_text(_spec(sources), encoding="utf-8"),
        "templates": lambda path: shutil.copytree(shipped("templates"), path),
        "results": lambda path: path.symlink_to(runs.resolve()) if runs else path.mkdir(),
        "site_src": lambda path: path.mkdir(),
        str(KEY_FILE): _write_key,
    }
    for name, write in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path)
    return list(made)


def _spec(sources: str | None) -> str:
    """Return the default spec, with what it says of sources put in the place of none."""
    text = (Path(__file__).parent / "spec" / "stability.yml").read_text("utf-8")
    return text if sources is None else text.replace(_NO_SOURCES, sources)


def _sources(runs: Path, folder: Path) -> str:
    """Return what can be said of the runs before there is a project."""
    if folder.resolve().is_relative_to(runs.resolve()):
        what = "The project would lie among the runs that it reports on."
        raise UnusableInput(
            Problem("OVERLAP", what, "Make it in another folder.", folder, field="--from")
        )
    spec = load_spec().spec
    limits = spec.limits
    found = discover(runs, limits)
    declared = declare(found, read_runs(found.runs, limits))
    return suggest_sources(found, declared.readings, limits, spec.identity_public)


def _write_key(path: Path) -> None:
    """Write a random key that only its owner can read."""
    path.touch(mode=0o600)
    path.write_text(secrets.token_hex(KEY_BYTES) + "\n", encoding="ascii")
