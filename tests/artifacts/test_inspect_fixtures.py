"""Logs that the `inspect-ai` package wrote, read with every count as it was made by hand."""

from __future__ import annotations

import importlib.util
import runpy
from collections import Counter
from pathlib import Path

import pytest

from generator.accounting.runs import fold_runs
from generator.artifacts.inspect_endings import ENDINGS
from generator.artifacts.records import RunArtifact
from generator.artifacts.results import read_results
from tests.artifacts.inspect_samples import codes, ends, read
from tests.artifacts.samples import LIMITS

FIXTURES = Path(__file__).parent / "fixtures" / "inspect_ai"
SUCCESS, FAILURE = "valid_task_success", "valid_task_failure"
INVALID, PENDING = "invalid_infrastructure", "pending_adjudication"

EVERY_END = {
    ("ore-10", 1): (SUCCESS, "passed"),
    ("ore-10", 2): (FAILURE, "failed"),
    ("ore-10", 3): (FAILURE, "partial"),
    ("ore-10", 4): (FAILURE, "no_answer"),
    ("ore-2", 1): (INVALID, "time_limit"),
    ("ore-2", 2): (INVALID, "error"),
    ("ore-2", 3): (FAILURE, "message_limit"),
    ("ore-2", 4): (SUCCESS, "passed"),
    ("3", 1): (PENDING, "unscored"),
    ("3", 2): (PENDING, "unscored"),
    ("3", 3): (INVALID, "operator_limit"),
    ("3", 4): (SUCCESS, "passed"),
}


@pytest.fixture(params=["committed", "written now"])
def logs(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of the fixtures: as they are committed, and as the package writes them today."""
    if request.param == "committed":
        return FIXTURES
    if importlib.util.find_spec("inspect_ai") is None:
        pytest.skip("the inspect-ai package is not installed")
    runpy.run_path(str(FIXTURES / "write.py"))["main"](tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["every_end.eval", "every_end.json", "in_pieces.eval"])
def test_every_end_is_read_in_its_own_word(logs: Path, name: str) -> None:
    artifact = read(logs / name)
    assert ends(artifact) == EVERY_END
    assert artifact.run.trials_per_case == 4
    assert [case.case_id for case in artifact.run.cases] == [
        "ore-words/3",
        "ore-words/ore-2",
        "ore-words/ore-10",
    ]
    assert codes(artifact) == ["SCORERS", "PARTIAL_CREDIT", "NOT_SCORED"]


def test_both_files_of_a_log_say_the_same(logs: Path) -> None:
    packed, plain = read(logs / "every_end.eval"), read(logs / "every_end.json")
    assert packed.run == plain.run
    assert Counter(map(str, map(counted, packed.attempts))) == Counter(
        map(str, map(counted, plain.attempts))
    )


def counted(attempt: object) -> dict[str, object]:
    fields = {name: getattr(attempt, name) for name in attempt.__struct_fields__}  # type: ignore[attr-defined]
    del fields["line"]
    return fields


def test_the_arm_the_window_and_the_cost_are_the_logs(logs: Path) -> None:
    artifact = read(logs / "every_end.eval")
    run, arm = artifact.run, artifact.run.arm
    assert run.run_id == "eval-ends"
    assert arm.arm_id == "ore-words brand/model-one careful_agent high"
    assert (arm.served_model, arm.profile, arm.effort) == (
        "brand/model-one",
        "careful_agent",
        "high",
    )
    assert (arm.harness, arm.harness_version) == ("inspect_ai", "0.3.999")
    assert arm.runner_config == {"temperature": 0.5, "message_limit": 30, "task_version": 3}
    assert (run.timeout_s, run.role, run.stage, run.scope) == (600, "observational", None, "full")
    assert run.window is not None
    # 2026-03-01T10:00:00Z is 20,513 days and ten hours after 1970.
    assert run.window.start == (20_513 * 86_400 + 36_000) * 10**9
    assert run.window.end - run.window.start == 3_600 * 10**9
    first = next(each for each in artifact.attempts if each.attempt_id == "ore-10#1")
    assert first.started_at == (20_513 * 86_400 + 36_000 + 600) * 10**9
    # 100 + 5 of the cache + 7 of the judge; 10 + 1; a quarter and a half of a dollar.
    assert (first.tokens_in, first.tokens_out, first.cost_usd) == (112, 11, 0.75)
    assert first.wall_s == 20


def test_what_a_stopped_run_planned_is_known(logs: Path) -> None:
    artifact = read(logs / "stopped.json")
    assert Counter(each.state.value for each in artifact.attempts) == {SUCCESS: 3, FAILURE: 1}
    assert len(artifact.run.cases) * artifact.run.trials_per_case == 6
    assert codes(artifact) == ["RUN_NOT_WHOLE", "SAMPLES_MISSING"]


def test_of_a_dictionary_the_first_binary_key_decides(logs: Path) -> None:
    artifact = read(logs / "several_numbers.eval")
    assert {key[0]: end for key, (_, end) in ends(artifact).items()} == {
        "ore-10": "passed",
        "ore-2": "failed",
        "3": "passed",
    }
    assert artifact.run.arm.arm_id == "ore-words brand/model-one high"


def test_of_shares_only_full_credit_passes(logs: Path) -> None:
    artifact = read(logs / "fractions.eval")
    assert {key[0]: end for key, (_, end) in ends(artifact).items()} == {
        "ore-10": "partial",
        "ore-2": "passed",
        "3": "failed",
    }
    assert {each.case_id: each.score for each in artifact.attempts} == {
        "ore-shares/ore-10": 0.5,
        "ore-shares/ore-2": 1,
        "ore-shares/3": 0,
    }


def test_a_retry_is_the_same_run_and_repeats_no_trial(logs: Path) -> None:
    results = read_results(logs / "retried", LIMITS)
    (record,) = fold_runs(results.runs)
    assert [each.code for each in results.warnings if each.code == "RESUMED"] == ["RESUMED"] * 2
    assert (record.copies, record.folded, record.run.trials_per_case) == (2, 1, 1)
    # The sample that failed with an error was tried again: both attempts stand, in one trial.
    assert Counter(seen.attempt.end for seen in record.observations) == {
        "passed": 2,
        "error": 1,
        "failed": 1,
    }
    assert {seen.attempt.repeat_index for seen in record.observations} == {0}
    assert not [seen for seen in record.observations if seen.attempt.contested]
    assert results.last_day == "2026-03-01"


def test_nothing_private_is_kept(logs: Path) -> None:
    for path in sorted(logs.glob("*.eval")) + sorted(logs.glob("*.json")):
        artifact = read(path)
        assert "PRIVATE" not in repr(without_places(artifact))
        assert "/home" not in repr(without_places(artifact))


def without_places(artifact: RunArtifact) -> tuple[object, ...]:
    said = [(each.code, each.what, each.remedy, each.field) for each in artifact.warnings]
    return artifact.run, artifact.attempts, said


def test_the_list_of_ends_holds_every_end_once() -> None:
    names = [each.name for each in ENDINGS]
    assert len(names) == len(set(names))
    assert {end for _, end in EVERY_END.values()} <= set(names)
