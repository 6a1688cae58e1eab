"""The three forms of a table: the same values, typed, and the same bytes every time."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from generator.errors import UnusableInput
from generator.pages.columns import Column
from generator.pages.data import data_files, tables
from generator.pages.data_file import DataFile
from generator.pages.parquet import _without_release, parquet
from generator.publication.report import encode
from generator.publication.report_file import read_report
from tests.sample_report import all_reports, hostile_report, sample_report

_ROOT = Path(__file__).resolve().parents[2]


def spelled(value: Any) -> str:
    """How a JSON value stands in a CSV cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return " ".join(map(str, value))
    if isinstance(value, str):
        return f"'{value}" if value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
    return repr(value)


def rows_of(file: DataFile) -> list[Any]:
    found = json.loads(file.forms["json"])
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("name", all_reports())
def test_the_three_forms_hold_the_same_values(name: str) -> None:
    for file in tables(all_reports()[name]):
        rows = rows_of(file)
        names = [column.name for column in file.columns]
        read = pd.read_csv(io.BytesIO(file.forms["csv"]), dtype=str, keep_default_na=False)
        assert list(read.columns) == names, file.name
        cells = [[spelled(value) for value in row.values()] for row in rows]
        assert read.to_numpy().tolist() == cells, file.name
        stored = pq.read_table(pa.BufferReader(file.forms["parquet"]))
        assert stored.column_names == names
        mixed = {column.name for column in file.columns if column.holds == "mixed"}
        assert stored.to_pylist() == [_as_stored(row, mixed) for row in rows], file.name


def _as_stored(row: Mapping[str, Any], mixed: set[str]) -> dict[str, Any]:
    """A row of the JSON as Parquet holds it: what may be of several types is text."""
    return {
        name: json.dumps(value)
        if name in mixed and value is not None and not isinstance(value, str)
        else value
        for name, value in row.items()
    }


def test_pandas_reads_numbers_as_numbers_in_each_form() -> None:
    (file,) = [each for each in tables(sample_report()) if each.name == "cases"]
    # Its reader of JSON is a digit off unless told to be exact.
    from_csv = pd.read_csv(io.BytesIO(file.forms["csv"]))
    from_json = pd.read_json(io.BytesIO(file.forms["json"]), precise_float=True)
    from_parquet = pd.read_parquet(io.BytesIO(file.forms["parquet"]))
    published = json.loads(encode(sample_report()))
    valid = sum(case["valid"] for arm in published["arms"] for case in arm["cases"])
    rates = [case["rate"] for arm in published["arms"] for case in arm["cases"] if case["rate"]]
    for read in (from_csv, from_json, from_parquet):
        assert int(read["valid"].sum()) == valid
        assert pd.api.types.is_integer_dtype(read["valid"])
        assert read["rate"][read["rate"] > 0].tolist() == rates


def test_numbers_are_spelled_as_the_report_spells_them() -> None:
    for file in tables(sample_report()):
        for number in re.findall(rb"[:,\[]([-0-9.e]+)", file.forms["json"]):
            assert number in encode(sample_report()) or number.isdigit()


def test_the_types_do_not_depend_on_the_rows() -> None:
    wanted = {
        file.name: pq.read_schema(pa.BufferReader(file.forms["parquet"]))
        for file in tables(sample_report())
    }
    for report in all_reports().values():
        for file in tables(report):
            assert pq.read_schema(pa.BufferReader(file.forms["parquet"])) == wanted[file.name]
    cases = wanted["cases"]
    assert cases.field("valid").type == pa.int64()
    assert not cases.field("valid").nullable
    assert cases.field("rate").type == pa.float64()
    assert cases.field("escalate").type == pa.bool_()
    assert cases.field("escalate_reasons").type.value_type == pa.string()


def test_parquet_holds_nothing_but_schema_and_values() -> None:
    for file in tables(hostile_report()):
        read = pq.ParquetFile(pa.BufferReader(file.forms["parquet"]))
        assert read.metadata.metadata is None
        assert read.schema_arrow.metadata is None
        assert read.metadata.created_by == "parquet-cpp-arrow"
        for group in range(read.metadata.num_row_groups):
            for at in range(read.metadata.num_columns):
                column = read.metadata.row_group(group).column(at)
                assert column.compression == "UNCOMPRESSED"
                assert not column.is_stats_set
                assert not column.has_offset_index


