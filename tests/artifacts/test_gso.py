"""GSO reports: the first pass is the score, and every task of the benchmark is in it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.gso import GsoReader
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from generator.errors import Problem
from tests.artifacts.harness_reports import FIXTURES, published
from tests.artifacts.samples import LIMITS, Said, read_one, refusal, said

READER = GsoReader()
RUNS = FIXTURES / "gso" / "runs"
SUCCESS, FAILURE = "valid_task_success", "valid_task_failure"


def report(summary: dict[str, Any] | None = None, **sets: Any) -> dict[str, Any]:
    listed = {"passed_ids": ["a", "b"], "opt_commit_ids": ["a"], "test_failed_ids": ["c"]}
    return {
        "summary": {"total_instances": 3, "opt_commit": 1} | (summary or {}),
        "instance_sets": listed | sets,
    }


def written(file: Path, data: object) -> Path:
    file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return file


def read(path: Path) -> RunArtifact:
    assert READER.recognise(path, LIMITS) is True
    return read_one(READER, path, path.parent)


def ends(artifact: RunArtifact) -> dict[str, str | None]:
    return {each.case_id: each.end for each in artifact.attempts}


@pytest.fixture(scope="module")
def real(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = shared / "real" / "gso"
    made = published(folder, tmp_path_factory.mktemp("gso"))
    for file in folder.glob("*.json"):
        assert file.stem not in made.text
        sets = json.loads(file.read_bytes())["instance_sets"]
        assert not [each for each in sets["completed_ids"] if each in made.text]
    return made.report


def test_the_published_scores_come_out(real: dict[str, Any], shared: Path) -> None:
    summaries = [
        json.loads(file.read_bytes())["summary"]
        for file in sorted((shared / "real" / "gso").glob("*.json"))
    ]
    primaries = [arm["primary"] for arm in real["arms"]]
    assert sorted((each["passed"], each["cases"]) for each in primaries) == sorted(
        (each["opt_commit"], each["total_instances"]) for each in summaries
    )
    assert sorted(round(100 * each["passed"] / each["cases"], 2) for each in primaries) == sorted(
        each["score"] for each in summaries
    )


def test_three_reports_are_a_matrix_of_all_tasks(real: dict[str, Any]) -> None:
    assert len(real["audit"]["arms"]) == 3
    cases = [{case["case"] for case in arm["cases"]} for arm in real["arms"]]
    assert len(cases[0]) == 102
    assert cases[0] == cases[1] == cases[2]


def test_each_set_is_an_end(tmp_path: Path) -> None:
    sets = {
        "opt_commit_ids": ["a", "h"],
        "hacked_ids": ["h", "p"],
        "passed_ids": ["a", "h", "p"],
        "test_failed_ids": ["t"],
        "patch_failed_ids": ["x"],
        "base_failed_ids": ["b"],
        "error_ids": ["r"],
        "empty_patch_ids": ["e"],
        "incomplete_ids": ["i"],
        "completed_ids": ["a", "h", "p", "t", "x", "b"],
    }
    artifact = read(written(tmp_path / "m.json", report({"total_instances": 9}, **sets)))
    assert ends(artifact) == {
        "a": "opt_commit",
        "h": "hacked",
        "p": "passed_tests_only",
        "t": "test_failed",
        "x": "patch_failed",
        "b": "base_failed",
        "r": "error",
        "e": "empty_patch",
        "i": "incomplete",
    }
    contested = {each.end for each in artifact.attempts if each.contested}
    assert contested == {"base_failed", "error", "empty_patch", "incomplete"}
    assert Counter(str(each.state) for each in artifact.attempts) == {SUCCESS: 2, FAILURE: 7}
    assert {each.end for each in artifact.attempts} < {each.name for each in READER.endings}
    assert "HACKED" in [each.code for each in artifact.warnings]


def test_tasks_without_a_name_count_as_in_the_score(tmp_path: Path) -> None:
    artifact = read(written(tmp_path / "m.json", report({"total_instances": 5})))
    assert len(artifact.run.cases) == len(artifact.attempts) == 5
    assert Counter(each.end for each in artifact.attempts)["not_named"] == 2
    assert len(artifact.unnamed) == 2
    assert said(artifact.warnings) == [Said("UNNAMED_CASES", None, "summary.total_instances")]


def test_other_reports_name_what_one_leaves_out() -> None:
    small, large = sorted(read_results(RUNS, LIMITS).runs, key=lambda each: -len(each.run.run_id))
    tasks = {"farm__plough-1", "farm__plough-2", "farm__scythe-1", "farm__scythe-2"}
    for artifact in (small, large):
        assert {case.case_id for case in artifact.run.cases} == tasks | {"farm__scythe-3"}
        assert artifact.unnamed == ()
    assert ends(small)["farm__scythe-3"] == "not_named"
    assert ends(large)["farm__scythe-1"] == "not_named"


def test_names_are_not_guessed_from_another_benchmark(tmp_path: Path) -> None:
    written(tmp_path / "m.json", report({"total_instances": 5}))
    written(tmp_path / "n.json", report({"total_instances": 4}, error_ids=["d"]))
    one, other = read_results(tmp_path, LIMITS).runs
    assert len(one.unnamed) == 2
    assert len(other.run.cases) == 4


def test_the_best_of_several_is_passed_over(tmp_path: Path) -> None:
    answer = READER.recognise(written(tmp_path / "m.json", report({"k": 10})), LIMITS)
    assert isinstance(answer, Problem)
    assert answer.code == "BEST_OF_SEVERAL"


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        (
            report(test_failed_ids=["a"]),
            "CONTRADICTION",
            "instance_sets.test_failed_ids",
        ),
        (report({"total_instances": None}), "WRONG_TYPE", "summary.total_instances"),
        (report({"total_instances": 10**9}), "OUT_OF_RANGE", "summary.total_instances"),
        (report(error_ids=[None]), "WRONG_TYPE", "instance_sets.error_ids"),
        (report(error_ids=[""]), "EMPTY_ID", "instance_sets.error_ids"),
    ],
)
def test_a_wrong_value_is_refused_by_field(
    tmp_path: Path, data: object, code: str, field: str
) -> None:
    file = written(tmp_path / "m.json", data)
    assert said(refusal(lambda: read(file))) == [Said(code, None, field)]


def test_counts_that_are_not_the_sets_are_said(tmp_path: Path) -> None:
    stated = report({"total_instances": 2, "opt_commit": 2})
    assert said(read(written(tmp_path / "m.json", stated)).warnings) == [
        Said("COUNT_DIFFERS", None, "summary.opt_commit"),
        Said("COUNT_DIFFERS", None, "summary.total_instances"),
    ]


def test_the_report_counts_what_the_fixtures_hold_and_tells_nothing_else(tmp_path: Path) -> None:
    made = published(RUNS, tmp_path)
    primaries = [arm["primary"] for arm in made.report["arms"]]
    assert sorted((each["passed"], each["cases"]) for each in primaries) == [(1, 5), (2, 5)]
    for private in ("canary-of", "farm__", "acme-"):
        assert private not in made.text
        assert private not in made.said
