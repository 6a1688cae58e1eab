"""What a reader is: it recognises one format and reads it into typed records."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

from generator.artifacts.files import Limits
from generator.errors import Problem

A = TypeVar("A")
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
        """Read what was recognised; `root` is the folder that relative names start from."""


@runtime_checkable
class ReadsInParts(Protocol[A_co]):
    """A format of which one folder can hold the runs of several arms: each has a reader."""

    def parts(self, path: Path, limits: Limits) -> tuple[Reader[A_co], ...]:
        """Return a reader for each of the runs in what was recognised."""


def parts_of(reader: Reader[A], path: Path, limits: Limits) -> tuple[Reader[A], ...]:
    """Return the readers of what was recognised: one for each run that it holds."""
    if isinstance(reader, ReadsInParts):
        parts: tuple[Reader[A], ...] = reader.parts(path, limits)
        return parts
    return (reader,)
