"""SWE-bench run reports and logs: sets of ids, an error is no failure, one run told once."""

from __future__ import annotations

import json
import runpy
import shutil
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.records import RunArtifact
from generator.artifacts.report_names import ReportName, report_name
from generator.artifacts.results import read_results
from generator.artifacts.swe_bench import SweBenchReader
from generator.artifacts.swe_bench_logs import SweBenchLogsReader
from tests.artifacts.harness_reports import FIXTURES, published
from tests.artifacts.samples import LIMITS, Said, read_one, refusal, said

READER, LOGS = SweBenchReader(), SweBenchLogsReader()
RUNS = FIXTURES / "swe_bench" / "runs"
REPORT = RUNS / "acme__tiny-4.1.spring-run.json"
LOGS_OF_RUN = RUNS / "logs" / "run_evaluation" / "spring-run" / "acme__tiny-4.1"
SUCCESS, FAILURE, INVALID = "valid_task_success", "valid_task_failure", "invalid_infrastructure"


def report(**more: Any) -> dict[str, Any]:
    return {
        "total_instances": 3,
        "resolved_instances": 1,
        "completed_ids": ["a", "b"],
        "resolved_ids": ["a"],
        "unresolved_ids": ["b"],
        "error_ids": ["c"],
    } | more


def written(file: Path, data: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return file


def read(path: Path) -> RunArtifact:
    assert READER.recognise(path, LIMITS)
    return read_one(READER, path, path.parent)


def ends(artifact: RunArtifact) -> dict[str, str | None]:
    return {each.case_id: each.end for each in artifact.attempts}


def states(artifact: RunArtifact) -> Counter[str]:
    return Counter(str(each.state) for each in artifact.attempts)


def test_the_harness_own_report_is_a_first_pass() -> None:
    artifact = read(REPORT)
    run = artifact.run
    assert (run.run_id, run.arm.arm_id) == ("acme__tiny-4.1.spring-run", "acme__tiny-4.1")
    assert (run.role, run.scope, run.stage, run.window) == ("primary", "full", None, None)
    assert ends(artifact) == {
        "farm__barn-101": "resolved",
        "farm__barn-102": "unresolved",
        "farm__barn-103": "resolved",
        "farm__mill-7": "unresolved",
        "farm__mill-8": "error",
        "farm__mill-9": "infra_failure",
        "farm__pond-1": "empty_patch",
    }
    assert states(artifact) == {SUCCESS: 2, FAILURE: 3, INVALID: 2}
    assert len(run.cases) == 9
    (warning,) = artifact.warnings
    assert warning.code == "INCOMPLETE_RUN"
    assert warning.what.startswith("2 of 9 ")
    contested = {each.end for each in artifact.attempts if each.contested}
    assert contested == {"error", "infra_failure", "empty_patch"}


def test_the_logs_tell_the_same_of_what_was_evaluated() -> None:
    assert LOGS.recognise(LOGS_OF_RUN, LIMITS)
    artifact = read_one(LOGS, LOGS_OF_RUN, RUNS)
    assert artifact.run.run_id == "acme__tiny-4.1.spring-run"
    assert ends(artifact) == {
        "farm__barn-101": "resolved",
        "farm__barn-102": "unresolved",
        "farm__barn-103": "resolved",
        "farm__mill-7": "unresolved",
        "farm__mill-8": "error",
        "farm__mill-9": "unresolved",
    }
    assert len(artifact.sources) == 5


def test_a_run_with_its_logs_beside_it_is_told_once() -> None:
    results = read_results(RUNS, LIMITS)
    assert len(results.runs) == 2
    assert sum(len(each.attempts) for each in results.runs) == 7
    assert sum(each.folded for each in results.runs) == 6


def test_logs_without_a_report_stand_by_themselves(tmp_path: Path) -> None:
    shutil.copytree(RUNS / "logs", tmp_path / "logs")
    (run,) = read_results(tmp_path, LIMITS).runs
    assert states(run) == {SUCCESS: 2, FAILURE: 3, INVALID: 1}


def test_completed_and_in_no_other_set_is_unresolved(tmp_path: Path) -> None:
    stated = report()
    del stated["unresolved_ids"]
    file = written(tmp_path / "m.r.json", stated)
    assert ends(read(file)) == {"a": "resolved", "b": "unresolved", "c": "error"}


def test_an_ambiguous_failure_is_contested(tmp_path: Path) -> None:
    file = written(tmp_path / "m.r.json", report(ambiguous_failure_ids=["b", "c"]))
    found = {each.case_id: (each.end, each.contested) for each in read(file).attempts}
    assert found == {
        "a": ("resolved", False),
        "b": ("ambiguous_failure", True),
        "c": ("error", True),
    }


def test_counts_that_are_not_the_sets_are_said(tmp_path: Path) -> None:
    file = written(tmp_path / "m.r.json", report(total_instances=5, resolved_instances=2))
    assert said(read(file).warnings) == [
        Said("COUNT_DIFFERS", None, "resolved_instances"),
        Said("UNNAMED_CASES", None, "total_instances"),
    ]


def test_an_id_that_stands_twice_counts_once(tmp_path: Path) -> None:
    artifact = read(written(tmp_path / "m.r.json", report(resolved_ids=["a", "a"])))
    assert (len(artifact.attempts), artifact.folded) == (3, 1)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"unresolved_ids": ["a"]}, "CONTRADICTION", "unresolved_ids"),
        ({"error_ids": ["a"]}, "CONTRADICTION", "error_ids"),
        ({"incomplete_ids": ["a"]}, "CONTRADICTION", "incomplete_ids"),
        ({"resolved_ids": "a"}, "WRONG_TYPE", "resolved_ids"),
        ({"error_ids": [1]}, "WRONG_TYPE", "error_ids"),
        ({"error_ids": [""]}, "EMPTY_ID", "error_ids"),
        ({"error_ids": ["a\0"]}, "BAD_TEXT", "error_ids"),
        ({"total_instances": -1}, "OUT_OF_RANGE", "total_instances"),
        ({"total_instances": float("inf")}, "BAD_NUMBER", "total_instances"),
    ],
)
def test_a_wrong_value_is_refused_by_field(
    tmp_path: Path, changes: dict[str, Any], code: str, field: str
) -> None:
    file = written(tmp_path / "m.r.json", report(**changes))
    assert said(refusal(lambda: read(file))) == [Said(code, None, field)]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"resolved_ids": ["a"], "unresolved_ids": [], "resolved_ids": []}', "DOUBLED_KEY"),
        (b'{"resolved_ids": ["a"], "unresolved_ids": [', "NOT_JSON"),
        (b'{"resolved_ids": ["\xff"], "unresolved_ids": []}', "NOT_UTF8"),
        (b'{"resolved_ids": ["a"], "unresolved_ids": ' + b"[" * 90 + b"]" * 90 + b"}", "TOO_DEEP"),
        (b'{"resolved_ids": [], "unresolved_ids": []}' + b" " * (2 << 20), "LINE_TOO_LONG"),
    ],
)
def test_a_malformed_report_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    file = written(tmp_path / "m.r.json", data)
    assert [each.code for each in refusal(lambda: read(file))] == [code]


