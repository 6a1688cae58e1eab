"""Private texts in archives, in XML, in Parquet, and ids that only a reader puts together."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from generator.artifacts import table_parquet
from generator.artifacts.files import Limits
from generator.artifacts.table_parquet import parquet_values
from generator.errors import Problem
from generator.gates import Gates
from generator.publication.scan.search import search
from generator.publication.scan.search.names import Common
from generator.publication.scan.search.private import private_texts
from generator.publication.scan.search.public import PublicSide
from generator.site.settings import Settings
from generator.spec.load import load_spec

ROOT = Path(__file__).parents[2]
LIMITS: Limits = load_spec(None).spec.limits
SAID = "Please melt seventeen turnips beside the lighthouse keeper"
JUNIT = f"""<?xml version="1.0"?>

<testsuite hostname="gannet7">

<testcase name="test_turbot &amp; chips">
<failure message="x">{SAID}
</failure>
</testcase><testcase name="test_turbot"/></testsuite>
"""


def archive(path: Path, packing: int = zipfile.ZIP_DEFLATED) -> Path:
    sample = json.dumps({"id": "walrus-orchard-10", "input": SAID, "tag": "eel"})
    with zipfile.ZipFile(path, "w", packing) as packed:
        packed.writestr("samples/walrus_epoch_1.json", sample)
        packed.writestr("junit.xml", JUNIT)
    return path


def values(results: Path) -> set[tuple[str, int | None, str | None]]:
    return {
        (each.text, each.line, each.field)
        for each in private_texts(results, LIMITS)
        if not each.mentioned
    }


def found(tmp_path: Path, text: str) -> list[str | None]:
    site = tmp_path / "site"
    site.mkdir(exist_ok=True)
    (site / "a.html").write_text(f"<p>Never mind {text} here</p>")
    findings = search.search(PublicSide(site, Common.of([], [], [])), tmp_path / "results", LIMITS)
    return [each.origin.field for each in findings if each.origin]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_an_archive_is_read_member_by_member(results: Path, packing: int) -> None:
    archive(results / "log.eval", packing)
    assert values(results) >= {
        ("walrus-orchard-10", None, "id"),
        (SAID, None, "input"),
        ("walrus_epoch_1", None, "file name"),
        ("gannet7", None, "hostname"),
    }


def test_what_is_in_an_archive_is_found(results: Path, tmp_path: Path) -> None:
    archive(results / "log.eval")
    assert found(tmp_path, "walrus-orchard-10")
    assert found(tmp_path, SAID)
    assert not found(tmp_path, "nothing")


def test_a_damaged_archive_is_read_as_far_as_it_goes(results: Path) -> None:
    file = archive(results / "log.eval")
    data = file.read_bytes()
    at = data.index(b".json") + len(b".json")
    file.write_bytes(data[:at] + b"\xff" * 20 + data[at + 20 :])
    texts = {text for text, *_ in values(results)}
    assert "gannet7" in texts
    assert "walrus-orchard-10" not in texts
    file.write_bytes(data[:-30])
    assert "log" in {text for text, *_ in values(results)}


def test_attributes_and_texts_of_xml_are_values(results: Path, tmp_path: Path) -> None:
    (results / "run.xml").write_text(JUNIT)
    assert values(results) >= {
        ("gannet7", 3, "hostname"),
        ("test_turbot & chips", 5, "name"),
    }
    assert (SAID, "failure") in {(text, field) for text, _, field in values(results)}
    assert found(tmp_path, "gannet7")
    assert found(tmp_path, "test_turbot")


def test_a_document_type_defines_nothing(results: Path) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "boom"><!ENTITY c "&b;&b;">]><a x="eel">&c;</a>'
    (results / "run.xml").write_text(bomb)
    assert not {text for text, *_ in values(results)} & {"boomboom", "eel"}


def test_cells_of_parquet_are_values(results: Path, tmp_path: Path) -> None:
    rows = {
        "task": [f"cormorant-quay-{n}" for n in range(100)],
        "turns": [[{"role": "user", "text": SAID}]] * 100,
        "at": pa.array([1] * 100, pa.timestamp("ns")),
        "ok": [True] * 100,
    }
    pq.write_table(pa.table(rows), results / "t.parquet", compression="zstd")
    assert values(results) >= {
        ("cormorant-quay-99", None, "task"),
        ("turns", None, "turns"),
        (SAID, None, "turns"),
    }
    assert found(tmp_path, "cormorant-quay-70")


def test_a_file_that_only_begins_like_a_table_stops_nothing(results: Path) -> None:
    (results / "t.parquet").write_bytes(b"PAR1 walrus-orchard-10")
    assert "PAR1 walrus-orchard-10" in {text for text, *_ in values(results)}


def test_a_damaged_table_is_told(results: Path) -> None:
    told: list[Problem] = []
    pq.write_table(pa.table({"task": ["cormorant-quay-1"]}), results / "t.parquet")
    list(private_texts(results, LIMITS, told.append))
    assert told == []
    (results / "t.parquet").write_bytes((results / "t.parquet").read_bytes()[:-20])
    list(private_texts(results, LIMITS, told.append))
    assert [(problem.code, problem.file) for problem in told] == [
        ("NOT_SEARCHED", results / "t.parquet")
    ]


def test_ids_that_only_a_reader_sees_are_private(results: Path, tmp_path: Path) -> None:
    rows = [{"task": 1789459867123 + n, "ok": n % 2 == 0} for n in range(4)]
    (results / "t.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    spec = tmp_path / "stability.yml"
    spec.write_text(
        "sources:\n  - {path: t.jsonl, format: table, arm: an arm, label: An arm, "
        "table: {task: task, outcome: ok}}\n"
    )
    gates = Gates(Settings(ROOT / "mkdocs.yml", ROOT / "templates"), load_spec(spec), results)
    site = tmp_path / "site"
    site.mkdir()
    (site / "a.md").write_text("Never mind 1789459867125 here")
    (finding,) = gates.private_texts(site)
    assert finding.origin is not None
    assert (finding.origin.file.name, finding.origin.field) == ("t.jsonl", "case_id")


def table(site: Path, notes: dict[str, str] | None = None, **columns: list[object]) -> Path:
    """A site of one Parquet table, packed so that its bytes do not show what it says."""
    site.mkdir()
    rows = pa.table(columns).replace_schema_metadata(notes)
    pq.write_table(rows, site / "t.parquet", compression="zstd")
    return site


def leaks(site: Path, results: Path) -> list[str | None]:
    findings = search.search(PublicSide(site, Common.of([], [], [])), results, LIMITS)
    return [each.origin.field for each in findings if each.origin]


@pytest.mark.parametrize(
    ("notes", "columns"),
    [
        (None, {"x": [f"Never mind {SAID} here"] * 40}),
        (None, {"x": [[f"Never mind {SAID} here"]] * 40}),
        (None, {"x": [[{"y": SAID}]] * 40}),
        (None, {SAID: [1]}),
        ({"note": SAID}, {"x": [1]}),
    ],
)
def test_what_a_table_of_the_site_says_is_searched(
    notes: dict[str, str] | None, columns: dict[str, list[object]], results: Path, tmp_path: Path
) -> None:
    (results / "a.json").write_text(json.dumps({"input": SAID}))
    assert leaks(table(tmp_path / "site", notes, **columns), results)


def test_numbers_of_a_table_of_the_site_are_searched(results: Path, tmp_path: Path) -> None:
    (results / "a.json").write_text(json.dumps({"case_id": "1789459867125"}))
    assert leaks(table(tmp_path / "site", x=[1789459867125]), results)


def test_times_that_python_has_none_of_are_told_as_texts() -> None:
    whole = io.BytesIO()
    pq.write_table(pa.table({"x": pa.array([10**12], pa.timestamp("s"))}), whole)
    assert [text for text in parquet_values(whole.getvalue()) if "1000000000000000" in text]


@pytest.mark.parametrize(
    "cells",
    [[1] * 3000, [[1] * 3000], [[[1] * 50] * 60], [{"y": [1] * 3000}], [[{"y": 1, "z": 2}] * 1500]],
)
def test_a_table_of_the_site_with_values_without_end_stops_the_release(
    cells: list[object], results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (results / "a.json").write_text("{}")
    site = table(tmp_path / "site", x=cells)
    assert not list(search.search(PublicSide(site, Common.of([], [], [])), results, LIMITS))
    monkeypatch.setattr(table_parquet, "_MOST_VALUES", 2000)
    (finding,) = search.search(PublicSide(site, Common.of([], [], [])), results, LIMITS)
    assert (finding.file, finding.rule) == ("t.parquet", "NOT_SEARCHED")


def test_a_number_beside_a_text_of_a_table_is_no_part_of_it(results: Path, tmp_path: Path) -> None:
    (results / "a.json").write_text(json.dumps({"arm_id": "heron2.5-coder-8"}))
    site = tmp_path / "site"
    site.mkdir()
    common = Common.of([], [], ["heron2.5-coder"])  # the model is declared public, the arm is not
    for behind, found_there in ((b"\x15\0\x158\x158", False), (b"-8\x15\0\x15", True)):
        (site / "t.parquet").write_bytes(b"PAR1\x06\0\0\0heron2.5-coder" + behind + b"PAR1")
        assert any(search.search(PublicSide(site, common), results, LIMITS)) is found_there


def test_a_damaged_table_of_the_site_is_searched_as_it_stands(
    results: Path, tmp_path: Path
) -> None:
    (results / "a.json").write_text(json.dumps({"input": SAID}))
    site = tmp_path / "site"
    site.mkdir()
    (site / "t.parquet").write_bytes(b"PAR1" + SAID.encode() + b"PAR1")
    assert leaks(site, results)
