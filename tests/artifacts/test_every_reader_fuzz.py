"""Whatever becomes of a good file of any format, it is read or refused; nothing else happens."""

from __future__ import annotations

import gzip
import io
import json
import struct
import tempfile
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.artifacts.registry import CELL_READERS, LEDGER_READERS, RUN_READERS, STUDY_READERS
from generator.errors import UnusableInput
from tests.artifacts.every_format import Sample, readings, samples
from tests.artifacts.spoiling import ODD, changed, places

Draw = Callable[..., Any]
"""Draws a value from a strategy."""

ZIP_ZSTANDARD = 93

PIECES = (
    b"",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b'"\\ud800"',
    b'"\xe2\x80\xae"',
    b"1e400",
    b"-1e-400",
    b"NaN",
    b"-Infinity",
    b"9" * 5_000,
    b"[" * 100_000,
    b'{"a":' * 5_000,
    b"<a>" * 5_000,
    b"&a;",
    b"<!DOCTYPE a [<!ENTITY a 'b'>]>",
    b"\n",
    b"\n" * 300,
    b"\r",
    b",",
    b'"',
    b"{}",
    b"null",
    b"\x1f\x8b\x08",
    b"PK\x03\x04",
    b"\x28\xb5\x2f\xfd",
)
"""What breaks readers wherever it stands."""


def test_every_format_that_is_read_has_a_sample(tmp_path: Path) -> None:
    formats = set()
    for sample in samples():
        (tmp_path / sample.name.replace("/", "-")).mkdir()
        sample.lay(tmp_path / sample.name.replace("/", "-"))
        found = readings(tmp_path / sample.name.replace("/", "-"))
        assert found
        assert not [each.problems for each in found if each.problems], "it is good as it is"
        formats |= {each.found.reader.format for each in found}
    registered = (*RUN_READERS, *CELL_READERS, *LEDGER_READERS, *STUDY_READERS)
    assert formats == {reader.format for reader in registered} | {"table"}


def spoiled_bytes(draw: Draw, data: bytes) -> bytes:
    """Bytes cut off, turned over, left out, moved, and put in."""
    for _ in range(draw(st.integers(1, 3))):
        at, size = draw(st.integers(0, len(data))), draw(st.integers(0, 40))
        other = draw(st.integers(0, len(data)))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=4))
        data = draw(
            st.sampled_from(
                (
                    data[:at],
                    data[:at] + bytes(each ^ 0x20 for each in data[at : at + 1]) + data[at + 1 :],
                    data[:at] + piece + data[at:],
                    data[:at] + piece + data[at + len(piece) :],
                    data[:at] + data[at + size :],
                    data[:at] + data[other : other + size] + data[at:],
                )
            )
        )
    return data


def spoiled_document(draw: Draw, document: Any) -> bytes:
    """A JSON value with another kind of value, one key twice, or deep nesting in some place."""
    at = draw(st.sampled_from([*places(document)])) if document else ()
    mark = "the place of what is no value of any document"
    text = json.dumps(changed(document, at, mark) if at else mark)
    odd = draw(st.sampled_from(ODD).map(json.dumps) | st.sampled_from(PIECES).map(_text))
    if draw(st.booleans()) and at and isinstance(at[-1], str):
        return text.replace(
            json.dumps(mark), f"{odd}, {json.dumps(at[-1])}: {json.dumps('x')}"
        ).encode("utf-8", "surrogateescape")
    return text.replace(json.dumps(mark), odd).encode("utf-8", "surrogateescape")


def _text(piece: bytes) -> str:
    return piece.decode("utf-8", "surrogateescape")


def spoiled_json(draw: Draw, data: bytes) -> bytes:
    """One document, or one line of several, with something else in one place."""
    with suppress(ValueError):
        return spoiled_document(draw, json.loads(data))
    lines = data.split(b"\n")
    number = draw(st.integers(0, len(lines) - 1))
    with suppress(ValueError):
        lines[number] = spoiled_document(draw, json.loads(lines[number]))
        return b"\n".join(lines)
    return spoiled_bytes(draw, data)


def unpacked_members(data: bytes) -> dict[str, bytes]:
    """The members of a ZIP file by name; zipfile itself knows no Zstandard."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        for each in packed.infolist():
            at = each.header_offset
            name, extra = struct.unpack("<HH", data[at + 26 : at + 30])
            inner = data[at + 30 + name + extra :][: each.compress_size]
            zstd = each.compress_type == ZIP_ZSTANDARD
            found[each.filename] = (
                zstandard.ZstdDecompressor().decompressobj().decompress(inner)
                if zstd
                else packed.read(each)
            )
    return found


def spoiled_inside(draw: Draw, name: str, data: bytes) -> bytes:
    """A packed file whose content was spoiled before it was packed."""
    if name.endswith(".gz"):
        return gzip.compress(spoiled_json(draw, gzip.decompress(data)), mtime=0)
    if name.endswith(".zst"):
        unpacked = zstandard.ZstdDecompressor().decompress(data)
        return zstandard.ZstdCompressor().compress(spoiled_json(draw, unpacked))
    if name.endswith(".eval"):
        members = unpacked_members(data)
        chosen = draw(st.sampled_from(sorted(members)))
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w") as packed:
            for member, inner in members.items():
                put_in = spoiled_json(draw, inner) if member == chosen else inner
                packed.writestr(member, put_in)
        return made.getvalue()
    return spoiled_json(draw, data)


def spoiled(draw: Draw, sample: Sample) -> dict[str, bytes]:
    """One file of a sample as it was not."""
    name = draw(st.sampled_from(sorted(sample.files)))
    data = sample.files[name]
    if draw(st.booleans()):
        return {name: spoiled_inside(draw, name, data)}
    return {name: spoiled_bytes(draw, data)}


@pytest.mark.parametrize("sample", samples(), ids=lambda sample: sample.name)
def test_a_spoiled_file_is_read_or_refused(sample: Sample) -> None:
    @settings(max_examples=50)
    @given(st.data())
    def check(data: st.DataObject) -> None:
        files = spoiled(data.draw, sample)
        with tempfile.TemporaryDirectory() as place, suppress(UnusableInput):
            sample.lay(Path(place), files)
            for each in readings(Path(place)):
                assert each.artifact is not None or each.problems

    check()
