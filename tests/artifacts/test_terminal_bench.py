"""Terminal-Bench: the verdict decides, infrastructure stays apart, nothing private is kept."""

from __future__ import annotations

import json
import runpy
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.discovery import discover
from generator.artifacts.reading import artifacts_of, read_runs
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from generator.artifacts.terminal_bench import TerminalBenchReader
from generator.artifacts.terminal_bench_trials import numbered
from tests.artifacts.harness_reports import (
    FIXTURES,
    attempts_and_peak,
    needs_linux,
    published,
)
from tests.artifacts.samples import LIMITS, Said, read_one, refusal, said

READER = TerminalBenchReader()
RUNS = FIXTURES / "terminal_bench" / "runs"
SUCCESS, FAILURE, INVALID = "valid_task_success", "valid_task_failure", "invalid_infrastructure"
MISSING, TIMEOUT = "infrastructure_missing", "harness_timeout"


def trial(task: str = "mend-kettle", attempt: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "id": f"id-{task}-{attempt}",
        "trial_name": f"{task}.{attempt}-of-2.some-run",
        "task_id": task,
        "instruction": "do it",
        "is_resolved": True,
        "failure_mode": "unset",
        "parser_results": {"a test": "passed"},
        "total_input_tokens": 10,
        "total_output_tokens": 5,
        "trial_started_at": "2025-08-10T05:27:18.478461+00:00",
        "trial_ended_at": "2025-08-10T05:27:20.478461+00:00",
    } | more


def results(*trials: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"id": "run-id", "results": list(trials)} | more


