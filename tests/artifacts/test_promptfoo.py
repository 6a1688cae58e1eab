"""promptfoo's output: a provider and a prompt as an arm, tests as cases, repeats as trials."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.accounting.runs import fold_runs
from generator.artifacts.files import Limits
from generator.artifacts.promptfoo import PromptfooReader
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from tests.artifacts.samples import LIMITS, Said, refusal, said

READER = PromptfooReader()
FIXTURE = Path(__file__).parent / "fixtures" / "promptfoo" / "kettles.json"
BEGINNING = b'{"evalId": "a", "results": {"version": 3, "timestamp": "2026-03-01T10:00:00Z", '
SUCCESS, FAILURE = "valid_task_success", "valid_task_failure"
INVALID, PENDING = "invalid_infrastructure", "pending_adjudication"


def read(path: Path, limits: Limits = LIMITS) -> list[RunArtifact]:
    assert READER.recognise(path, limits)
    return list(READER.read(path, limits, path.parent))


def ends(artifact: RunArtifact) -> list[list[tuple[str, str | None]]]:
    """The ends of each case's trials, the cases in the order of their first result."""
    cases = list(dict.fromkeys(each.case_id for each in artifact.attempts))
    found: list[list[tuple[str, str | None]]] = [[] for _ in cases]
    for each in sorted(artifact.attempts, key=lambda each: each.repeat_index):
        assert each.repeat_index == len(found[cases.index(each.case_id)])
        found[cases.index(each.case_id)].append((each.state.value, each.end))
    return found


def result(test: int, column: int = 0, word: str = "a", **changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "testIdx": test,
        "promptIdx": column,
        "promptId": f"{column}" * 16,
        "provider": {"id": f"acme:tiny-{column}", "label": ""},
        "testCase": {"vars": {"word": word}, "assert": [], "options": {"x": "}"}},
        "success": True,
        "failureReason": 0,
        "score": 1,
        "gradingResult": {"pass": True},
        "response": {"output": float("nan")},
    }
    return plain | changes


def document(*results: object, repeat: int | None = 2, **changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "evalId": "eval-1",
        "results": {
            "version": 3,
            "timestamp": "2026-03-01T10:00:00.000Z",
            "prompts": [{"raw": "]"}],
            "results": list(results),
            "stats": {"durationMs": 1500},
        },
        "config": {"tests": []},
        "runtimeOptions": {} if repeat is None else {"repeat": repeat},
    }
    return plain | changes


def written(folder: Path, data: object) -> Path:
    path = folder / "out.json"
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def refused(path: Path) -> list[Said]:
    return said(refusal(lambda: READER.read(path, LIMITS, path.parent)))


def codes(artifact: RunArtifact) -> list[str]:
    return [each.code for each in artifact.warnings]


def test_the_output_of_the_program_is_read() -> None:
    echo, acme = read(FIXTURE)
    assert ends(echo) == [[(SUCCESS, "passed")] * 2] * 3
    assert ends(acme) == [
        [(SUCCESS, "passed"), (INVALID, "error")],
        [(FAILURE, "failed"), (SUCCESS, "passed")],
        [(FAILURE, "failed"), (FAILURE, "failed")],
    ]
    assert {each.case_id for each in echo.attempts} == {each.case_id for each in acme.attempts}
    for each in (echo, acme):
        run = each.run
        assert (run.role, run.stage, run.scope) == ("observational", None, "full")
        assert (run.trials_per_case, run.concurrency, len(run.cases)) == (2, 1, 3)
        assert codes(each) == []
        assert run.arm.harness == "promptfoo"
        assert "PRIVATE" not in repr(each)
    assert echo.run.run_id != acme.run.run_id
    assert echo.run.arm.arm_id.startswith("echo-one ")
    assert (echo.run.arm.served_model, acme.run.arm.served_model) == ("echo", "acme:tiny-2")
    assert acme.run.window is not None
    stated = json.loads(FIXTURE.read_text())["results"]
    assert acme.run.window.end - acme.run.window.start == stated["stats"]["durationMs"] * 10**6
    costs = [(each.cost_usd, each.tokens_in, each.tokens_out) for each in acme.attempts]
    assert costs.count((0.25, 4, 6)) == 5
    assert costs.count((0, 0, 0)) == 1


def test_one_file_holds_the_runs_of_several_arms() -> None:
    results = read_results(FIXTURE.parent, LIMITS)
    assert len(results.runs) == len(results.arm_ids) == 2
    assert len(fold_runs(results.runs)) == 2


def test_the_order_of_results_says_nothing(tmp_path: Path) -> None:
    whole = json.loads(FIXTURE.read_text())
    whole["results"]["results"].reverse()
    turned = read(written(tmp_path, whole))
    assert [ends(each) for each in turned] == [ends(each) for each in read(FIXTURE)]
    assert [each.run for each in turned] == [each.run for each in read(FIXTURE)]


def test_a_copy_of_the_file_is_no_second_run(tmp_path: Path) -> None:
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_bytes(FIXTURE.read_bytes())
    runs = fold_runs(read_results(tmp_path, LIMITS).runs)
    assert [len(each.observations) for each in runs] == [6, 6]


def test_a_test_that_stands_there_twice_is_two_cases(tmp_path: Path) -> None:
    (artifact,) = read(written(tmp_path, document(*(result(each) for each in range(4)))))
    assert len(artifact.run.cases) == 2
    assert [each.repeat_index for each in artifact.attempts] == [0, 1, 0, 1]
    assert artifact.run.trials_per_case == 2


