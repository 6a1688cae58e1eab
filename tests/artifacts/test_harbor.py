"""Harbor jobs: a run an agent, rewards that count and rewards that do not, nothing private kept."""

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

from generator.artifacts.discovery import discover
from generator.artifacts.harbor import HarborReader
from generator.artifacts.reading import artifacts_of, read_runs
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from generator.errors import Problem
from tests.artifacts.harness_reports import (
    FIXTURES,
    attempts_and_peak,
    needs_linux,
    published,
)
from tests.artifacts.samples import LIMITS, Said, read_one, refusal, said

READER = HarborReader()
RUNS = FIXTURES / "harbor" / "runs"
SUCCESS, FAILURE, INVALID = "valid_task_success", "valid_task_failure", "invalid_infrastructure"
MISSING, TIMEOUT = "infrastructure_missing", "harness_timeout"
BILLING = "billing_exhausted"


def trial(number: int = 0, task: str = "mend-kettle", **more: Any) -> dict[str, Any]:
    return {
        "id": f"id-{number}",
        "task_name": task,
        "trial_name": f"{task}__{number}",
        "agent_info": {"name": "codex", "version": "1", "model_info": None},
        "agent_result": {"n_input_tokens": 10, "n_output_tokens": 5, "cost_usd": 1},
        "verifier_result": {"rewards": {"reward": 1}},
        "exception_info": None,
        "started_at": "2026-01-05T09:00:00.5Z",
        "finished_at": "2026-01-05T09:01:00Z",
    } | more


def raised(kind: str, **more: Any) -> dict[str, Any]:
    return {"exception_type": kind, "exception_message": "x", "exception_traceback": "y"} | more


def job(folder: Path, *trials: dict[str, Any], **config: Any) -> Path:
    if config:
        written(folder / "config.json", {"job_name": "j", "agents": [{}]} | config)
    for number, each in enumerate(trials):
        written(folder / f"trial-{number:05d}" / "result.json", each)
    return folder


