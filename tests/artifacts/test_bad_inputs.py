"""Every bad input that a reader of private artifacts must survive, by its number, with its answer.

The numbers are those of the project's list of bad inputs: archives (6-10), JSON (11-27), files and
values (28-36), meanings (37-44), YAML (45-51), CSV (52-56), the file system (60-70). Archives of
several members, Parquet and SQLite (1-5, 57-59) are no format that is read.
"""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from generator.aggregate import aggregate
from generator.artifacts.files import SafeFile
from generator.errors import Problem, UnusableInput
from generator.stock import take_stock
from tests.artifacts.samples import arm, attempt, case, failure, jsonl, run, write_run

CANARY = "canary-7f3a"
LONG = "x" * 100
ROW = b'{"attempt_id": "a", "case_id": "case-1", "repeat_index": 0, '
GOOD = jsonl([attempt(attempt_id="0")])
HEADER = (
    b"source,section,case,face,arm_label,arm_id,run_tag,republished,status,detail,unscored_cause\n"
)
CELL = b"page,table,A-00000001,ops,Heading,model@lane,primary,0,pass,,\n"


class Bad(NamedTuple):
    """A bad input: how it is laid into a folder, and the one code of the answer.

    `refused` is exit code 2, `warned` a warning, and neither is read as it stands; `said_of` is the
    end of the name of the file that the answer names, `line` the line.
    """

    number: int
    what: str
    lay: Callable[[Path], object]
    refused: str | None = None
    warned: str | None = None
    said_of: str = "attempts.jsonl"
    line: int | None = None
    spec: str = ""


def lines(data: bytes, **stated: Any) -> Callable[[Path], object]:
    """A run with these bytes as its attempts."""
    return lambda folder: write_run(folder / "run", data, run(**stated) if stated else None)


def attempts(*each: object, **stated: Any) -> Callable[[Path], object]:
    return lines(jsonl(each), **stated)


def second(text: str | bytes) -> bytes:
    """A good line, and this one behind it."""
    return GOOD + (text.encode() if isinstance(text, str) else text) + b"\n"


def packed(data: bytes, name: str = "attempts.jsonl.gz") -> Callable[[Path], object]:
    return lambda folder: write_run(folder / "run", data, name=name)


def cells(data: bytes) -> Callable[[Path], object]:
    return lambda folder: (folder / "cells.csv").write_bytes(data)


def spec_of(text: str) -> dict[str, Any]:
    return {"lay": attempts(attempt()), "spec": text, "said_of": "stability.yml"}


def both(*runs: dict[str, Any], **changes: Any) -> Callable[[Path], object]:
    """Two runs of one attempt each."""

    def lay(folder: Path) -> None:
        for name, stated in zip("ab", runs, strict=True):
            write_run(folder / name, [attempt(**changes)], stated)

    return lay


def put(make: Callable[[Path], object], name: str = "odd") -> Callable[[Path], object]:
    """A good run, and something odd beside it."""

    def lay(folder: Path) -> None:
        write_run(folder / "run", [attempt()])
        make(folder / name)

    return lay


def named(name: str) -> Callable[[Path], object]:
    return lambda folder: write_run(folder / name, [attempt()])


def mapped(*entries: str) -> dict[str, Any]:
    """A run of two cases, and an alias map beside the spec."""

    def lay(folder: Path) -> None:
        both_cases = [case(), case(case_id="case-2")]
        write_run(folder / "run", [attempt()], run(cases=both_cases))
        (folder.parent / "map.yml").write_text("\n".join(entries))

    return {"lay": lay, "spec": "alias: {map_file: map.yml}\n", "said_of": "map.yml"}


ZIPPED = gzip.compress(GOOD * 1)
MANY = jsonl(attempt(attempt_id=str(n), repeat_index=n) for n in range(200))
PACKED = gzip.compress(MANY)
CRC = PACKED[:-8] + bytes(each ^ 0xFF for each in PACKED[-8:-4]) + PACKED[-4:]
TWICE = gzip.compress(GOOD) + gzip.compress(jsonl([attempt(attempt_id="1", repeat_index=1)]))
GZ = "attempts.jsonl.gz"

