"""One writer at a time: who writes versions or a site holds a lock, and who comes second is told.

The system takes the lock from a process that dies, however it dies.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from generator.errors import Problem, UnusableInput
from generator.site.swap import recover, recover_all


@contextmanager
def alone(site_src: Path, site: Path | None = None) -> Iterator[None]:
    """Keep every other command from writing to these folders until the block ends.

    What a run that was killed left in them, or had set aside, is put in order first.
    """
    with ExitStack() as held:
        for place in (site_src, site) if site else (site_src,):
            held.enter_context(_locked(place))
        recover_all(site_src)
        if site:
            recover(site)
        yield


@contextmanager
def _locked(place: Path) -> Iterator[None]:
    file = place.with_name(f".{place.name}.lock")
    file.parent.mkdir(parents=True, exist_ok=True)
    held = _take(file, place)
    try:
        yield
    finally:
        file.unlink(missing_ok=True)  # before it is let go: nobody else can have taken it yet
        os.close(held)


def _take(file: Path, place: Path) -> int:
    while True:
        opened = os.open(file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(opened)
            raise UnusableInput(
                Problem(
                    "ANOTHER_BUILD",
                    "Another build is running here.",
                    "Wait until it has ended, then run this command again.",
                    place,
                )
            ) from None
        if _is_still(file, opened):
            return opened
        os.close(opened)  # its holder removed the file between the two steps


def _is_still(file: Path, opened: int) -> bool:
    try:
        return os.path.samestat(os.fstat(opened), file.lstat())
    except FileNotFoundError:
        return False
