"""What is packed in a file is read, however nested, and unfolds no further than it may."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import json
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from generator.artifacts.files import Limits
from generator.errors import Problem, UnusableInput
from generator.publication.scan.finding import Finding
from generator.publication.scan.search import archives, decode, private
from generator.publication.scan.search.names import Common
from generator.publication.scan.search.private import private_texts
from generator.publication.scan.search.public import PublicSide
from generator.publication.scan.search.search import search
from generator.spec.load import load_spec

LIMITS: Limits = load_spec(None).spec.limits
SAID = "Please melt seventeen turnips beside the lighthouse keeper"
TEXT = SAID.encode()


def zipped(data: bytes, packing: int = zipfile.ZIP_DEFLATED, name: str = "a.txt") -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", packing) as archive:
        archive.writestr(name, data)
    return whole.getvalue()


def tarred(data: bytes, name: str = "a.txt") -> bytes:
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode="w") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))
    return whole.getvalue()


def picture(data: bytes) -> bytes:
    body = b"tEXtComment\0" + data
    chunk = (len(body) - 4).to_bytes(4) + body + zlib.crc32(body).to_bytes(4)
    return b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IEND\xaeB`\x82"


def misplaced(archive: bytes, by: int) -> bytes:
    """A zip archive that states its table of contents to be elsewhere, and so its members."""
    at = int.from_bytes(archive[-6:-2], "little") + by
    return archive[:-6] + at.to_bytes(4, "little") + archive[-2:]


def tabled(data: bytes) -> bytes:
    return tabled_as(pa.array([data.decode("latin-1")]))


def tabled_as(column: pa.Array) -> bytes:
    whole = io.BytesIO()
    pq.write_table(pa.table({"a": column}), whole, compression="zstd")
    return whole.getvalue()


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": lambda t: gzip.compress(t, mtime=0),
    "zlib": zlib.compress,
    "Zstandard": zstandard.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "zip": zipped,
    "tar": tarred,
    "Parquet": tabled,
    "picture": picture,
}
SAME_WAY: dict[str, Callable[[bytes], bytes]] = {
    "gzip, a second one": lambda t: gzip.compress(b"a") + gzip.compress(t),
    "gzip, its checksum wrong": lambda t: gzip.compress(t + b" " * 900)[:-8] + b"12345678",
    "gzip, cut short": lambda t: gzip.compress(t + bytes(range(256)) * 9)[:-30],
    "Zstandard, a second one": lambda t: zstandard.compress(b"a") + zstandard.compress(t),
    "Zstandard, its size not stated": lambda t: zstandard.ZstdCompressor(
        write_content_size=False
    ).compress(t),
    "zip, stored": lambda t: zipped(t, zipfile.ZIP_STORED),
    "zip, packed with bzip2": lambda t: zipped(t, zipfile.ZIP_BZIP2),
}
NESTED: dict[str, Callable[[bytes], bytes]] = {
    "zip in tar.gz": lambda t: gzip.compress(tarred(zipped(t), "inner.zip")),
    "gz in zip": lambda t: zipped(gzip.compress(t), name="a.txt.gz"),
    "zip in zip": lambda t: zipped(zipped(t), zipfile.ZIP_STORED),
    "tar.xz in zip": lambda t: zipped(lzma.compress(tarred(t))),
    "tar.bz2": lambda t: bz2.compress(tarred(t)),
    "tar.zst": lambda t: zstandard.compress(tarred(t)),
}
ALL = PACKED | SAME_WAY | NESTED


def read(data: bytes) -> set[str]:
    """The names of the readings in which the text stands."""
    return {view.name for view in decode.views(data) if SAID in view.text}


def test_every_packing_has_a_case() -> None:
    assert list(PACKED) == [packing.name for packing in archives.PACKINGS]


@pytest.mark.parametrize("way", ALL)
def test_what_is_packed_is_read(way: str) -> None:
    assert {name for name in read(ALL[way](TEXT)) if "packed" in name}


@pytest.mark.parametrize("packing", PACKED)
def test_every_packing_is_needed(packing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = zlib.compress(PACKED[packing](TEXT))  # so that it does not stand there as it is
    if packing == "zlib":
        packed = gzip.compress(PACKED[packing](TEXT))
    assert read(packed)
    rest = tuple(each for each in archives.PACKINGS if each.name != packing)
    monkeypatch.setattr(archives, "PACKINGS", rest)
    assert not {name for name in read(packed) if name == "packed, packed"}


@pytest.mark.parametrize("way", [*PACKED, *NESTED])
def test_what_is_packed_and_written_as_text_is_read(way: str) -> None:
    said = json.dumps({"a": [base64.b64encode(ALL[way](TEXT)).decode()]})
    assert read(f"<p>{said}</p>".encode())


@pytest.mark.parametrize(
    "bomb",
    [
        gzip.compress(bytes(4_000_000)),
        bz2.compress(bytes(4_000_000)),
        zstandard.compress(bytes(4_000_000)),
        lzma.compress(bytes(4_000_000)),
        zipped(bytes(4_000_000)),
        gzip.compress(gzip.compress(bytes(40_000_000))),
        base64.b64encode(gzip.compress(bytes(4_000_000))),
        gzip.compress(gzip.compress(gzip.compress(gzip.compress(gzip.compress(TEXT))))),
    ],
)
def test_what_unfolds_without_end_on_the_site_stops_it(bomb: bytes, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "results").mkdir()
    (tmp_path / "site" / "a.bin").write_bytes(bomb)
    (finding,) = searched(tmp_path)
    assert (finding.gate, finding.rule, finding.file) == ("negative", "NOT_SEARCHED", "a.bin")


def searched(root: Path) -> list[Finding]:
    return list(search(PublicSide(root / "site", Common.of([], [], [])), root / "results", LIMITS))


def stated(root: Path, name: str, data: bytes) -> tuple[set[tuple[str, str | None]], list[str]]:
    """The texts that a private file states with their fields, and of what it is told."""
    (root / name).write_bytes(data)
    told: list[Problem] = []
    texts = {(each.text, each.field) for each in private_texts(root, LIMITS, told.append)}
    return texts, [problem.code for problem in told]


@pytest.mark.parametrize("way", [way for way in ALL if way != "zip, packed with bzip2"])
def test_what_is_packed_in_the_results_is_private(way: str, tmp_path: Path) -> None:
    texts, _ = stated(tmp_path, "packed.bin", ALL[way](TEXT))
    assert any(SAID in text for text, _ in texts)


@pytest.mark.parametrize("name", ["a.tar.gz", "a.tgz", "a.log", "a.eval"])
def test_a_member_is_read_as_its_own_name_says(name: str, tmp_path: Path) -> None:
    row = json.dumps({"case_id": "zumi-bako-17"}).encode()
    inner = zipped(row, name="bako/attempts.jsonl")
    texts, told = stated(tmp_path, name, gzip.compress(tarred(inner, "night-run/inner.zip")))
    assert texts >= {
        ("zumi-bako-17", "case_id"),
        ("bako", "file name"),
        ("night-run", "file name"),
    }
    assert told == []


@pytest.mark.parametrize("name", ["/home/bako/a.txt", "//bako/a.txt", "../bako/a", "bako\n/a", "/"])
@pytest.mark.parametrize("pack", [tarred, zipped])
def test_a_member_may_have_any_name(pack: Callable[..., bytes], name: str, tmp_path: Path) -> None:
    texts, _ = stated(tmp_path, "a.bin", gzip.compress(pack(TEXT, name=name)))
    assert any(SAID in text for text, _ in texts)
    assert name == "/" or any(text.strip() == "bako" for text, _ in texts)


def test_a_leak_out_of_an_archive_in_an_archive_is_found(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "results").mkdir()
    (tmp_path / "site" / "a.html").write_text(f"<p>{SAID.upper()}</p>")
    packed = NESTED["zip in tar.gz"](TEXT)
    (tmp_path / "results" / "logs.tar.gz").write_bytes(packed)
    (finding,) = searched(tmp_path)
    assert finding.origin is not None
    assert finding.origin.file.name == "logs.tar.gz"


@pytest.mark.parametrize("way", ["zip", "gzip", "bzip2", "zip in tar.gz", "gz in zip"])
def test_what_unfolds_without_end_in_the_results_is_refused(way: str, tmp_path: Path) -> None:
    with pytest.raises(UnusableInput) as refused:
        stated(tmp_path, "bomb.bin", ALL[way](bytes(200_000_000)))
    assert refused.value.problems[0].code == "ARCHIVE_RATIO"
    assert refused.value.problems[0].file == tmp_path / "bomb.bin"


def test_what_lies_too_deep_in_the_results_is_refused(tmp_path: Path) -> None:
    data = TEXT
    for _ in range(7):
        data = zipped(data)
    with pytest.raises(UnusableInput) as refused:
        stated(tmp_path, "deep.zip", data)
    assert refused.value.problems[0].code == "ARCHIVE_DEPTH"


@pytest.mark.parametrize(
    "data",
    [
        b"7z\xbc\xaf\x27\x1c" + bytes(40),
        zipped(TEXT)[:-30],
        zipped(TEXT, zipfile.ZIP_BZIP2),
        gzip.compress(tarred(TEXT * 9))[:-40],
        zipped(zipped(TEXT)[:-30]),
        zipped(misplaced(zipped(TEXT), 10_000)),
        zipped(misplaced(zipped(TEXT), -20)),
        tabled_as(pa.array([SAID.encode() + b"\xff"]).cast(pa.string(), safe=False)),
    ],
)
def test_it_is_told_of_what_is_not_read(data: bytes, tmp_path: Path) -> None:
    _, told = stated(tmp_path, "a.bin", data)
    assert told == ["NOT_SEARCHED"]


def over_a_block(root: Path, gap: int) -> bool:
    """Whether a text is found that the end of a block may stand in, so far before its own end."""
    said = "Please melt seven turnips right now"
    for name in ("site", "results"):
        (root / name).mkdir(exist_ok=True)
    (root / "site" / "a.html").write_text(f"<p>{said}</p>")
    filler = "wumo lat " * 9000
    lines = [filler[: (1 << 16) - gap], *said.split(), filler]
    (root / "results" / "a.log").write_text("\n".join(lines))
    return bool(searched(root))


@pytest.mark.parametrize("gap", range(0, 42, 6))
def test_a_text_over_the_end_of_a_block_is_found(gap: int, tmp_path: Path) -> None:
    assert over_a_block(tmp_path, gap)


def test_that_blocks_overlap_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private, "_OVERLAP", 1)
    assert not all(over_a_block(tmp_path, gap) for gap in range(0, 42, 6))


def test_a_long_word_hangs_nothing(tmp_path: Path) -> None:
    """Of its letters only the first can begin what a pattern looks for; else this never ends."""
    word = "a" * 300_000
    assert list(decode.views(word.encode()))
    texts, _ = stated(tmp_path, "a.log", word.encode())
    assert texts
