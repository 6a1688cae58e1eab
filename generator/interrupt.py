"""Ctrl-C: one line and exit code 130, at any time.

Python raises KeyboardInterrupt wherever it is: within an import a library may catch it, and outside
of a command nobody does. So only a running command, which has things to put back, is interrupted
that way; before and after it there is nothing to put back, and the program ends on the spot.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import NoReturn

CODE = 130
_SOON_S = 0.05
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
    hook = sys.unraisablehook
    sys.unraisablehook = lambda dropped: _send_again(dropped, hook)
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for each, handler in zip(heard, before, strict=True):
            signal.signal(each, handler)


def _send_again(
    dropped: sys.UnraisableHookArgs, hook: Callable[[sys.UnraisableHookArgs], object]
) -> None:
    """Send an interrupt again that Python dropped, for it came in the midst of a callback."""
    if dropped.exc_type is KeyboardInterrupt:
        Timer(_SOON_S, os.kill, (os.getpid(), signal.SIGINT)).start()
    else:
        hook(dropped)
