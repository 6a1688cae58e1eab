"""Contested ends: both readings are measured from the trials, and the one used is named."""

from __future__ import annotations

import csv
import io
import json
import math
import statistics
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from generator.aggregate import aggregate
from generator.cli import main
from generator.pages.data import data_files, tables
from generator.pages.render import render
from generator.publication.arm import Arm
from generator.publication.base import Interval
from generator.publication.policies import Policies, PolicyReading
from generator.publication.recheck.arms import recheck_arm
from generator.publication.report import Report
from tests.sample_report import report_of

changed: Any = msgspec.structs.replace
TEMPLATES = Path(__file__).resolve().parents[2] / "templates"

# Each task's trials: passed, failed, lost without a verdict.
TASKS = {
    "t1": "PPL",
    "t2": "PFL",
    "t3": "PPP",
    "t4": "FFF",
    "t5": "LLP",
    "t6": "PFP",
}
CELLS = {"P": "true", "F": "false", "L": ""}


def table(tasks: dict[str, str]) -> str:
    rows = [f"{task},{CELLS[end]}" for task, ends in tasks.items() for end in ends]
    return "\n".join(["task,ok", *rows, ""])


def arm(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tasks: dict[str, str] = TASKS, ends: str = "{}"
) -> Arm:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
    (folder / "results").mkdir()
    (folder / "results" / "t.csv").write_text(table(tasks))
    spec = folder / "stability.yml"
    spec.write_text(
        "sources: [{path: t.csv, format: table, arm: one, label: One, "
        f"ends: {ends}, table: {{task: task, outcome: ok}}}}]\n"
    )
    (found,) = aggregate(folder / "results", spec, "1", published_on="2026-01-01").report.arms
    return found


def readings(policies: Policies | None) -> tuple[PolicyReading, PolicyReading]:
    assert policies is not None
    failure, infrastructure = policies.readings
    assert (failure.policy, infrastructure.policy) == ("as_failure", "as_infrastructure")
    return failure, infrastructure


def pass_hat(tasks: dict[str, str], k: int) -> list[float]:
    """pass^k of each task with at least k trials, from its definition."""
    return [
        math.comb(ends.count("P"), k) / math.comb(len(ends), k)
        for ends in tasks.values()
        if len(ends) >= k
    ]


@pytest.mark.parametrize(
    ("ends", "used"),
    [("{}", "as_infrastructure"), ("{no_verdict: valid_task_failure}", "as_failure")],
)
def test_both_readings_are_those_of_the_trials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str, used: str
) -> None:
    found = arm(tmp_path, monkeypatch, ends=ends)
    assert found.policies is not None
    assert (found.policies.used, found.policies.contested) == (used, 4)
    void = {task: trials.replace("L", "") for task, trials in TASKS.items()}
    for reading, tasks in zip(readings(found.policies), (TASKS, void), strict=True):
        trials = "".join(tasks.values())
        assert (reading.trials, reading.passed) == (len(trials), trials.count("P"))
        for row in reading.pass_hat_k:
            values = pass_hat(tasks, row.k)
            assert row.tasks == len(values)
            if len(values) < 5:
                assert (row.estimate, row.suppressed) == (None, "RATE_NOT_PUBLISHED")
                continue
            error = statistics.stdev(values) / math.sqrt(len(values))
            assert row.estimate == pytest.approx(statistics.fmean(values), rel=1e-12)
            assert row.standard_error == pytest.approx(error, rel=1e-12)
            assert row.interval is not None
    (own,) = [each for each in readings(found.policies) if each.policy == used]
    assert own.pass_hat_k == found.pass_hat_k


def test_an_end_that_is_mapped_to_neither_is_mixed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, ends="{no_verdict: pending_adjudication}")
    assert found.policies is not None
    assert found.policies.used == "mixed"
    failure, infrastructure = readings(found.policies)
    assert (failure.trials, infrastructure.trials) == (18, 14)
    own, states = found.policies.as_read, found.policies.states
    assert own is not None
    assert states is not None
    assert (own.policy, own.trials, own.passed) == ("mixed", 14, 9)
    assert own.pass_hat_k == found.pass_hat_k
    assert (states.pending_adjudication, states.valid_task_failure) == (4, 0)


def test_contested_ends_that_pass_have_a_reading_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, ends="{no_verdict: valid_task_success}")
    assert found.policies is not None
    own = found.policies.as_read
    assert own is not None
    assert (own.trials, own.passed) == (18, 13)
    assert [each.passed for each in readings(found.policies)] == [9, 9]


SETS = {"resolved_ids": 9, "unresolved_ids": 11, "empty_patch_ids": 4, "error_ids": 6}
"""A report of SWE-bench: instances by set; errors are read as infrastructure, empty as failures."""