TABLE = [
    Bad(1, "bomb", packed(gzip.compress(b" " * 30_000_000)), "ARCHIVE_RATIO", said_of=GZ),
    Bad(6, "bytes behind the archive", packed(ZIPPED + b"garbage"), "BAD_ARCHIVE", said_of=GZ),
    Bad(7, "truncated archive", packed(PACKED[:-60]), warned="TRUNCATED_ARCHIVE", said_of=GZ),
    Bad(8, "bad checksum", packed(CRC), "BAD_ARCHIVE", said_of=GZ),
    Bad(9, "two members", packed(TWICE)),
    Bad(10, "not what its name says", packed(GOOD), "WRONG_NAME", said_of=GZ),
    Bad(10, "packed without saying so", packed(ZIPPED, "attempts.jsonl"), "WRONG_NAME"),
    Bad(11, "deep nesting", lines(second("[" * 200_000)), "TOO_DEEP", line=2),
    Bad(12, "huge exponent", lines(second(ROW + b'"score": 1e400}')), "BAD_NUMBER", line=2),
    Bad(13, "NaN", lines(second(ROW + b'"score": NaN}')), "BAD_NUMBER", line=2),
    Bad(13, "infinity", lines(second(ROW + b'"score": -Infinity}')), "BAD_NUMBER", line=2),
    Bad(14, "equal keys", lines(second(ROW + b'"case_id": "case-1"}')), "DOUBLED_KEY", line=2),
    Bad(15, "huge integer", lines(second(ROW + b'"n": 1%s}' % (b"0" * 400))), "BAD_NUMBER", line=2),
    Bad(15, "endless integer", lines(second(b'{"n": ' + b"9" * 5000 + b"}")), "BAD_NUMBER", line=2),
    Bad(16, "invalid UTF-8", lines(GOOD + b'{"x": "\xff"}\n' + GOOD), "NOT_UTF8", line=2),
    Bad(17, "UTF-16", lines(GOOD.decode().encode("utf-16")), "UTF16", line=1),
    Bad(18, "UTF-8 mark at the start", lines(b"\xef\xbb\xbf" + GOOD)),
    Bad(18, "UTF-8 mark within", lines(second(b"\xef\xbb\xbf{}")), "NOT_JSON", line=2),
    Bad(19, "half a character", attempts(attempt(attempt_id="\ud800")), "BAD_TEXT", line=1),
    Bad(20, "NUL in an id", attempts(attempt(attempt_id="a\0")), "BAD_TEXT", line=1),
    Bad(21, "torn last line", lines(GOOD + b'{"attempt_id": "1'), warned="TORN_LINE", line=2),
    Bad(22, "torn number", lines(GOOD + b"12"), "NOT_AN_OBJECT", line=2),
    Bad(23, "no line end, whole row", lines(GOOD.rstrip(b"\n"))),
    Bad(24, "two rows on a line", lines(second("{} {}")), "NOT_JSON", line=2),
    Bad(25, "CR LF and blank lines", lines(GOOD.replace(b"\n", b"\r\n\r\n \n"))),
    Bad(26, "U+2028 in a text", lines(GOOD.replace(b'"0"', '"0\u2028\x85"'.encode()))),
    *(
        Bad(27, f"no object: {text}", lines(second(text)), "NOT_AN_OBJECT", line=2)
        for text in ("null", "[]", "3", '"x"')
    ),
    Bad(28, "empty attempts", lines(b"")),
    Bad(29, "only white space", lines(b" \n\t\n")),
    Bad(
        29,
        "no attempts file",
        lambda folder: (write_run(folder / "run") / "attempts.jsonl").unlink(),
        "NO_ATTEMPTS_FILE",
        said_of="run.json",
    ),
    Bad(30, "negative count", attempts(attempt(tokens_in=-1)), "OUT_OF_RANGE", line=1),
    *(
        Bad(31, f"{value!r} for an integer", attempts(attempt(repeat_index=value)), "WRONG_TYPE")
        for value in (True, 1.0, "1", [1], {"n": 1})
    ),
    *(
        Bad(number, f"time {value}", attempts(attempt(started_at=value)), "BAD_TIME", line=1)
        for number, value in (
            (32, "2026-09-14T08:00:00"),
            (32, "2026-W38-2"),
            (32, "20260915T03"),
            (32, "14.09.2026 08:00"),
            (32, 1789372800),
            (32, 1789372800000),
            (33, "0000-01-01T00:00:00Z"),
            (33, "2026-09-14T08:00:60Z"),
            (33, "2026-02-30T08:00:00Z"),
            (33, "9999-12-31T23:59:59-12:00"),
        )
    ),
    Bad(32, "an offset", attempts(attempt(started_at="2026-09-14T17:00:00+09:00"))),
    *(
        Bad(34, f"state {value!r}", attempts(attempt(state=value)), code, line=1)
        for value, code in (
            ("unknown", "UNKNOWN_VALUE"),
            ("VALID_TASK_SUCCESS", "UNKNOWN_VALUE"),
            ("", "UNKNOWN_VALUE"),
            (None, "WRONG_TYPE"),
        )
    ),
    Bad(34, "driver exception", attempts(attempt(state="driver_exception"))),
    *(
        Bad(
            number,
            f"id {value[:12]!r}",
            attempts(attempt(case_id=value), cases=[case(case_id=value)]),
        )
        for number, value in (
            (35, "../../index"),
            (35, "CON"),
            (35, "x" * 300),
            (35, "."),
            (36, '<img src=x onerror="alert(1)">'),
            (36, "[a](javascript:b)"),
            (36, '=HYPERLINK("x")'),
            (36, "{{ config }} | x\ny"),
            (20, "turned \u202e round"),
        )
    ),
    Bad(37, "two outcomes", attempts(attempt(), failure()), "COPIES_DIFFER", line=2),
    Bad(37, "two valid attempts", attempts(attempt(), failure(attempt_id="2")), "COPIES_DIFFER"),
    Bad(38, "identical lines", attempts(attempt(), attempt())),
    *(
        Bad(
            39,
            f"twin {twin!a}",
            attempts(attempt(), cases=[case(), case(case_id=twin)]),
            warned="ID_TWINS",
            said_of="run.json",
        )
        for twin in ("CASE-1", "case\u200b-1", "\uff43ase-1")
    ),
    Bad(
        42,
        "another format",
        put(lambda at: write_run(at, [attempt()], run(format="amber-run/2"))),
        warned="NOT_AMBER",
        said_of="run.json",
    ),
    Bad(40, "one alias, two cases", refused="ALIAS_SHARED", **mapped("case-1: A-1", "case-2: A-1")),
    Bad(41, "one case, two aliases", refused="DOUBLED_KEY", **mapped("case-1: A-1", "case-1: A-2")),
    Bad(35, "an alias that leads out", refused="BAD_ALIAS", **mapped("case-1: ../../index")),
    Bad(42, "unknown field", attempts(attempt() | {CANARY: CANARY})),
    Bad(43, "gap in the repeats", attempts(attempt(), attempt(attempt_id="2", repeat_index=4))),
    Bad(
        43,
        "clash of repeats",
        attempts(attempt(), attempt(attempt_id="2", started_at="2026-09-14T08:00:01Z")),
        "TRIAL_TWICE",
    ),
    Bad(
        44,
        "trailing blank in an identity",
        both(run(run_id="a"), run(run_id="b", arm=arm(lane="x "))),
        warned="CROSS_ARM",
        said_of="run.json",
    ),
    Bad(
        44,
        "one run_id, two arms",
        both(run(), run(arm=arm(lane="X"))),
        "COPIES_DIFFER",
        said_of="run.json",
    ),
    Bad(45, "alias bomb", refused="NOT_PLAIN_YAML", line=1, **spec_of("a: &a [x]\nb: [*a, *a]\n")),
    Bad(46, "tag", refused="NOT_PLAIN_YAML", line=1, **spec_of("a: !!python/object/apply:os.x []")),
    Bad(47, "no, as text", refused="BAD_VALUE", line=1, **spec_of("interval: {level: 0x1F}")),
    Bad(48, "equal keys", refused="DOUBLED_KEY", line=2, **spec_of("notes: []\nnotes: []\n")),
    Bad(49, "recursive merge", refused="NOT_PLAIN_YAML", line=1, **spec_of("a: &a {<<: *a}\n")),
    Bad(
        50, "two documents", refused="NOT_PLAIN_YAML", line=2, **spec_of("notes: []\n---\n--- x\n")
    ),
    Bad(51, "tab", refused="NOT_YAML", line=2, **spec_of("interval:\n\tlevel: 0.9\n")),
    Bad(52, "ragged row", cells(HEADER + CELL + b"a,b\n"), "RAGGED_ROW", said_of=".csv", line=3),
    Bad(53, "open quote", cells(HEADER + b'"a,b\n' + CELL), "BAD_CSV", said_of=".csv", line=2),
    Bad(
        54,
        "equal columns",
        cells(HEADER.replace(b"section", b"source,section") + CELL),
        "BAD_HEADER",
        said_of=".csv",
        line=1,
    ),
    Bad(
        55, "NUL", cells(HEADER + CELL.replace(b"page", b"p\0")), "BAD_TEXT", said_of=".csv", line=2
    ),
    Bad(
        56,
        "semicolons",
        cells((HEADER + CELL).replace(b",", b";")),
        "BAD_HEADER",
        said_of=".csv",
        line=1,
    ),
    Bad(60, "link loop", put(lambda at: at.symlink_to(at)), warned="LINK", said_of="odd"),
    Bad(60, "link to the folder", put(lambda at: at.symlink_to(".")), warned="LINK", said_of="odd"),
    Bad(61, "link out", put(lambda at: at.symlink_to("/etc/passwd")), warned="LINK", said_of="odd"),
    Bad(62, "broken link", put(lambda at: at.symlink_to("none")), warned="LINK", said_of="odd"),
    Bad(63, "pipe", put(os.mkfifo, "odd.json"), warned="NO_FILE", said_of="odd.json"),
    *(
        Bad(64, f"name {name!a}", named(name))
        for name in ("a\nb", "-rf", os.fsdecode(b"\xff\xfe"), "\u202e", LONG)
    ),
    Bad(67, "many empty lines", lines(b"\n" * 2_000_000 + GOOD)),
    Bad(
        66,
        "a line past the limit",
        lines(b'{"x": "' + b"y" * (1 << 20) + b'"}\n'),
        "LINE_TOO_LONG",
        spec="limits: {line_mib: 1}\n",
        line=1,
    ),
    Bad(
        70,
        "end before start",
        attempts(attempt(ended_at="2026-09-14T07:00:00Z")),
        "BACKWARDS",
        line=1,
    ),
    Bad(
        70,
        "repeats out of order",
        attempts(
            attempt(started_at="2026-09-14T08:01:00Z"), attempt(attempt_id="2", repeat_index=1)
        ),
        warned="OUT_OF_ORDER",
        line=2,
    ),
]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key for tests that is no secret")


