"""Ctrl-C: one line and exit code 130, at any time.

Python raises KeyboardInterrupt wherever it is: within an import a library may catch it, and outside
of a command nobody does. So only a running command, which has things to put back, is interrupted
that way; before and after it there is nothing to put back, and the program ends on the spot.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

CODE = 130
LINE = "interrupted: nothing was changed that was not finished"


def end_on_interrupt() -> None:
    """From now on end at once when interrupted."""
    signal.signal(signal.SIGINT, _end)


def _end(_signal: int, _frame: FrameType | None) -> NoReturn:
    os.write(2, f"{LINE}\n".encode())
    os._exit(CODE)


@contextmanager
def raising_interrupts() -> Iterator[None]:
    """Let an interrupt, and an order to end, raise KeyboardInterrupt until the block ends."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread hears signals
        return
    heard = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, signal.default_int_handler) for each in heard]
    try:
        yield
    finally:
        for each, handler in zip(heard, before, strict=True):
            signal.signal(each, handler)