def swe_bench(folder: Path, monkeypatch: pytest.MonkeyPatch, ends: str = "{}") -> Report:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
    sets = {name: [f"{name}-{i}" for i in range(number)] for name, number in SETS.items()}
    every = [each for ids in sets.values() for each in ids]
    submitted = {"submitted_ids": every, "incomplete_ids": []}
    completed = {"completed_ids": sets["resolved_ids"] + sets["unresolved_ids"]}
    (folder / "results").mkdir()
    (folder / "results" / "acme__one.spring.json").write_text(
        json.dumps({"schema_version": 2, **sets, **submitted, **completed})
    )
    spec = folder / "stability.yml"
    spec.write_text(f"sources: [{{path: acme__one.spring.json, label: One, ends: {ends}}}]\n")
    return aggregate(folder / "results", spec, "1", published_on="2026-01-01").report


def clopper_pearson_holds(interval: Interval | None, passed: int, n: int) -> bool:
    """Whether both ends are where the binomial's tails are 2.5% each."""
    assert interval is not None
    assert interval.lower is not None
    assert interval.upper is not None
    assert (interval.method, interval.level) == ("clopper-pearson", 0.95)

    def mass(p: float, of: range) -> float:
        return sum(math.comb(n, x) * p**x * (1 - p) ** (n - x) for x in of)

    tails = mass(interval.lower, range(passed, n + 1)), mass(interval.upper, range(passed + 1))
    return tails == pytest.approx((0.025, 0.025), rel=1e-9)


def test_a_first_pass_is_read_in_both_ways_and_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = swe_bench(tmp_path, monkeypatch)
    (found,) = report.arms
    assert found.policies is not None
    assert (found.policies.used, found.policies.contested) == ("mixed", 10)
    assert found.policies.as_read is not None
    for reading, cases in zip(
        (*readings(found.policies), found.policies.as_read), (30, 20, 24), strict=True
    ):
        first = reading.first_pass
        assert first is not None
        assert (first.passed, first.cases, first.rate) == (9, cases, 9 / cases)
        assert clopper_pearson_holds(first.interval, 9, cases)
    assert (found.primary.passed, found.primary.cases) == (9, 24)
    rows = text_table(report, "policies-first-pass")
    assert [row[:4] for row in rows] == [
        ["One", "as_failure", "false", "9"],
        ["One", "as_infrastructure", "false", "9"],
        ["One", "mixed", "true", "9"],
    ]


def test_the_page_says_why_the_harness_has_another_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The harness divides by all instances: 9 of 30."""
    made = render(swe_bench(tmp_path, monkeypatch), TEMPLATES)
    said = next(each.decode() for path, each in made.items() if path.startswith("arms/"))
    first = said.partition("## First pass")[2].partition("### Fail set")[0]
    assert "leaves out 6 planned cases without a valid outcome (6 owed)" in first
    assert "counts them as not passed gives 9/30 = 30.0%, the lower end of the bracket." in first


def text_table(report: Report, name: str) -> list[list[str]]:
    """The rows of a download, without its header."""
    return list(csv.reader(io.StringIO(data_files(tables(report))[f"data/{name}.csv"].decode())))[
        1:
    ]


def page(report: Report) -> str:
    """What the only arm's page says of contested ends; nothing where it has no such section."""
    made = render(report, TEMPLATES)
    (shown,) = [each.decode() for path, each in made.items() if path.startswith("arms/")]
    return shown.partition("### Contested ends")[2].partition("\n## ")[0]


def test_runs_without_a_date_are_of_no_day_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    swe_bench(tmp_path, monkeypatch)
    results = tmp_path / "results"
    first = (results / "acme__one.spring.json").read_text()
    again = first.replace('"resolved_ids-0"', '"x"').replace(
        '"unresolved_ids-0"', '"resolved_ids-0"'
    )
    (results / "acme__one.summer.json").write_text(again.replace('"x"', '"unresolved_ids-0"'))
    spec = tmp_path / "none.yml"
    spec.write_text("{}")
    report = aggregate(results, spec, "1", published_on="2026-01-01").report
    (found,) = report.arms
    assert [run.date for run in found.runs] == [None, None]
    assert sorted(run.evidence for run in found.runs) == ["first_pass", "undated"]
    assert [(delta.evidence, len(delta.fail_to_pass)) for delta in found.deltas] == [("undated", 1)]
    made = render(report, TEMPLATES)
    for text in (each for path, each in made.items() if path != "glossary.md"):
        assert b"| another day |" not in text
        assert b"| same day |" not in text
        assert b"on another day" not in text


def test_the_page_shows_a_first_pass_under_each_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = page(swe_bench(tmp_path, monkeypatch))
    assert "(failed: 4, invalid: 6)" in said
    assert "| as failures | 9/30 = 30.0% |" in said
    assert "| as infrastructure | 9/20 = 45.0% |" in said
    assert "| as read here | 9/24 = 37.5% |" in said
    assert "pass^1" not in said


def test_a_reading_without_a_trial_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, dict.fromkeys(TASKS, "LL"))
    report = report_of(found)
    (infrastructure,) = [row for row in page(report).splitlines() if "| as infra" in row]
    assert "no valid trial" in infrastructure
    assert "0/0" in infrastructure
    rows = text_table(report, "policies")
    assert ["as_infrastructure", "NO_TRIALS"] in [[row[1], row[-1]] for row in rows]


