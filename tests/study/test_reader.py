"""Study run directories: read whole or refused, digests put down, and nothing private repeated."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.study import StudyReader
from generator.artifacts.study_copies import unlike_runs
from generator.artifacts.study_records import HashCheck, StudyArtifact
from generator.errors import Problem, UnusableInput
from generator.measures.study import measure_study
from generator.measures.study_verification import verify_study
from tests.study.documents import edit, write_json
from tests.study.evidence import fault
from tests.study.scenarios import LIMITS, decided, measured, read, supported, timing_only

CANARIES = ("private", "PRIVATE")


def refused(folder: Path) -> tuple[Problem, ...]:
    """Why a run directory cannot be read; no word of its values stands in it."""
    with pytest.raises(UnusableInput) as caught:
        read(folder)
    said = str(caught.value).replace(str(folder), "")
    assert not any(canary in said for canary in CANARIES)
    return caught.value.problems


def edit_line(file: Path, number: int, change: Callable[[Any], None]) -> None:
    """Change a line of a file of lines where it lies."""
    lines = file.read_text().splitlines()
    document = json.loads(lines[number - 1])
    change(document)
    lines[number - 1] = json.dumps(document)
    file.write_text("\n".join(lines) + "\n")


def digests(study: StudyArtifact) -> dict[str, bool | None]:
    found: dict[str, bool | None] = {}
    for check in study.hashes:
        agrees = found.get(check.name, True)
        found[check.name] = check.agrees if agrees is not False else False
    return found


def test_what_is_no_study_is_not_taken_for_one(tmp_path: Path) -> None:
    reader = StudyReader()
    assert not reader.recognise(tmp_path, LIMITS)
    write_json(tmp_path / "run.json", {"runId": "another format", "note": "expectedDesignHash"})
    assert not reader.recognise(tmp_path, LIMITS)
    write_json(tmp_path / "run.json", {"expectedDesignHash": "anything"})
    assert reader.recognise(tmp_path, LIMITS)


def test_a_whole_run_is_read_with_every_digest_agreeing(tmp_path: Path) -> None:
    made = supported()
    study = read(made.write(tmp_path / "run", manifest=True))
    assert study.finished
    assert study.rule is not None
    assert len(study.rows) == len(made.rows)
    assert [row.line for row in study.rows] == list(range(1, len(made.rows) + 1))
    assert set(digests(study).values()) == {True}
    assert study.manifest
    assert all(listed.agrees for listed in study.manifest)
    assert study.deviations == 0


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("decision_rule", lambda run: run.update(decisionRuleHash="0" * 64)),
        ("expected_design", lambda run: run.update(expectedDesignHash="0" * 64)),
        ("preregistration", lambda run: run.update(preregistrationHash="0" * 64)),
        ("dataset_inventory", lambda run: run.update(datasetInventoryHash="0" * 64)),
        ("row_keys", lambda run: run["runOrder"][3].update(rowKey="h6-row-v1-" + "0" * 64)),
    ],
)
def test_a_digest_that_does_not_agree_is_put_down(
    name: str, change: Callable[[Any], None], tmp_path: Path
) -> None:
    folder = supported().write(tmp_path / "run")
    edit(folder / "run.json", change)
    found = digests(read(folder))
    assert found.pop(name) is False
    assert set(found.values()) == {True}


def test_the_digest_of_a_rule_is_of_its_bytes_and_of_a_design_of_its_content(
    tmp_path: Path,
) -> None:
    folder = supported().write(tmp_path / "run")
    for name in ("decision-rule.json", "expected-design.json"):
        document = json.loads((folder / name).read_text())
        (folder / name).write_text(json.dumps(document, sort_keys=True))
    found = digests(read(folder))
    assert found["decision_rule"] is False
    assert found["expected_design"] is True


def test_rows_under_other_keys_are_named_by_line(tmp_path: Path) -> None:
    made = supported()
    folder = made.write(tmp_path / "run")
    for line in (2, 5):
        edit_line(
            folder / "episodes.jsonl",
            line,
            lambda row: row.update(rowKey=row["rowKey"][:-1] + "x"),
        )
    wrong = [check for check in read(folder).hashes if check.agrees is False]
    assert wrong == [
        HashCheck(name="row_keys", agrees=False, file=folder / "episodes.jsonl", line=line)
        for line in (2, 5)
    ]


@pytest.mark.parametrize("ending", ["", "\n"])
def test_a_torn_last_line_is_refused_however_it_ends(ending: str, tmp_path: Path) -> None:
    made = supported()
    folder = made.write(tmp_path / "run")
    file = folder / "episodes.jsonl"
    file.write_text(file.read_text()[:-30] + ending)
    (problem,) = refused(folder)
    assert problem.line == len(made.rows)
    assert problem.file == file
    assert (problem.code == "TORN_LINE") == (not ending)
    assert UnusableInput(problem).exit_code == 2


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("status", "PRIVATE", "UNKNOWN_VALUE"),
        ("finalState", "PRIVATE", "UNKNOWN_VALUE"),
        ("identity.arm", "PRIVATE", "UNKNOWN_VALUE"),
        ("identity.seed", "private", "WRONG_TYPE"),
        ("identity.taskId", 7, "WRONG_TYPE"),
        ("repeatedFailure", "private", "WRONG_TYPE"),
        ("taskPassed", 1, "WRONG_TYPE"),
        ("steps", "private", "WRONG_TYPE"),
        ("steps", -1, "OUT_OF_RANGE"),
        ("factPairAudit", "PRIVATE", "UNKNOWN_VALUE"),
        ("tryCount", 0, "OUT_OF_RANGE"),
        ("finalState", "INVALID", "CONTRADICTION"),
        ("invalidReason", "TRACE_GAP", "CONTRADICTION"),
    ],
)
def test_a_wrong_field_is_named_by_line_and_never_repeated(
    path: str, value: object, code: str, tmp_path: Path
) -> None:
    folder = supported().write(tmp_path / "run")

    def change(row: Any) -> None:
        *way, last = path.split(".")
        for name in way:
            row = row[name]
        row[last] = value

    edit_line(folder / "episodes.jsonl", 4, change)
    (problem,) = refused(folder)
    assert (problem.line, problem.field) == (4, path)
    assert problem.code == code


def test_all_wrong_lines_are_told_at_once(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    for line in (2, 3, 9):
        edit_line(folder / "episodes.jsonl", line, lambda row: row.pop("identity"))
    assert [problem.line for problem in refused(folder)] == [2, 3, 9]


def test_a_reason_that_the_rule_does_not_admit_is_refused(tmp_path: Path) -> None:
    made = supported()
    made.rule["completeness"]["invalidReasons"] = ["TRACE_GAP"]
    folder = made.write(tmp_path / "run")
    change: Callable[[Any], None] = lambda row: row.update(  # noqa: E731
        status="INVALID", finalState="INVALID", invalidReason="START_DRIFT"
    )
    edit_line(folder / "episodes.jsonl", 1, change)
    (problem,) = refused(folder)
    assert problem.field == "invalidReason"


@pytest.mark.parametrize("name", ["run.json", "expected-design.json"])
def test_without_what_was_registered_a_run_cannot_be_read(name: str, tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    (folder / name).unlink()
    (problem,) = refused(folder)
    assert (problem.code, problem.file) == ("NO_FILE", folder / name)


def test_with_the_rules_digest_alone_rows_are_read_and_nothing_is_decided(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run", rule_alone=True)
    study = read(folder)
    assert study.rule is None
    assert digests(study)["decision_rule"] is True
    measure = measure_study(study, simulate=False)
    assert measure.decided is None
    assert measure.replay_status == "not_recorded"
    assert measure.eligibility.status == "INELIGIBLE"
    assert "NO_DECISION_RULE" in measure.eligibility.reasons
    assert measure.rows.exact
    assert measure.audits


@pytest.mark.parametrize("text", ["", "private\n", "0" * 63 + "\n"])
def test_a_digest_file_without_a_digest_is_refused(text: str, tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run", rule_alone=True)
    (folder / "decision-rule.sha256").write_text(text)
    (problem,) = refused(folder)
    assert problem.code == "BAD_DIGEST"


def test_a_paused_run_is_read_from_the_ends_of_its_checkpoints(tmp_path: Path) -> None:
    made = supported()
    made.checkpoints = made.checkpoints[:5]
    last = made.checkpoints[4]
    last["tries"] = [fault(1, exhausted=True)]
    del last["terminal"]
    folder = made.write(tmp_path / "run")
    for name in ("episodes.jsonl", "statistics.json", "audit.json"):
        (folder / name).unlink()
    study = read(folder)
    assert not study.finished
    assert len(study.rows) == 4
    measure = measure_study(study, simulate=False)
    assert measure.retries.paused
    assert measure.retries.exhausted == 1
    assert len(measure.rows.missing) == len(made.rows) - 4
    assert str(decided(measure).decisions.study) == "NOT_ESTIMABLE"


def test_locks_and_half_written_checkpoints_are_none(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    for name in (".a.json", "a.json.tmp", "a.lock"):
        (folder / "checkpoints" / name).write_text("{")
    read(folder)


def test_an_invalid_row_without_a_reason_is_counted_as_one(tmp_path: Path) -> None:
    made = supported()
    row = made.row(0, "PRE_ACTION_FAILURE")
    row |= {"status": "INVALID", "finalState": "INVALID"}
    made.analyse()
    measure = measured(made, tmp_path)
    reasons = {reason.public for cut in decided(measure).replay.cuts for reason in cut.reasons}
    assert reasons == {"INVALID_ROW:PRE_ACTION_FAILURE:UNKNOWN"}
    assert measure.replay_status == "identical"


@pytest.mark.parametrize("target", ["episodes.jsonl", "run.json", "decision-rule.json"])
def test_a_link_is_not_followed(target: str, tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    shutil.move(folder / target, tmp_path / "elsewhere")
    (folder / target).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnusableInput):
        read(folder)


@pytest.mark.parametrize("key", ["expectedDesignHash", "phase", "statisticsSeed", "retryRule"])
def test_a_head_without_its_fields_is_refused_by_name(key: str, tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    edit(folder / "run.json", lambda run: run.update({key: ["private"]}))
    assert key in {str(problem.field).partition(".")[0] for problem in refused(folder)}


def test_a_doubled_key_is_refused(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    file = folder / "expected-design.json"
    file.write_text(file.read_text().replace("{", '{"schemaVersion": 1, ', 1))
    (problem,) = refused(folder)
    assert problem.file == file


def test_a_file_that_the_manifest_lists_otherwise_is_a_difference(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run", manifest=True)
    (folder / "power.json").write_text((folder / "power.json").read_text() + "\n")
    (folder / "deviations.jsonl").unlink()
    study = read(folder)
    assert study.manifest is not None
    wrong = {listed.file.name for listed in study.manifest if not listed.agrees}
    assert wrong == {"power.json", "deviations.jsonl"}
    checks = verify_study(measure_study(study, simulate=False))
    differing = {
        (each.check, each.file and each.file.name) for each in checks if each.outcome == "differs"
    }
    assert {name for _, name in differing} >= wrong


def test_manifests_of_other_shapes_are_read_and_paths_elsewhere_are_not_followed(
    tmp_path: Path,
) -> None:
    folder = supported().write(tmp_path / "run")
    for document in (
        {"files": {"run.json": "0" * 64}},
        {"files": {"run.json": {"sha256": "0" * 64}}},
        {"artifacts": [{"file": "run.json", "hash": "sha256:" + "0" * 64}]},
    ):
        write_json(folder / "MANIFEST.json", document)
        listed = read(folder).manifest
        assert listed is not None
        assert [(each.file.name, each.agrees) for each in listed] == [("run.json", False)]
    write_json(
        folder / "MANIFEST.json",
        {
            "artifacts": [
                {"path": "/etc/passwd", "sha256": "0" * 64},
                {"path": "../x", "sha256": "0" * 64},
            ]
        },
    )
    assert read(folder).manifest == ()


def test_deviations_are_counted_and_not_read(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    (folder / "deviations.jsonl").write_text('{"private": 1}\n\nnot even JSON\n')
    assert read(folder).deviations == 2
    (folder / "deviations.jsonl").unlink()
    assert read(folder).deviations is None


def test_a_copy_counts_once_and_one_that_differs_is_refused(tmp_path: Path) -> None:
    first = supported().write(tmp_path / "a")
    shutil.copytree(first, tmp_path / "b")
    one, other = read(first), read(tmp_path / "b")
    assert unlike_runs([one, other]) == [one]
    edit(tmp_path / "b" / "power.json", lambda power: power.update(note="private"))
    with pytest.raises(UnusableInput) as caught:
        unlike_runs([one, read(tmp_path / "b")])
    (problem,) = caught.value.problems
    assert problem.code == "RUNS_DIFFER"
    assert "private" not in str(caught.value).replace(str(tmp_path), "")


def test_a_design_may_be_one_flat_list(tmp_path: Path) -> None:
    made = supported()
    flat = {"schemaVersion": 1, "rows": [*made.primary, *made.no_trap]}
    made.design = flat | {"primary": {"rows": made.primary}, "timidity": {"rows": made.no_trap}}
    folder = made.write(tmp_path / "run")
    write_json(folder / "expected-design.json", flat)
    study = read(folder)
    assert len(study.design.primary) == len(made.primary)
    assert len(study.design.no_trap) == len(made.no_trap)


def test_a_timing_run_has_neither_pairs_nor_a_no_trap_check(tmp_path: Path) -> None:
    made = timing_only({"TURN_START_FAILURE": [2] * 12, "PRE_ACTION_FAILURE": [0] * 12})
    measure = measured(made, tmp_path)
    assert decided(measure).replay.content is None
    assert decided(measure).replay.no_trap is None
    assert str(decided(measure).decisions.study) == "PASS"
