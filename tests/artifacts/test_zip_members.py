"""Zip archives: hostile and damaged ones are refused, none is ever extracted."""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
import zstandard

from generator.artifacts.files import MIB
from generator.artifacts.zip_members import ZipMembers
from generator.errors import UnusableInput
from tests.artifacts.samples import LIMITS


def written(folder: Path, *members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    path = folder / "a.eval"
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def contents(path: Path) -> dict[str, bytes]:
    with ZipMembers(path, LIMITS) as archive:
        return {name: archive.read(name) for name in archive.names}


def refused(path: Path) -> str:
    before = sorted(path.parent.rglob("*"))
    with pytest.raises(UnusableInput) as raised:
        contents(path)
    assert sorted(path.parent.rglob("*")) == before
    (problem,) = raised.value.problems
    assert problem.file == path
    return problem.code


def with_zstandard(path: Path, data: bytes, frames: int = 1) -> None:
    """Write a member the way the newer harness does; Python's own zipfile cannot."""
    size = -(-len(data) // frames)
    pieces = [data[at : at + size] for at in range(0, len(data), size)] or [b""]
    packed = b"".join(zstandard.ZstdCompressor().compress(piece) for piece in pieces)
    name = b"m.json"
    common = struct.pack(
        "<5H3I2H", 63, 0, 93, 0, 33, zlib.crc32(data), len(packed), len(data), len(name), 0
    )
    local = b"PK\x03\x04" + common + name + packed
    central = b"PK\x01\x02" + struct.pack("<H", 63) + common + struct.pack("<3H2I", 0, 0, 0, 0, 0)
    central += name
    end = b"PK\x05\x06" + struct.pack("<4H2IH", 0, 0, 1, 1, len(central), len(local), 0)
    path.write_bytes(local + central + end)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_are_read(tmp_path: Path, method: int) -> None:
    data = os.urandom(700_000)
    path = written(tmp_path, ("a/b.json", data), ("c", b""), method=method)
    assert contents(path) == {"a/b.json": data, "c": b""}


@pytest.mark.parametrize("frames", [1, 3])
def test_zstandard_members_are_read(tmp_path: Path, frames: int) -> None:
    data = os.urandom(300_000) + b"x" * 200_000
    with_zstandard(tmp_path / "a.eval", data, frames)
    assert contents(tmp_path / "a.eval") == {"m.json": data}


def test_a_torn_zstandard_member_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.eval"
    with_zstandard(path, os.urandom(10_000))
    data = bytearray(path.read_bytes())
    data[5_000] ^= 255
    path.write_bytes(data)
    assert refused(path) == "BAD_ARCHIVE"


@pytest.mark.parametrize(
    "name", ["../a", "/a", "a/../../b", "..\\a", "C:/a", "a\\b", "./a", "a/./b", ".."]
)
def test_a_name_that_leads_away_is_refused(tmp_path: Path, name: str) -> None:
    assert refused(written(tmp_path, ("header.json", b"{}"), (name, b"x"))) == "MEMBER_NAME"


def test_two_members_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        path = written(tmp_path, ("a", b"1"), ("a", b"2"))
    assert refused(path) == "MEMBER_TWICE"


@pytest.mark.parametrize("method", ["deflate", "zstandard"])
def test_a_bomb_is_refused_while_it_unfolds(tmp_path: Path, method: str) -> None:
    path = tmp_path / "a.eval"
    if method == "deflate":
        written(tmp_path, ("a", bytes(50 * MIB)))
    else:
        with_zstandard(path, bytes(50 * MIB))
    assert path.stat().st_size < 100_000
    assert refused(path) in {"ARCHIVE_RATIO", "LINE_TOO_LONG"}


def test_what_repeats_itself_a_little_is_no_bomb(tmp_path: Path) -> None:
    data = b"The agent said nothing. " * 40_000
    assert contents(written(tmp_path, ("a", data))) == {"a": data}


def test_a_member_past_the_limit_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, ("a", os.urandom(2 * MIB)))
    assert refused(path) == "LINE_TOO_LONG"


def test_a_size_that_is_declared_too_small_is_not_believed(tmp_path: Path) -> None:
    path = written(tmp_path, ("a", b"x" * 1000))
    data = path.read_bytes()
    path.write_bytes(data.replace(struct.pack("<I", 1000), struct.pack("<I", 10)))
    assert refused(path) == "BAD_ARCHIVE"


def test_a_bad_checksum_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, ("a", b"text of a member"), method=zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"text of", b"test of"))
    assert refused(path) == "BAD_ARCHIVE"


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, ("a", b"x"))
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    assert refused(path) == "ENCRYPTED"


@pytest.mark.parametrize("kept", [0.3, 0.7, 0.95])
def test_a_truncated_archive_is_refused(tmp_path: Path, kept: float) -> None:
    path = written(tmp_path, *((f"{n}.json", os.urandom(200)) for n in range(20)))
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * kept)])
    assert refused(path) == "BAD_ARCHIVE"


def test_an_archive_within_an_archive_is_not_opened(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("header.json", "{}")
    assert contents(written(tmp_path, ("a.zip", inner.getvalue()))) == {"a.zip": inner.getvalue()}


def test_bytes_that_were_changed_at_random_never_crash(tmp_path: Path) -> None:
    path = written(tmp_path, *((f"{n}.json", b"some text " * 9) for n in range(5)))
    whole = path.read_bytes()
    for at in range(0, len(whole), 3):
        for value in (0, 255):
            data = bytearray(whole)
            data[at] = value
            path.write_bytes(data)
            with suppress(UnusableInput):
                contents(path)