def answer(results: Path, spec: Path) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """What an input is refused with, and what is said of it."""
    try:
        return (), aggregate(results, spec, "1").warnings
    except UnusableInput as unusable:
        return unusable.problems, ()


@pytest.mark.parametrize("bad", TABLE, ids=[f"{bad.number} {bad.what}" for bad in TABLE])
def test_a_bad_input_has_the_answer_that_is_documented(tmp_path: Path, bad: Bad) -> None:
    results, spec = tmp_path / "results", tmp_path / "stability.yml"
    results.mkdir()
    spec.write_text(bad.spec)
    bad.lay(results)
    refused, warned = answer(results, spec)
    assert {each.code for each in refused} == ({bad.refused} if bad.refused else set())
    assert {each.code for each in warned} == ({bad.warned} if bad.warned else set())
    for problem in (*refused[:1], *warned[:1]):
        assert str(problem.file).endswith(bad.said_of)
        assert bad.line in (None, problem.line)
        assert CANARY not in problem.message()
        assert problem.remedy
    if not bad.spec:
        listed = take_stock(results, spec)
        assert {each.code for each in listed.problems} == {each.code for each in refused}
        assert bool(listed.warnings) == bool(warned) or refused


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("place", ["run", "run/attempts.jsonl", "run/run.json"])
def test_65_what_may_not_be_read_is_refused(tmp_path: Path, place: str) -> None:
    write_run(tmp_path / "run", [attempt()])
    (tmp_path / place).chmod(0)
    try:
        refused, _ = answer(tmp_path, _no_spec(tmp_path))
    finally:
        (tmp_path / place).chmod(0o700)
    assert [each.code for each in refused] == ["UNREADABLE"]