def written(file: Path, data: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return file


def read(folder: Path) -> RunArtifact:
    assert READER.recognise(folder, LIMITS) is True
    return read_one(READER, folder, folder.parent)


def all_runs(folder: Path) -> list[RunArtifact]:
    return artifacts_of(read_runs(discover(folder, LIMITS).runs, LIMITS))


def states(artifact: RunArtifact) -> Counter[str]:
    return Counter(str(each.state) for each in artifact.attempts)


def test_a_job_of_one_agent_is_one_run() -> None:
    artifact = read(RUNS / "one-agent")
    run = artifact.run
    assert run.arm.arm_id == "acme/tiny-1 terminus-2"
    identity = (run.arm.served_model, run.arm.harness, run.arm.harness_version, run.arm.effort)
    assert identity == ("acme/tiny-1", "terminus-2", "0.9.1", None)
    assert (run.role, run.scope, run.trials_per_case, run.concurrency) == (
        "observational",
        "full",
        2,
        4,
    )
    assert run.window is not None
    assert (run.window.end - run.window.start) / 1e9 == 6 * 60 + 30
    assert [case.case_id for case in run.cases] == [
        "farm/count-geese",
        "farm/mend-kettle",
        "farm/paint-fence",
        "farm/sort-buttons",
    ]
    assert [(a.case_id, a.repeat_index, a.end) for a in artifact.attempts] == [
        ("farm/count-geese", 0, "SandboxBuildFailedError"),
        ("farm/count-geese", 1, "ApiUsageLimitError"),
        ("farm/mend-kettle", 0, "passed"),
        ("farm/mend-kettle", 1, "failed"),
        ("farm/paint-fence", 0, "AgentTimeoutError_no_reward"),
        ("farm/sort-buttons", 0, "passed"),
        ("farm/sort-buttons", 1, "AgentTimeoutError"),
    ]
    assert states(artifact) == {SUCCESS: 2, FAILURE: 2, INVALID: 3}
    assert sum(a.tokens_in or 0 for a in artifact.attempts) == 7021
    assert sum(a.cost_usd or 0 for a in artifact.attempts) == 7 * 0.25
    (warning,) = artifact.warnings
    assert warning.code == "INCOMPLETE_RUN"
    assert warning.what.startswith("1 of 8 ")
    assert len(artifact.sources) == 9


def test_a_path_is_no_name_of_a_model_or_an_agent(tmp_path: Path) -> None:
    info = {"name": "./agents/mine.py", "version": "1", "model_info": {"name": "/models/mine"}}
    job(tmp_path / "job", trial(agent_info=info))
    (run,) = read_results(tmp_path, LIMITS).runs
    arm = run.run.arm
    assert (arm.served_model, arm.harness, arm.harness_version) == (None, None, "1")


def test_a_job_of_two_agents_is_two_runs() -> None:
    found = discover(RUNS, LIMITS)
    assert found.unrecognised == ()
    runs = [each for each in all_runs(RUNS) if len(each.attempts) == 2]
    assert [(each.run.arm.harness, each.run.arm.effort) for each in runs] == [
        ("codex", "high"),
        ("terminus-2", None),
    ]
    assert [states(each)[SUCCESS] for each in runs] == [1, 2]
    assert len({each.run.run_id for each in all_runs(RUNS)}) == 3
    # The same agent and model in two jobs are one arm; set up in another way it is another.
    assert len({each.run.arm.arm_id for each in all_runs(RUNS)}) == 2


@pytest.mark.parametrize(
    ("exception", "reward", "state", "cause", "contested", "end"),
    [
        (None, 1.0, SUCCESS, None, False, "passed"),
        (None, 0.9999999, SUCCESS, None, False, "passed"),
        (None, 0.99, FAILURE, None, False, "failed"),
        (None, 0, FAILURE, None, False, "failed"),
        (None, None, INVALID, MISSING, True, "no_reward"),
        ("AgentTimeoutError", 1, SUCCESS, None, False, "passed"),
        ("AgentTimeoutError", 0, FAILURE, None, True, "AgentTimeoutError"),
        ("AgentTimeoutError", None, INVALID, TIMEOUT, True, "AgentTimeoutError_no_reward"),
        ("NonZeroAgentExitCodeError", 0, FAILURE, None, True, "NonZeroAgentExitCodeError"),
        ("ContextWindowExceededError", 0, FAILURE, None, False, "ContextWindowExceededError"),
        ("SandboxBuildFailedError", None, INVALID, MISSING, True, "SandboxBuildFailedError"),
        ("VerifierTimeoutError", None, INVALID, TIMEOUT, True, "VerifierTimeoutError"),
        ("ApiUsageLimitError", 0, INVALID, BILLING, True, "ApiUsageLimitError"),
        ("CancelledError", 0, INVALID, MISSING, True, "CancelledError"),
        ("ApiError", 1, INVALID, MISSING, True, "ApiError"),
        ("SomethingNewError", 1, SUCCESS, None, False, "passed"),
        ("SomethingNewError", 0, INVALID, MISSING, True, "other"),
        ("SomethingNewError", None, INVALID, MISSING, True, "other"),
    ],
)
def test_how_a_trial_ends(
    tmp_path: Path,
    exception: str | None,
    reward: float | None,
    state: str,
    cause: str | None,
    contested: bool,
    end: str,
) -> None:
    made = trial(
        exception_info=None if exception is None else raised(exception),
        verifier_result=None if reward is None else {"rewards": {"reward": reward}},
    )
    artifact = read(job(tmp_path / "job", made))
    (attempt,) = artifact.attempts
    assert (attempt.state, attempt.invalid_cause, attempt.contested) == (state, cause, contested)
    assert attempt.end == end
    assert end in {each.name for each in READER.endings}
    codes = {each.code for each in artifact.warnings}
    assert ("UNKNOWN_END" in codes) is (end == "other")


def test_words_that_are_not_known_are_said_once_a_job(tmp_path: Path) -> None:
    new = raised("NewError")
    trials = [trial(n, exception_info=new, verifier_result=None) for n in range(3)]
    (warning,) = read(job(tmp_path / "job", *trials)).warnings
    assert warning.code == "UNKNOWN_END"
    assert warning.what.startswith("The word for how 3 attempts ended ")


def test_every_ending_has_a_word_of_its_own() -> None:
    names = [each.name for each in READER.endings]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("verifier", "end"),
    [
        ({"rewards": {"reward": 1, "style": 0}}, "passed"),
        ({"rewards": {"reward": 0, "style": 1}}, "failed"),
        ({"rewards": {"tests": 1, "style": 1.0}}, "passed"),
        ({"rewards": {"tests": 1, "style": 0.5}}, "failed"),
        ({"rewards": {"reward": None}}, "no_reward"),
        ({"rewards": {}}, "no_reward"),
        ({"rewards": None}, "no_reward"),
        ({"reward": 1.0}, "passed"),
        ({"reward": 0.0}, "failed"),
    ],
)
def test_which_reward_decides(tmp_path: Path, verifier: object, end: str) -> None:
    (attempt,) = read(job(tmp_path / "job", trial(verifier_result=verifier))).attempts
    assert attempt.end == end


