"""What is published of a study: closed types, aliases for every id, and nothing private."""

from __future__ import annotations

import html
import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

from generator.errors import UnusableInput
from generator.pages.render import render
from generator.publication.report import decode, encode, json_schema
from generator.publication.study import Study
from generator.stock import take_stock
from tests.study import harness
from tests.study.documents import edit
from tests.study.evidence import fault, invalid
from tests.study.reports import NAMES, STUDY, TEMPLATES, aggregated, alias, files, report
from tests.study.run_dir import Run
from tests.study.scenarios import read, supported, timing_only


def study_of(name: str) -> Study:
    (only,) = report(name).studies
    return only


def published(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(encode(report(name)))["studies"][0]
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_report_with_a_study_comes_back_and_keeps_to_its_schema(name: str) -> None:
    data = encode(report(name))
    assert decode(data) == report(name)
    jsonschema.validate(json.loads(data), json.loads(json_schema()))


def test_the_schema_is_closed_for_every_part_of_a_study() -> None:
    definitions = json.loads(json_schema())["$defs"]
    parts = [name for name in definitions if name.startswith(("Study", "Recomputed", "NoTrap"))]
    assert len(parts) > 12
    assert all(definitions[name]["additionalProperties"] is False for name in parts)


def test_ids_are_aliased_by_their_kind() -> None:
    found = study_of("cut")
    assert found.study == STUDY
    cut = {(each.hypothesis, each.task): each.reasons for each in found.cuts}
    assert cut == {
        ("NO_TRAP", alias("task", "T", "private-task-04")): ["MISSING_ROW:NO_MEMORY"],
        ("TIMING", alias("task", "T", "private-task-03")): [
            "INVALID_ROW:PRE_ACTION_FAILURE:TRACE_GAP"
        ],
    }
    tasks = {effect.task for effect in found.task_effects}
    assert tasks == {alias("task", "T", f"private-task-{number:02d}") for number in range(12)}


def test_numbers_are_those_that_the_harness_recorded() -> None:
    made = supported()
    found, recorded = published("pass"), made.statistics
    for ours, theirs in (
        ("repeated_failure_benefit", "repeatedFailureBenefit"),
        ("repeated_failure_benefit_interval", "repeatedFailureBenefitInterval"),
        ("relative_risk_reduction", "relativeRiskReduction"),
        ("repeated_failure_p", "repeatedFailureP"),
        ("task_pass_benefit", "taskPassBenefit"),
        ("task_pass_p", "taskPassP"),
        ("task_count", "taskCount"),
    ):
        assert found["timing"][ours] == recorded["timing"][theirs]
        assert found["content"][ours] == recorded["content"][theirs]
    assert found["content_compound_p"] == recorded["contentCompoundP"]
    assert found["study_decision"] == recorded["studyDecision"]
    assert [entry["adjusted_p"] for entry in found["holm"]] == [
        entry["adjustedP"] for entry in recorded["holm"]
    ]
    check, theirs = found["no_trap"], recorded["timidity"]
    assert check["pass_rate_difference"] == theirs["passRateDifference"]
    assert check["steps_interval"] == theirs["stepsInterval"]
    assert check["equivalent"] == theirs["equivalent"]


def test_a_row_that_is_scored_against_the_candidate_is_listed_by_numbers() -> None:
    (row,) = study_of("timing").imputed_rows
    assert row.task == alias("task", "T", "private-task-05")
    assert row.variant in {"V1"}
    assert (row.arm, row.seed) == ("TURN_START_FAILURE", 1)
    assert study_of("timing").hypothesis_set == "timing_only"


def test_variants_stand_in_an_order_that_only_the_key_gives(tmp_path: Path) -> None:
    made = timing_only({"TURN_START_FAILURE": [2] * 12, "PRE_ACTION_FAILURE": [0] * 12}, variants=3)
    for task in range(12):
        for place in range(0, 9, 3):
            invalid(made.row(task, "TURN_START_FAILURE", place), "VAGUE_CHECK")
    made.analyse().write(tmp_path / "results" / "study")
    (found,) = aggregated(tmp_path / "results").report.studies
    by_task: dict[str, list[str]] = {}
    for row in found.imputed_rows:
        by_task.setdefault(row.task, []).append(row.variant)
    assert all(sorted(variants) == ["V1", "V2", "V3"] for variants in by_task.values())
    assert len(by_task) == 12


def test_without_a_rule_rows_and_audits_are_published_and_nothing_is_decided() -> None:
    found = study_of("no rule")
    assert found.study_decision is None
    assert found.decisions.timing is None
    assert found.timing is None
    assert found.recomputed is None
    assert found.thresholds is None
    assert found.rule_version is None
    assert found.completeness.valid == found.design.expected_rows
    assert found.audits
    assert found.eligibility.reasons == ["NO_DECISION_RULE"]


def test_a_pilot_has_a_power_curve_and_claims_nothing() -> None:
    found = study_of("pilot")
    assert [point.tasks for point in found.power_curve] == [6, 12, 18, 24, 36]
    assert all(point.experiments == 200 for point in found.power_curve)
    assert found.eligibility.reasons == ["PILOT_RUN"]
    assert not study_of("pass").power_curve


def test_a_difference_is_published_with_both_values() -> None:
    found = study_of("different")
    (difference,) = found.replay.differences
    assert (difference.path, difference.recorded) == ("timing.task_pass_p", 0.123)
    assert found.timing is not None
    assert difference.replayed == found.timing.task_pass_p
    assert found.replay.status == "different"


# -- privacy ---------------------------------------------------------------------------------


class Canaries:
    """Strings that occur nowhere else, each made once and remembered."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self._numbers = itertools.count()

    def __call__(self, what: str) -> str:
        self.made.append(f"qz{next(self._numbers):03d}{what}xj")
        return self.made[-1]


def private_run(canary: Canaries) -> Run:
    """A run with a canary wherever the format leaves a text open."""
    made = supported()
    suite, profile = canary("suite"), canary("profile")
    names: dict[str, str] = {}

    def renamed(identity: dict[str, Any]) -> None:
        identity["suiteVersion"], identity["modelProfileId"] = suite, profile
        for name in ("taskId", "variantId"):
            text, calm = identity[name], str(identity[name]).endswith(":no-trap")
            plain = text.removesuffix(":no-trap")
            new = names.setdefault(f"{name}{plain}", canary(name))
            identity[name] = new + (":no-trap" if calm else "")

    seen: set[int] = set()
    planned = [*made.design["runOrder"], *made.rows]
    for holder in planned:
        if id(holder["identity"]) not in seen:
            seen.add(id(holder["identity"]))
            renamed(holder["identity"])
        holder["rowKey"] = harness.row_key(holder["identity"])
    for pair in made.pairs:
        for name in ("taskId", "variantId"):
            pair[name] = names[f"{name}{pair[name]}"]
        pair["modelProfileId"] = profile
    made.run |= {
        "runId": canary("run"),
        "suiteVersion": suite,
        "analysisVersion": canary("analysis"),
        "gitSha": canary("sha"),
        "mode": canary("mode"),
        "modelProfileIds": [profile],
        "modelDriverKinds": [canary("driver")],
        "splitTaskIds": sorted({row["taskId"] for row in made.primary}),
        canary("field"): {canary("key"): canary("value")},
    }
    for row in made.rows:
        row["isolation"] = {"chatId": canary("chat")}
        row["evidence"] = {"note": canary("note"), canary("evidence"): 1}
    invalid(made.rows[3], "TRACE_GAP")
    made.deviations = [{"id": canary("deviation"), "description": canary("text")}]
    made.analyse()
    made.checkpoints[0]["tries"].insert(0, fault(1))
    made.checkpoints[0]["tries"][0]["outcome"]["code"] = canary("code")
    made.audit["dataset"]["note"] = canary("dataset")
    made.audit["modelProfiles"][0] |= {"id": profile, "endpoint": canary("endpoint")}
    made.power["pilot"]["runId"] = canary("pilot")
    made.rule["name"] = canary("rule")
    made.rule["preregistration"]["path"] = canary("path")
    made.statistics["cuts"][0]["reasons"].append(canary("reason"))
    made.statistics["studyDecision"] = canary("word")
    return made


def test_no_string_of_an_artifact_is_published(tmp_path: Path) -> None:
    canary = Canaries()
    private_run(canary).write(tmp_path / "results" / canary("folder"), manifest=True)
    made = aggregated(tmp_path / "results")
    (study,) = made.report.studies
    assert study.replay.status == "different"
    assert study.cuts
    for path, data in render(made.report, TEMPLATES).items():
        plain = html.unescape(path + data.decode(errors="replace")).lower()
        assert not [each for each in canary.made if each in plain], path
    said = " ".join(problem.message() for problem in made.warnings)
    assert not [each for each in canary.made if each in said]
    assert len(canary.made) > 400


@pytest.mark.parametrize("name", NAMES)
def test_no_id_digest_or_cell_of_the_samples_is_published(name: str, tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "run")
    keys = {row.row_key for row in read(folder).rows}
    heads = json.loads((folder / "run.json").read_text())
    for path, data in files(name).items():
        text = data.decode(errors="replace")
        assert "private-" not in text, path
        assert not any(key in text for key in keys), path
        for digest in ("c" * 64, "d" * 40, heads["decisionRuleHash"], heads["expectedDesignHash"]):
            assert digest not in text, path


# -- where studies lie -----------------------------------------------------------------------


def test_a_copy_of_a_run_is_one_study(tmp_path: Path) -> None:
    folder = supported().write(tmp_path / "results" / "a")
    alone = aggregated(tmp_path / "results").report.studies
    shutil.copytree(folder, tmp_path / "results" / "b")
    assert aggregated(tmp_path / "results").report.studies == alone
    edit(tmp_path / "results" / "b" / "power.json", lambda power: power.update(more=1))
    with pytest.raises(UnusableInput):
        aggregated(tmp_path / "results")


def test_studies_stand_in_the_order_of_their_aliases(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        made = supported()
        made.run["runId"] = f"private-run-{name}"
        made.write(tmp_path / "results" / name)
    found = [each.study for each in aggregated(tmp_path / "results").report.studies]
    assert found == sorted(alias("run", "R", f"private-run-{name}") for name in ("a", "b", "c"))


def test_the_inventory_lists_a_study_and_what_is_wrong_with_it(tmp_path: Path) -> None:
    good = supported().write(tmp_path / "good")
    torn = supported().write(tmp_path / "torn")
    (torn / "episodes.jsonl").write_text("{")
    found = take_stock(tmp_path, None)
    first, second = found.studies
    assert (first.ordinal, first.phase, first.rule_version) == ("#1", "main", 12)
    assert first.rows == first.expected == len(supported().rows)
    assert second.run_id is None
    (problem,) = found.problems
    assert (problem.code, problem.file, problem.line) == ("TORN_LINE", "torn/episodes.jsonl", 1)
    shutil.rmtree(torn)
    shutil.copytree(good, torn)
    edit(torn / "power.json", lambda power: power.update(more=1))
    (problem,) = take_stock(tmp_path, None).problems
    assert problem.code == "RUNS_DIFFER"
