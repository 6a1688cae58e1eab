"""What a gate found: the rule, the file and the byte; never the value that stands there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from generator.errors import Problem

Gate = Literal["positive", "negative"]

UNEXPLAINED_FILE = "UNEXPLAINED_FILE"
FILE_NAME = "file name"
"""The view in which a file's own name is read."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in the private artifacts a text was taken from."""

    file: Path
    line: int | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One place of a site that stops its release.

    `file` is relative to the site and `offset` counts its bytes; `view` says how the bytes were
    read, where that was not as they stand. `source` is the file that the site was built from, where
    what is wrong can be mended there.
    """

    gate: Gate
    rule: str
    file: str
    offset: int
    what: str
    remedy: str
    view: str | None = None
    origin: Origin | None = None
    source: Path | None = None

    def line(self, site: Path) -> int:
        """Return the line of the site's file that the byte stands in."""
        return (site / self.file).read_bytes()[: self.offset].count(b"\n") + 1

    def problems(self, site: Path, *, names: bool = True) -> Iterator[Problem]:
        """Return the place in the site, and after it the place it was taken from.

        A file that nothing explains may bear a private name: without `names`, its folder is given.
        """
        seen = f" (read as {self.view})" if self.view else ""
        file = self.source or site / self.file
        built = " of the built file" if self.source and self.file.endswith(".html") else ""
        told = names or not (self.rule == UNEXPLAINED_FILE or self.view == FILE_NAME)
        yield Problem(
            self.rule,
            f"{self.what}{seen}",
            self.remedy,
            file=file if told else file.parent,
            field=f"byte {self.offset}{built}, {self.gate} gate",
        )
        if self.origin:
            yield Problem(
                self.rule,
                "The private text of the line above is stated here.",
                "It is for you to know where it comes from; nothing is to be done here.",
                file=self.origin.file,
                line=self.origin.line,
                field=self.origin.field,
            )
