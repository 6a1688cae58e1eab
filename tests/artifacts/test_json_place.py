"""The line on which a field stands, however the text is laid out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.artifacts.json_place import line_of
from tests.artifacts.samples import Said, case, read_run, refusal, run, said, write_run

TEXT = """
{ "a": {"b" : [1, {"c": "}]\\"{"},
    2],
  "d":
     3},
  "list": [
    [], {},
    {"x": [0,
      1]}]
}
"""


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("", 2),
        ("a", 2),
        ("a.b[1].c", 2),
        ("a.b[2]", 3),
        ("a.d", 4),
        ("list", 6),
        ("list[1]", 7),
        ("list[2].x", 8),
        ("list[2].x[1]", 9),
        ("absent", 2),
        ("list[2].absent", 8),
        ("list[9]", 6),
        ("a.d.deeper", 4),
    ],
)
def test_a_field_is_found_or_what_should_hold_it(field: str, line: int) -> None:
    assert line_of(TEXT, field) == line
    assert line_of(json.dumps(json.loads(TEXT)), field) == 1


def test_what_is_wrong_with_a_run_is_named_by_line_and_field(tmp_path: Path) -> None:
    stated = run(cases=[case(), case(case_id="b", threshold="3")], concurrency=0)
    del stated["arm"]["lane"]
    text = json.dumps(stated, indent=1)
    folder = write_run(tmp_path / "r", stated=text.encode())
    lines = {
        name: next(n for n, line in enumerate(text.splitlines(), 1) if f'"{name}"' in line)
        for name in ("arm", "concurrency")
    }
    threshold = [n for n, line in enumerate(text.splitlines(), 1) if '"threshold"' in line][1]
    assert said(refusal(lambda: read_run(folder))) == [
        Said("MISSING_FIELD", lines["arm"], "arm.lane"),
        Said("WRONG_TYPE", threshold, "cases[1].threshold"),
        Said("OUT_OF_RANGE", lines["concurrency"], "concurrency"),
    ]
