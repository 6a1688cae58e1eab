"""`stability diff` as a reviewer runs it: by version or by file, in three formats, with its end."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.publication.report import encode
from generator.site.store import write_version
from tests.changes.reports import demo, edited, newer
from tests.test_commands import stability

OLD, NEW = "2026.09.15", "2026.09.22"
ROOT = Path(__file__).resolve().parents[1]


def file_of(version: str) -> str:
    return str(ROOT / "site_src" / version / "report.json")


def test_markdown_is_what_one_gets_unless_one_asks() -> None:
    done = stability("diff", OLD, NEW)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"## What changed: {OLD} → {NEW}\n\n**Look at 7 things.")
    assert len(done.stdout.encode()) <= 65_536
    assert done.stdout == stability("diff", OLD, NEW, "--format", "md").stdout


def test_both_ways_to_ask_for_json_agree_and_hold_every_change() -> None:
    asked = stability("diff", OLD, NEW, "--format", "json")
    assert asked.stdout == stability("diff", OLD, NEW, "--json").stdout
    told = json.loads(asked.stdout)
    assert told["summary"] == "Look at 7 things. Changed by new data only."
    assert {"kind", "where", "fields", "old", "new", "cause", "noise", "look", "moved"} == set(
        told["changes"][0]
    )
    assert asked.stdout.isascii()


def test_versions_files_and_folders_name_the_same_reports(tmp_path: Path) -> None:
    by_version = stability("diff", OLD, NEW).stdout
    assert stability("diff", file_of(OLD), file_of(NEW), cwd=tmp_path).stdout == by_version
    folder = str(Path(file_of(OLD)).parent)
    assert stability("diff", folder, file_of(NEW), cwd=tmp_path).stdout == by_version
    where = ("--site-src", str(ROOT / "site_src"))
    assert stability("diff", OLD, "latest", *where, cwd=tmp_path).stdout == by_version


def test_text_for_a_terminal_keeps_to_its_width() -> None:
    done = stability("diff", OLD, NEW, "--format", "text")
    assert max(map(len, done.stdout.splitlines())) <= 100
    assert not re.search("<(?! 0[.]001)", done.stdout)  # no markup; a p-value may be below a bound
    assert "**" not in done.stdout


@pytest.mark.parametrize(("new", "code"), [(NEW, 1), (OLD, 0)])
def test_the_exit_code_tells_of_a_change_where_asked(new: str, code: int) -> None:
    done = stability("diff", OLD, new, "--exit-code", "--quiet")
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr == (
        "error: Look at 7 things. Changed by new data only. Read what changed before it goes out.\n"
        if code
        else ""
    )


def test_a_name_that_is_no_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    done = stability("diff", OLD, "no\x1bsuch")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no\\x1bsuch" in done.stderr
    assert "versions.json" in done.stderr
    assert stability("diff", OLD, NEW, cwd=tmp_path).returncode == 2


@pytest.mark.parametrize("data", [b"", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"private": "word"}'])
def test_what_is_no_public_report_is_refused_without_quoting_it(
    data: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(data)
    done = stability("diff", file_of(OLD), str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert "report.json" in done.stderr
    assert "private" not in done.stderr
    assert "defect" not in done.stderr


def test_a_correction_is_known_from_the_list_of_versions(tmp_path: Path) -> None:
    old = demo(OLD)

    def more(tree: Any) -> None:
        newer(old, name="corrected")(tree)
        tree["arms"][0]["cost"]["attempts"] += 1

    new = edited(old, more)
    for report, corrects in ((old, None), (new, OLD)):
        write_version(tmp_path, report, {"report.json": encode(report)}, corrects=corrects)
    where = ("--json", "--site-src", str(tmp_path))
    done = stability("diff", OLD, "corrected", *where)
    told = json.loads(done.stdout)
    assert told["corrects"]
    base = tmp_path / "base" / "old.json"  # as a review takes it from the commit before
    base.parent.mkdir()
    base.write_bytes(encode(old))
    listed = str(tmp_path / "corrected" / "report.json")
    assert stability("diff", str(base), listed, *where).stdout == done.stdout
    assert not json.loads(stability("diff", listed, str(base), *where).stdout)["corrects"]
    assert told["summary"] == "Changed by corrected input only; nothing needs a decision."
    assert msgspec.json.decode(encode(new))["version"] == "corrected"
