"""A file that a person keeps (a spec, a report): read whole, if it is a regular file.

A link to one is followed, for a person put it there. A pipe, a device or a folder is refused and
never waited for.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from generator.errors import Problem, UnusableInput


def read_regular(file: Path, most: int) -> bytes:
    """Return a regular file's bytes, at most `most` of them."""
    try:
        # Without O_NONBLOCK the opening of a pipe waits for somebody to write into it.
        descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            # Of a folder no stream can be opened, which would leave the descriptor to nobody.
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise _irregular(file)
            with os.fdopen(descriptor, "rb", closefd=False) as stream:
                data = stream.read(most + 1)
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise _refused(
            file, "UNREADABLE", "There is no such file.", "Check its name, and where a link leads."
        ) from None
    except (OSError, ValueError):
        raise _refused(
            file,
            "UNREADABLE",
            "The file cannot be read.",
            "Check its name, and give the account that runs this program the right to read it.",
        ) from None
    if len(data) > most:
        raise _refused(
            file, "TOO_LARGE", f"The file is larger than {most >> 20} MiB.", "Name the right file."
        )
    return data


def _irregular(file: Path) -> UnusableInput:
    what = "This is a folder, a pipe or a device, and no regular file."
    return _refused(file, "NOT_A_REGULAR_FILE", what, "Put the file itself here.")


def _refused(file: Path, code: str, what: str, remedy: str) -> UnusableInput:
    return UnusableInput(Problem(code, what, remedy, file))