def written(file: Path, data: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return file


def read(path: Path, root: Path | None = None) -> RunArtifact:
    assert READER.recognise(path, LIMITS)
    return read_one(READER, path, root or path.parent)


def all_runs(folder: Path) -> list[RunArtifact]:
    found = discover(folder, LIMITS)
    assert found.unrecognised == ()
    return artifacts_of(read_runs(found.runs, LIMITS))


def states(artifact: RunArtifact) -> Counter[str]:
    return Counter(str(each.state) for each in artifact.attempts)


def test_a_folder_of_a_run_is_read_once_with_its_metadata() -> None:
    artifact = read(RUNS / "with-metadata", RUNS)
    run = artifact.run
    assert run.arm.arm_id == "acme/tiny-1 terminus"
    assert (run.arm.served_model, run.arm.harness) == ("acme/tiny-1", "terminus")
    assert run.arm.index_version == "farmyard-core 0.1.1"
    assert (run.role, run.stage, run.scope, run.trials_per_case) == (
        "observational",
        None,
        "full",
        2,
    )
    assert (run.concurrency, run.wire_audit.status) == (4, "not_audited")
    assert run.window is not None
    assert (run.window.end - run.window.start) / 1e9 == 30 * 60
    assert [case.case_id for case in run.cases] == [
        "count-geese",
        "mend-kettle",
        "paint-fence",
        "sort-buttons",
    ]
    assert states(artifact) == {SUCCESS: 2, FAILURE: 2, INVALID: 3}
    assert [each.relative for each in artifact.sources] == [
        "with-metadata/run_metadata.json",
        "with-metadata/results.json",
    ]
    (warning,) = artifact.warnings
    assert warning.code == "INCOMPLETE_RUN"
    assert warning.what.startswith("1 of 8 ")


def test_a_path_is_no_name_of_a_model_or_an_agent(tmp_path: Path) -> None:
    metadata = json.loads((RUNS / "with-metadata" / "run_metadata.json").read_bytes())
    said = {"model_name": "hf//home/somebody/model", "agent_name": "/home/somebody/agent.py:Mine"}
    written(tmp_path / "run_metadata.json", metadata | said)
    written(tmp_path / "results.json", results(trial()))
    (run,) = read_results(tmp_path, LIMITS).runs
    assert (run.run.arm.served_model, run.run.arm.harness) == (None, None)


def test_a_run_file_by_itself_has_the_metadata_beside_it() -> None:
    folder = RUNS / "with-metadata"
    alone = read_one(READER, folder / "results.json", folder)
    assert alone.run == read(folder, RUNS).run
    (run,) = all_runs(folder / "results.json")
    assert run.run.arm.arm_id == "acme/tiny-1 terminus"


def test_the_files_of_single_trials_say_what_the_run_says() -> None:
    whole = read(RUNS / "with-metadata", RUNS)
    parts = read(RUNS / "file-a-trial", RUNS)
    assert {(a.case_id, a.repeat_index, a.state, a.end) for a in parts.attempts} == {
        (a.case_id, a.repeat_index, a.state, a.end) for a in whole.attempts
    }
    assert parts.run.trials_per_case == 2
    assert len(parts.sources) == 7


def test_a_run_that_never_ended_is_read_from_its_trials(tmp_path: Path) -> None:
    whole = shutil.copytree(RUNS / "with-metadata", tmp_path / "run")
    (whole / "results.json").unlink()
    artifact = read(whole, tmp_path)
    assert artifact.run.arm.arm_id == "acme/tiny-1 terminus"
    assert states(artifact) == {SUCCESS: 1}
    assert [each.code for each in artifact.warnings] == ["UNNAMED_CASES", "INCOMPLETE_RUN"]


def test_runs_without_metadata_are_trials_of_the_arm_that_their_folder_names() -> None:
    runs = [each for each in all_runs(RUNS) if each.run.arm.arm_id == "quiet-agent"]
    assert len({each.run.run_id for each in runs}) == 2
    assert sum(map(states, runs), Counter()) == {SUCCESS: 3, FAILURE: 2, INVALID: 1}
    assert {"ARM_FROM_PATH"} == {warning.code for each in runs for warning in each.warnings}


def test_several_runs_may_lie_in_one_folder(tmp_path: Path) -> None:
    for number in range(1, 4):
        file = tmp_path / "agent-x" / f"run_{number}.json"
        written(file, results(trial(), id=f"run {number}"))
    written(tmp_path / "agent-x" / "results.json", results(trial(), id="another"))
    runs = all_runs(tmp_path)
    assert len(runs) == 4
    assert {each.run.arm.arm_id for each in runs} == {"agent-x"}
    assert len({each.run.run_id for each in runs}) == 4


def test_a_run_folder_with_runs_below_it_hides_none(tmp_path: Path) -> None:
    written(tmp_path / "results.json", results(trial(), id="one"))
    written(tmp_path / "other-agent" / "results.json", results(trial(), id="two"))
    assert len(all_runs(tmp_path)) == 2


def test_a_copy_of_a_run_is_the_same_run(tmp_path: Path) -> None:
    for folder in ("run1", "run2"):
        written(tmp_path / "agent" / folder / "results.json", results(trial()))
    one, other = all_runs(tmp_path)
    assert one.run == other.run
    assert one.run.arm.arm_id == "agent"


def test_five_attempts_in_one_file_are_five_trials_in_any_order(tmp_path: Path) -> None:
    trials = [
        trial(
            id=f"id-{number}",
            trial_name=f"mend-kettle.1-of-1.run-{number}",
            is_resolved=number % 2 == 0,
            trial_started_at=f"2025-08-1{number}T05:27:18+00:00",
            trial_ended_at=None,
        )
        for number in range(5)
    ]
    first = read(written(tmp_path / "a.json", results(*trials)))
    assert [each.repeat_index for each in first.attempts] == [0, 1, 2, 3, 4]
    assert first.run.trials_per_case == 5
    assert [each.state for each in first.attempts] == [SUCCESS, FAILURE, SUCCESS, FAILURE, SUCCESS]
    second = read(written(tmp_path / "a.json", results(*trials[3:], *reversed(trials[:3]))))
    assert [(a.attempt_id, a.repeat_index) for a in second.attempts] == [
        (a.attempt_id, a.repeat_index) for a in first.attempts
    ]
    assert second.run == first.run


@pytest.mark.parametrize(
    ("mode", "verdict", "state", "cause", "contested"),
    [
        ("unset", True, SUCCESS, None, False),
        ("none", True, SUCCESS, None, False),
        ("agent_timeout", True, SUCCESS, None, False),
        ("unknown_agent_error", True, SUCCESS, None, False),
        ("something new", True, SUCCESS, None, False),
        ("unset", False, FAILURE, None, False),
        ("none", False, FAILURE, None, False),
        (None, False, FAILURE, None, False),
        ("context_length_exceeded", False, FAILURE, None, False),
        ("output_length_exceeded", False, FAILURE, None, False),
        ("fatal_llm_parse_error", False, FAILURE, None, False),
        ("agent_timeout", False, FAILURE, None, True),
        ("agent_installation_failed", False, INVALID, MISSING, True),
        ("unknown_agent_error", False, INVALID, MISSING, True),
        ("unknown", False, INVALID, MISSING, True),
        ("parse_error", False, INVALID, MISSING, True),
        ("test_timeout", False, INVALID, TIMEOUT, True),
        ("unset", None, INVALID, MISSING, True),
        ("none", None, INVALID, MISSING, True),
        (None, None, INVALID, MISSING, True),
        ("agent_timeout", None, INVALID, TIMEOUT, True),
        ("test_timeout", None, INVALID, TIMEOUT, True),
        ("parse_error", None, INVALID, MISSING, True),
        ("agent_installation_failed", None, INVALID, MISSING, True),
        ("unknown_agent_error", None, INVALID, MISSING, True),
        ("context_length_exceeded", None, INVALID, MISSING, True),
        ("something new", False, INVALID, MISSING, True),
        ("something new", None, INVALID, MISSING, True),
    ],
)
def test_how_a_trial_ends(
    tmp_path: Path,
    mode: str | None,
    verdict: bool | None,
    state: str,
    cause: str | None,
    contested: bool,
) -> None:
    file = written(tmp_path / "a.json", results(trial(failure_mode=mode, is_resolved=verdict)))
    artifact = read(file)
    (attempt,) = artifact.attempts
    assert (attempt.state, attempt.invalid_cause, attempt.contested) == (state, cause, contested)
    assert attempt.end in {each.name for each in READER.endings}
    unknown = [each for each in artifact.warnings if each.code == "UNKNOWN_END"]
    assert said(unknown) == (
        [Said("UNKNOWN_END", 1, "results[0].failure_mode")] if attempt.end == "other" else []
    )


def test_words_that_are_not_known_are_said_once_a_file(tmp_path: Path) -> None:
    trials = [trial(attempt=n, failure_mode="new", is_resolved=None) for n in range(1, 4)]
    file = written(tmp_path / "agent.json", results(trial("a"), *trials))
    (warning,) = (each for each in read(file).warnings if each.code == "UNKNOWN_END")
    assert warning.what.startswith("The word for how 3 attempts ended ")
    assert warning.field == "results[1].failure_mode"


@pytest.mark.parametrize("name", ["id", "uuid"])
def test_an_id_that_no_file_can_hold_is_refused(tmp_path: Path, name: str) -> None:
    stated = results(trial()) | {"id": None, name: "\ud800"}
    file = written(tmp_path / "agent.json", json.dumps(stated).encode())
    assert said(refusal(lambda: read(file))) == [Said("BAD_TEXT", None, name)]


def test_every_ending_has_a_word_of_its_own() -> None:
    names = [each.name for each in READER.endings]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("mark", ["T", "t", " "])
def test_a_time_may_have_a_blank_before_its_hour(tmp_path: Path, mark: str) -> None:
    stated = trial(trial_started_at=f"1970-01-01{mark}00:00:01+00:00")
    (attempt,) = read(written(tmp_path / "a.json", results(stated))).attempts
    assert attempt.started_at == 10**9


def test_nulls_and_zeros_state_nothing(tmp_path: Path) -> None:
    file = written(
        tmp_path / "a.json",
        results(
            trial("a", total_input_tokens=None, total_output_tokens=None),
            trial("b", total_input_tokens=0, total_output_tokens=0),
            trial("c", trial_started_at=None, trial_ended_at=None, total_input_tokens=7.0),
            trial("d", trial_started_at="2025-08-10T05:27:18.478461", trial_ended_at=None),
            {"uuid": "u", "task_id": "e", "is_resolved": False, "parser_results": None},
        ),
    )
    a, b, c, d, e = read(file).attempts
    assert (a.tokens_in, a.tokens_out, b.tokens_in, b.tokens_out) == (None,) * 4
    assert (c.started_at, c.ended_at, c.tokens_in, c.tokens_out) == (None, None, 7, 5)
    assert d.started_at is None
    assert (e.attempt_id, e.state, e.started_at) == ("u", FAILURE, None)


def test_a_trial_that_stands_twice_is_folded_and_must_say_the_same(tmp_path: Path) -> None:
    file = written(tmp_path / "a.json", results(trial(), trial(), trial("b")))
    artifact = read(file)
    assert (len(artifact.attempts), artifact.folded) == (2, 1)
    file = written(tmp_path / "a.json", results(trial(), trial(is_resolved=False)))
    assert said(refusal(lambda: read(file))) == [Said("COPIES_DIFFER", 1, "results[1].id")]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"task_id": ""}, "EMPTY_ID", "task_id"),
        ({"task_id": None}, "WRONG_TYPE", "task_id"),
        ({"task_id": 7}, "WRONG_TYPE", "task_id"),
        ({"task_id": "a\0"}, "BAD_TEXT", "task_id"),
        ({"is_resolved": 1}, "WRONG_TYPE", "is_resolved"),
        ({"is_resolved": "true"}, "WRONG_TYPE", "is_resolved"),
        ({"failure_mode": 3}, "WRONG_TYPE", "failure_mode"),
        ({"total_input_tokens": -1}, "OUT_OF_RANGE", "total_input_tokens"),
        ({"total_output_tokens": 1.5}, "OUT_OF_RANGE", "total_output_tokens"),
        ({"trial_started_at": "yesterday"}, "BAD_TIME", "trial_started_at"),
        ({"trial_started_at": 1723267638}, "BAD_TIME", "trial_started_at"),
        ({"trial_ended_at": "2024-01-01T00:00:00Z"}, "BACKWARDS", "trial_ended_at"),
        ({"total_input_tokens": float("nan")}, "BAD_NUMBER", "total_input_tokens"),
    ],
)
def test_a_wrong_value_is_refused_by_line_and_field(
    tmp_path: Path, changes: dict[str, Any], code: str, field: str
) -> None:
    rows = ",\n".join(json.dumps(each) for each in (trial("a"), trial("b") | changes))
    file = written(tmp_path / "a.json", f'{{"id": "x",\n"results": [{rows}]}}'.encode())
    assert said(refusal(lambda: read(file))) == [Said(code, 3, f"results[1].{field}")]


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (b"]}", None),
        (b"], ", "NOT_JSON"),
        (b"", "NOT_JSON"),
        (b", 7]}", "NOT_AN_OBJECT"),
        (b"]} more", "NOT_JSON"),
        (b'], "id": 1}', "DOUBLED_KEY"),
        (b'], "accuracy": NaN}', None),
        (b'], "accuracy": 1e400}', None),
        (b'], "x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "TOO_DEEP"),
        (b'], "x": "\xff"}', "NOT_UTF8"),
        (b', {"task_id": "b", "task_id": "c", "is_resolved": true}]}', "DOUBLED_KEY"),
        (b', {"task_id": "b", "instruction": "' + b"x" * (3 << 20) + b'"}]}', "LINE_TOO_LONG"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, end: bytes, code: str | None) -> None:
    begin = b'\xef\xbb\xbf{"id": "x",\r\n "results": [' + json.dumps(trial()).encode()
    file = written(tmp_path / "a.json", begin + end)
    if code is None:
        assert len(read(file).attempts) == 1
    else:
        assert [each.code for each in refusal(lambda: read(file))] == [code]


def test_bad_metadata_is_refused_by_field(tmp_path: Path) -> None:
    written(tmp_path / "results.json", results(trial()))
    stated = {"run_id": "r", "agent_name": "", "n_attempts": 0, "start_time": "noon"}
    written(tmp_path / "run_metadata.json", stated)
    problems = refusal(lambda: read(tmp_path))
    assert {each.field for each in problems} == {"agent_name", "n_attempts", "start_time"}
    assert {each.file for each in problems} == {tmp_path / "run_metadata.json"}


def test_more_attempts_than_a_run_can_have_are_refused(tmp_path: Path) -> None:
    written(tmp_path / "results.json", results(trial()))
    stated = {"run_id": "r", "agent_name": "x", "n_attempts": 100_001}
    written(tmp_path / "run_metadata.json", stated)
    assert said(refusal(lambda: read(tmp_path))) == [Said("OUT_OF_RANGE", None, "n_attempts")]


def test_a_name_with_more_trials_than_a_run_can_have_is_of_another_form() -> None:
    assert numbered("mend.1-of-100000.r") is not None
    assert numbered("mend.1-of-100001.r") is None
    assert numbered("mend.100001-of-2.r") is None


def test_patterns_are_no_tasks(tmp_path: Path) -> None:
    written(tmp_path / "results.json", results(trial()))
    stated = {"run_id": "r", "agent_name": "x", "n_attempts": 1}
    for tasks, cases in ((["mend-*"], 1), (["mend-kettle", "never-run"], 2)):
        written(tmp_path / "run_metadata.json", stated | {"task_ids": tasks})
        assert len(read(tmp_path).run.cases) == cases


@pytest.mark.parametrize(
    ("data", "code"), [({}, "MISSING_FIELD"), ({"results": 3}, "WRONG_TYPE"), ([], "NOT_JSON")]
)
def test_a_file_that_somebody_only_calls_so_is_refused(
    tmp_path: Path, data: object, code: str
) -> None:
    file = written(tmp_path / "a.json", data)
    assert [each.code for each in refusal(lambda: READER.read(file, LIMITS, tmp_path))] == [code]


@pytest.mark.parametrize(
    ("data", "recognised"),
    [
        (results(trial()), True),
        (results(n_resolved=0, resolved_ids=[]), True),
        (trial(), True),
        ({"results": [{"name": "x"}]}, False),
        ({"results": []}, False),
        ({"task_id": "x", "is_resolved": True}, False),
        ([trial()], False),
        (b"", False),
        (b"{", False),
        (b"not json", False),
    ],
)
def test_a_file_is_recognised_by_the_names_in_it(
    tmp_path: Path, data: object, recognised: bool
) -> None:
    assert READER.recognise(written(tmp_path / "any.json", data), LIMITS) is recognised
    assert not READER.recognise(written(tmp_path / "any.txt", data), LIMITS)


def test_the_report_counts_what_the_fixtures_hold_and_tells_nothing_else(tmp_path: Path) -> None:
    made = published(RUNS, tmp_path)
    assert len(made.report["arms"]) == 3
    with_metadata = [arm for arm in made.report["arms"] if arm["identity"]["harness"]]
    (arm,) = with_metadata
    assert arm["primary"]["cases"] == 0
    assert arm["states"] == {
        SUCCESS: 2,
        FAILURE: 2,
        INVALID: 3,
        "protocol_violation": 0,
        "pending_adjudication": 0,
        "missing": 1,
        "owed": 3,
    }
    assert arm["invalid_causes"][TIMEOUT] == 1
    assert arm["cost"]["tokens"] == {"in": 1000 + 1002, "out": 200}
    assert made.arm(owed=1)["states"][SUCCESS] == 3
    for private in ("canary-of", "mend-kettle", "quiet-agent", "two-attempts", "file-a-trial"):
        assert private not in made.text
        assert private not in made.said


@needs_linux
def test_ten_thousand_trials_are_read_one_by_one(tmp_path: Path) -> None:
    text = "The agent said {nothing} of [note]. " * 300
    peaks = []
    for name, instruction in (("small", ""), ("large", text)):
        trials = (
            trial(f"task-{number % 100}", id=f"{number}", trial_name=None, instruction=instruction)
            for number in range(10_000)
        )
        file = tmp_path / name / "results.json"
        file.parent.mkdir()
        with file.open("w") as out:
            out.write('{"id": "x", "results": [')
            out.writelines(
                f"{',' if number else ''}{json.dumps(each)}" for number, each in enumerate(trials)
            )
            out.write("]}")
        attempts, peak = attempts_and_peak(tmp_path / name)
        assert attempts == 10_000
        peaks.append(peak)
    assert (tmp_path / "large" / "results.json").stat().st_size > 100 << 20
    assert peaks[1] - peaks[0] < 15


def test_the_harness_writes_what_is_read(tmp_path: Path) -> None:
    pytest.importorskip("terminal_bench.harness.models")
    write: Callable[[Path], None] = runpy.run_path(str(RUNS.parent / "make.py"))["write"]
    write(tmp_path)
    made, kept = all_runs(tmp_path), all_runs(RUNS)
    assert [(each.run, each.attempts) for each in made] == [
        (each.run, each.attempts) for each in kept
    ]
