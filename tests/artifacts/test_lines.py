"""Lines are read from regular files only, bounded, numbered, and of the bytes that are digested."""

from __future__ import annotations

import gzip
import hashlib
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from generator.artifacts.files import MIB, SafeFile, peek, read_whole
from generator.artifacts.lines import Line, LineFile
from tests.artifacts.samples import LIMITS, Said, refusal, said


def gz(data: bytes) -> bytes:
    """Compress without the time, which would be in the names of the tests."""
    return gzip.compress(data, mtime=0)


TEXT = b"".join(b'{"n": %d}\n' % n for n in range(2000))


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def lines(path: Path) -> list[tuple[int, bytes, bool]]:
    return [(line.number, line.data, line.ended) for line in LineFile(path, LIMITS)]


def refused_as(path: Path) -> list[str]:
    return [problem.code for problem in refusal(lambda: list(LineFile(path, LIMITS)))]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"a\nb\n", [(1, b"a", True), (2, b"b", True)]),
        (b"a\nb", [(1, b"a", True), (2, b"b", False)]),
        (b"a\r\nb\r\n", [(1, b"a\r", True), (2, b"b\r", True)]),
        (b"\n \r\n\t\na\n\n", [(4, b"a", True)]),
        (b"\xef\xbb\xbfa\n", [(1, b"a", True)]),
        (b"\xef\xbb\xbf", []),
        (b"a\n\xef\xbb\xbfb\n", [(1, b"a", True), (2, b"\xef\xbb\xbfb", True)]),
        ("a\u2028b\u0085c\x0bd\n".encode(), [(1, "a\u2028b\u0085c\x0bd".encode(), True)]),
    ],
)
def test_lines_end_at_line_feeds_only_and_keep_their_numbers(
    tmp_path: Path, data: bytes, expected: list[tuple[int, bytes, bool]]
) -> None:
    assert lines(written(tmp_path, "a.jsonl", data)) == expected


@pytest.mark.parametrize("size", [MIB - 1, MIB])
def test_a_line_up_to_the_limit_is_read_across_pieces(tmp_path: Path, size: int) -> None:
    path = written(tmp_path, "a.jsonl", b"x\n" + b"y" * size + b"\nz\n")
    assert lines(path) == [(1, b"x", True), (2, b"y" * size, True), (3, b"z", True)]


@pytest.mark.parametrize("end", [b"", b"\n", b"\nz\n"])
@pytest.mark.parametrize("pack", [None, gz])
def test_a_line_past_the_limit_is_refused_with_its_number(
    tmp_path: Path, end: bytes, pack: Callable[[bytes], bytes] | None
) -> None:
    data = b"x\n\n" + os.urandom(MIB + 1).replace(b"\n", b" ") + end
    path = written(tmp_path, "a.jsonl.gz" if pack else "a.jsonl", pack(data) if pack else data)
    problems = refusal(lambda: list(LineFile(path, LIMITS)))
    assert said(problems) == [Said("LINE_TOO_LONG", 3, None)]
    assert problems[0].file == path


def test_a_line_past_the_limit_is_not_buffered(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with path.open("wb") as file:
        file.truncate(1 << 40)  # a terabyte of nothing, which no machine here could hold
    assert refused_as(path) == ["LINE_TOO_LONG"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jsonl", TEXT),
        ("a.jsonl.gz", gz(TEXT)),
        ("a.jsonl.gz", gz(TEXT[:9999]) + gz(TEXT[9999:])),
        ("a.jsonl.gz", gz(b"") + gz(TEXT)),
        ("a.jsonl.zst", zstd(TEXT)),
        ("a.jsonl.zst", zstd(TEXT[:9999]) + zstd(TEXT[9999:])),
        ("a.jsonl.zst", struct.pack("<II", 0x184D2A50, 5) + b"extra" + zstd(TEXT)),
        ("a.jsonl.zst", zstandard.ZstdCompressor(level=19).compress(TEXT)),
    ],
)
def test_packed_or_not_the_lines_are_the_same(tmp_path: Path, name: str, data: bytes) -> None:
    file = LineFile(written(tmp_path, name, data), LIMITS)
    assert [line.data + b"\n" for line in file] == TEXT.splitlines(keepends=True)
    assert file.sha256 == hashlib.sha256(data).hexdigest()
    assert not file.warnings()


