"""The reader of AMBER run directories: `run.json` beside one file of attempts."""

from __future__ import annotations

import json
import os
from pathlib import Path

from generator.artifacts.amber_attempts import read_attempts
from generator.artifacts.amber_run import FORMAT, RUN_FIELDS, parse_run
from generator.artifacts.files import Limits, is_regular, read_whole, source, without_bom
from generator.artifacts.json_place import line_of
from generator.artifacts.records import Run, RunArtifact, Source
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.errors import Problem, UnusableInput

RUN_FILE = "run.json"
ATTEMPT_FILES = ("attempts.jsonl", "attempts.jsonl.gz", "attempts.jsonl.zst")

_BEFORE_OBJECT = b"\xef\xbb\xbf \t\r\n"


class AmberReader:
    """Reads `amber-run/1`."""

    format = FORMAT

    def recognise(self, path: Path, limits: Limits) -> bool | Problem:
        """Whether the folder's run.json says that it is an AMBER run.

        One that says so but is broken is recognised: reading it then says what is wrong. One of
        another format beside attempts is passed over with a warning, and so are attempts alone.
        """
        file = path / RUN_FILE
        if not is_regular(file):
            return _no_run(path) if _attempt_files(path) else False
        data = read_whole(file, limits).data
        beside_attempts = bool(_attempt_files(path))
        try:
            # Pairs, not a dict: of a doubled `format` one is enough to be recognised.
            value = json.loads(data, object_pairs_hook=tuple)
        except (ValueError, RecursionError):
            broken_object = data.lstrip(_BEFORE_OBJECT).startswith(b"{")
            if broken_object and (beside_attempts or FORMAT.encode() in data):
                return True
            value = None
        if isinstance(value, tuple) and ("format", FORMAT) in value:
            return True
        return _not_amber(file) if beside_attempts else False

    def read(self, path: Path, limits: Limits, root: Path) -> tuple[RunArtifact, ...]:
        """Read one run directory."""
        run, stated_by = _read_run(path / RUN_FILE, limits, root)
        file = attempt_file(path)
        read = read_attempts(file, run, limits)
        artifact = RunArtifact(
            format=FORMAT,
            file=path / RUN_FILE,
            attempts_file=file,
            run=run,
            attempts=read.attempts,
            sources=(stated_by, source(file, root, read.sha256)),
            folded=read.folded,
            warnings=read.warnings,
        )
        return (artifact,)


def _read_run(file: Path, limits: Limits, root: Path) -> tuple[Run, Source]:
    whole = read_whole(file, limits)
    data = without_bom(whole.data, file)
    try:
        run = parse_run(parse_object(data, limits.json_depth, RUN_FIELDS))
    except JsonRefused as refused:
        raise UnusableInput(refused.problem.at(file, refused.row)) from None
    except UnusableInput as wrong:
        text = data.decode()
        raise UnusableInput(
            *(each.at(file, line_of(text, each.field or "")) for each in wrong.problems)
        ) from None
    return run, source(file, root, whole.sha256)


def _attempt_files(folder: Path) -> list[Path]:
    return [folder / name for name in ATTEMPT_FILES if os.path.lexists(folder / name)]


def attempt_file(folder: Path) -> Path:
    """Return the one file of attempts of a run directory."""
    found = _attempt_files(folder)
    if len(found) == 1:
        return found[0]
    if found:
        raise UnusableInput(
            Problem(
                "SEVERAL_ATTEMPT_FILES",
                f"The run has {len(found)} files of attempts, and only one can count.",
                "Keep one of them.",
                found[1],
            )
        )
    raise UnusableInput(
        Problem(
            "NO_ATTEMPTS_FILE",
            "The run has no file of attempts.",
            "Put attempts.jsonl beside run.json; an empty one says that nothing was recorded.",
            folder / RUN_FILE,
        )
    )


def _no_run(folder: Path) -> Problem:
    return Problem(
        "NO_RUN_FILE",
        "There are attempts here, but no run.json says of which run: they are not read.",
        "Put the run's own run.json beside them, as a regular file.",
        folder,
    )


def _not_amber(file: Path) -> Problem:
    return Problem(
        "NOT_AMBER",
        f"There are attempts beside this file, but it does not say that its format is {FORMAT}.",
        "If it is an AMBER run, correct its format; else nothing: it is not read.",
        file,
        field="format",
    )
