"""Instance-level records of every_eval_ever: samples as cases, epochs as trials."""

from __future__ import annotations

import importlib.util
import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.eee import InstanceReader
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from tests.artifacts.samples import LIMITS, Said, jsonl, refusal, said

READER = InstanceReader()
FIXTURES = Path(__file__).parent / "fixtures" / "every_eval_ever"
STEM = "0d3ac2e6-0000-4000-8000-000000000001"
SUCCESS, FAILURE = "valid_task_success", "valid_task_failure"
INVALID, PENDING = "invalid_infrastructure", "pending_adjudication"


@pytest.fixture(params=["committed", "written now"])
def records(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file of records: as it is committed, and as the project's types write it today."""
    if request.param == "committed":
        return FIXTURES / f"{STEM}_samples.jsonl"
    if importlib.util.find_spec("every_eval_ever") is None:
        pytest.skip("the every_eval_ever package is not installed")
    runpy.run_path(str(FIXTURES / "write.py"))["main"](tmp_path)
    return tmp_path / f"{STEM}_samples.jsonl"


def read(path: Path) -> list[RunArtifact]:
    assert READER.recognise(path, LIMITS)
    return list(READER.read(path, LIMITS, path.parent))


def ends(artifact: RunArtifact) -> dict[tuple[str, int], tuple[str, str | None]]:
    return {
        (each.case_id, each.repeat_index): (each.state.value, each.end)
        for each in artifact.attempts
    }


def codes(artifact: RunArtifact) -> list[str]:
    return [each.code for each in artifact.warnings]


def record(sample: object = "a", correct: object = True, **changes: Any) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "schema_version": "0.2.2",
        "evaluation_id": "bench/acme_tiny/1",
        "model_id": "acme/tiny",
        "evaluation_name": "sums",
        "sample_id": sample,
        "input": {"raw": "}"},
        "evaluation": {"score": float(bool(correct)), "is_correct": correct},
    }
    return plain | changes


def epoch(number: object) -> dict[str, Any]:
    return {"metadata": {"epoch": number}}


def written(folder: Path, *rows: object) -> Path:
    path = folder / "a_samples.jsonl"
    path.write_bytes(jsonl(rows))
    return path


def refused(path: Path) -> list[Said]:
    return said(refusal(lambda: READER.read(path, LIMITS, path.parent)))


def test_the_records_of_the_project_are_read(records: Path) -> None:
    (artifact,) = read(records)
    assert ends(artifact) == {
        ("kettle_scorer/ore-1", 0): (SUCCESS, "passed"),
        ("kettle_scorer/ore-1", 1): (SUCCESS, "passed"),
        ("kettle_scorer/ore-2", 0): (FAILURE, "failed"),
        ("kettle_scorer/ore-2", 1): (INVALID, "error"),
        ("kettle_scorer/ore-3", 0): (SUCCESS, "passed"),
    }
    run = artifact.run
    assert (run.role, run.stage, run.scope, run.window) == ("observational", None, "full", None)
    assert (run.trials_per_case, len(run.cases)) == (2, 3)
    assert codes(artifact) == ["INCOMPLETE_RUN"]
    assert run.arm.arm_id.startswith("kettle-bench acme/tiny-2 ")
    assert run.arm.served_model == "acme/tiny-2"
    assert (run.arm.harness, run.arm.harness_version) == ("inspect_ai", "0.3.200")
    for each in artifact.attempts:
        assert (each.tokens_in, each.tokens_out, each.wall_s) == (40, 2, 1.25)
    assert len(artifact.sources) == 2
    assert "PRIVATE" not in repr(artifact)


def test_the_order_of_lines_says_nothing_where_epochs_are_named(tmp_path: Path) -> None:
    path = FIXTURES / f"{STEM}_samples.jsonl"
    turned = tmp_path / path.name
    lines = path.read_text().splitlines(keepends=True)
    turned.write_text("".join(reversed(lines)))
    assert ends(read(turned)[0]) == ends(read(path)[0])


def test_without_epochs_records_of_a_sample_are_trials_in_their_order(tmp_path: Path) -> None:
    first, again = record(error="x", correct=False), record()
    (artifact,) = read(written(tmp_path, first, again, record(), record("b")))
    assert ends(artifact) == {
        ("sums/a", 0): (INVALID, "error"),
        ("sums/a", 1): (SUCCESS, "passed"),
        ("sums/b", 0): (SUCCESS, "passed"),
    }
    assert artifact.folded == 1


