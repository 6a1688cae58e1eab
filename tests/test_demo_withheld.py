"""The rows that are made of the demonstration's reports hold for what really happened in its runs.

The truth is counted by the plain reader of the demonstration, attempt by attempt.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import cache

import pytest

from generator.publication.inference.published import has_total, published, withheld
from generator.publication.report import Report, decode
from tests.demo_data import IBEX_CAIRN, RESULTS, TANSY_TIDEPOOL, VALID, own_runs, repeats

PROJECT = RESULTS.parent
KEY = (PROJECT / ".stability" / "demo.key").read_bytes().rstrip()
WEEKS = {"2026.09.15": ("2026-09-15",), "2026.09.22": ("2026-09-15", "2026-09-22")}


@cache
def report(version: str) -> Report:
    return decode((PROJECT / "site_src" / version / "report.json").read_bytes())


def private_of(arm: str) -> dict[str, str]:
    """The case_id behind each alias of an arm."""
    runs = [printed.run for printed in own_runs(arm, *WEEKS["2026.09.22"])]
    return {alias(case["case_id"]): case["case_id"] for run in runs for case in run["cases"]}


def alias(case_id: str) -> str:
    digest = hmac.new(KEY, f"case\0{case_id}".encode(), hashlib.sha256).hexdigest()
    return case_id if case_id.startswith("A-") else f"A-{digest[:8]}"


def passes(arm: str, case_id: str, version: str) -> int:
    """Valid passes on repeat of a binary case."""
    tried = [each for each in repeats(arm, case_id, *WEEKS[version]) if each["state"] in VALID]
    return sum(each["state"] == "valid_task_success" for each in tried)


@pytest.mark.parametrize(
    ("arm", "label"),
    [(IBEX_CAIRN, "Ibex 2 @ Cairn"), (TANSY_TIDEPOOL, "Tansy Mini @ Tidepool")],
)
def test_the_truth_is_a_solution(arm: str, label: str) -> None:
    reports = [report(version) for version in sorted(WEEKS, reverse=True)]
    totals = [
        (each.version, label)
        for each in reports
        for one in each.arms
        if one.arm == label and has_total(one)
    ]
    made = published(reports, [label], totals)
    private = private_of(arm)
    hidden = {(each.version, *one) for each in reports for one in withheld(each)}
    fixed = 0
    for place, number in made.unknowns.items():
        if place in hidden:
            true = passes(arm, private[place[2]], place[0])
            low, high = made.system.bounds[number]
            assert low <= true <= high
            made.system.bounds[number] = (true, true)
            fixed += 1
    assert fixed > 1
    assert made.system.judged(made.unknowns.values()).determined, "the rows contradict the truth"