def test_an_exception_of_a_step_counts_and_one_that_the_job_allows_does_not(
    tmp_path: Path,
) -> None:
    step = {"step_name": "one", "agent_result": {"n_input_tokens": 3, "cost_usd": 0.5}}
    steps = [step | {"exception_info": raised("ApiError")}, step]
    allowed = raised("ApiError", policy_override={"has_valid_reward": True})
    stepped, overridden = read(
        job(
            tmp_path / "job",
            trial(1, "a", step_results=steps, agent_result=None),
            trial(2, "b", exception_info=allowed),
        )
    ).attempts
    assert (stepped.end, stepped.tokens_in, stepped.cost_usd) == ("ApiError", 6, 1.0)
    assert stepped.tokens_out is None
    assert overridden.end == "passed"


def test_a_sum_without_what_one_step_took_is_none(tmp_path: Path) -> None:
    told = {"n_input_tokens": 3, "n_output_tokens": 0, "cost_usd": 0.5}
    steps = [{"agent_result": told}, {"agent_result": told | {"cost_usd": None}}, {}]
    made = [trial(number, "a", step_results=steps[:number], agent_result=None) for number in (2, 3)]
    two, three = read(job(tmp_path / "job", *made)).attempts
    assert (two.tokens_in, two.tokens_out, two.cost_usd) == (6, 0, None)
    assert (three.tokens_in, three.tokens_out, three.cost_usd) == (None, None, None)


def test_nulls_and_local_times_state_nothing(tmp_path: Path) -> None:
    made = trial(
        agent_result=None,
        started_at="2025-12-17T21:03:06.052742",
        finished_at=None,
        agent_info={"name": "codex", "version": "unknown"},
    )
    artifact = read(job(tmp_path / "job", made))
    (attempt,) = artifact.attempts
    assert (attempt.tokens_in, attempt.tokens_out, attempt.cost_usd) == (None, None, None)
    assert (attempt.started_at, artifact.run.window) == (None, None)
    assert artifact.run.arm.harness_version is None


def test_the_order_of_trials_is_that_of_their_starts(tmp_path: Path) -> None:
    late = trial(1, started_at="2026-01-05T09:00:30Z")
    one = read(job(tmp_path / "a", late, trial(2)))
    other = read(job(tmp_path / "b", trial(2), late))
    assert [each.attempt_id for each in one.attempts] == ["id-2", "id-1"]
    assert one.attempts == other.attempts
    assert one.run == other.run


def test_what_was_planned_and_is_not_there_is_said(tmp_path: Path) -> None:
    folder = job(tmp_path / "job", trial(), n_attempts=2, agents=[{}])
    written(folder / "result.json", {"id": "x", "n_total_trials": 6, "stats": {}})
    assert said(read(folder).warnings) == [
        Said("UNNAMED_CASES", None, "n_total_trials"),
        Said("INCOMPLETE_RUN", None, None),
    ]


