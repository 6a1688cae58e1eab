"""τ-bench result files: a trial passes at full reward, and the authors' own figures come out."""

from __future__ import annotations

import json
from collections import Counter
from math import comb
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.files import MIB
from generator.artifacts.records import RunArtifact, State
from generator.artifacts.tau_bench import TauBenchReader
from tests.artifacts.samples import LIMITS, Said, read_one, refusal, said

READER = TauBenchReader()


def element(
    task_id: object = 0, reward: object = 1.0, trial: object = 0, **more: Any
) -> dict[str, Any]:
    return {"task_id": task_id, "reward": reward, "info": {}, "traj": [], "trial": trial} | more


def written(folder: Path, data: object, name: str = "model.json") -> Path:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
    return path


def read(path: Path) -> RunArtifact:
    return read_one(READER, path, path.parent)


def refused(path: Path) -> list[Said]:
    problems = refusal(lambda: read(path))
    assert {problem.file for problem in problems} == {path}
    return said(problems)


def test_the_published_figures_come_out(shared: Path) -> None:
    path = shared / "real" / "tau-bench" / "gpt-4o-airline.json"
    assert READER.recognise(path, LIMITS)
    artifact = read(path)
    passed = Counter(each.case_id for each in artifact.attempts if each.state is State.SUCCESS)
    assert len(artifact.run.cases) == 50
    assert artifact.run.trials_per_case == 4
    assert Counter(each.repeat_index for each in artifact.attempts) == dict.fromkeys(range(4), 50)
    published = [0.420, 0.273, 0.220, 0.200]
    for k, figure in enumerate(published, start=1):
        mean = sum(comb(passed[case.case_id], k) / comb(4, k) for case in artifact.run.cases) / 50
        assert round(mean, 3) == figure


def test_a_file_is_one_observational_run_without_times(tmp_path: Path) -> None:
    path = written(tmp_path, [element(10, trial=2), element(9, 0.0)])
    artifact = read(path)
    run = artifact.run
    assert (run.role, run.stage, run.scope, run.window) == ("observational", None, "full", None)
    assert run.arm.arm_id == "model"
    assert [case.case_id for case in run.cases] == ["9", "10"]
    assert run.trials_per_case == 3
    assert run.wire_audit.status == "not_audited"
    assert [(each.case_id, each.repeat_index, each.state) for each in artifact.attempts] == [
        ("10", 2, "valid_task_success"),
        ("9", 0, "valid_task_failure"),
    ]
    assert all(each.started_at is None for each in artifact.attempts)
    assert [each.relative for each in artifact.sources] == ["model.json"]


@pytest.mark.parametrize(
    ("reward", "passed"),
    [
        (1, True),
        (1.0, True),
        (0.9999995, True),
        (1.0000005, True),
        (0.99999, False),
        (1.1, False),
        (0.5, False),
        (0, False),
        (-1, False),
    ],
)
def test_a_trial_passes_at_full_reward(tmp_path: Path, reward: float, *, passed: bool) -> None:
    (attempt,) = read(written(tmp_path, [element(reward=reward)])).attempts
    assert (attempt.state is State.SUCCESS) is passed


def test_a_copy_of_the_file_is_the_same_run_and_another_file_is_not(tmp_path: Path) -> None:
    for folder in ("a", "b", "c"):
        (tmp_path / folder).mkdir()
    first = read(written(tmp_path / "a", [element()]))
    assert read(written(tmp_path / "b", [element()])).run == first.run
    assert read(written(tmp_path / "c", [element(reward=0)])).run.run_id != first.run.run_id


def test_an_identical_element_is_folded_and_a_different_one_refused(tmp_path: Path) -> None:
    artifact = read(written(tmp_path, [element(), element(1), element()]))
    assert (len(artifact.attempts), artifact.folded) == (2, 1)
    path = written(tmp_path, [element(), element(1), element(reward=0)])
    (problem,) = refusal(lambda: read(path))
    assert (problem.code, problem.line, problem.field) == ("COPIES_DIFFER", 1, "[2].trial")
    assert "element 0" in problem.what


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"reward": None}, "WRONG_TYPE", "reward"),
        ({"reward": "1"}, "WRONG_TYPE", "reward"),
        ({"reward": True}, "WRONG_TYPE", "reward"),
        ({"reward": float("nan")}, "BAD_NUMBER", "reward"),
        ({"reward": float("inf")}, "BAD_NUMBER", "reward"),
        ({"trial": -1}, "OUT_OF_RANGE", "trial"),
        ({"trial": 1.0}, "WRONG_TYPE", "trial"),
        ({"trial": 100_000}, "OUT_OF_RANGE", "trial"),
        ({"trial": 2**62}, "OUT_OF_RANGE", "trial"),
        ({"reward": 1.7e308}, "OUT_OF_RANGE", "reward"),
        ({"trial": None}, "WRONG_TYPE", "trial"),
        ({"task_id": ""}, "EMPTY_ID", "task_id"),
        ({"task_id": 1.5}, "WRONG_TYPE", "task_id"),
        ({"task_id": True}, "WRONG_TYPE", "task_id"),
        ({"task_id": -1}, "OUT_OF_RANGE", "task_id"),
    ],
)
def test_a_wrong_value_is_refused_by_element_and_field(
    tmp_path: Path, changes: dict[str, Any], code: str, field: str
) -> None:
    rows = ",\n".join(json.dumps(each) for each in (element(1), element(2), element(**changes)))
    path = written(tmp_path, f"[\n{rows}\n]".encode())
    assert refused(path) == [Said(code, 4, f"[2].{field}")]


