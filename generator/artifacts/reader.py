"""What a reader is: it recognises one format and reads it into typed records."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

from generator.artifacts.files import Limits
from generator.errors import Problem

A_co = TypeVar("A_co", covariant=True)


class Reader(Protocol[A_co]):
    """One format. A reader holds no state, so that it can be sent to another process."""

    @property
    def format(self) -> str:
        """The format's name, as inventories show it."""

    def recognise(self, path: Path, limits: Limits) -> bool | Problem:
        """Whether a folder, or a regular file, holds this format.

        A `Problem` says that it looks like this format but is not: it is passed over with that
        warning. The content decides, not the name.
        """

    def read(self, path: Path, limits: Limits, root: Path) -> A_co:
        """Read what was recognised, once; `root` is the folder that relative names start from.

        A format of runs yields a tuple: one place can hold the runs of several arms.
        """
