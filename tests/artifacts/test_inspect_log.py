"""Inspect logs: real ones, odd ones, and those that are refused."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.results import read_results
from tests.artifacts.inspect_samples import (
    READER,
    archive,
    codes,
    ends,
    header,
    json_log,
    read,
    sample,
)
from tests.artifacts.samples import LIMITS, Said, refusal, said

SUCCESS, FAILURE = "valid_task_success", "valid_task_failure"
INVALID, PENDING = "invalid_infrastructure", "pending_adjudication"


def refused(path: Path) -> list[Said]:
    problems = refusal(lambda: READER.read(path, LIMITS, path.parent))
    assert {problem.file for problem in problems} == {path}
    return said(problems)


@pytest.mark.parametrize(
    ("name", "outcomes", "epochs", "warned"),
    [
        # The source's own figures: accuracy 0.75 over 2 samples and 2 epochs; 0; two thirds.
        ("log_streaming.eval", {SUCCESS: 3, FAILURE: 1}, 2, []),
        ("log_formats.eval", {FAILURE: 1}, 1, []),
        ("log_formats.json", {FAILURE: 1}, 1, []),
        (
            "2025-05-12T20-28-13-04-00_popularity.json",
            {SUCCESS: 2, FAILURE: 1},
            1,
            ["RUN_NOT_WHOLE"],
        ),
    ],
)
def test_real_logs(
    shared: Path, name: str, outcomes: dict[str, int], epochs: int, warned: list[str]
) -> None:
    artifact = read(shared / "real" / "inspect_ai" / name)
    assert Counter(each.state.value for each in artifact.attempts) == outcomes
    assert artifact.run.trials_per_case == epochs
    assert codes(artifact) == warned


def test_a_log_in_both_files_is_one_run(shared: Path) -> None:
    folder = shared / "real" / "inspect_ai"
    assert read(folder / "log_formats.eval").run == read(folder / "log_formats.json").run


@pytest.mark.parametrize(
    ("value", "end"),
    [
        ("C", "passed"),
        ("I", "failed"),
        ("P", "partial"),
        ("N", "no_answer"),
        (1, "passed"),
        (1.0, "passed"),
        (True, "passed"),
        ("yes", "passed"),
        ("True", "passed"),
        ("1.0", "passed"),
        (0, "failed"),
        (False, "failed"),
        ("no", "failed"),
        (0.9999, "partial"),
        (0.5, "partial"),
        ("0.25", "partial"),
        (1.5, "unreadable_score"),
        (-1, "unreadable_score"),
        (56.00000000000001, "unreadable_score"),
        ("B", "unreadable_score"),
        ("c", "unreadable_score"),
        ("", "unreadable_score"),
        ([1, 0], "unreadable_score"),
        ({"a": 7, "b": "I"}, "failed"),
        ({"a": 7}, "unreadable_score"),
        ({}, "unscored"),
        (None, "unscored"),
        (float("nan"), "unscored"),
        (float("inf"), "unscored"),
    ],
)
def test_a_score_is_read_as_the_harness_reads_it(tmp_path: Path, value: object, end: str) -> None:
    for path in (
        json_log(tmp_path / "a.json", [sample(value=value)]),
        archive(tmp_path / "a.eval", [sample(value=value)]),
    ):
        ((_, found),) = ends(read(path)).values()
        assert found == end


def test_one_scorer_decides_for_the_whole_log(tmp_path: Path) -> None:
    # The first scorer says 1 of one sample and 2 of another: it counts something.
    scores = [
        {"count": {"value": 1}, "match": {"value": "I"}, "other": {"value": "C"}},
        {"count": {"value": 2}, "match": {"value": "C"}, "other": {"value": "I"}},
    ]
    rows = [sample(number, scores=each) for number, each in enumerate(scores)]
    artifact = read(json_log(tmp_path / "a.json", rows))
    assert [end for _, end in ends(artifact).values()] == ["failed", "passed"]
    assert "the one numbered 2" in artifact.warnings[0].what
    assert codes(artifact) == ["SCORERS"]


def test_a_scorer_of_shares_gives_way_to_one_of_letters(tmp_path: Path) -> None:
    scores = {"share": {"value": 0.5}, "match": {"value": "C"}}
    ((_, end),) = ends(read(json_log(tmp_path / "a.json", [sample(scores=scores)]))).values()
    assert end == "passed"


@pytest.mark.parametrize(
    ("more", "state", "end", "cause"),
    [
        ({"error": {"message": "x"}, "scores": None}, INVALID, "error", "infrastructure_missing"),
        ({"error": {"message": "x"}, "value": "I"}, INVALID, "error", "infrastructure_missing"),
        ({"error": {"message": "x"}, "value": "C"}, SUCCESS, "passed", None),
        ({"limit": {"type": "time"}, "value": "I"}, INVALID, "time_limit", "harness_timeout"),
        ({"limit": {"type": "time"}, "value": "C"}, SUCCESS, "passed", None),
        ({"limit": {"type": "time"}, "scores": {}}, PENDING, "unscored", None),
        ({"limit": {"type": "token"}, "value": "I"}, FAILURE, "token_limit", None),
        ({"limit": {"type": "working"}, "value": 0.5}, FAILURE, "working_limit", None),
        ({"limit": {"type": "context"}, "value": "N"}, FAILURE, "context_limit", None),
        ({"limit": {"type": "moon"}, "value": "I"}, INVALID, "other", "infrastructure_missing"),
        ({"invalidation": {"author": "x"}}, INVALID, "invalidated", "infrastructure_missing"),
        ({"scores": None}, PENDING, "unscored", None),
    ],
)
def test_how_a_sample_ended(
    tmp_path: Path, more: dict[str, Any], state: str, end: str, cause: str | None
) -> None:
    (attempt,) = read(json_log(tmp_path / "a.json", [sample(**more)])).attempts
    assert (attempt.state, attempt.end, attempt.invalid_cause) == (state, end, cause)
    assert attempt.contested is (state == INVALID or end.endswith("_limit"))


def test_an_unknown_limit_is_said(tmp_path: Path) -> None:
    row = sample(value="I", limit={"type": "moon"})
    assert codes(read(json_log(tmp_path / "a.json", [row]))) == ["UNKNOWN_END"]


def test_the_order_of_samples_changes_nothing(tmp_path: Path) -> None:
    rows = [sample(f"s{n}", epoch, "CI"[n % 2]) for n in range(5) for epoch in (1, 2, 3)]
    first = read(archive(tmp_path / "a.eval", rows))
    rows = rows[7:] + rows[:7][::-1]
    second = read(archive(tmp_path / "b.eval", rows))
    assert (first.run, ends(first)) == (second.run, ends(second))
    assert list(ends(first)) == list(ends(second))


def test_what_was_planned_is_a_case_even_if_it_is_not_there(tmp_path: Path) -> None:
    stated = header(
        status="started", eval={"dataset": {"sample_ids": ["a", 2]}, "config": {"epochs": 3}}
    )
    artifact = read(json_log(tmp_path / "a.json", [sample(2, 3)], stated))
    assert [case.case_id for case in artifact.run.cases] == ["words/2", "words/a"]
    assert artifact.run.trials_per_case == 3
    assert codes(artifact) == ["RUN_NOT_WHOLE", "SAMPLES_MISSING"]
    assert "1 of 6" in artifact.warnings[1].what


def test_planned_samples_without_names_are_said(tmp_path: Path) -> None:
    stated = header(results={"total_samples": 80, "completed_samples": 78})
    rows = [sample(number) for number in range(78)]
    artifact = read(json_log(tmp_path / "a.json", rows, stated))
    assert codes(artifact) == ["SAMPLES_UNNAMED"]
    assert "80" in artifact.warnings[0].what
    assert "78" in artifact.warnings[0].what


def test_a_log_without_samples_has_all_of_them_missing(tmp_path: Path) -> None:
    stated = header(eval={"dataset": {"sample_ids": [1, 2]}})
    nothing: tuple[object, ...] = (None, [])
    for samples in nothing:
        artifact = read(json_log(tmp_path / "a.json", samples, stated))
        assert (len(artifact.run.cases), artifact.attempts) == (2, ())
        assert codes(artifact) == ["SAMPLES_MISSING"]


def test_a_log_that_is_still_written_is_read_from_its_beginning(tmp_path: Path) -> None:
    stated = header(eval={"dataset": {"sample_ids": [1, 2]}})
    del stated["status"], stated["stats"]
    path = archive(tmp_path / "a.eval", [sample()], stated, name="_journal/start.json")
    assert codes(read(path)) == ["RUN_NOT_WHOLE", "SAMPLES_MISSING"]


def test_the_first_logs_score_without_a_name_is_read(tmp_path: Path) -> None:
    row = sample(score={"value": "C"})
    del row["scores"]
    assert list(ends(read(json_log(tmp_path / "a.json", [row], header(version=1)))).values()) == [
        (SUCCESS, "passed")
    ]


def test_a_copy_of_a_sample_is_folded_and_a_different_one_refused(tmp_path: Path) -> None:
    artifact = read(json_log(tmp_path / "a.json", [sample(), sample("1"), sample(2)]))
    assert (len(artifact.attempts), artifact.folded) == (2, 1)
    path = json_log(tmp_path / "b.json", [sample(), sample(value="I")])
    assert [each[::2] for each in refused(path)] == [("COPIES_DIFFER", "samples[1]")]


@pytest.mark.parametrize(
    ("row", "code", "field"),
    [
        (sample(sample_id=None), "WRONG_TYPE", "samples[0].id"),
        (sample(sample_id=""), "EMPTY_ID", "samples[0].id"),
        (sample(sample_id="a\0"), "BAD_TEXT", "samples[0].id"),
        (sample(sample_id=1.5), "WRONG_TYPE", "samples[0].id"),
        (sample(epoch=0), "OUT_OF_RANGE", "samples[0].epoch"),
        (sample(epoch=100_001), "OUT_OF_RANGE", "samples[0].epoch"),
        (sample(epoch="1"), "WRONG_TYPE", "samples[0].epoch"),
        (sample(total_time=-1), "OUT_OF_RANGE", "samples[0].total_time"),
        (sample(started_at="yesterday"), "BAD_TIME", "samples[0].started_at"),
        (sample(started_at=5), "BAD_TIME", "samples[0].started_at"),
        (
            sample(started_at="2026-01-01T00:00:01Z", completed_at="2026-01-01T00:00:00Z"),
            "BACKWARDS",
            "samples[0].completed_at",
        ),
        (sample(scores=[1]), "NOT_AN_OBJECT", "samples[0]"),
        (sample(scores={"m": {"value": 10**30}}), "BAD_NUMBER", "samples[0].value"),
        (
            sample(model_usage={"m": {"input_tokens": -1}}),
            "OUT_OF_RANGE",
            "samples[0].model_usage[0].input_tokens",
        ),
    ],
)
def test_a_wrong_value_is_refused_by_sample_and_field(
    tmp_path: Path, row: dict[str, Any], code: str, field: str
) -> None:
    assert refused(json_log(tmp_path / "a.json", [row])) == [Said(code, 1, field)]
    assert refused(archive(tmp_path / "a.eval", [row])) == [Said(code, 1, field)]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"version": 3}, "UNKNOWN_VALUE", "version"),
        ({"status": "done"}, "UNKNOWN_VALUE", "status"),
        ({"eval": {"task": None}}, "WRONG_TYPE", "eval.task"),
        ({"eval": {"model": 7}}, "WRONG_TYPE", "eval.model"),
        ({"eval": {"config": {"epochs": 0}}}, "OUT_OF_RANGE", "eval.config.epochs"),
        ({"eval": {"config": {"epochs": 100_001}}}, "OUT_OF_RANGE", "eval.config.epochs"),
        ({"eval": {"dataset": {"sample_ids": [None]}}}, "WRONG_TYPE", "eval.dataset.sample_ids"),
        ({"stats": {"started_at": "x"}}, "BAD_TIME", "stats.started_at"),
        ({"results": {"total_samples": -1}}, "OUT_OF_RANGE", "results.total_samples"),
    ],
)
def test_a_wrong_header_is_refused_by_its_field(
    tmp_path: Path, changes: dict[str, Any], code: str, field: str
) -> None:
    path = json_log(tmp_path / "a.json", [sample()], header(**changes))
    assert [each[::2] for each in refused(path)] == [(code, field)]


def test_a_newer_log_is_held_against_the_program_and_can_be_left_out(tmp_path: Path) -> None:
    path = json_log(tmp_path / "new.json", [sample()], header(version=9))
    (problem,) = refusal(lambda: READER.read(path, LIMITS, tmp_path))
    assert "does not read" in problem.what
    assert "newer version of this program" in problem.remedy
    assert "`skip: true`" in problem.remedy


def test_times_without_an_offset_are_utc_and_unset_ones_none(tmp_path: Path) -> None:
    row = sample(started_at="1970-01-01T00:00:01.5", completed_at="1970-01-01T02:00:03+02:00")
    stated = header(stats={"started_at": "1970-01-01T00:00:00", "completed_at": ""})
    artifact = read(json_log(tmp_path / "a.json", [row], stated))
    (attempt,) = artifact.attempts
    assert (attempt.started_at, attempt.ended_at) == (1_500_000_000, 3_000_000_000)
    assert artifact.run.window is None


def test_runs_of_several_tasks_are_runs_of_their_own(tmp_path: Path) -> None:
    """One run_id may be shared by the tasks of one call; the first logs have no eval_id."""
    ids = set()
    for number in (1, 2):
        stated = header(eval={"eval_id": "", "task": f"words{number}", "task_id": str(number)})
        artifact = read(json_log(tmp_path / f"{number}.json", [sample()], stated))
        ids.add((artifact.run.run_id, artifact.run.arm.arm_id, artifact.run.cases[0].case_id))
    assert ids == {
        ("run-1/1", "words1 brand/model", "words1/1"),
        ("run-1/2", "words2 brand/model", "words2/1"),
    }


@pytest.mark.parametrize(
    ("model", "served"),
    [
        ("openai/gpt-4o", "openai/gpt-4o"),
        ("hf/meta-llama/Llama-3", "hf/meta-llama/Llama-3"),
        ("hf//home/somebody/model", None),
        ("vllm/./model", None),
        ("vllm/~/model", None),
        ("C:\\models\\x", None),
        ("https://somewhere/v1", None),
    ],
)
def test_a_path_is_no_name_of_a_model(tmp_path: Path, model: str, served: str | None) -> None:
    stated = header(eval={"model": model, "solver": "agents/mine.py@agent"})
    (run,) = read_results(json_log(tmp_path / "a.json", [sample()], stated), LIMITS).runs
    assert (run.run.arm.served_model, run.run.arm.profile) == (served, None)


@pytest.mark.parametrize("name", ["task_args", "solver_args", "model_args"])
def test_other_arguments_are_another_arm(tmp_path: Path, name: str) -> None:
    stated: list[dict[str, Any]] = [
        {},
        {name: {}},
        {name: {"a": "secret", "b": 1}},
        {name: {"a": "secret"}},
    ]
    first, empty, same, other = (
        read(json_log(tmp_path / "a.json", [sample()], header(eval=each))).run.arm
        for each in stated
    )
    turned = header(eval={name: {"b": 1, "a": "secret"}})
    assert read(json_log(tmp_path / "a.json", [sample()], turned)).run.arm == same
    assert first == empty
    assert len({each.arm_id for each in (first, same, other)}) == 3
    assert "secret" not in repr((same, other))


def test_odd_values_in_what_is_passed_over_are_none_of_ours(tmp_path: Path) -> None:
    text = json.dumps({**header(), "samples": [sample()]})
    text = text.replace('"events": [', '"events": [NaN, 1e999, {"a": 1, "a": 2}, "\\ud800", ')
    (tmp_path / "a.json").write_text(text)
    assert len(read(tmp_path / "a.json").attempts) == 1


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"id": 1, "epoch": 1, "epoch": 2}', "DOUBLED_KEY"),
        (b'{"id": 1, "epoch": 1', "NOT_JSON"),
        (b'{"id": 1, "epoch": 1} {}', "NOT_JSON"),
        (b'{"id": "\xff", "epoch": 1}', "NOT_UTF8"),
        (b'{"id": 1, "epoch": 1, "events": ' + b"[" * 200_000 + b"}", "TOO_DEEP"),
        (
            b'{"id": 1, "epoch": 1, "scores": {"a": {"value": ' + b"[" * 70 + b"]" * 70 + b"}}}",
            "TOO_DEEP",
        ),
        (b"[]", "NOT_AN_OBJECT"),
        (b"", "NOT_AN_OBJECT"),
        (b'{"id": "\\ud800", "epoch": 1}', "BAD_TEXT"),
    ],
)
def test_a_malformed_sample_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    assert [each.code for each in refused(archive(tmp_path / "a.eval", [data]))] == [code]


def test_a_member_that_may_be_a_sample_is_never_passed_over(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.eval", [sample()])
    with zipfile.ZipFile(path, "a") as zipped:
        zipped.writestr("samples/2.json", json.dumps(sample(2)))
    assert [each.code for each in refused(path)] == ["UNKNOWN_MEMBER"]


def test_a_torn_json_log_is_refused(tmp_path: Path) -> None:
    path = json_log(tmp_path / "a.json", [sample(), sample(2)])
    path.write_bytes(path.read_bytes()[:-20])
    assert [each.code for each in refused(path)] == ["NOT_JSON"]


@pytest.mark.parametrize(
    ("name", "recognised"),
    [("a.eval", True), ("a.zip", True), ("a", True)],
)
def test_an_archive_is_recognised_by_what_is_in_it(
    tmp_path: Path, name: str, recognised: bool
) -> None:
    assert READER.recognise(archive(tmp_path / name, [sample()]), LIMITS) is recognised


def test_other_files_are_not_recognised(tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as zipped:
        zipped.writestr("a.txt", "x")
    (tmp_path / "torn.zip").write_bytes(other.read_bytes()[:40])
    (tmp_path / "folder.eval").mkdir()
    for name, text in (
        ("list.json", "[]"),
        ("plain.json", '{"version": 2, "status": "success"}'),
        ("inner.json", '{"log": {"version": 2, "status": "success", "eval": {"task": 1}}}'),
        ("bare.json", '{"version": 2, "status": "success", "eval": {"other": 1}}'),
        ("empty.eval", ""),
        ("text.txt", json.dumps(header())),
    ):
        (tmp_path / name).write_text(text)
    for path in sorted(tmp_path.iterdir()):
        assert READER.recognise(path, LIMITS) is False
