"""Sample files of the lm-evaluation-harness: documents as cases, runs of a task as trials."""

from __future__ import annotations

import importlib.util
import json
import runpy
import shutil
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.lm_eval import LmEvalReader
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from tests.artifacts.samples import LIMITS, Said, jsonl, read_one, refusal, said

READER = LmEvalReader()
FIXTURES = Path(__file__).parent / "fixtures" / "lm_eval"
TIME = "2026-03-01T10-00-00.250000"
SUCCESS, FAILURE, PENDING = "valid_task_success", "valid_task_failure", "pending_adjudication"


@pytest.fixture(params=["committed", "written now"])
def written_files(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of the fixtures: as they are committed, and as the package writes them today."""
    if request.param == "committed":
        return FIXTURES / "acme__tiny-1b"
    if importlib.util.find_spec("lm_eval") is None:
        pytest.skip("the lm-eval package is not installed")
    runpy.run_path(str(FIXTURES / "write.py"))["main"](tmp_path)
    return tmp_path / "acme__tiny-1b"


def read(path: Path) -> RunArtifact:
    assert READER.recognise(path, LIMITS)
    return read_one(READER, path, path.parent.parent)


def ends(artifact: RunArtifact) -> dict[str, tuple[str, str | None]]:
    return {each.case_id: (each.state.value, each.end) for each in artifact.attempts}


def codes(artifact: RunArtifact) -> list[str]:
    return [each.code for each in artifact.warnings]


def row(doc_id: object, name: str = "none", **metrics: Any) -> dict[str, Any]:
    plain = {"doc_id": doc_id, "doc": {"q": "}"}, "resps": [], "filtered_resps": []}
    return plain | {"filter": name, "metrics": list(metrics)} | metrics


def written(folder: Path, *rows: object, name: str = f"samples_sums_{TIME}.jsonl") -> Path:
    path = folder / "model" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(jsonl(rows))
    return path


def beside(path: Path, **changes: Any) -> Path:
    """A results file beside a sample file."""
    plain: dict[str, Any] = {
        "results": {"sums": {}},
        "configs": {"sums": {"repeats": 1}},
        "n-samples": {"sums": {"original": 9, "effective": 2}},
        "config": {"model_args": "pretrained=acme/tiny"},
        "model_name": "acme/tiny",
    }
    file = path.with_name(f"results_{TIME}.json")
    file.write_text(json.dumps(plain | changes))
    return file


def test_acc_decides_and_a_planned_document_is_missing(written_files: Path) -> None:
    artifact = read(written_files / f"samples_kettle_words_{TIME}.jsonl")
    assert ends(artifact) == {
        "kettle_words/0": (SUCCESS, "passed"),
        "kettle_words/1": (FAILURE, "failed"),
        "kettle_words/2": (SUCCESS, "passed"),
        "kettle_words/3": (FAILURE, "failed"),
    }
    run = artifact.run
    assert [case.case_id for case in run.cases] == [f"kettle_words/{each}" for each in range(5)]
    assert (run.role, run.stage, run.scope, run.trials_per_case) == (
        "observational",
        None,
        "full",
        1,
    )
    assert codes(artifact) == ["METRICS", "INCOMPLETE_RUN"]
    # 2026-03-01T10:00:00.25Z, for a minute and half a second.
    assert run.window is not None
    assert run.window.start == 1_772_359_200_250_000_000
    assert run.window.end - run.window.start == 60_500_000_000


def test_the_tasks_first_filter_decides_whatever_the_order_of_lines(written_files: Path) -> None:
    path = written_files / f"samples_barn_sums_{TIME}.jsonl"
    artifact = read(path)
    assert ends(artifact) == {
        "barn_sums/0": (FAILURE, "failed"),
        "barn_sums/1": (SUCCESS, "passed"),
        "barn_sums/2": (FAILURE, "partial"),
    }
    assert [each.score for each in artifact.attempts] == [0.0, 1.0, 0.5]
    assert codes(artifact) == ["FILTERS", "REPEATS", "PARTIAL_CREDIT"]


def test_lines_in_any_order_say_the_same(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "acme__tiny-1b", tmp_path / "model")
    path = tmp_path / "model" / f"samples_barn_sums_{TIME}.jsonl"
    before = ends(read(path))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(reversed(lines)))
    assert ends(read(path)) == before


def test_runs_with_other_seeds_are_trials_of_one_arm(written_files: Path) -> None:
    results = read_results(written_files.parent, LIMITS)
    arms = {each.run.arm.arm_id: each.run.arm for each in results.runs}
    assert len(results.runs) == len({each.run.run_id for each in results.runs}) == 4
    assert sorted(arm.partition(" ")[0] for arm in arms) == ["barn_sums", "kettle_words"]
    first, second = [each.run.arm for each in results.runs if "barn" in each.run.arm.arm_id]
    assert first == second
    assert first.served_model == "acme/tiny-1b"
    assert (first.harness, first.harness_version) == ("lm-evaluation-harness", "0.4.13")
    assert first.profile == "hf"
    assert first.runner_config is not None
    assert first.runner_config["num_fewshot"] == 5
    assert "PRIVATE" not in repr(results)


def test_other_settings_are_another_arm(tmp_path: Path) -> None:
    path = written(tmp_path, row(0, acc=1))
    beside(path)
    plain = read(path).run.arm
    beside(path, config={"model_args": "pretrained=acme/tiny,dtype=half"})
    assert read(path).run.arm.arm_id != plain.arm_id
    for seeded in ("seed=7,pretrained=acme/tiny", "pretrained=acme/tiny,seed=7"):
        beside(path, config={"model_args": seeded})
        assert read(path).run.arm == plain


def test_without_a_results_file_the_folder_names_the_model(tmp_path: Path) -> None:
    artifact = read(written(tmp_path, row(0, exact_match=1.0), row(2, exact_match=0.0)))
    assert artifact.run.arm.arm_id == "sums model"
    assert codes(artifact) == ["NO_RESULTS_FILE"]
    assert [case.case_id for case in artifact.run.cases] == ["sums/0", "sums/2"]


def test_of_earlier_files_metrics_are_what_is_nothing_else(tmp_path: Path) -> None:
    old = row(0, em=1.0)
    del old["metrics"], old["filter"]
    assert ends(read(written(tmp_path, old))) == {"sums/0": (SUCCESS, "passed")}


@pytest.mark.parametrize(
    ("metrics", "end"),
    [
        ({"acc": True}, (SUCCESS, "passed")),
        ({"acc": 0.5, "strict": 1}, (SUCCESS, "passed")),
        ({"bleu": ["a", "b"], "acc_norm": 0}, (FAILURE, "failed")),
        ({"bleu": ["a", "b"]}, (PENDING, "unscored")),
        ({"acc": None}, (PENDING, "unscored")),
        ({"loss": -3.5}, (PENDING, "unscored")),
    ],
)
def test_the_first_metric_decides_that_says_passed_or_failed(
    tmp_path: Path, metrics: dict[str, Any], end: tuple[str, str]
) -> None:
    assert ends(read(written(tmp_path, row(0, **metrics))))["sums/0"] == end


def test_a_metric_that_is_not_a_number_is_none(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(json.dumps(row(0, acc=float("nan"))) + "\n")
    assert ends(read(path))["sums/0"] == (PENDING, "unscored")


def test_copies_are_folded_and_contradictions_refused(tmp_path: Path) -> None:
    path = written(tmp_path, row(0, acc=1), row(0, acc=1))
    assert read(path).folded == 1
    path = written(tmp_path, row(0, acc=1), row(0, acc=0))
    assert refused(path) == [Said("COPIES_DIFFER", 2, "doc_id")]


def test_a_torn_last_line_is_missing(tmp_path: Path) -> None:
    path = written(tmp_path, row(0, acc=1), row(1, acc=1))
    beside(path)
    path.write_bytes(path.read_bytes()[:-9])
    artifact = read(path)
    assert ends(artifact) == {"sums/0": (SUCCESS, "passed")}
    assert codes(artifact) == ["TORN_LINE", "INCOMPLETE_RUN"]
    assert len(artifact.run.cases) == 2


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        (b'{"doc_id": -1}\n', Said("OUT_OF_RANGE", 2, "doc_id")),
        (b'{"acc": 1}\n', Said("MISSING_FIELD", 2, "doc_id")),
        (b'{"doc_id": 1, "metrics": "acc"}\n', Said("WRONG_TYPE", 2, "metrics")),
        (b'{"doc_id": 1, "doc_id": 1}\n', Said("DOUBLED_KEY", 2, "doc_id")),
        (b'{"doc_id": 1, "metrics": ["a"], "a": 1, "a": 0}\n', Said("DOUBLED_KEY", 2, "metrics")),
        (b'{"doc_id": 1, "metrics": ["a"], "a": 1e999}\n', Said("BAD_NUMBER", 2, "metrics")),
        (b'{"doc_id": 1\n', Said("NOT_JSON", 2, None)),
        (b'{"doc_id": 1, "doc": "\xff"}\n', Said("NOT_UTF8", 2, None)),
        (b"[]\n", Said("NOT_AN_OBJECT", 2, None)),
        (b"[" * 100_000 + b"\n", Said("NOT_AN_OBJECT", 2, None)),
        (b'{"doc": ' + b"[" * 100_000 + b"\n", Said("TOO_DEEP", 2, None)),
    ],
)
def test_what_is_wrong_is_said_by_line_and_field(tmp_path: Path, line: bytes, wrong: Said) -> None:
    path = written(tmp_path, row(0, acc=1))
    path.write_bytes(path.read_bytes() + line)
    assert refused(path) == [wrong]


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({"n-samples": {"sums": {"effective": "2"}}}, "n-samples.task.effective"),
        ({"n-samples": {"sums": {"effective": 2**62}}}, "n-samples.task.effective"),
        ({"model_name": 3}, "model_name"),
        ({"total_evaluation_time_seconds": "long"}, "total_evaluation_time_seconds"),
        ({"configs": {"sums": {"repeats": 1.5}}}, "configs.task.repeats"),
    ],
)
def test_what_is_wrong_with_the_results_file_is_said_of_it(
    tmp_path: Path, changes: dict[str, Any], wrong: str
) -> None:
    path = written(tmp_path, row(0, acc=1))
    file = beside(path, **changes)
    (problem,) = refusal(lambda: READER.read(path, LIMITS, tmp_path))
    assert (problem.file, problem.field) == (file, wrong)


def test_a_task_whose_name_holds_half_a_character_is_written_down(tmp_path: Path) -> None:
    path = written(tmp_path, row(0, acc=1), name=f"samples_sums__{TIME}.jsonl")
    name = "sums\ud800"
    beside(path, configs={name: {}}, **{"n-samples": {name: {"effective": 2}}})
    run = read(path).run
    assert len(run.cases) == 2
    assert all(each.case_id.encode() for each in run.cases)
    assert run.arm.arm_id.encode()


def test_a_path_of_a_model_is_no_name(tmp_path: Path) -> None:
    path = written(tmp_path, row(0, acc=1))
    beside(path, model_name="/home/somebody/checkpoints/7")
    (run,) = read_results(path, LIMITS).runs
    assert run.run.arm.served_model is None


def test_other_lines_of_json_are_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "samples_a_b.jsonl"
    for text in ('{"doc_id": 1}\n', "", "[]", '{"task": {"doc_id": 1, "resps": 1}}'):
        path.write_text(text)
        assert READER.recognise(path, LIMITS) is False


def refused(path: Path) -> list[Said]:
    return said(refusal(lambda: READER.read(path, LIMITS, path.parent.parent)))


@pytest.mark.parametrize("name", ["samples_a_**b.jsonl", "samples_[.jsonl", "_.jsonl", "x.jsonl"])
def test_odd_names_are_names(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, row(0, acc=1), name=name)
    assert codes(read(path)) == ["NO_RESULTS_FILE"]