def test_without_a_stated_repeat_all_results_of_a_test_are_trials(tmp_path: Path) -> None:
    rows = [result(0), result(1), result(2), result(3, word="b")]
    (artifact,) = read(written(tmp_path, document(*rows, repeat=None)))
    assert artifact.run.trials_per_case == 3
    assert codes(artifact) == ["INCOMPLETE_RUN"]


def test_a_repeat_that_is_not_there_is_missing(tmp_path: Path) -> None:
    (artifact,) = read(written(tmp_path, document(result(0), repeat=5)))
    assert artifact.run.trials_per_case == 5
    assert codes(artifact) == ["INCOMPLETE_RUN"]


def test_two_columns_of_one_name_are_told_apart(tmp_path: Path) -> None:
    same: dict[str, Any] = {"promptId": "p", "provider": {"id": "acme:tiny"}}
    rows = [result(0, 0, **same), result(0, 1, **same)]
    first, second = read(written(tmp_path, document(*rows)))
    assert first.run.arm.arm_id != second.run.arm.arm_id


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        ({"success": False, "failureReason": 1}, (FAILURE, "failed")),
        ({"success": False, "failureReason": 2}, (INVALID, "error")),
        ({"success": True, "failureReason": 2}, (SUCCESS, "passed")),
        ({"success": None}, (PENDING, "unscored")),
        (
            {"success": False, "failureReason": None, "error": "x", "gradingResult": None},
            (INVALID, "error"),
        ),
        ({"success": False, "failureReason": None, "error": "why"}, (FAILURE, "failed")),
    ],
)
def test_ends_are_read(tmp_path: Path, changes: dict[str, Any], end: tuple[str, str]) -> None:
    (artifact,) = read(written(tmp_path, document(result(0, **changes), repeat=1)))
    assert ends(artifact) == [[end]]


def test_answers_from_the_cache_are_said(tmp_path: Path) -> None:
    rows = [result(0), result(1, response={"cached": True})]
    (artifact,) = read(written(tmp_path, document(*rows)))
    assert codes(artifact) == ["CACHED"]


def test_an_earlier_file_with_a_provider_as_text_is_read(tmp_path: Path) -> None:
    row = result(0, provider="acme:old", vars={"word": "a"})
    del row["testCase"], row["promptId"]
    (artifact,) = read(written(tmp_path, document(row, repeat=1)))
    assert artifact.run.arm.arm_id == "acme:old 0"


def test_a_path_of_a_provider_is_no_name(tmp_path: Path) -> None:
    row = result(0, provider={"id": "file:///home/somebody/provider.js"})
    (artifact,) = read_results(written(tmp_path, document(row, repeat=1)), LIMITS).runs
    assert artifact.run.arm.served_model is None


def test_copies_are_folded_and_contradictions_refused(tmp_path: Path) -> None:
    (artifact,) = read(written(tmp_path, document(result(0), result(0), repeat=1)))
    assert (artifact.folded, len(artifact.attempts)) == (1, 1)
    path = written(tmp_path, document(result(0), result(0, score=0)))
    assert refused(path) == [Said("COPIES_DIFFER", 1, "results.results[1]")]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"testIdx": -1}, Said("OUT_OF_RANGE", 1, "results.results[0].testIdx")),
        ({"promptIdx": None}, Said("WRONG_TYPE", 1, "results.results[0].promptIdx")),
        ({"success": "yes"}, Said("WRONG_TYPE", 1, "results.results[0].success")),
        ({"failureReason": 9}, Said("UNKNOWN_VALUE", 1, "results.results[0].failureReason")),
        ({"score": float("inf")}, Said("BAD_NUMBER", 1, "results.results[0].score")),
        ({"provider": [1]}, Said("NOT_AN_OBJECT", 1, "results.results[0].provider")),
        ({"provider": {"id": 7}}, Said("WRONG_TYPE", 1, "results.results[0].provider.id")),
        ({"testCase": "x"}, Said("NOT_AN_OBJECT", 1, "results.results[0].testCase")),
        (
            {"tokenUsage": {"prompt": -1}},
            Said("OUT_OF_RANGE", 1, "results.results[0].tokenUsage.prompt"),
        ),
    ],
)
def test_what_is_wrong_is_said_by_field(
    tmp_path: Path, changes: dict[str, Any], wrong: Said
) -> None:
    assert refused(written(tmp_path, document(result(0, **changes)))) == [wrong]


def test_more_repeats_than_a_run_can_have_are_refused(tmp_path: Path) -> None:
    wrong = Said("OUT_OF_RANGE", None, "runtimeOptions.repeat")
    assert refused(written(tmp_path, document(result(0), repeat=100_001))) == [wrong]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (b'"results": [7', "NOT_AN_OBJECT"),
        (b'"results": [{', "NOT_JSON"),
        (b'"x": 1}}', "NO_ROWS"),
        (b'"results": [], "results": []}}', "DOUBLED_KEY"),
        (b'"x": ' + b"[" * 10**5, "TOO_DEEP"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, text: bytes, code: str) -> None:
    path = written(tmp_path, BEGINNING + text)
    assert READER.recognise(path, LIMITS)
    (problem,) = refusal(lambda: READER.read(path, LIMITS, tmp_path))
    assert (problem.code, problem.file) == (code, path)


def test_a_time_without_an_offset_is_refused(tmp_path: Path) -> None:
    whole = document(result(0))
    whole["results"]["timestamp"] = "2026-03-01 10:00"
    assert refused(written(tmp_path, whole)) == [Said("BAD_TIME", None, "results.timestamp")]


def test_other_files_of_json_are_not_recognised(tmp_path: Path) -> None:
    for text in (b"{}", b"[]", b'{"evalId": 1, "results": []}', b'{"results": {"version": 1}}'):
        assert READER.recognise(written(tmp_path, text), LIMITS) is False
