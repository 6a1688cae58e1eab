"""`stability verify`: every check with its outcome, and any difference stops a release."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.cli import main
from generator.publication.report import encode
from tests.study.documents import edit
from tests.study.reports import NAMES, report
from tests.study.scenarios import supported


def verify(place: Path, *options: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, ["verify", str(place), *options])
    return done.exit_code, done.stdout, done.stderr


def found(place: Path) -> dict[str, Any]:
    _, printed, _ = verify(place, "--json")
    result: dict[str, Any] = json.loads(printed)
    return result


def outcomes(place: Path) -> dict[str, set[str]]:
    by_check: dict[str, set[str]] = {}
    for check in found(place)["checks"]:
        by_check.setdefault(check["check"], set()).add(check["outcome"])
    return by_check


@pytest.fixture
def run(tmp_path: Path) -> Path:
    return supported().write(tmp_path / "run", manifest=True)


def test_a_run_that_agrees_with_itself_passes(run: Path) -> None:
    code, said, wrong = verify(run)
    assert code == 0
    assert not wrong
    assert "DIFFERS" not in said
    for check in ("hash.decision_rule", "hash.expected_design", "hash.row_keys", "replay"):
        assert f"{check}: " in said
    assert "decision: PASS (timing SUPPORTED, content SUPPORTED)" in said
    assert "may be claimed as: CONFIRMATORY" in said


def test_machines_get_every_check_and_what_the_run_is(run: Path) -> None:
    result = found(run)
    assert result["kind"] == "study"
    assert {check["outcome"] for check in result["checks"]} <= {"agrees", "not_checked"}
    assert result["study_decision"] == "PASS"
    assert result["rows"]["exact"]
    assert result["eligibility"] == {"status": "CONFIRMATORY", "reasons": []}


def test_a_changed_digit_is_named_by_its_path_with_both_values(run: Path) -> None:
    before: list[float] = []

    def change(statistics: Any) -> None:
        interval = statistics["timing"]["repeatedFailureBenefitInterval"]
        before.append(interval["lower"])
        interval["lower"] += 1e-15

    (run / "MANIFEST.json").unlink()
    edit(run / "statistics.json", change)
    code, said, wrong = verify(run)
    path = "timing.repeatedFailureBenefitInterval.lower"
    assert code == 1
    assert f"DIFFERS      replay: {path}: recorded {before[0] + 1e-15!r}" in said
    assert f"the rows give {before[0]!r}" in said
    assert path in wrong
    (differing,) = [each for each in found(run)["checks"] if each["outcome"] == "differs"]
    assert (differing["path"], differing["replayed"]) == (path, before[0])


def test_a_changed_row_is_named_by_file_line_and_field(run: Path) -> None:
    file = run / "episodes.jsonl"
    lines = file.read_text().splitlines()
    row = json.loads(lines[2])
    row["repeatedFailure"] = not row["repeatedFailure"]
    lines[2] = json.dumps(row)
    file.write_text("\n".join(lines) + "\n")
    code, said, wrong = verify(run)
    assert code == 1
    assert "episodes.jsonl" in said
    differing = [each for each in found(run)["checks"] if each["outcome"] == "differs"]
    assert ("checkpoints", 3, "repeatedFailure") in {
        (each["check"].partition(".")[0], each["line"], each["field"]) for each in differing
    }
    assert any(each["check"] == "hash.manifest" for each in differing)
    assert any(each["path"] for each in differing)
    assert "private" not in (said + wrong).replace(str(run), "")


@pytest.mark.parametrize(
    ("change", "check"),
    [
        (lambda head: head.update(decisionRuleHash="0" * 64), "hash.decision_rule"),
        (lambda head: head.update(expectedDesignHash="0" * 64), "hash.expected_design"),
        (lambda head: head.update(preregistrationHash="0" * 64), "hash.preregistration"),
        (lambda head: head.update(datasetInventoryHash="0" * 64), "hash.dataset_inventory"),
    ],
)
def test_a_digest_that_differs_stops(
    change: Callable[[Any], None], check: str, tmp_path: Path
) -> None:
    folder = supported().write(tmp_path / "run")
    edit(folder / "run.json", change)
    assert verify(folder)[0] == 1
    assert outcomes(folder)[check] == {"differs"}


def test_what_is_not_there_is_not_checked_and_stops_nobody(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run", rule_alone=True)
    for name in ("statistics.json", "audit.json"):
        (folder / name).unlink()
    code, said, _ = verify(folder)
    assert code == 0
    assert outcomes(folder)["replay"] == {"not_checked"}
    assert "decision: none" in said
    assert "NO_DECISION_RULE" in said


def test_a_torn_last_line_cannot_be_verified(run: Path) -> None:
    file = run / "episodes.jsonl"
    file.write_text(file.read_text()[:-40])
    code, said, wrong = verify(run)
    assert code == 2
    assert not said
    assert "cut short" in wrong


def test_a_rule_that_is_not_understood_decides_nothing(run: Path) -> None:
    edit(run / "decision-rule.json", lambda rule: rule.update(version=99))
    code, _, wrong = verify(run)
    assert code == 2
    assert "decision-rule.json" in wrong
    assert "only 12 and 13 are understood" in wrong


@pytest.mark.parametrize("name", ["nothing", "empty"])
def test_what_is_neither_run_nor_report_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert verify(tmp_path / name)[0] == 2


def test_a_public_log_names_no_folder_and_no_checkpoint(run: Path) -> None:
    (run / "MANIFEST.json").unlink()
    file = next((run / "checkpoints").iterdir())
    edit(file, lambda checkpoint: checkpoint["terminal"].update(steps=77))
    code, said, wrong = verify(run, "--public-log")
    assert code == 1
    assert "#1" in wrong
    assert file.stem not in said + wrong
    assert str(run) not in said + wrong


# -- published reports -----------------------------------------------------------------------


@pytest.fixture
def published(tmp_path: Path) -> Path:
    file = tmp_path / "report.json"
    file.write_bytes(encode(report("pass")))
    return file


def test_a_report_agrees_with_its_own_counts(published: Path) -> None:
    code, said, _ = verify(published)
    assert code == 0
    assert "numbers agree with their counts" in said
    result = found(published)
    assert result["kind"] == "report"
    assert result["checked"] > 30
    assert result["differences"] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_report_of_any_study_agrees_with_its_own_counts(name: str, tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(encode(report(name)))
    assert verify(file)[0] == 0


@pytest.mark.parametrize(
    "path",
    [
        "timing.repeated_failure_benefit",
        "timing.relative_risk_reduction",
        "timing.task_pass_benefit",
        "timing.steps_difference",
        "content.repeated_failure_benefit",
        "content.task_pass_benefit",
        "content_compound_p",
        "holm.0.adjusted_p",
        "recomputed.timing.repeated_failure_p",
        "recomputed.content.task_pass_p",
        "recomputed.holm.1.adjusted_p",
        "no_trap.pass_rate_difference",
    ],
)
def test_a_changed_number_of_a_study_is_found_and_named(path: str, published: Path) -> None:
    def change(document: Any) -> None:
        place = document["studies"][0]
        *way, last = path.split(".")
        for name in way:
            place = place[int(name)] if name.isdigit() else place[name]
        place[last] += 0.001 if place[last] < 0.9 else -0.001

    edit(published, change)
    code, _, wrong = verify(published)
    assert code == 1
    assert path.rpartition(".")[2] in wrong
    assert found(published)["differences"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("study_decision", "PARTIAL"),
        ("decisions.timing", "REJECTED"),
        ("recomputed.decisions.content", "REJECTED"),
        ("no_trap.equivalent", False),
        ("completeness.valid", 1),
        ("design.expected_rows", 1),
    ],
)
def test_a_changed_word_or_count_of_a_study_is_found(
    path: str, value: object, published: Path
) -> None:
    def change(document: Any) -> None:
        place = document["studies"][0]
        *way, last = path.split(".")
        for name in way:
            place = place[name]
        place[last] = value

    edit(published, change)
    assert verify(published)[0] == 1


def test_a_report_of_another_shape_is_refused_and_not_repeated(published: Path) -> None:
    edit(published, lambda document: document.update(private="private"))
    code, said, wrong = verify(published)
    assert code == 2
    assert not said
    assert "private" not in wrong.replace(str(published), "")
