"""A zip archive read member by member, in memory: nothing is ever extracted.

What the archive says of itself is not believed: a member's bytes are counted while they unfold,
and its checksum must agree. Names that could lead out of a folder, and two members of one name,
refuse the whole archive, whether they would be read or not.
"""

from __future__ import annotations

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import zstandard

from generator.artifacts.files import MIB, Limits, SafeFile, too_long
from generator.errors import Problem, UnusableInput

STORED, DEFLATED, ZSTANDARD = 0, 8, 93

_ENCRYPTED = 1
_LOCAL_HEADER = struct.Struct("<4s5H3I2H")
_LOCAL_MARK = b"PK\x03\x04"
_LEADS_AWAY = re.compile(r"^/|\\|\0|^[A-Za-z]:|(^|/)\.\.?(/|$)")
_PIECE = MIB // 4

# A conversation that says the same again and again unfolds further than a ratio that is meant
# against bombs; so much is always allowed to one member, and to the members together.
_ALWAYS_ALLOWED = MIB
_ALWAYS_ALLOWED_TOGETHER = 1024 * MIB

DAMAGED_CONTENTS = (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error, EOFError)
"""What zipfile raises on a damaged table of contents, beside its own error."""


def is_zip(first: bytes) -> bool:
    """Whether a file that begins so is a zip archive."""
    return first.startswith(_LOCAL_MARK)


class ZipMembers:
    """The members of one archive, open until the block ends. `names` are in the archive's order."""

    def __init__(self, path: Path, limits: Limits) -> None:
        self._path = path
        self._limits = limits
        self._file = SafeFile(path)
        self._members: dict[str, zipfile.ZipInfo] = {}
        self._unfolded = 0

    def __enter__(self) -> Self:
        """Read the table of contents."""
        try:
            self._members = self._contents()
        except UnusableInput:
            self._file.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.__exit__(kind, error, trace)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all members."""
        return tuple(self._members)

    def read(self, name: str) -> bytes:
        """Return one member, unfolded."""
        member = self._members[name]
        whole = bytearray()
        check = 0
        allowed = max(self._limits.archive_ratio * member.compress_size, _ALWAYS_ALLOWED)
        together = max(self._limits.archive_ratio * self._file.size, _ALWAYS_ALLOWED_TOGETHER)
        try:
            for piece in self._unfold(member):
                whole += piece
                check = zlib.crc32(piece, check)
                self._unfolded += len(piece)
                if len(whole) > self._limits.line_mib * MIB:
                    raise UnusableInput(too_long(self._limits).at(self._path))
                if len(whole) > allowed or self._unfolded > together:
                    raise self._past_ratio()
        except (zlib.error, zstandard.ZstdError):
            raise self._damaged("does not unfold") from None
        if check != member.CRC or len(whole) != member.file_size:
            raise self._damaged("holds a member that is not what its checksum says")
        return bytes(whole)

    def finish(self) -> str:
        """Return the SHA-256 of the archive's bytes, if they are still the same."""
        while self._file.read(MIB):
            pass
        return self._file.finish()

    def _contents(self) -> dict[str, zipfile.ZipInfo]:
        try:
            with zipfile.ZipFile(_Seekable(self._file)) as archive:
                members = archive.infolist()
        except DAMAGED_CONTENTS:
            raise self._damaged("has no table of contents, or a damaged one") from None
        found: dict[str, zipfile.ZipInfo] = {}
        for member in members:
            if _LEADS_AWAY.search(member.orig_filename):
                raise self._refused("MEMBER_NAME", "A member's name leads out of the archive.")
            if member.filename in found:
                raise self._refused("MEMBER_TWICE", "The archive has two members of one name.")
            if member.flag_bits & _ENCRYPTED:
                raise self._refused("ENCRYPTED", "A member is encrypted.")
            found[member.filename] = member
        return found

    def _unfold(self, member: zipfile.ZipInfo) -> Iterator[bytes]:
        packed = self._packed(member)
        if member.compress_type == STORED:
            yield from packed
        elif member.compress_type == DEFLATED:
            yield from self._inflated(packed)
        elif member.compress_type == ZSTANDARD:
            yield from _from_zstandard(packed)
        else:
            raise self._refused("PACKING", "A member is packed in a way that is not read.")

    def _packed(self, member: zipfile.ZipInfo) -> Iterator[bytes]:
        """Yield a member's bytes as they lie in the archive."""
        header = self._file.at(member.header_offset, _LOCAL_HEADER.size)
        if len(header) < _LOCAL_HEADER.size or not is_zip(header):
            raise self._damaged("has a member that is not where its table says")
        *_, name_size, extra_size = _LOCAL_HEADER.unpack(header)
        at = member.header_offset + _LOCAL_HEADER.size + name_size + extra_size
        left = member.compress_size
        while left:
            piece = self._file.at(at, min(left, _PIECE))
            if not piece:
                raise self._damaged("is cut short")
            yield piece
            at += len(piece)
            left -= len(piece)

    def _inflated(self, packed: Iterator[bytes]) -> Iterator[bytes]:
        member = zlib.decompressobj(wbits=-zlib.MAX_WBITS)
        for piece in packed:
            rest = piece
            while rest:
                yield member.decompress(rest, _PIECE)
                rest = member.unconsumed_tail
                if member.unused_data:
                    raise self._damaged("has bytes behind a member's end")
        yield member.flush()

    def _refused(self, code: str, what: str) -> UnusableInput:
        remedy = "Write the archive again with the harness's own tools."
        return UnusableInput(Problem(code, what, remedy, self._path))

    def _damaged(self, how: str) -> UnusableInput:
        remedy = "Copy it again, or write it again once its writer has finished."
        return UnusableInput(Problem("BAD_ARCHIVE", f"The archive {how}.", remedy, self._path))

    def _past_ratio(self) -> UnusableInput:
        return UnusableInput(
            Problem(
                "ARCHIVE_RATIO",
                f"A member unfolds to more than {self._limits.archive_ratio} times its own size, "
                "which is all that limits.archive_ratio allows.",
                "Raise the limit in the spec if the file is what it should be.",
                self._path,
            )
        )


def _from_zstandard(packed: Iterator[bytes]) -> Iterator[bytes]:
    """Unfold Zstandard: one frame, or several behind each other."""
    frame = zstandard.ZstdDecompressor().decompressobj()
    for piece in packed:
        # A short piece unfolds at once, to at most 32,768 times its size.
        for start in range(0, len(piece), 1024):
            rest = piece[start : start + 1024]
            while rest:
                yield frame.decompress(rest)
                rest = frame.unused_data
                if frame.eof:
                    frame = zstandard.ZstdDecompressor().decompressobj()


class _Seekable(io.RawIOBase):
    """A file as zipfile wants to see it, at the end of which the table of contents lies."""

    def __init__(self, file: SafeFile) -> None:
        self._file = file
        self._place = 0

    def seekable(self) -> bool:
        return True

    def readable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: self._file.size}[whence]
        if start + offset < 0:
            raise ValueError
        self._place = start + offset
        return self._place

    def read(self, size: int = -1) -> bytes:
        wanted = self._file.size - self._place if size < 0 else size
        data = self._file.at(self._place, max(wanted, 0))
        self._place += len(data)
        return data