def test_every_byte_before_the_footer_is_of_a_column() -> None:
    for file in tables(sample_report()):
        data = file.forms["parquet"]
        metadata = pq.read_metadata(pa.BufferReader(data))
        at = 4
        for group in range(metadata.num_row_groups):
            for number in range(metadata.num_columns):
                column = metadata.row_group(group).column(number)
                assert (column.dictionary_page_offset or column.data_page_offset) == at
                at += column.total_compressed_size
        assert at == len(data) - 8 - metadata.serialized_size
        assert data[:4] == data[-4:] == b"PAR1"


_BUILD = """
import hashlib, pyarrow
pyarrow.set_cpu_count(int({threads!r}))
from generator.pages.data import data_files, tables
from tests.sample_report import all_reports
seen = hashlib.sha256()
for report in (all_reports()["sample"], all_reports()["large"]):
    for path, data in sorted(data_files(tables(report)).items()):
        seen.update(path.encode() + data)
print(seen.hexdigest())
"""


def test_bytes_do_not_depend_on_threads_hash_order_zone_or_locale() -> None:
    seen = set()
    for threads, hashes, zone in (("1", "1", "UTC"), ("8", "2", "Asia/Kathmandu")):
        env = {
            **os.environ,
            "PYTHONHASHSEED": hashes,
            "TZ": zone,
            "LC_ALL": "C",
            "PYTHONPATH": str(_ROOT),
        }
        done = subprocess.run(
            [sys.executable, "-c", _BUILD.format(threads=threads)],
            cwd=_ROOT,
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        seen.add(done.stdout)
    assert len(seen) == 1


def test_two_builds_give_the_same_bytes() -> None:
    assert data_files(tables(sample_report())) == data_files(tables(sample_report()))


@pytest.mark.parametrize("release", ["9.0.0", "26.0.1", "1234.5.6-SNAPSHOT"])
def test_the_release_of_the_library_is_not_in_the_bytes(release: str) -> None:
    rows = [(f"parquet-cpp-arrow version {number}.0.0",) for number in range(3)]
    usual = parquet([Column("at")], rows)
    start = len(usual) - 8 - int.from_bytes(usual[-8:-4], "little")
    name = b"parquet-cpp-arrow"
    stamp = name + f" version {release}".encode()
    assert usual[start:].count(bytes([len(name)]) + name) == 1
    footer = usual[start:-8].replace(bytes([len(name)]) + name, bytes([len(stamp)]) + stamp)
    stamped = usual[:start] + footer + len(footer).to_bytes(4, "little") + b"PAR1"
    assert pq.read_metadata(pa.BufferReader(stamped)).created_by.endswith(release)
    assert _without_release(stamped) == usual
    assert pq.read_table(pa.BufferReader(usual)).to_pydict() == {"at": [row[0] for row in rows]}


def test_a_large_table_comes_back_whole() -> None:
    columns = [
        Column("alias"),
        Column("count", "integer", optional=True),
        Column("rate", "number", optional=True),
        Column("cases", listed=True),
    ]
    rows = [
        (f"A-{number:08x}" * 10, number or None, number / 7 if number % 3 else None, ["A-1"] * 9)
        for number in range(40_000)
    ]
    read = pq.ParquetFile(pa.BufferReader(parquet(columns, rows)))
    assert read.metadata.num_row_groups == 3
    assert [tuple(row.values()) for row in read.read().to_pylist()] == rows


def test_no_two_columns_of_a_table_have_one_name() -> None:
    for file in tables(sample_report()):
        names = [column.name for column in file.columns]
        assert len(set(names)) == len(names), file.name


def test_a_count_that_no_typed_column_holds_is_no_count(tmp_path: Path) -> None:
    largest = 2**63 - 1
    spelled_out = encode(sample_report())
    for seed in (largest, largest + 1):
        text = re.sub(rb'"seed": [0-9]+', b'"seed": %d' % seed, spelled_out, count=1)
        (tmp_path / f"{seed}.json").write_bytes(text)
    assert read_report(tmp_path / f"{largest}.json").provenance.seed == largest
    with pytest.raises(UnusableInput) as refused:
        read_report(tmp_path / f"{largest + 1}.json")
    assert refused.value.problems[0].field == "provenance.seed"
