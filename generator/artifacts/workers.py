"""Processes that read side by side, and that never outlive the program.

A worker leaves an interrupt to the program, which hears it too, and ends itself when the program
is gone: a reader that was killed leaves nothing behind.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait


@contextmanager
def workers(jobs: int, tasks: int) -> Iterator[Executor | None]:
    """Give so many processes as there is work for, or None where one does it all."""
    count = min(jobs, tasks)
    if count < 2:
        yield None
        return
    others = set(active_children())
    # Spawned workers start from a clean interpreter on every platform.
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_watch)
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - others:
            worker.terminate()
        raise
    finally:
        pool.shutdown()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold interrupts back: a process that is started meanwhile never hears one at all."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _watch() -> None:
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    program = parent_process()
    if program is not None:
        wait([program.sentinel])
        os._exit(1)
