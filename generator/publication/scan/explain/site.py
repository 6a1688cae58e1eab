"""A whole site: a closed list of files, and each of them held against what explains it."""

from __future__ import annotations

import os
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.publication.scan.explain.characters import unseen
from generator.publication.scan.explain.derived import (
    check_packed_sitemap,
    check_search_index,
    check_sitemap,
)
from generator.publication.scan.explain.frame import Frame
from generator.publication.scan.explain.grammar import check_figure
from generator.publication.scan.explain.markup import Refused, tokens
from generator.publication.scan.explain.page import Source, check_page
from generator.publication.scan.finding import UNEXPLAINED_FILE, Finding

_TEXT = (".html", ".json", ".csv", ".svg", ".xml", ".css", ".js", ".cff")
_PACKED = ".gz"
_REMEDY = (
    "Build the site again with this program, theme and settings; `stability render` renders older "
    "versions again. What then still stands here came from elsewhere."
)


@dataclass(frozen=True)
class Vouched:
    """All that one folder of a site may hold, made again from its report without looking at it.

    `folder` ends in a slash, or is empty for the site's root; paths start from the site. `exact`
    are files whose bytes are known; `pages` are built pages with what they must say; `indexes` are
    search indexes with the pages they may quote, and `sitemaps` with the addresses.
    """

    folder: str
    exact: Mapping[str, bytes]
    pages: Mapping[str, tuple[Source, Frame]]
    indexes: Mapping[str, Mapping[str, Source]]
    sitemaps: Mapping[str, Collection[str]]


def explain(
    site: Path, folders: Iterable[Vouched], passed: Collection[str] = ()
) -> Iterator[Finding]:
    """Yield the first thing in each file of a site that nothing explains.

    `folders` are taken one after the other, and the root comes last: what lies there and was in no
    folder before is its own. Folders that `passed` before are not looked into.
    """
    seen = set(passed)
    for vouched in folders:
        for path in _walk(site / vouched.folder, vouched.folder, seen):
            yield from _findings(site, path, vouched)
        seen.add(vouched.folder)


def _findings(site: Path, path: str, vouched: Vouched) -> Iterator[Finding]:
    data = b""
    try:
        data = _read(site / path)
        _check(path, data, vouched, site)
    except Refused as refused:
        rule = UNEXPLAINED_FILE if refused.at < 0 else "UNEXPLAINED"
        at = len(data.decode(errors="replace")[: max(refused.at, 0)].encode())
        yield Finding("positive", rule, path, at, refused.what, _REMEDY)


def _walk(folder: Path, inside: str, seen: Collection[str] = ()) -> Iterator[str]:
    """Yield every file below a folder that is not in a folder seen before.

    An empty folder says its own name and no more, so it is yielded too, with a slash.
    """
    if not folder.is_dir():
        return
    with os.scandir(folder) as scanned:
        entries = sorted(scanned, key=lambda each: os.fsencode(each.name))
    if inside and not entries:
        yield inside
    for entry in entries:
        path = f"{inside}{entry.name}"
        if not entry.is_dir(follow_symlinks=False):
            yield path
        elif f"{path}/" not in seen:
            yield from _walk(folder / entry.name, f"{path}/", seen)


def _read(file: Path) -> bytes:
    mode = file.lstat().st_mode
    if not stat.S_ISREG(mode):
        folder = "Nothing explains an empty folder."
        other = "This is a link, a pipe or a device, and no file."
        raise Refused(-1, folder if stat.S_ISDIR(mode) else other)
    return file.read_bytes()


def _check(path: str, data: bytes, vouched: Vouched, site: Path) -> None:
    """Hold one file against what explains it; a name that nothing explains is refused unread."""
    if path in vouched.exact:
        _check_exact(path, data, vouched.exact[path])
    elif path in vouched.pages:
        source, frame = vouched.pages[path]
        check_page(_readable(data), path, source, frame)
    elif path in vouched.indexes:
        _readable(data)
        check_search_index(data, vouched.indexes[path])
    elif path in vouched.sitemaps:
        check_sitemap(_readable(data).encode(), vouched.sitemaps[path])
    elif path.removesuffix(_PACKED) in vouched.sitemaps:
        beside = site / path.removesuffix(_PACKED)
        check_packed_sitemap(data, beside.read_bytes() if beside.is_file() else b"")
    else:
        raise Refused(-1, "Nothing explains a file of this name.")


def _check_exact(path: str, data: bytes, known: bytes) -> None:
    if data != known:
        pairs = zip(data, known, strict=False)
        same = next((at for at, (one, other) in enumerate(pairs) if one != other), len(known))
        raise Refused(len(data[:same].decode(errors="replace")), "The file is not as it was made.")
    if path.endswith(_TEXT) and "/assets/" not in path:
        text = _readable(data)
        if path.endswith(".svg"):
            check_figure(tokens(text))


def _readable(data: bytes) -> str:
    """Return a text in which every character can be seen."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(error.start, "The file is no UTF-8.") from None
    at = unseen(text)
    if at is not None:
        raise Refused(at, "A character stands here that nobody sees.")
    return text