@pytest.mark.parametrize("name", ["task_id", "reward", "trial"])
def test_a_missing_field_is_refused(tmp_path: Path, name: str) -> None:
    whole = element()
    del whole[name]
    assert refused(written(tmp_path, [whole])) == [Said("MISSING_FIELD", 1, f"[0].{name}")]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b'[{"task_id": 0, "task_id": 1, "reward": 1, "trial": 0}]', "DOUBLED_KEY"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0, "traj": [1e400]}]', "BAD_NUMBER"),
        (b'[{"traj": ' + b"[" * 70 + b"]" * 70 + b"}]", "TOO_DEEP"),
        (b'[{"traj": ' + b"[" * 200_000 + b"]" * 200_000 + b"}]", "TOO_DEEP"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0}', "NOT_JSON"),
        (b'[{"task_id": 0, "reward": 1, "tri', "NOT_JSON"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0},]', "NOT_AN_OBJECT"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0} {}]', "NOT_JSON"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0}, null]', "NOT_AN_OBJECT"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0}] x', "NOT_JSON"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0, "traj": "\xff"}]', "NOT_UTF8"),
        (b'[{"task_id": 0, "reward": 1, "trial": 0, "traj": "\xe2\x82', "NOT_UTF8"),
        ("[{}]".encode("utf-16"), "UTF16"),
        (b"{}", "NOT_JSON"),
        (b"", "NOT_JSON"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    assert [each.code for each in refused(written(tmp_path, data))] == [code]


def test_elements_longer_than_a_piece_are_read(tmp_path: Path) -> None:
    # Characters of three bytes each, so that pieces end within some of them.
    rows = [element(number, traj="€" * (MIB // 4)) for number in range(6)]
    path = written(
        tmp_path, b"\xef\xbb\xbf" + json.dumps(rows, ensure_ascii=False, indent=1).encode()
    )
    artifact = read(path)
    assert [each.case_id for each in artifact.attempts] == [str(number) for number in range(6)]
    assert [each.line for each in artifact.attempts] == [2 + 7 * number for number in range(6)]


def test_an_element_past_the_limit_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, [element(), element(1, traj="x" * (3 * MIB))])
    assert refused(path) == [Said("LINE_TOO_LONG", 1, None)]


def test_an_empty_list_is_a_run_of_nothing(tmp_path: Path) -> None:
    artifact = read(written(tmp_path, b" [ \n] "))
    assert (artifact.run.cases, artifact.attempts) == ((), ())


@pytest.mark.parametrize(
    ("data", "recognised"),
    [
        ([element()], True),
        ([{"traj": ["x" * 1000, {"a": ["]"]}], "reward": 0, "task_id": 1}], True),
        (b'\xef\xbb\xbf \n[ \n {"task_id":0,"reward":0,"info":{', True),
        ([{"task_id": 0, "reward": 1}], False),
        ([{"info": {"task_id": 0, "reward": 1, "traj": []}}], False),
        ([[element()]], False),
        (element(), False),
        ([], False),
        ([{}, element()], False),
        (b"", False),
        (b"\xff\xfe[", False),
        (b'[{"task_id" "reward" "traj"}]', False),
    ],
)
def test_a_file_is_recognised_by_its_first_object(
    tmp_path: Path, data: object, *, recognised: bool
) -> None:
    assert READER.recognise(written(tmp_path, data), LIMITS) is recognised


def test_other_files_and_folders_are_not_opened(tmp_path: Path) -> None:
    assert not READER.recognise(written(tmp_path, [element()], "model.json.bak"), LIMITS)
    (tmp_path / "folder.json").mkdir()
    assert not READER.recognise(tmp_path / "folder.json", LIMITS)