def _no_spec(folder: Path) -> Path:
    spec = folder / "stability.yml"
    spec.write_text("")
    return spec


def test_68_a_file_that_is_still_written_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "attempts.jsonl"
    file.write_bytes(GOOD)
    with SafeFile(file) as opened, file.open("ab") as writer:
        opened.read(10)
        writer.write(GOOD)
        writer.flush()
        with pytest.raises(UnusableInput) as refused:
            opened.read(1 << 20)
    assert refused.value.problems[0].code == "CHANGED_WHILE_READ"


def test_69_a_file_that_is_replaced_while_it_is_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "attempts.jsonl"
    file.write_bytes(GOOD)
    with SafeFile(file) as opened:
        (tmp_path / "new").write_bytes(GOOD)
        (tmp_path / "new").replace(file)
        opened.read(1 << 20)
        with pytest.raises(UnusableInput) as refused:
            opened.finish()
    assert refused.value.problems[0].code == "CHANGED_WHILE_READ"


def test_the_program_itself_ends_with_2_and_no_traceback(tmp_path: Path) -> None:
    write_run(tmp_path / "run", second("[" * 200_000))
    done = subprocess.run(
        [sys.executable, "-m", "generator", "aggregate", "--results", str(tmp_path)],
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "attempts.jsonl:2: " in done.stderr
