"""A copy of a run without its driver exceptions, which are no trials; originals stay as .bak."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.artifacts.amber import RUN_FILE, AmberReader, attempt_file
from generator.artifacts.files import Limits
from generator.artifacts.lines import LineFile
from generator.artifacts.records import State
from generator.artifacts.strict_json import JsonRefused, parse_object
from generator.errors import Problem, UnusableInput

PURGED_FILE = "attempts.jsonl"


def purge(run: Path, to: Path, limits: Limits) -> tuple[int, int]:
    """Write the purged copy of a run directory; return how many lines were kept and left out.

    The run is read first, so that nothing is written of one that cannot be read. The copy is made
    beside its place and then renamed, so that half of it never stands there.
    """
    _check_free(to)
    AmberReader().read(run, limits, run)
    attempts = attempt_file(run)
    part = to.with_name(f".{to.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    part.mkdir(parents=True)
    shutil.copyfile(run / RUN_FILE, part / RUN_FILE)
    shutil.copyfile(attempts, part / f"{attempts.name}.bak")
    kept = left_out = 0
    with (part / PURGED_FILE).open("wb") as purged:
        for line in LineFile(attempts, limits):
            if _is_driver_exception(line.data, limits):
                left_out += 1
            else:
                kept += 1
                purged.write(line.data + (b"\n" if line.ended else b""))
    part.rename(to)
    return kept, left_out


def _is_driver_exception(line: bytes, limits: Limits) -> bool:
    try:
        state = parse_object(line, limits.json_depth).get("state")
    except JsonRefused:  # a torn last line, the one kind that can be read past
        return False
    return state == State.DRIVER_EXCEPTION


def _check_free(to: Path) -> None:
    if to.exists():
        remedy = "Name a folder that is not there yet."
        raise UnusableInput(Problem("PLACE_TAKEN", "There is something there already.", remedy, to))
