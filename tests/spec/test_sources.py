"""`sources:` of the spec: what an entry may say, and what is refused with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.spec.load import load_spec
from generator.spec.sources import columns_of, filled, placeholders
from tests.spec.test_load import refused, written

TABLE = "format: table, table: {task: t, outcome: o}"


def test_an_entry_says_what_lies_where(tmp_path: Path) -> None:
    text = """\
schema: stability-spec/1
sources:
  - path: runs/one
    arm: "{model} {folder}"
    label: One
    identity: {harness: H, effort: high}
    ends: {lost: invalid_infrastructure/harness_timeout}
  - path: trials.csv
    format: table
    table: {task: t, score: s, threshold: 1, planned: 5}
"""
    loaded = load_spec(written(tmp_path, text))
    one, table = loaded.sources
    assert (one.rule.label, one.rule.identity.effort, one.index, one.line) == ("One", "high", 0, 3)
    assert one.rule.ends == {"lost": "invalid_infrastructure/harness_timeout"}
    assert (table.line, table.rule.format) == (8, "table")
    assert table.rule.table is not None
    assert columns_of(table.rule.table) == {"task": "t", "score": "s"}
    assert table.rule.table.threshold == 1.0


def test_without_sources_there_are_none() -> None:
    assert load_spec().sources == ()


@pytest.mark.parametrize(
    ("entry", "code", "field", "said"),
    [
        ("{path: a, pth: b}", "UNKNOWN_KEY", "sources[0].pth", "sources[0].path."),
        (
            "{path: a, identity: {harnes: x}}",
            "UNKNOWN_KEY",
            "sources[0].identity.harnes",
            "harness",
        ),
        (
            "{path: a, format: table, table: {task: t, outcome: o, tsk: x}}",
            "UNKNOWN_KEY",
            "sources[0].table.tsk",
            "task",
        ),
        ("{arm: x}", "BAD_VALUE", "sources[0].path", "missing"),
        ("{path: a, label: '<b>'}", "BAD_VALUE", "sources[0].label", ""),
        ("{path: 3}", "BAD_VALUE", "sources[0].path", ""),
        ("{path: ../a}", "BAD_VALUE", "sources[0].path", "out of the results"),
        ("{path: /a}", "BAD_VALUE", "sources[0].path", "out of the results"),
        ("{path: a, arm: '{modle}'}", "UNKNOWN_KEY", "sources[0].arm", "nearest is model."),
        ("{path: a, arm: '{model'}", "BAD_VALUE", "sources[0].arm", "brace"),
        (
            "{path: a, ends: {x: valid_failure}}",
            "BAD_VALUE",
            "sources[0].ends",
            "valid_task_failure",
        ),
        ("{path: a, ends: {x: judged}}", "BAD_VALUE", "sources[0].ends", "nearest"),
        ("{path: a, skip: true, arm: x}", "CONTRADICTION", "sources[0].skip", "leaves out"),
        ("{path: a, skip: 1}", "BAD_VALUE", "sources[0].skip", "true or false"),
        ("{path: a, format: table}", "CONTRADICTION", "sources[0].table", "belong together"),
        ("{path: a, table: {task: t, outcome: o}}", "CONTRADICTION", "sources[0].table", "belong"),
        (
            "{path: a, format: table, table: {task: t}}",
            "CONTRADICTION",
            "sources[0].table",
            "No column",
        ),
        (
            "{path: a, format: table, table: {task: t, score: s}}",
            "CONTRADICTION",
            "sources[0].table.threshold",
            "threshold",
        ),
        (
            "{path: a, format: table, table: {task: t, outcome: o, threshold: 1}}",
            "CONTRADICTION",
            "sources[0].table.threshold",
            "threshold",
        ),
        (
            "{path: a, format: table, table: {task: t, outcome: o, score: s, threshold: 1}}",
            "CONTRADICTION",
            "sources[0].table.score",
            "Both",
        ),
        (
            "{path: a, format: table, table: {task: t, outcome: o, fails: [TRUE]}}",
            "CONTRADICTION",
            "sources[0].table.passes",
            "twice",
        ),
        (
            "{path: a, format: table, table: {task: t, score: s, threshold: high}}",
            "BAD_VALUE",
            "sources[0].table.threshold",
            "from -1,000,000,000,000,000 to 1,000,000,000,000,000",
        ),
        (
            "{path: a, format: table, ends: {ok: judged}, table: {task: t, state: s}}",
            "CONTRADICTION",
            "sources[0].ends",
            "judged",
        ),
        (
            "{path: a, format: table, arm: all, table: {task: t, arm: m, outcome: o}}",
            "CONTRADICTION",
            "sources[0].arm",
            "column of arms",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(
    tmp_path: Path, entry: str, code: str, field: str, said: str
) -> None:
    path = written(tmp_path, f"sources:\n  - {entry}\n")
    (problem, *others) = refused(path)
    assert not others
    assert (problem.code, problem.file, problem.line, problem.field) == (code, path, 2, field)
    assert said in problem.what


def test_an_entry_that_is_no_mapping_is_refused(tmp_path: Path) -> None:
    for text, field in (("[a]", "sources[0]"), ("[{path: a}, a]", "sources[1]"), ("a", "sources")):
        (problem,) = refused(written(tmp_path, f"sources: {text}\n"))
        assert (problem.code, problem.line, problem.field) == ("BAD_VALUE", 1, field)


def test_two_entries_for_one_path_are_refused(tmp_path: Path) -> None:
    (problem,) = refused(written(tmp_path, "sources:\n  - {path: a}\n  - {path: a/}\n"))
    assert (problem.code, problem.line) == ("LISTED_TWICE", 3)


def test_a_template_is_filled() -> None:
    assert placeholders("{model} at {effort}") == ["model", "effort"]
    assert filled("{a}-{b}", {"a": "{b}", "b": "2"}) == "{b}-2"