def test_a_report_of_another_instance_is_refused(tmp_path: Path) -> None:
    shutil.copytree(LOGS_OF_RUN, tmp_path / "m")
    (tmp_path / "m" / "farm__mill-7" / "report.json").write_text('{"zebra": {"resolved": true}}')
    problems = refusal(lambda: LOGS.read(tmp_path / "m", LIMITS, tmp_path))
    assert said(problems) == [Said("MISSING_FIELD", None, None)]
    assert "zebra" not in problems[0].message()


@pytest.mark.parametrize(
    ("path", "model", "run", "by_folder"),
    [
        ("gpt-4o.run_1.json", "gpt-4o", "run_1", False),
        ("gpt-4.1.spring.json", "gpt-4.1", "spring", False),
        ("gpt-4o.20240805.json", "gpt-4o", "20240805", False),
        ("gpt-4.1.json", "gpt-4.1", None, False),
        ("gpt-4.1-mini.json", "gpt-4.1-mini", None, False),
        ("claude-opus-4.5.json", "claude-opus-4.5", None, False),
        ("o3.run.report.json", "o3", "run", False),
        ("gpt-4o/report.json", "gpt-4o", None, True),
        ("report.json", "none", None, True),
    ],
)
def test_the_name_is_parted_only_where_that_is_sure(
    path: str, model: str, run: str | None, by_folder: bool
) -> None:
    root = Path("results")
    assert report_name(root / path, root, "none") == ReportName(model, run, by_folder)


def test_what_somebody_only_calls_so_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "a.json", {})
    assert said(refusal(lambda: READER.read(file, LIMITS, tmp_path))) == [
        Said("MISSING_FIELD", None, "resolved_ids")
    ]
    for place in (file, tmp_path):
        problems = refusal(partial(LOGS.read, place, LIMITS, tmp_path))
        assert [each.code for each in problems] == ["NO_REPORTS"]


@pytest.mark.parametrize(
    ("data", "recognised"),
    [
        (report(), True),
        ({"resolved_ids": [], "unresolved_ids": []}, True),
        ({"resolved_ids": []}, False),
        ({"results": [], "resolved_ids": [], "unresolved_ids": []}, False),
        ({"a": {"resolved": True, "patch_exists": True}}, False),
        ([report()], False),
        (b"", False),
    ],
)
def test_a_file_is_recognised_by_the_names_in_it(
    tmp_path: Path, data: object, recognised: bool
) -> None:
    assert READER.recognise(written(tmp_path / "x.json", data), LIMITS) is recognised


def test_two_runs_of_one_model_show_what_moved(tmp_path: Path) -> None:
    written(tmp_path / "runs" / "m.first.json", report(error_ids=[]))
    second = report(resolved_ids=["b"], unresolved_ids=["a"], error_ids=[])
    written(tmp_path / "runs" / "m.second.json", second)
    made = published(tmp_path / "runs", tmp_path)
    (arm,) = made.report["arms"]
    (delta,) = arm["deltas"]
    assert (len(delta["fail_to_pass"]), len(delta["pass_to_fail"])) == (1, 1)


def test_the_report_counts_what_the_fixtures_hold_and_tells_nothing_else(tmp_path: Path) -> None:
    made = published(RUNS, tmp_path)
    (arm,) = made.report["arms"]
    assert (arm["primary"]["passed"], arm["primary"]["cases"]) == (2, 5)
    assert arm["states"][SUCCESS] == 2
    assert arm["states"][FAILURE] == 3
    assert arm["states"][INVALID] == 2
    assert (arm["states"]["missing"], arm["states"]["owed"]) == (2, 2)
    assert arm["failure_modes"] == {"no_deliverable": 1, "oracle_judged": 2}
    assert len(made.report["audit"]["arms"]) == 1
    for private in ("canary-of", "farm__", "acme__tiny", "spring-run", "out_of_memory"):
        assert private not in made.text
        assert private not in made.said


def test_the_harness_writes_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("swebench.harness.reporting")
    write: Callable[[Path], None] = runpy.run_path(str(RUNS.parent / "make.py"))["write"]
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    made, kept = read_results(tmp_path, LIMITS).runs, read_results(RUNS, LIMITS).runs
    assert [(each.run, each.attempts) for each in made] == [
        (each.run, each.attempts) for each in kept
    ]