def test_each_evaluation_in_a_file_is_a_run(tmp_path: Path) -> None:
    rows = [record(), record(model_id="acme/large"), record(evaluation_id="other/acme_tiny/1")]
    path = written(tmp_path, *rows)
    assert [each.run.arm.arm_id for each in read(path)] == [
        "bench acme/large",
        "bench acme/tiny",
        "other acme/tiny",
    ]
    assert len(read_results(tmp_path, LIMITS).runs) == 3


def test_of_several_results_the_one_that_is_0_or_1_decides(tmp_path: Path) -> None:
    half = {"evaluation": {"score": 0.5, "is_correct": False}}
    rows = [
        record(evaluation_result_id="f1", **half),
        record(evaluation_result_id="match"),
        record(evaluation_result_id="zoom", correct=False),
    ]
    (artifact,) = read(written(tmp_path, *rows))
    assert ends(artifact) == {("sums/a", 0): (SUCCESS, "passed")}
    assert codes(artifact) == ["METRICS"]


@pytest.mark.parametrize(
    ("changes", "end", "warned"),
    [
        ({"correct": None}, (PENDING, "unscored"), ["NOT_SCORED"]),
        ({"correct": None, "error": "x"}, (INVALID, "error"), []),
        ({"correct": False, "error": ""}, (FAILURE, "failed"), []),
        (
            {"evaluation": {"score": 0.5, "is_correct": True}},
            (SUCCESS, "passed"),
            ["PARTIAL_CREDIT"],
        ),
    ],
)
def test_ends_are_read(
    tmp_path: Path, changes: dict[str, Any], end: tuple[str, str], warned: list[str]
) -> None:
    (artifact,) = read(written(tmp_path, record(**changes)))
    assert ends(artifact) == {("sums/a", 0): end}
    assert codes(artifact) == warned


def test_other_settings_are_another_arm(tmp_path: Path) -> None:
    path = written(tmp_path, record())
    arms = [read(path)[0].run.arm]
    for heat in (0.5, 1.0):
        results = [{"generation_config": {"generation_args": {"temperature": heat}}}]
        (tmp_path / "a.json").write_text(json.dumps({"evaluation_results": results}))
        arms.append(read(path)[0].run.arm)
    assert len({each.arm_id for each in arms}) == 3


def test_records_that_the_aggregate_counts_and_are_not_here_are_said(tmp_path: Path) -> None:
    path = written(tmp_path, record())
    details = {"detailed_evaluation_results": {"total_rows": 9}}
    (tmp_path / "a.json").write_text(json.dumps(details))
    assert codes(read(path)[0]) == ["ROWS_DIFFER"]


def test_a_torn_last_line_is_said(tmp_path: Path) -> None:
    path = written(tmp_path, record(), record("b"))
    path.write_bytes(path.read_bytes()[:-9])
    (artifact,) = read(path)
    assert codes(artifact) == ["TORN_LINE"]
    assert len(artifact.attempts) == 1


def test_one_sample_and_epoch_says_one_thing(tmp_path: Path) -> None:
    path = written(tmp_path, record(**epoch("1")), record(correct=False, **epoch("1")))
    assert refused(path) == [Said("COPIES_DIFFER", 2, "sample_id")]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"sample": None}, Said("WRONG_TYPE", 1, "sample_id")),
        ({"model_id": ""}, Said("EMPTY_ID", 1, "model_id")),
        ({"evaluation": {"is_correct": "yes"}}, Said("WRONG_TYPE", 1, "evaluation.is_correct")),
        ({"evaluation": [1]}, Said("NOT_AN_OBJECT", 1, None)),
        (
            {"token_usage": {"input_tokens": -1}},
            Said("OUT_OF_RANGE", 1, "token_usage.input_tokens"),
        ),
        ({"performance": {"latency_ms": "1"}}, Said("WRONG_TYPE", 1, "performance.latency_ms")),
        (epoch("0"), Said("WRONG_TYPE", 1, "metadata.epoch")),
        (epoch("one"), Said("WRONG_TYPE", 1, "metadata.epoch")),
        (epoch("100001"), Said("OUT_OF_RANGE", 1, "metadata.epoch")),
    ],
)
def test_what_is_wrong_is_said_by_line_and_field(
    tmp_path: Path, changes: dict[str, Any], wrong: Said
) -> None:
    path = written(tmp_path, record(**changes))
    assert refused(path) == [wrong]


def test_a_number_that_is_none_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, record(evaluation={"score": float("nan"), "is_correct": True}))
    assert refused(path) == [Said("BAD_NUMBER", 1, "score")]


def test_other_lines_of_json_are_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "a_samples.jsonl"
    for text in ('{"evaluation_id": 1}\n', "", "[]"):
        path.write_text(text)
        assert READER.recognise(path, LIMITS) is False