@pytest.mark.parametrize("pack", [gz, zstd])
@pytest.mark.parametrize("kept", [0.3, 0.9, 0.999])
def test_of_a_truncated_archive_the_lines_before_the_cut_are_read(
    tmp_path: Path, pack: Callable[[bytes], bytes], kept: float
) -> None:
    text = b"".join(b"%s\n" % os.urandom(50).hex().encode() for _ in range(20_000))
    packed = pack(text)
    name = "a.jsonl.gz" if pack is gz else "a.jsonl.zst"
    file = LineFile(written(tmp_path, name, packed[: int(len(packed) * kept)]), LIMITS)
    whole = [line for line in file if line.ended]
    assert 0 < len(whole) < 20_000
    assert [line.data for line in whole] == text.splitlines()[: len(whole)]
    (warning,) = file.warnings()
    assert warning.code == "TRUNCATED_ARCHIVE"
    assert warning.line in (len(whole), len(whole) + 1)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.jsonl.gz", b""),
        ("a.jsonl.gz", b"\x1f"),
        ("a.jsonl.gz", gz(TEXT)[:9]),
        ("a.jsonl.zst", b"\x28\xb5"),
        ("a.jsonl.zst", zstd(TEXT)[:5]),
    ],
)
def test_an_archive_cut_within_its_first_bytes_is_truncated(
    tmp_path: Path, name: str, data: bytes
) -> None:
    file = LineFile(written(tmp_path, name, data), LIMITS)
    assert not list(file)
    assert said(file.warnings()) == [Said("TRUNCATED_ARCHIVE", 1, None)]


def test_an_archive_cut_between_two_members_lost_nothing_it_could_know_of(tmp_path: Path) -> None:
    second = gz(b"b\n")
    file = LineFile(written(tmp_path, "a.jsonl.gz", gz(b"a\n") + second[:1]), LIMITS)
    assert [line.data for line in file] == [b"a"]
    assert file.truncated


def flipped(packed: bytes, at: int) -> bytes:
    changed = bytearray(packed)
    changed[at] ^= 1
    return bytes(changed)


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("a.jsonl.gz", gz(TEXT) + b"garbage", "BAD_ARCHIVE"),
        ("a.jsonl.gz", gz(TEXT) + b"\0" * 512, "BAD_ARCHIVE"),
        ("a.jsonl.gz", flipped(gz(TEXT), -8), "BAD_ARCHIVE"),
        ("a.jsonl.gz", flipped(gz(TEXT), 100), "BAD_ARCHIVE"),
        ("a.jsonl.zst", zstd(TEXT) + b"garbage", "BAD_ARCHIVE"),
        ("a.jsonl.zst", flipped(zstd(TEXT), -1), "BAD_ARCHIVE"),
        ("a.jsonl.gz", TEXT, "WRONG_NAME"),
        ("a.jsonl.gz", zstd(TEXT), "WRONG_NAME"),
        ("a.jsonl.zst", gz(TEXT), "WRONG_NAME"),
        ("a.jsonl.zst", TEXT, "WRONG_NAME"),
        ("a.jsonl", gz(TEXT), "WRONG_NAME"),
        ("a.jsonl", zstd(TEXT), "WRONG_NAME"),
        ("a.jsonl.gz", zlib.compress(TEXT), "WRONG_NAME"),
        ("a.jsonl", "a\n".encode("utf-16"), "UTF16"),
        ("a.jsonl", b"\xfe\xff\x00a\x00\n", "UTF16"),
        ("a.jsonl.gz", gz("a\n".encode("utf-16")), "UTF16"),
    ],
)
def test_a_damaged_or_misnamed_file_is_refused_whole(
    tmp_path: Path, name: str, data: bytes, code: str
) -> None:
    path = written(tmp_path, name, data)
    problems = refusal(lambda: list(LineFile(path, LIMITS)))
    assert [problem.code for problem in problems] == [code]
    assert problems[0].file == path
    assert problems[0].line is not None


