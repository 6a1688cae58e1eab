"""What is packed in a file is read, and unfolds no further than it may."""

from __future__ import annotations

import gzip
import zlib

import pytest
import zstandard

from generator.publication.scan.search import decode

TEXT = b"the first words of it " + b"a" * 5_000
PACKED = {
    "gzip": gzip.compress(TEXT),
    "zlib": zlib.compress(TEXT),
    "zstd": zstandard.ZstdCompressor().compress(TEXT),
    "zstd, its size not stated": zstandard.ZstdCompressor(write_content_size=False).compress(TEXT),
}


@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
@pytest.mark.parametrize("most", [1_000, 1_000_000])
def test_what_is_packed_unfolds_no_further_than_it_may(
    monkeypatch: pytest.MonkeyPatch, packed: bytes, most: int
) -> None:
    monkeypatch.setattr(decode, "_MOST_UNPACKED", most)
    found = [view.text for view in decode.views(packed) if view.name == "packed"]
    assert found == [TEXT.decode()[:most]]


@pytest.mark.parametrize("packed", PACKED.values(), ids=PACKED)
def test_what_breaks_off_is_read_as_far_as_it_goes_or_not_at_all(packed: bytes) -> None:
    assert list(decode.views(packed[:-3]))