def test_a_job_that_repeats_its_trials_is_read_from_their_own_files(tmp_path: Path) -> None:
    folder = job(tmp_path / "job", trial(), n_attempts=1)
    stated = {"id": "x", "n_total_trials": 1, "trial_results": [trial()], "stats": {}}
    written(folder / "result.json", stated)
    assert len(read(folder).attempts) == 1


def test_a_job_without_a_trial_is_passed_over(tmp_path: Path) -> None:
    written(tmp_path / "job" / "result.json", {"id": "x", "n_total_trials": 1, "stats": {}})
    answer = READER.recognise(tmp_path / "job", LIMITS)
    assert isinstance(answer, Problem)
    assert answer.code == "NO_TRIALS"


def test_a_copied_trial_is_folded_and_must_say_the_same(tmp_path: Path) -> None:
    artifact = read(job(tmp_path / "a", trial(), trial()))
    assert (len(artifact.attempts), artifact.folded) == (1, 1)
    folder = job(tmp_path / "b", trial(), trial(exception_info=raised("ApiError")))
    assert said(refusal(lambda: read(folder))) == [Said("COPIES_DIFFER", None, "id")]


def test_trials_of_an_agent_that_the_config_does_not_name_are_refused(tmp_path: Path) -> None:
    other = trial(1, agent_info={"name": "terminus", "version": "1"})
    folder = job(tmp_path / "a", trial(), other, n_attempts=1)
    assert said(refusal(lambda: read(folder))) == [Said("SEVERAL_ARMS", None, "agent_info")]
    assert len(all_runs(job(tmp_path / "b" / "job", trial(), other).parent)) == 2


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"task_name": ""}, "EMPTY_ID", "task_name"),
        ({"task_name": 3}, "WRONG_TYPE", "task_name"),
        ({"started_at": 5}, "BAD_TIME", "started_at"),
        ({"finished_at": "2025-01-01T00:00:00Z"}, "BACKWARDS", "finished_at"),
        (
            {"verifier_result": {"rewards": {"secret-dimension": "1"}}},
            "WRONG_TYPE",
            "verifier_result.rewards",
        ),
        ({"verifier_result": []}, "WRONG_TYPE", "verifier_result"),
        ({"exception_info": {}}, "MISSING_FIELD", "exception_info.exception_type"),
        ({"agent_result": {"n_input_tokens": -1}}, "OUT_OF_RANGE", "agent_result.n_input_tokens"),
        ({"agent_result": {"cost_usd": True}}, "WRONG_TYPE", "agent_result.cost_usd"),
        ({"step_results": {}}, "WRONG_TYPE", "step_results"),
        ({"agent_info": "x"}, "WRONG_TYPE", "agent_info"),
        (
            {"config": {"agent": {"kwargs": {"reasoning_effort": "\ud800"}}}},
            "BAD_TEXT",
            "config.agent.kwargs.reasoning_effort",
        ),
    ],
)
def test_a_wrong_value_is_refused_by_file_and_field(
    tmp_path: Path, changes: dict[str, Any], code: str, field: str
) -> None:
    folder = job(tmp_path / "job", trial(), trial(1, **changes))
    problems = refusal(lambda: read(folder))
    assert said(problems) == [Said(code, None, field)]
    assert problems[0].file == folder / "trial-00001" / "result.json"
    assert "secret-dimension" not in problems[0].message()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'{"task_name": "a", "verifier_result": null, "exception_info": ', "NOT_JSON"),
        (
            b'{"task_name": "a", "verifier_result": null, "exception_info": null, "task_name": 1}',
            "DOUBLED_KEY",
        ),
        (
            b'{"task_name": "a", "verifier_result": {"rewards": {"reward": 1e999}}}',
            "BAD_NUMBER",
        ),
        (
            b'{"task_name": "a", "verifier_result": ' + b"[" * 99 + b"]" * 99 + b"}",
            "TOO_DEEP",
        ),
        (b'{"task_name": "\xff", "verifier_result": null}', "NOT_UTF8"),
        (b'{"task_name": "a", "verifier_result": null}' + b" " * (2 << 20), "LINE_TOO_LONG"),
    ],
)
def test_a_malformed_result_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    folder = job(tmp_path / "job", trial())
    written(folder / "zz" / "result.json", data)
    assert [each.code for each in refusal(lambda: read(folder))] == [code]