def screened(folder: Path, monkeypatch: pytest.MonkeyPatch, tried: str) -> Arm:
    """Tests that were tried again until they passed; an error is read as a failure."""
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key of thirty-two bytes for tests")
    cases = "".join(f'<testcase classname="c" name="{name}">{tried}</testcase>' for name in TASKS)
    (folder / "results").mkdir()
    (folder / "results" / "c.xml").write_text(f'<testsuite name="c">{cases}</testsuite>')
    spec = folder / "stability.yml"
    spec.write_text("sources: [{path: c.xml, ends: {error: valid_task_failure}}]\n")
    (found,) = aggregate(folder / "results", spec, "1", published_on="2026-01-01").report.arms
    assert [(case.stage, case.valid, case.passed) for case in found.cases] == [
        ("screen", 2, None)
    ] * len(TASKS)
    return found


def test_a_reading_does_not_tell_what_a_screen_withholds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Read as void, a first pass that failed is none, and its case would be no screen."""
    tried = '<flakyError type="T" message="m"/><flakyFailure type="T" message="m"/>'
    found = screened(tmp_path, monkeypatch, tried)
    assert [(each.trials, each.pass_hat_k) for each in readings(found.policies)] == [(0, [])] * 2
    first = [each.first_pass for each in readings(found.policies)]
    assert [each and (each.passed, each.cases) for each in first] == [(0, 6), (0, 0)]


def test_contested_ends_are_withheld_where_their_number_tells_what_a_screen_withholds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve of eighteen attempts failed, so six cases that each passed once passed only once."""
    found = screened(tmp_path, monkeypatch, '<flakyError type="T" message="m"/>' * 2)
    assert (found.policies, found.policies_withheld) == (None, "WITHHELD_COUNTS")


@pytest.mark.parametrize(
    ("field", "value"), [("passed", 10), ("cases", 25), ("rate", 0.5), ("interval", None)]
)
def test_verify_holds_first_passes_against_their_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str, value: object
) -> None:
    report = swe_bench(tmp_path, monkeypatch)
    (found,) = report.arms
    assert all(each.agrees for each in recheck_arm("arm", found, report.rules))
    assert found.policies is not None
    assert found.policies.as_read is not None
    first = changed(found.policies.as_read.first_pass, **{field: value})
    policies = changed(found.policies, as_read=changed(found.policies.as_read, first_pass=first))
    wrong = [
        each.place
        for each in recheck_arm("arm", changed(found, policies=policies), report.rules)
        if not each.agrees
    ]
    assert wrong
    assert all(place.startswith("arm.policies.mixed.first_pass") for place in wrong)


def test_verify_adds_up_how_contested_ends_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = swe_bench(tmp_path, monkeypatch)
    (found,) = report.arms
    assert found.policies is not None
    states = changed(found.policies.states, invalid_infrastructure=7)
    arm_ = changed(found, policies=changed(found.policies, states=states))
    wrong = [each for each in recheck_arm("arm", arm_, report.rules) if not each.agrees]
    assert [each.place for each in wrong] == ["arm.policies.contested"]


def test_without_a_contested_end_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, dict.fromkeys(TASKS, "PF"))
    assert found.policies is None
    assert b"policies" not in msgspec.json.encode(found)


def test_too_few_tasks_have_no_rate_under_either_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = arm(tmp_path, monkeypatch, {"a": "PL", "b": "FL"})
    for reading in readings(found.policies):
        assert reading.passed is None
        assert all(row.estimate is None and row.interval is None for row in reading.pass_hat_k)


def test_the_arms_page_shows_both_figures_and_names_the_one_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm(tmp_path, monkeypatch)
    done = CliRunner().invoke(
        main,
        [
            *("build", "--results", str(tmp_path / "results"), "--version", "1"),
            *("--spec", str(tmp_path / "stability.yml"), "--date", "2026-01-01", "--quiet"),
            *("--site-src", str(tmp_path / "src"), "--site", str(tmp_path / "site")),
        ],
        catch_exceptions=False,
    )
    assert done.exit_code == 0, done.output
    stated = str(tmp_path / "src" / "1" / "report.json")
    verified = CliRunner().invoke(main, ["verify", stated], catch_exceptions=False)
    assert verified.exit_code == 0, verified.output
    (page,) = (tmp_path / "src" / "1" / "arms").glob("one*")
    text = (page / "index.md" if page.is_dir() else page).read_text()
    section = text.split("### Contested ends")[1].split("\n## ")[0]
    assert "4 attempts of this arm" in section
    assert "| as infrastructure, used here |" in section
    assert "| as failures |" in section
    assert "9/18" in section
    assert "9/14" in section
    rows = list(csv.DictReader(io.StringIO((tmp_path / "src/1/data/policies.csv").read_text())))
    assert {(row["policy"], row["used"]) for row in rows} == {
        ("as_failure", "false"),
        ("as_infrastructure", "true"),
    }
