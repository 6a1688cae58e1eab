"""A published report's numbers are those of its own counts; one that changed is found and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.aggregate import aggregate
from generator.publication.recheck.checked import Checked
from generator.publication.recheck.report import recheck_report
from generator.publication.report import decode, encode
from tests.reference.tree import KEY, write_tree
from tests.whole_report import whole_report

SITE = Path(__file__).parents[1] / "site_src"
REPORT = SITE / "2026.09.22" / "report.json"
FULL = 2
"""The place of the arm whose every part is published."""


def wrong(document: Any) -> list[str]:
    """The places whose number the counts do not give."""
    return [
        check.place
        for check in recheck_report(decode(json.dumps(document).encode()))
        if not check.agrees
    ]


def report() -> Any:
    return json.loads(REPORT.read_bytes())


@pytest.mark.parametrize(
    "file", sorted(SITE.glob("*/report.json")), ids=lambda file: file.parent.name
)
def test_the_committed_reports_agree_with_their_counts(file: Path) -> None:
    checks = list(recheck_report(decode(file.read_bytes())))
    assert len(checks) > 100
    assert [check.place for check in checks if not check.agrees] == []


@pytest.mark.parametrize("seed", range(200, 212))
def test_reports_of_random_trees_agree_with_their_counts(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = tmp_path / "stability.yml"
    spec.write_text(yaml.safe_dump(write_tree(tmp_path / "results", seed)), encoding="utf-8")
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY.decode())
    found = aggregate(tmp_path / "results", spec, "1.0").report
    assert [check.place for check in recheck_report(found) if not check.agrees] == []


@pytest.mark.parametrize(
    "path",
    [
        f"arms.{FULL}.primary.rate",
        f"arms.{FULL}.primary.interval.lower",
        f"arms.{FULL}.primary.interval.upper",
        f"arms.{FULL}.recovery.rate",
        f"arms.{FULL}.recovery.standard_error",
        f"arms.{FULL}.recovery.interval.upper",
        f"arms.{FULL}.pass_hat_k.2.estimate",
        f"arms.{FULL}.pass_hat_k.2.standard_error",
        f"arms.{FULL}.pass_at_k.1.estimate",
        f"arms.{FULL}.invalid_burden.rate",
        "comparisons.0.test.p_exact",
        "comparisons.0.test.p_mid",
        "comparisons.0.test.p_holm",
        "comparisons.0.difference.estimate",
        "comparisons.0.difference.interval.lower",
        "comparisons.0.odds_ratio.estimate",
        "comparisons.0.odds_ratio.interval.upper",
    ],
)
def test_a_number_that_moved_a_little_is_found_where_it_stands(path: str) -> None:
    document = report()
    place, last = document, ""
    for name in path.split("."):
        holder, last = place, name
        place = holder[int(name)] if isinstance(holder, list) else holder[name]
    holder[last] = place - 1e-6 if place > 0.5 else place + 1e-6
    found = wrong(document)
    assert len(found) == 1
    assert found[0].endswith(last)


@pytest.mark.parametrize("part", ["planned", "valid", "missing", "owed"])
def test_a_ledger_that_does_not_add_up_is_found(part: str) -> None:
    document = report()
    document["arms"][FULL]["plan"][part] += 1
    assert any(f".plan.{part}" in place for place in wrong(document))


def test_counts_of_a_confirmed_case_decide_its_rate_and_its_interval() -> None:
    document = report()
    cases = document["arms"][FULL]["cases"]
    case = next(each for each in cases if each["rate"] and 0 < each["passed"] < each["valid"])
    case["rate"] += 1e-6
    case["interval"]["upper"] -= 1e-6
    found = [place.rpartition(case["case"])[2] for place in wrong(document)]
    assert ".rate" in found
    assert ".interval.upper" in found


@pytest.mark.parametrize("listed", ["always_fail", "sometimes_fail", "never_fail"])
def test_a_list_that_lost_a_name_is_found(listed: str) -> None:
    document = report()
    document["arms"][FULL]["named_lists"][listed].pop()
    assert any(place.endswith(f"named_lists.{listed}") for place in wrong(document))


@pytest.mark.parametrize("path", ["recovery.recovered", "regression.trials", "regression.failed"])
def test_a_count_that_its_cases_do_not_give_is_found(path: str) -> None:
    document = report()
    part, name = path.split(".")
    document["arms"][FULL][part][name] += 1
    assert wrong(document) == [f"arms[{FULL}].{path}"]


def test_whole_numbers_have_no_last_digits() -> None:
    assert not Checked("tokens", 5_000_000_000, 5_000_000_001).agrees
    assert Checked("tokens", 5_000_000_000, 5_000_000_000).agrees


def test_the_last_digits_of_a_logarithm_are_forgiven() -> None:
    document = report()
    document["comparisons"][0]["test"]["p_mid"] *= 1 + 1e-13
    assert wrong(document) == []


def more_passes_than_trials(document: Any) -> str:
    case = next(each for each in document["arms"][0]["cases"] if each.get("rate") is not None)
    case["passed"] = 10**9
    return "arms[0]"


def limits_the_other_way_round(document: Any) -> str:
    document["studies"][0]["no_trap"]["pass_rate_interval"]["upper"] = -1.0
    return f"studies.{document['studies'][0]['study']}"


def a_task_without_trials(document: Any) -> str:
    document["studies"][0]["task_effects"][0]["candidate_rows"] = 0
    return f"studies.{document['studies'][0]['study']}"


@pytest.mark.parametrize(
    "spoil", [more_passes_than_trials, limits_the_other_way_round, a_task_without_trials]
)
def test_counts_that_no_trials_can_have_are_told(
    spoil: Callable[[Any], str], tmp_path: Path
) -> None:
    document = json.loads(encode(whole_report(tmp_path)))
    place = spoil(document)
    assert place in wrong(document)
