"""What follows from a version that is not as listed: named once, and looked for no further."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import takewhile

from generator.pages.render import TELL_OF_EARLIER
from generator.site.differences import Wrong
from generator.site.versions import Versions, compared_with


@dataclass(frozen=True, slots=True)
class Follows:
    """What is not said again: it follows from a version that is not as listed, or from a torn list.

    `unsound` versions are named where their report is. Others tell of such a version, in files that
    cannot be expected: `seen` has for each of them the first how many that it tells of are sound.
    """

    unsound: tuple[str, ...]
    seen: Mapping[str, int]

    @classmethod
    def of(cls, listed: Versions, sound: AbstractSet[str], *, torn: bool) -> Follows:
        """Return what follows; of a `torn` list nobody knows what was before a version."""
        told = {e.version: compared_with(listed, e.version, e.corrects) for e in listed}
        seen = {
            version: 0 if torn else sum(1 for _ in takewhile(sound.__contains__, names))
            for version, names in told.items()
            if torn or not set(names) <= sound
        }
        return cls(tuple(e.version for e in listed if e.version not in sound), seen)

    def with_files(self, wrong: Wrong) -> Wrong:
        """Return the files of each version that are wrong, here or where it is said."""
        files = {
            version: (wrong.get(version) or frozenset())
            | (TELL_OF_EARLIER if version in self.seen else frozenset())
            for version in {*wrong, *self.seen}
        }
        return {**files, **dict.fromkeys(self.unsound)}

    @property
    def unread(self) -> str:
        """Say of which versions it cannot be known what they should tell of earlier ones."""
        names = [version for version in self.seen if version not in self.unsound]
        if not names:
            return ""
        what = "what they tell of earlier versions is held against their SHA256SUMS alone"
        return f"; of {', '.join(names)}: {what}"

    @property
    def said(self) -> str:
        """Say of which versions nothing that follows is said again."""
        if not self.unsound:
            return ""
        return f"; not said again: what follows from the report of {', '.join(self.unsound)}"
