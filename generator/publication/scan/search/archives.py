"""Archives and packed files, unfolded in memory: known by their bytes, whatever they are called.

What is damaged is unfolded as far as it goes. How far anything unfolds is bounded by the room that
is left for it, and the room says afterwards whether it was too small.
"""

from __future__ import annotations

import bz2
import io
import lzma
import re
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO, NamedTuple, Protocol

import zstandard

from generator.artifacts.files import MIB
from generator.artifacts.table_parquet import TOO_MANY_VALUES, parquet_values
from generator.artifacts.zip_members import DAMAGED_CONTENTS, is_zip
from generator.errors import UnusableInput

_PIECE = 256
"""So few bytes are unfolded at a time that damage takes little with it."""

DAMAGE = (OSError, EOFError, MemoryError, zlib.error, lzma.LZMAError, zstandard.ZstdError)
"""What unfolding raises where bytes are not what they should be, or end too soon."""

PARQUET_MARK = b"PAR1"
"""What a Parquet table begins and ends with."""

_MOST_MEMORY = 64 * MIB
_ZIP_HEADER = struct.Struct("<26xHH")
_SHORTEST = 8


class Member(NamedTuple):
    """One file in an archive, unfolded; what is packed by itself has no name."""

    name: str
    data: bytes


@dataclass
class Room:
    """How many bytes may still be unfolded.

    It is `short` once there was more, or nested deeper, and `damaged` once something did not
    unfold to its end.
    """

    left: int
    short: bool = False
    damaged: bool = False

    def take(self, piece: bytes) -> bytes:
        """Return as much of what unfolded as there is room for."""
        if len(piece) > self.left:
            self.short = True
            piece = piece[: self.left]
        self.left -= len(piece)
        return piece


class Packing(NamedTuple):
    """One way of packing: what its bytes begin with, and how it is unfolded."""

    name: str
    begins: re.Pattern[bytes]
    unfold: Callable[[bytes, Room], Iterator[Member]]


def unfold(data: bytes, room: Room) -> list[Member] | None:
    """Return what is packed in some bytes, as far as they go; None for what is not packed."""
    if len(data) < _SHORTEST:
        return None
    for packing in PACKINGS:
        if packing.begins.match(data):
            return [each for each in packing.unfold(data, room) if each.name or each.data] or None
    return None


def is_packed(data: bytes) -> bool:
    """Whether some bytes begin as an archive or a packed file does."""
    return any(packing.begins.match(data) for packing in PACKINGS)


def begins_tar(data: bytes) -> bool:
    """Whether some bytes begin as a tape archive does."""
    return bool(_TAR.match(data))


class _Unpacker(Protocol):
    """What unfolds one stream: the objects of zlib, bz2 and lzma agree on this much."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int, /) -> bytes: ...


def _streams(new: Callable[[], _Unpacker]) -> Callable[[bytes, Room], Iterator[Member]]:
    """Return how one stream after the other is unfolded; whatever is behind them stays."""

    def unfold_all(data: bytes, room: Room) -> Iterator[Member]:
        found = bytearray()
        rest = data
        while rest and not room.short:
            unpacker = new()
            try:
                for piece in _pieces(unpacker, rest):
                    taken = room.take(piece)
                    found += taken
                    if len(taken) < len(piece):
                        break
            except DAMAGE:
                room.damaged = True
                break
            rest = unpacker.unused_data
        yield Member("", bytes(found))

    return unfold_all


def _pieces(unpacker: _Unpacker, data: bytes) -> Iterator[bytes]:
    while not unpacker.eof:
        piece = unpacker.decompress(data, _PIECE)
        data = getattr(unpacker, "unconsumed_tail", b"")
        if not piece and not data and not unpacker.eof:
            raise EOFError
        yield piece


def _zstandard(data: bytes, room: Room) -> Iterator[Member]:
    found = bytearray()
    reader = zstandard.ZstdDecompressor(max_window_size=_MOST_MEMORY).stream_reader(
        data, read_across_frames=True
    )
    try:
        while not room.short and (piece := reader.read(_PIECE)):
            found += room.take(piece)
    except DAMAGE:
        room.damaged = True
    yield Member("", bytes(found))


def _zip(data: bytes, room: Room) -> Iterator[Member]:
    """Yield the members of a zip archive; their checksums are believed, encrypted ones not read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
    except DAMAGED_CONTENTS:
        room.damaged = True
        return
    for member in listed:
        at = member.header_offset + _ZIP_HEADER.size
        header = data[member.header_offset : at]
        if len(header) < _ZIP_HEADER.size or member.header_offset < 0 or not is_zip(header):
            room.damaged = True
            yield Member(member.orig_filename, b"")
            continue
        begin = at + sum(_ZIP_HEADER.unpack(header))
        packed = data[begin : begin + member.compress_size]
        how = _IN_ZIP.get(member.compress_type)
        if how is None or member.flag_bits & 1:
            room.damaged = True
            yield Member(member.orig_filename, b"")
        for each in how(packed, room) if how else ():
            yield Member(member.orig_filename, each.data)


