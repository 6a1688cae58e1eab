"""Archives unfolded piece by piece: gzip and Zstandard, bounded while they unfold.

The name says what an archive must be, and its first bytes must agree. Several members are one
stream; a bad checksum, or bytes behind the last member, refuse the whole file.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import zstandard

from generator.artifacts.files import MIB, Limits, SafeFile
from generator.errors import Problem, UnusableInput

# A few short lines that are much alike unfold further than a ratio that is meant against bombs.
_ALWAYS_ALLOWED = 64 * 1024


class TruncatedArchive(Exception):
    """The archive ends in the middle; everything before the cut has been given out."""


class _Member(Protocol):
    """What unfolds one member: zlib's and zstandard's objects agree on this much."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    @property
    def unconsumed_tail(self) -> bytes: ...


@dataclass(frozen=True, slots=True)
class _Kind:
    """One kind of archive: how a member begins, how much to read at once, how to unfold it."""

    magic: tuple[bytes, ...]
    piece: int
    member: Callable[[], tuple[_Member, Callable[[bytes], bytes]]]

    def begins(self, data: bytes) -> bool:
        """Whether a member begins here, if only the first bytes of its mark."""
        return any(data.startswith(mark) or mark.startswith(data) for mark in self.magic)


def _gzip_member() -> tuple[_Member, Callable[[bytes], bytes]]:
    member = zlib.decompressobj(wbits=31)  # 31: a gzip header, and its checksum verified
    return member, lambda data: member.decompress(data, MIB)


def _zstandard_member() -> tuple[_Member, Callable[[bytes], bytes]]:
    member = zstandard.ZstdDecompressor().decompressobj()
    return member, member.decompress


_KINDS = {
    ".gz": _Kind((b"\x1f\x8b",), MIB, _gzip_member),
    ".zst": _Kind(
        # A frame, or one of the sixteen skippable frames that parallel writers put before one.
        (b"\x28\xb5\x2f\xfd", *(bytes([0x50 + n]) + b"\x2a\x4d\x18" for n in range(16))),
        # A piece unfolds at once, to at most 32,768 times its size: 32 MiB.
        1024,
        _zstandard_member,
    ),
}
_LONGEST_MARK = max(len(mark) for kind in _KINDS.values() for mark in kind.magic)


def unfolded(file: SafeFile, limits: Limits) -> Iterator[bytes]:
    """Yield the file's text in pieces, unfolded if its name says that it is an archive."""
    kind = _KINDS.get(file.path.suffix)
    if kind is None:
        yield from _plain(file)
        return
    allowed = max(limits.archive_ratio * file.size, _ALWAYS_ALLOWED)
    try:
        for piece in _members(file, kind):
            allowed -= len(piece)
            if allowed < 0:
                raise _past_ratio(file, limits)
            yield piece
    except (zlib.error, zstandard.ZstdError):
        raise _damaged(file, "does not unfold to what its checksum says, or not at all") from None


def _plain(file: SafeFile) -> Iterator[bytes]:
    first = file.read(MIB)
    if any(first.startswith(mark) for kind in _KINDS.values() for mark in kind.magic):
        raise _wrong_name(file)
    piece = first
    while piece:
        yield piece
        piece = file.read(MIB)


def _members(file: SafeFile, kind: _Kind) -> Iterator[bytes]:
    pending = file.read(kind.piece)
    if not kind.begins(pending):
        raise _wrong_name(file)
    if not pending:
        raise TruncatedArchive
    while pending:
        if len(pending) < _LONGEST_MARK:
            pending += file.read(kind.piece)
        if not kind.begins(pending):
            raise _damaged(file, "has bytes behind its end that are no part of it")
        member, unfold = kind.member()
        while not member.eof:
            pending = pending or file.read(kind.piece)
            piece = unfold(pending)
            if not pending and not piece and not member.eof:
                raise TruncatedArchive
            yield piece
            pending = member.unconsumed_tail
        pending = member.unused_data or file.read(kind.piece)


def _damaged(file: SafeFile, how: str) -> UnusableInput:
    return UnusableInput(
        Problem("BAD_ARCHIVE", f"The archive {how}.", "Copy it again, or pack it again.", file.path)
    )


def _wrong_name(file: SafeFile) -> UnusableInput:
    return UnusableInput(
        Problem(
            "WRONG_NAME",
            "The file's first bytes are not of the kind that its name says.",
            "Name it .jsonl, .jsonl.gz or .jsonl.zst, as it is packed.",
            file.path,
        )
    )


def _past_ratio(file: SafeFile, limits: Limits) -> UnusableInput:
    return UnusableInput(
        Problem(
            "ARCHIVE_RATIO",
            f"The archive unfolds to more than {limits.archive_ratio} times its own size, "
            "which is all that limits.archive_ratio allows.",
            "Raise the limit in the spec if the file is what it should be.",
            file.path,
        )
    )
