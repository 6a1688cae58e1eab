"""Whatever a harness's file holds, it is read or refused: no reader fails in another way."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.artifacts.discovery import discover
from generator.artifacts.reading import read_each
from generator.errors import UnusableInput
from tests.artifacts.harness_reports import FIXTURES
from tests.artifacts.samples import LIMITS

FILES = {
    "run": "terminal_bench/runs/with-metadata/results.json",
    "metadata": "terminal_bench/runs/with-metadata/run_metadata.json",
    "trial": "harbor/runs/two-agents/sort-buttons__cod0001/result.json",
    "job": "harbor/runs/two-agents/result.json",
    "config": "harbor/runs/two-agents/config.json",
    "report": "swe_bench/runs/acme__tiny-4.1.spring-run.json",
    "log": "swe_bench/runs/logs/run_evaluation/spring-run/acme__tiny-4.1/farm__mill-7/report.json",
    "gso": "gso/runs/acme-large-2.json",
}
ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, -1, 1.5, 1e300, 2**63, "", "\0", "\ud800", "x", [], {}, [None], [{}], {"": []}]
)


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value that something else can be put into."""
    found = [way] if way else []
    if isinstance(value, dict):
        found += [each for key in value for each in places(value[key], (*way, key))]
    elif isinstance(value, list):
        found += [each for key, item in enumerate(value) for each in places(item, (*way, key))]
    return found


def put(value: Any, way: tuple[Any, ...], odd: Any) -> None:
    for key in way[:-1]:
        value = value[key]
    value[way[-1]] = odd


@pytest.mark.parametrize("name", FILES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_file_with_odd_values_is_read_or_refused(name: str, data: st.DataObject) -> None:
    file = FIXTURES / FILES[name]
    stated = json.loads(file.read_bytes())
    for way in data.draw(st.lists(st.sampled_from(places(stated)), min_size=1, max_size=3)):
        try:
            put(stated, way, data.draw(ODD))
        except (KeyError, IndexError, TypeError):
            continue  # an odd value stands further up already
    text = json.dumps(stated).encode()
    cut = data.draw(st.sampled_from([len(text), len(text), len(text) // 2]))
    with tempfile.TemporaryDirectory() as folder:
        harness = Path(FILES[name]).parts[0]
        runs = shutil.copytree(FIXTURES / harness / "runs", Path(folder) / harness / "runs")
        (runs.parent.parent / FILES[name]).write_bytes(text[:cut])
        try:
            found = discover(runs, LIMITS)
        except UnusableInput:
            return
        for reading in read_each(found.runs, LIMITS):
            assert reading.artifact is not None or reading.problems
