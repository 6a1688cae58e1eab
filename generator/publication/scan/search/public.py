"""The public side, read in every way: its pieces, its words, its aliases, and forbidden shapes."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from pathlib import Path

from generator.publication.scan.finding import FILE_NAME, Finding
from generator.publication.scan.search.decode import View, room_for, views
from generator.publication.scan.search.fold import letters_of, lowered, squash
from generator.publication.scan.search.gathered import Gathered
from generator.publication.scan.search.grams import PublicPieces, distinct
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

    `pieces` are its texts in small parts, `gathered` all that was taken in, and `findings` the
    shapes in it that no site may have, and what is packed in it so that it cannot be searched.
    The folders that lie `apart`, each with a slash, were gathered `before` as they are now: they
    had no findings, and are read again only to see where a private text stands.
    """

    def __init__(
        self,
        site: Path,
        common: Common,
        before: Gathered = Gathered(),  # noqa: B008 - frozen
        apart: Collection[str] = (),
    ) -> None:
        self.site = site
        self.common = common
        self.findings: list[Finding] = []
        self._apart = sorted(apart)
        self._shaped: set[tuple[str, str]] = set()
        self._words, self._digits = set(before.words), set(before.digits)
        self._excused = set(before.excused)
        self._kept: list[tuple[str, View]] = []
        self._all_kept = False
        short, long = distinct(self._squashed(), (before.short, before.long))
        self.pieces = PublicPieces(short, long, [common.texts])
        self.gathered = Gathered(
            short,
            long,
            frozenset(self._words),
            frozenset(self._digits),
            frozenset(self._excused),
        )

    def _squashed(self) -> Iterator[tuple[bytes, bool]]:
        """Yield every new reading squashed, with whether it is text that no markup stands in."""
        for path, view in self._new():
            text = lowered(view.text)
            self._words |= runs([text])
            self._digits.update(alias_digits(view.text))
            self.findings += self._shapes(path, view)
            yield letters_of(text), _CLOSING.search(text) is None

    def read(self) -> Iterator[tuple[str, View]]:
        """Yield every reading of every file, and of every name, those that lie apart last.

        A content that two files share is read once, new or apart, and one that everybody has is
        not read.
        """
        yield from self._new()
        apart = (_below(self.site / folder, folder) for folder in self._apart)
        yield from self._decoded(chain.from_iterable(apart))

    def _new(self) -> Iterator[tuple[str, View]]:
        """Yield the readings of what was not gathered before."""
        if self._all_kept:
            yield from self._kept
            return
        left = _MOST_KEPT
        self._kept = []
        for path, view in self._decoded(_below(self.site, "", self._apart)):
            left -= len(view.text)
            if left >= 0:
                self._kept.append((path, view))
            else:
                self._kept.clear()
            yield path, view
        self._all_kept = left >= 0

    def _decoded(self, paths: Iterable[str]) -> Iterator[tuple[str, View]]:
        seen = set(self.common.files)
        for path in paths:
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
        for shape, begin, said in shapes_in(view.text):
            # The first reading of a file that has a shape is the one that is nearest to its bytes.
            new = (path, shape.what) not in self._shaped
            if not shape.secret and squash(said) in self.common.texts:
                self._excused.add(squash(said))
            elif new:
                self._shaped.add((path, shape.what))
                yield Finding(
                    gate="negative",
                    rule="FORBIDDEN_SHAPE",
                    file=path,
                    offset=len(view.text[:begin].encode(errors="replace")),
                    what=f"This has the shape of {shape.what}.",
                    remedy=_SHAPE_REMEDY,
                    view=view.name or None,
                )


def _below(folder: Path, inside: str, apart: Collection[str] = ()) -> Iterator[str]:
    """Yield every regular file and, with a slash, every empty folder, in the order of names.

    What lies in a folder `apart` is left out.
    """
    with os.scandir(folder) as scanned:
        entries = sorted(scanned, key=lambda each: os.fsencode(each.name))
    if inside and not entries:
        yield inside
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if f"{inside}{entry.name}/" not in apart:
                yield from _below(folder / entry.name, f"{inside}{entry.name}/", apart)
        elif entry.is_file(follow_symlinks=False):
            yield f"{inside}{entry.name}"