def _stored(data: bytes, room: Room) -> Iterator[Member]:
    yield Member("", room.take(data))


def _tar(data: bytes, room: Room) -> Iterator[Member]:
    yield from tar_members(io.BytesIO(data), room)


def tar_members(stream: IO[bytes], room: Room) -> Iterator[Member]:
    """Yield the files of a tape archive that streams past, and the names of all else in it."""
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for each in archive:
                if each.linkname:
                    yield Member(each.linkname, b"")
                opened = archive.extractfile(each) if each.isreg() else None
                # A sparse file states a size that need not lie in the archive.
                data = room.take(opened.read(room.left + 1)) if opened else b""
                yield Member(each.name, data)
                if room.short:
                    return
    except (tarfile.TarError, ValueError, *DAMAGE):
        room.damaged = True


def _png_text(data: bytes, room: Room) -> Iterator[Member]:
    """Yield a picture's text chunks, unpacked, and whatever stands behind its end."""
    at, found = 8, []
    while at + 8 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + size]
        if kind in {b"tEXt", b"zTXt", b"iTXt", b"eXIf"}:
            found.append(body)
            found += [_inflated(body[i + 1 :], room) for i, b in enumerate(body[:90]) if not b]
        at += 12 + size
        if kind == b"IEND":
            break
    yield Member("", b"\n".join([*found, data[at:]]))


def _inflated(data: bytes, room: Room) -> bytes:
    for start in (0, 1):
        for member in _streams(zlib.decompressobj)(data[start:], room):
            if member.data:
                return member.data
    return b""


def _table_text(data: bytes, room: Room) -> Iterator[Member]:
    """Yield what a Parquet table says, with bars between what stands apart."""
    if not data.endswith(PARQUET_MARK):
        return
    found = []
    try:
        for text in parquet_values(data):
            found.append(room.take(text.encode(errors="replace")))
            if room.short:
                break
    except UnusableInput as refused:
        room.short |= refused.problems[0].code == TOO_MANY_VALUES
        room.damaged = True
    yield Member("", b" | ".join(found))


def _xz() -> _Unpacker:
    return lzma.LZMADecompressor(memlimit=_MOST_MEMORY)


_deflated = _streams(lambda: zlib.decompressobj(-zlib.MAX_WBITS))
_bzipped = _streams(bz2.BZ2Decompressor)
_IN_ZIP = {0: _stored, 8: _deflated, 12: _bzipped, 93: _zstandard}
_TAR = re.compile(rb".{257}ustar", re.DOTALL)

PACKINGS = (
    Packing("gzip", re.compile(rb"\x1f\x8b\x08"), _streams(lambda: zlib.decompressobj(31))),
    Packing("zlib", re.compile(rb"\x78[\x01\x5e\x9c\xda]"), _streams(zlib.decompressobj)),
    Packing(
        "Zstandard", re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18", re.DOTALL), _zstandard
    ),
    Packing("bzip2", re.compile(rb"BZh[1-9]1AY&SY"), _bzipped),
    Packing("xz", re.compile(rb"\xfd7zXZ\x00"), _streams(_xz)),
    Packing("zip", re.compile(rb"PK\x03\x04"), _zip),
    Packing("tar", _TAR, _tar),
    Packing("Parquet", re.compile(PARQUET_MARK), _table_text),
    Packing("picture", re.compile(rb"\x89PNG\r\n\x1a\n"), _png_text),
)
"""All packings that are known, in the order in which they are tried."""