@pytest.mark.parametrize("pack", [gz, zstd])
def test_a_bomb_is_refused_while_it_unfolds(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    name = "a.jsonl.gz" if pack is gz else "a.jsonl.zst"
    path = written(tmp_path, name, pack(b"first\n" + b'{"a": 1}\n' * 6_000_000))
    seen: list[Line] = []
    problems = refusal(lambda: seen.extend(LineFile(path, LIMITS)))
    (problem,) = problems
    assert problem.code == "ARCHIVE_RATIO"
    assert problem.line is not None
    assert problem.line == len(seen) + 1


def test_a_small_archive_of_lines_that_are_alike_is_no_bomb(tmp_path: Path) -> None:
    text = b'{"a": 1}\n' * 7000
    assert len(text) > 100 * len(gz(text))
    assert len(lines(written(tmp_path, "a.jsonl.gz", gz(text)))) == 7000


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    target = written(tmp_path, "target", b"a\n")
    for name, to in (("link.jsonl", target), ("broken.jsonl", tmp_path / "nowhere")):
        link = tmp_path / name
        link.symlink_to(to)
        assert refused_as(link) == ["NOT_A_REGULAR_FILE"]


def test_a_loop_of_links_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to(tmp_path / "b")
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert refused_as(tmp_path / "a") == ["NOT_A_REGULAR_FILE"]


def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refused_as(tmp_path / "pipe") == ["NOT_A_REGULAR_FILE"]


def test_a_folder_and_a_device_are_no_files(tmp_path: Path) -> None:
    assert refused_as(tmp_path) == ["NOT_A_REGULAR_FILE"]
    assert refused_as(Path("/dev/null")) == ["NOT_A_REGULAR_FILE"]


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refused_as(tmp_path / "nothing") == ["UNREADABLE"]


def test_a_file_that_may_not_be_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, "a.jsonl", b"a\n")

    def denied(*_: object) -> int:  # whoever runs the tests may read everything
        raise PermissionError

    monkeypatch.setattr(os, "open", denied)
    assert refused_as(path) == ["UNREADABLE"]


def test_a_link_put_in_place_of_the_file_after_the_check_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = written(tmp_path, "a.jsonl", b"a\n"), written(tmp_path, "other", b"b\n")
    opened = os.open

    def swap(name: Path, flags: int) -> int:
        path.unlink()
        path.symlink_to(other)
        return opened(name, flags)

    monkeypatch.setattr(os, "open", swap)
    assert refused_as(path) == ["UNREADABLE"]


def test_a_file_put_in_its_place_after_the_check_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, other = written(tmp_path, "a.jsonl", b"a\n"), written(tmp_path, "other", b"b\n")
    opened = os.open

    def swap(name: Path, flags: int) -> int:
        other.replace(path)
        return opened(name, flags)

    monkeypatch.setattr(os, "open", swap)
    assert refused_as(path) == ["CHANGED_WHILE_READ"]


def append(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"b\n")


def replace(path: Path) -> None:
    written(path.parent, "new", b"a\n").replace(path)


def rewrite(path: Path) -> None:
    path.write_bytes(b"b\n")
    os.utime(path, ns=(0, 0))  # a change that a coarse clock would not show


@pytest.mark.parametrize("change", [append, replace, rewrite, Path.unlink])
def test_a_file_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    path = written(tmp_path, "a.jsonl", b"a\n")

    def read() -> None:
        for _ in LineFile(path, LIMITS):
            change(path)

    assert [problem.code for problem in refusal(read)] == ["CHANGED_WHILE_READ"]


def test_a_whole_file_is_read_with_the_digest_of_its_bytes(tmp_path: Path) -> None:
    data = os.urandom(1000)
    whole = read_whole(written(tmp_path, "run.json", data), LIMITS)
    assert whole == (data, hashlib.sha256(data).hexdigest())


def test_a_whole_file_past_the_limit_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "run.json", b" " * (MIB + 1))
    assert said(refusal(lambda: read_whole(path, LIMITS))) == [Said("LINE_TOO_LONG", 1, None)]


def test_peeking_reads_no_more_than_asked(tmp_path: Path) -> None:
    assert peek(written(tmp_path, "a", b"abcdef"), 3) == b"abc"


def test_no_digest_is_given_of_a_file_not_read_to_its_end(tmp_path: Path) -> None:
    path = written(tmp_path, "a", b"abcdef")
    with SafeFile(path) as file:
        file.read(3)
        assert [problem.code for problem in refusal(file.finish)] == ["CHANGED_WHILE_READ"]
