"""Reports to compare: the demonstration's two versions, and one that has every part there is."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from generator.publication.arm import Arm
from generator.publication.changes import Change, Changes
from generator.publication.policies import (
    ContestedStates,
    Policies,
    PolicyFirstPass,
    PolicyReading,
)
from generator.publication.report import Citation, Report, decode, encode
from tests.pages.test_ledgers import LEDGER, rate
from tests.study.reports import report as study_report

ROOT = Path(__file__).resolve().parents[2]


@cache
def demo(version: str) -> Report:
    """One version of the demonstration, as it is committed."""
    return decode((ROOT / "site_src" / version / "report.json").read_bytes())


@cache
def whole() -> Report:
    """A report with arms, contested ends, comparisons, a past, ledgers and a study."""
    found = rate(published=True, suppressed_state=None, tasks=9, pass_1=0.75, pass_k=0.5)
    rated = replace(
        LEDGER, ledger="R-99999999", rate=found, rate_by_kind={"eio.trial.repeat": found}
    )
    latest = demo("2026.09.22")
    return replace(
        latest,
        arms=[
            replace(_few_cases(arm), policies=_policies(arm), resets_unrecorded=3)
            for arm in latest.arms
            if arm.deltas or arm.caps
        ],
        ledgers=[LEDGER, rated],
        studies=study_report("cut").studies,
        notes=["One sentence."],
        citation=Citation(title="A title", authors=["A. Writer"], url="https://example.org/a"),
    )


def _few_cases(arm: Arm) -> Arm:
    """Of the cases of an arm a few, those with a verdict first."""
    return replace(arm, cases=sorted(arm.cases, key=lambda case: case.verdict is None)[:4])


def _policies(arm: Arm) -> Policies:
    """Contested ends that are read either way, each reading with figures of its own."""
    failed = PolicyReading(
        policy="as_failure",
        trials=30,
        passed=9,
        pass_hat_k=arm.pass_hat_k,
        first_pass=PolicyFirstPass(passed=1, cases=2, rate=0.5, interval=None),
    )
    void = replace(failed, policy="as_infrastructure", trials=20)
    mixed = replace(failed, policy="mixed", trials=25)
    states = ContestedStates(
        valid_task_success=None,
        valid_task_failure=None,
        invalid_infrastructure=5,
        protocol_violation=0,
        pending_adjudication=0,
    )
    readings = [failed, void]
    return Policies(used="mixed", contested=10, readings=readings, as_read=mixed, states=states)


def edited(report: Report, change: Callable[[Any], object]) -> Report:
    """A report with a change to its JSON."""
    tree = json.loads(encode(report))
    change(tree)
    return decode(json.dumps(tree).encode())


def newer(report: Report, what: str = "inputs_sha256", name: str = "next") -> Callable[[Any], None]:
    """Another version with another digest of its input or its spec, for `edited`."""

    def change(tree: Any) -> None:
        tree["version"] = name
        tree["provenance"][what] = "0" * 64

    return change


def of_kind(found: Changes, *kinds: str) -> list[Change]:
    """The changes of some kinds, in their order."""
    return [change for change in found.changes if change.kind in kinds]
