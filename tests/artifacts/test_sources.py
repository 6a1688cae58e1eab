"""What the spec declares of what lies where: which entry speaks, and what it changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from generator.artifacts.declared import declare
from generator.artifacts.discovery import Discovery, Found, discover
from generator.artifacts.endings import Ending, ended
from generator.artifacts.inventory import take_inventory
from generator.artifacts.inventory_text import as_table
from generator.artifacts.reading import Reading, artifacts_of, read_runs, refuse_if_unread
from generator.artifacts.records import Attempt, InvalidCause, RunArtifact, State
from generator.artifacts.results import Results, read_results
from generator.artifacts.sources import Sources
from generator.artifacts.tau_bench import TauBenchReader
from generator.spec.model import SourceRule
from generator.spec.sources import Source
from tests.artifacts.samples import LIMITS, refusal, write_run

TAU = json.dumps([{"task_id": 0, "reward": 1.0, "info": {}, "traj": [], "trial": 0}])
CSV = "model,task,ok\ngpt,a,1\nclaude,a,0\n"
TABLE = {"task": "task", "arm": "model", "outcome": "ok"}


def entries(*rules: dict[str, Any]) -> tuple[Source, ...]:
    return tuple(
        Source(msgspec.convert(rule, SourceRule), n, Path("stability.yml"), n + 2)
        for n, rule in enumerate(rules)
    )


def found(results: Path, *rules: dict[str, Any]) -> Discovery:
    return discover(results, LIMITS, entries(*rules))


def read(results: Path, *rules: dict[str, Any]) -> Results:
    return read_results(results, LIMITS, sources=entries(*rules))


def arms(results: Results) -> list[str]:
    return [each.run.arm.arm_id for each in results.runs]


@pytest.fixture
def results(tmp_path: Path) -> Path:
    folder = tmp_path / "results"
    for name in ("gpt/one", "gpt/two", "claude/one"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.json").write_text(TAU.replace("0,", f"{len(name)},", 1))
    return folder


@pytest.mark.parametrize(
    ("paths", "speaks"),
    [
        ([".", "a", "a/b", "a/b/c.json"], 3),
        (["a/b/c.json", "a/b", "a", "."], 0),
        (["a/*/c.json", "a/b/*.json"], 0),
        (["a/*/*.json", "a/b/*"], 1),
        (["a/b/*", "a/b/c*"], 1),
        (["**/c.json", "a/b"], 1),
        (["**/c.json", "a"], 0),
        (["a/**", "b"], 0),
        (["a/?/c.json"], 0),
        (["b", "a/b/c", "a/b/c.jso", "*.json"], None),
        (["a/b/", "./a"], 0),
        ([], None),
    ],
)
def test_the_most_specific_entry_speaks(paths: list[str], speaks: int | None) -> None:
    sources = Sources(entries(*({"path": path} for path in paths)))
    root = Path("results")
    entry = sources.of(root / "a" / "b" / "c.json", root)
    assert (None if entry is None else entry.index) == speaks


def test_a_pattern_is_no_regular_expression() -> None:
    root = Path("r")
    assert Sources(entries({"path": "a.c"})).of(root / "abc", root) is None
    assert Sources(entries({"path": "[a]+"})).of(root / "[a]+", root) is not None


def test_an_arm_is_named_after_parts_of_the_path(results: Path) -> None:
    assert arms(read(results, {"path": ".", "arm": "{folder}"})) == ["claude", "gpt", "gpt"]
    assert arms(read(results, {"path": "gpt", "arm": "{folder}/{file}"})) == [
        "one",
        "gpt/one",
        "gpt/two",
    ]


def test_identity_is_declared_where_files_do_not_state_it(results: Path) -> None:
    rule = {
        "path": "gpt",
        "arm": "{model} ({harness})",
        "identity": {"served_model": "gpt-x", "harness": "tau"},
    }
    runs = [each.run.arm for each in read(results, rule).runs]
    assert [arm.arm_id for arm in runs] == ["one", "gpt-x (tau)", "gpt-x (tau)"]
    assert [arm.served_model for arm in runs] == [None, "gpt-x", "gpt-x"]


def test_runs_of_one_arm_stay_runs_of_their_own(results: Path) -> None:
    runs = read(results, {"path": "gpt", "arm": "G"}).runs
    assert len({each.run.run_id for each in runs}) == 3


def test_a_name_without_a_value_is_refused_with_the_run(results: Path) -> None:
    (problem, *_) = refusal(lambda: read(results, {"path": "gpt/one.json", "arm": "{model}"}))
    assert (problem.code, problem.field) == ("NO_ARM", "sources[0].arm")
    assert problem.file == results / "gpt" / "one.json"
    (results / "top.json").write_text(TAU)
    (problem,) = refusal(lambda: read(results, {"path": "top.json", "arm": "{folder}"}))
    assert problem.code == "NO_ARM"


def test_a_label_is_that_of_the_entrys_one_arm(results: Path) -> None:
    assert read(results, {"path": "gpt", "arm": "g", "label": "G"}).labels == {"g": "G"}
    (problem,) = refusal(lambda: read(results, {"path": "gpt", "label": "G"}))
    assert (problem.code, problem.line, problem.field) == ("LABEL_SHARED", 2, "sources[0].label")
    (problem,) = refusal(
        lambda: read(
            results,
            {"path": "gpt", "arm": "g", "label": "G"},
            {"path": "claude", "arm": "g", "label": "C"},
        )
    )
    assert (problem.code, problem.field) == ("CONTRADICTION", "sources[1].label")


def test_an_entry_that_speaks_for_nothing_is_said(results: Path) -> None:
    warnings = found(results, {"path": "gpt"}, {"path": "nowhere"}, {"path": "**/*.json"}).warnings
    assert [(each.code, each.field) for each in warnings] == [
        ("SOURCE_UNUSED", "sources[1].path"),
    ]
    (warning,) = found(results, {"path": "gpt"}, {"path": "gpt/*.json"}).warnings
    assert warning.field == "sources[0].path"


def test_what_is_skipped_is_not_read_and_said(results: Path) -> None:
    (results / "gpt" / "two.json").write_text("no JSON at all")
    (results / "odd" / "deep").mkdir(parents=True)
    (results / "odd" / "deep" / "a.json").write_text(TAU.replace("0,", "9,", 1))
    rules = ({"path": "**/two.json", "skip": True}, {"path": "odd", "skip": True})
    discovery = found(results, *rules)
    left_out = (results / "gpt" / "two.json", results / "odd")
    assert discovery.skipped == left_out
    assert [(each.code, each.file) for each in discovery.warnings] == [
        ("SKIPPED", path) for path in left_out
    ]
    assert "file is left out" in discovery.warnings[0].what
    assert "folder is left out" in discovery.warnings[1].what
    assert len(read(results, *rules).runs) == 2
    inventory = take_inventory(discovery, [], [])
    assert [each.path for each in inventory.skipped] == ["gpt/two.json", "odd"]
    assert "left out" in as_table(inventory)


def test_the_more_specific_entry_decides_what_is_skipped(results: Path) -> None:
    rules = ({"path": "gpt/*", "skip": True}, {"path": "gpt/one.json", "arm": "one"})
    assert found(results, *rules).skipped == (results / "gpt" / "two.json",)
    everything = found(results, {"path": "*", "skip": True}, {"path": "gpt", "arm": "g"})
    assert everything.skipped == (results / "claude",)
    assert [each.path.name for each in everything.runs] == ["one.json", "two.json"]


def test_an_entry_that_skips_nothing_is_said(results: Path) -> None:
    (warning,) = found(results, {"path": "gone.json", "skip": True}).warnings
    assert (warning.code, warning.field) == ("SOURCE_UNUSED", "sources[0].path")
    assert "left out" in warning.what


def test_a_format_that_is_not_read_is_refused(results: Path) -> None:
    (problem,) = refusal(lambda: found(results, {"path": "gpt", "format": "tau-bnch"}))
    assert (problem.code, problem.field) == ("UNKNOWN_FORMAT", "sources[0].format")
    assert "nearest is tau-bench." in problem.what


def test_a_format_forces_the_reader_of_a_file_that_is_named(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "results.txt").write_text(TAU)
    (tmp_path / "a" / "notes.txt").write_text("x")
    write_run(tmp_path / "a" / "run")
    assert [each.path.name for each in found(tmp_path).runs] == ["run"]
    exact = found(tmp_path, {"path": "a/results.txt", "format": "tau-bench"})
    assert [each.reader.format for each in exact.runs] == ["tau-bench", "amber-run/1"]
    folder = found(tmp_path, {"path": "a", "format": "tau-bench"})
    assert not folder.runs
    assert [each.name for each in folder.unrecognised] == [
        "notes.txt",
        "results.txt",
        "attempts.jsonl",
        "run.json",
    ]


def test_tables_are_read_by_a_mapping_alone(tmp_path: Path) -> None:
    for name in ("t/one.csv", "t/two.tsv", "t/notes.md", "other.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(CSV.replace(",", "\t" if name.endswith("tsv") else ","))
    rule = {"path": "t", "format": "table", "table": TABLE, "arm": "{arm} {file}"}
    results = read(tmp_path, rule)
    assert arms(results) == ["claude one", "gpt one", "claude two", "gpt two"]
    named = found(tmp_path, {"path": "t/notes.md", "format": "table", "table": TABLE})
    assert [each.path.name for each in named.runs] == ["notes.md"]
    assert not found(tmp_path).runs


def test_what_is_wrong_with_a_table_is_told_with_all_else(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("model,task,ok\ngpt,a,1\ngpt,a\n")
    (tmp_path / "bad.json").write_text(TAU.replace("1.0", '"x"'))
    rule = {"path": "t.csv", "format": "table", "table": TABLE}
    problems = refusal(lambda: read(tmp_path, rule))
    assert [each.code for each in problems] == ["WRONG_TYPE", "RAGGED_ROW"]


LOST = Ending(
    name="lost", state=State.INVALID, cause=InvalidCause.INFRASTRUCTURE_MISSING, contested=True
)
CUT = Ending(name="cut", state=State.FAILURE)


class Harness(TauBenchReader):
    """A harness that has words for how attempts end."""

    endings = (LOST, CUT)

    def read(self, path: Path, limits: Any, root: Path) -> tuple[RunArtifact, ...]:
        (artifact,) = super().read(path, limits, root)
        (one,) = artifact.attempts
        ends = (ended(one, LOST), ended(one, CUT), one)
        return (msgspec.structs.replace(artifact, attempts=ends),)


def as_mapped(results: Path, ends: dict[str, str]) -> tuple[Attempt, ...]:
    """The attempts of a run of such a harness, as the spec maps its words."""
    sources = entries({"path": "gpt/one.json", "ends": ends})
    discovery = discover(results / "gpt" / "one.json", LIMITS)
    run = Found(discovery.runs[0].path, results, Harness())
    discovery = Discovery(results, (run,), (), (), (), (), (), Sources(sources))
    declared = declare(discovery, read_runs((run,), LIMITS))
    refuse_if_unread(declared.readings, also=declared.problems)
    (artifact,) = artifacts_of(declared.readings)
    return artifact.attempts


def test_words_keep_their_usual_reading_unless_the_spec_maps_them(results: Path) -> None:
    lost, cut, plain = as_mapped(results, {"lost": "valid_task_failure/no_deliverable"})
    assert (lost.state, lost.failure_mode, lost.invalid_cause) == (
        State.FAILURE,
        "no_deliverable",
        None,
    )
    assert (lost.end, lost.contested) == ("lost", True)
    assert (cut.state, cut.contested) == (State.FAILURE, False)
    assert (plain.state, plain.end) == (State.SUCCESS, None)


def test_another_reading_than_the_usual_one_is_contested(results: Path) -> None:
    _, cut, _ = as_mapped(results, {"cut": "invalid_infrastructure/harness_timeout"})
    assert (cut.state, cut.invalid_cause, cut.contested) == (
        State.INVALID,
        InvalidCause.HARNESS_TIMEOUT,
        True,
    )
    _, cut, _ = as_mapped(results, {"cut": "valid_task_failure"})
    assert not cut.contested


def test_a_word_that_the_format_does_not_have_is_refused(results: Path) -> None:
    (problem,) = refusal(lambda: as_mapped(results, {"lots": "valid_task_failure"}))
    assert (problem.code, problem.field) == ("NO_SUCH_END", "sources[0].ends")
    assert "nearest is lost." in problem.what
    (problem,) = refusal(lambda: read(results, {"path": ".", "ends": {"x": "valid_task_failure"}}))
    assert "no words of its own" in problem.what


def test_a_run_that_cannot_be_read_stays_a_problem_of_its_own(results: Path) -> None:
    (results / "gpt" / "one.json").write_text(TAU.replace("1.0", '"x"'))
    discovery = found(results, {"path": "gpt", "arm": "g"})
    readings = declare(discovery, read_runs(discovery.runs, LIMITS)).readings
    assert [isinstance(each, Reading) and len(each.problems) for each in readings] == [0, 1, 0]
