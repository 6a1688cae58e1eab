"""An AMBER run directory is recognised by its run.json and has exactly one file of attempts."""

from __future__ import annotations

import gzip
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard

from generator.artifacts.amber import AmberReader
from generator.errors import Problem
from tests.artifacts.samples import (
    LIMITS,
    Said,
    attempt,
    jsonl,
    read_one,
    read_run,
    refusal,
    run,
    said,
    write_run,
)

READER = AmberReader()


def zstd(data: bytes) -> bytes:
    return zstandard.ZstdCompressor().compress(data)


def test_a_run_is_read_with_the_digests_of_both_files(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "deep" / "r", [attempt()])
    artifact = read_one(READER, folder, tmp_path)
    assert artifact.format == "amber-run/1"
    assert artifact.file == folder / "run.json"
    assert artifact.attempts_file == folder / "attempts.jsonl"
    assert [(each.relative, each.sha256) for each in artifact.sources] == [
        (f"deep/r/{name}", hashlib.sha256((folder / name).read_bytes()).hexdigest())
        for name in ("run.json", "attempts.jsonl")
    ]


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".zst", zstd)])
def test_packed_attempts_are_read_alike(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]
) -> None:
    lines = jsonl([attempt(), attempt(attempt_id="2")])
    plain = read_run(write_run(tmp_path / "a", lines))
    packed = read_run(write_run(tmp_path / "b", pack(lines), name=f"attempts.jsonl{suffix}"))
    assert packed.attempts == plain.attempts
    assert packed.sources[1].relative == f"b/attempts.jsonl{suffix}"


@pytest.mark.parametrize(("suffix", "pack"), [(".gz", gzip.compress), (".zst", zstd)])
def test_of_a_truncated_archive_whole_lines_count_and_it_is_said_once(
    tmp_path: Path, suffix: str, pack: Callable[[bytes], bytes]
) -> None:
    lines = jsonl(attempt(attempt_id=os.urandom(99).hex()) for _ in range(4000))
    packed = pack(lines)
    folder = write_run(tmp_path / "r", packed[: len(packed) // 2], name=f"attempts.jsonl{suffix}")
    artifact = read_run(folder)
    assert 0 < len(artifact.attempts) < 4000
    assert [warning.code for warning in artifact.warnings] == ["TRUNCATED_ARCHIVE"]
    assert artifact.warnings[0].line is not None


def test_a_run_without_a_file_of_attempts_is_refused(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r")
    (folder / "attempts.jsonl").unlink()
    assert READER.recognise(folder, LIMITS) is True
    assert said(refusal(lambda: read_run(folder))) == [Said("NO_ATTEMPTS_FILE", None, None)]


def test_a_run_with_two_files_of_attempts_is_refused(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r", [attempt()])
    (folder / "attempts.jsonl.gz").write_bytes(gzip.compress(jsonl([attempt()])))
    (problem,) = refusal(lambda: read_run(folder))
    assert (problem.code, problem.file) == ("SEVERAL_ATTEMPT_FILES", folder / "attempts.jsonl.gz")


def test_attempts_behind_a_link_are_not_read(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r", [attempt()])
    (folder / "attempts.jsonl").rename(tmp_path / "elsewhere")
    (folder / "attempts.jsonl").symlink_to(tmp_path / "elsewhere")
    assert said(refusal(lambda: read_run(folder))) == [Said("NOT_A_REGULAR_FILE", None, None)]


def test_nothing_else_in_the_folder_is_looked_at(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r", [attempt()])
    (folder / "transcripts").mkdir()
    os.mkfifo(folder / "transcripts" / "pipe")
    os.mkfifo(folder / "rubric")
    assert len(read_run(folder).sources) == 2


@pytest.mark.parametrize(
    ("data", "answer"),
    [
        (b'{"format": "amber-run/1"}', True),
        (b'\xef\xbb\xbf {"format": "amber-run/1"}', True),
        (b'{"x": 1, "\\u0066ormat": "amber-run/1"}', True),
        (b'{"format": "amber-run/1", "format": "other"}', True),  # refused when it is read
        (b'{"format": "amber-run/1", "run', True),  # torn: it says what it meant to be
        (b'{"format": "amber-run/1", "x": ' + b"9" * 5000 + b"}", True),
        (b'{"runner": {"format": "amber-run/1"}}', False),
        (b'{"format": "amber-run/2"}', False),
        (b'{"format": ["amber-run/1"]}', False),
        (b"{}", False),
        (b"[]", False),
        (b'["format", "amber-run/1"]', False),
        (b"null", False),
        (b"not JSON", False),
        (b"", False),
        (b"[" * 100_000, False),
    ],
)
def test_a_run_is_recognised_by_its_format(tmp_path: Path, data: bytes, *, answer: bool) -> None:
    folder = write_run(tmp_path / "r", stated=data)
    recognised = READER.recognise(folder, LIMITS)
    if answer:
        assert recognised is True
    else:  # there are attempts beside it
        assert isinstance(recognised, Problem)
        assert (recognised.code, recognised.file) == ("NOT_AMBER", folder / "run.json")
    (folder / "attempts.jsonl").unlink()
    assert READER.recognise(folder, LIMITS) is answer


def test_a_broken_object_beside_attempts_is_a_broken_run(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r", stated=b'{"run_id": "a", ')
    assert READER.recognise(folder, LIMITS) is True
    assert said(refusal(lambda: read_run(folder))) == [Said("NOT_JSON", 1, None)]


def test_a_folder_without_run_file_is_no_run_and_attempts_alone_are_named(tmp_path: Path) -> None:
    assert READER.recognise(tmp_path, LIMITS) is False
    (tmp_path / "attempts.jsonl.gz").write_bytes(b"")
    said_of_it = READER.recognise(tmp_path, LIMITS)
    assert isinstance(said_of_it, Problem)
    assert (said_of_it.code, said_of_it.file) == ("NO_RUN_FILE", tmp_path)


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
def test_a_run_file_that_is_no_file_is_not_opened(tmp_path: Path, kind: str) -> None:
    folder = write_run(tmp_path / "r")
    (folder / "run.json").rename(tmp_path / "run.json")
    if kind == "link":
        (folder / "run.json").symlink_to(tmp_path / "run.json")
    elif kind == "pipe":
        os.mkfifo(folder / "run.json")
    else:
        (folder / "run.json").mkdir()
    said_of_it = READER.recognise(folder, LIMITS)
    assert isinstance(said_of_it, Problem)
    assert (said_of_it.code, said_of_it.file) == ("NO_RUN_FILE", folder)


def test_a_run_file_past_the_limit_is_refused(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "r", stated=run(padding="x" * (1 << 20)))
    assert said(refusal(lambda: READER.recognise(folder, LIMITS))) == [
        Said("LINE_TOO_LONG", 1, None)
    ]
