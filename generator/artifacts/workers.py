"""Processes that read side by side, and that never outlive the program.

A worker leaves an interrupt to the program, which hears it too, and ends itself when the program
is gone: a reader that was killed leaves nothing behind.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait
from types import FrameType

from generator.errors import Problem, UnusableInput

_ENDING = (signal.SIGINT, signal.SIGTERM)
_ENDED = Problem(
    "WORKER_ENDED",
    "A process at work beside this one was ended from outside, as happens where memory runs out.",
    "Free memory, or use --jobs 1 where the command has it: all is then done in one process.",
)


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
    except BaseException as error:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - others:
            worker.terminate()
        if isinstance(error, BrokenProcessPool):
            raise UnusableInput(_ENDED) from None
        raise
    finally:
        pool.shutdown()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Hold interrupts back: a process that is started meanwhile never hears one at all.

    It has its mask from the thread that starts it. Other threads of the program go on to hear them,
    so what is heard is noted, and heard again at the end.
    """
    heard: list[int] = []
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    alone = threading.current_thread() is threading.main_thread()  # no other thread may set them
    before = [(each, signal.signal(each, _noting(heard))) for each in _ENDING] if alone else []
    try:
        yield
    finally:
        for each, handler in before:
            signal.signal(each, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for number in heard[:1]:
            signal.raise_signal(number)


def _noting(heard: list[int]) -> Callable[[int, FrameType | None], None]:
    return lambda number, _: heard.append(number)


def _watch() -> None:
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    program = parent_process()
    if program is not None:
        wait([program.sentinel])
        os._exit(1)