def test_more_attempts_than_a_run_can_have_are_refused(tmp_path: Path) -> None:
    folder = job(tmp_path / "job", trial(), n_attempts=100_001)
    assert said(refusal(lambda: read(folder))) == [Said("OUT_OF_RANGE", None, "n_attempts")]


def test_links_are_not_followed(tmp_path: Path) -> None:
    folder = job(tmp_path / "job", trial())
    outside = written(tmp_path / "outside" / "result.json", trial(7))
    (folder / "link").symlink_to(outside.parent)
    (folder / "dir").mkdir()
    (folder / "dir" / "result.json").symlink_to(outside)
    assert len(read(folder).attempts) == 1


def test_what_somebody_only_calls_so_is_refused(tmp_path: Path) -> None:
    for place in (written(tmp_path / "result.json", {}), tmp_path):
        problems = refusal(partial(READER.read, place, LIMITS, tmp_path))
        assert [each.code for each in problems] == ["NO_TRIALS"]


def test_other_folders_are_not_jobs(tmp_path: Path) -> None:
    written(tmp_path / "a" / "b" / "result.json", {"task_name": "x", "score": 1})
    written(tmp_path / "a" / "result.json", {"stats": {}})
    assert READER.recognise(tmp_path / "a", LIMITS) is False
    assert READER.recognise(tmp_path / "a" / "result.json", LIMITS) is False


def test_the_report_counts_what_the_fixtures_hold_and_tells_nothing_else(tmp_path: Path) -> None:
    made = published(RUNS, tmp_path)
    by_agent = {arm["identity"]["harness"]: arm for arm in made.report["arms"]}
    assert by_agent["codex"]["states"][SUCCESS] == 1
    assert by_agent["codex"]["identity"]["effort"] == "high"
    both_jobs = by_agent["terminus-2"]
    assert both_jobs["states"][SUCCESS] == 2 + 2
    assert both_jobs["states"][FAILURE] == 2
    assert both_jobs["states"][INVALID] == 3
    assert both_jobs["states"]["missing"] == 1
    assert both_jobs["invalid_causes"][BILLING] == 1
    assert both_jobs["cost"]["cost_usd"] == 9 * 0.25
    for private in ("canary-of", "mend-kettle", "farmyard", "two-agents", "__ter"):
        assert private not in made.text
        assert private not in made.said


@needs_linux
def test_transcripts_do_not_stay_in_memory(tmp_path: Path) -> None:
    text = "The agent said {nothing} of [note]. " * 2500
    peaks = []
    for name, said_of_it in (("small", ""), ("large", text)):
        for number in range(1500):
            details = {"rollout_details": [said_of_it]}
            made = trial(number, f"task-{number % 50}", agent_result=details)
            written(tmp_path / name / "job" / f"t{number}" / "result.json", made)
        attempts, peak = attempts_and_peak(tmp_path / name)
        assert attempts == 1500
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 15


def test_the_harness_writes_what_is_read(tmp_path: Path) -> None:
    pytest.importorskip("harbor.models.trial.result")
    write: Callable[[Path], None] = runpy.run_path(str(RUNS.parent / "make.py"))["write"]
    write(tmp_path)
    made, kept = all_runs(tmp_path), all_runs(RUNS)
    assert [(each.run, each.attempts) for each in made] == [
        (each.run, each.attempts) for each in kept
    ]


def test_a_copy_of_a_job_is_the_same_run(tmp_path: Path) -> None:
    for name in ("a", "b"):
        shutil.copytree(RUNS / "one-agent", tmp_path / name)
    one, other = all_runs(tmp_path)
    assert one.run == other.run
