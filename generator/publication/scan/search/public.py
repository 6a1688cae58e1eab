"""The public side, read in every way: its pieces, its words, its aliases, and forbidden shapes."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from generator.publication.scan.finding import FILE_NAME, Finding
from generator.publication.scan.search.decode import View, room_for, views
from generator.publication.scan.search.fold import letters_of, lowered, squash
from generator.publication.scan.search.grams import PublicPieces
from generator.publication.scan.search.names import Common, runs
from generator.publication.scan.search.self_attack import alias_digits
from generator.publication.scan.search.shapes import shapes_in

_MOST_KEPT = 100 << 20
"""So many letters of readings are kept for the next look; a larger site is decoded again."""

_NOT_SEARCHED = "Something is packed here that unfolds further, or lies deeper, than is searched."
_UNPACK = "Take the archive out of the site: pages need none but the packed map of the site."
_CLOSING = re.compile(r"</[a-z]")
_SHAPE_REMEDY = "Find the label, note, template or setting that says it, and take it out there."


class PublicSide:
    """Everything a site says, taken in once.

    `pieces` are its texts in small parts, `words` its runs of letters and digits, `digits` those
    of its aliases, and `findings` the shapes in it that no site may have, and what is packed in it
    so that it cannot be searched.
    """

    def __init__(self, site: Path, common: Common) -> None:
        self.site = site
        self.words: set[str] = set()
        self.digits: set[str] = set()
        self.findings: list[Finding] = []
        self._shaped: set[tuple[str, str]] = set()
        self.common = common
        self._kept: list[tuple[str, View]] = []
        self._all_kept = False
        self.pieces = PublicPieces(self._squashed(), [common.texts])

    def _squashed(self) -> Iterator[tuple[bytes, bool]]:
        """Yield every reading squashed, with whether it is text that no markup stands in."""
        for path, view in self.read():
            text = lowered(view.text)
            self.words |= runs([text])
            self.digits.update(alias_digits(view.text))
            self.findings += self._shapes(path, view)
            yield letters_of(text), _CLOSING.search(text) is None

    def read(self) -> Iterator[tuple[str, View]]:
        """Yield every reading of every file, and of every name.

        A content that two files share is read once, and one that everybody has is not read.
        """
        if self._all_kept:
            yield from self._kept
            return
        left = _MOST_KEPT
        self._kept = []
        for path, view in self._decoded():
            left -= len(view.text)
            if left >= 0:
                self._kept.append((path, view))
            else:
                self._kept.clear()
            yield path, view
        self._all_kept = left >= 0

    def _decoded(self) -> Iterator[tuple[str, View]]:
        seen = set(self.common.files)
        for path in _below(self.site):
            yield path, View(FILE_NAME, path)
            if path.endswith("/"):
                continue
            data = (self.site / path).read_bytes()
            digest = hashlib.sha256(data).digest()
            if digest not in seen:
                seen.add(digest)
                room = room_for(data)
                yield from ((path, view) for view in views(data, room=room))
                if room.short:
                    self.findings.append(
                        Finding("negative", "NOT_SEARCHED", path, 0, _NOT_SEARCHED, _UNPACK)
                    )

    def _shapes(self, path: str, view: View) -> Iterator[Finding]:
        for shape, match in shapes_in(view.text):
            # The first reading of a file that has a shape is the one that is nearest to its bytes.
            new = (path, shape.what) not in self._shaped
            if new and (shape.secret or squash(match[0]) not in self.common.texts):
                self._shaped.add((path, shape.what))
                yield Finding(
                    gate="negative",
                    rule="FORBIDDEN_SHAPE",
                    file=path,
                    offset=len(view.text[: match.start()].encode(errors="replace")),
                    what=f"This has the shape of {shape.what}.",
                    remedy=_SHAPE_REMEDY,
                    view=view.name or None,
                )


def _below(folder: Path, inside: str = "") -> Iterator[str]:
    """Yield every regular file and, with a slash, every empty folder, in the order of names."""
    with os.scandir(folder) as scanned:
        entries = sorted(scanned, key=lambda each: os.fsencode(each.name))
    if inside and not entries:
        yield inside
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            yield from _below(folder / entry.name, f"{inside}{entry.name}/")
        elif entry.is_file(follow_symlinks=False):
            yield f"{inside}{entry.name}"
