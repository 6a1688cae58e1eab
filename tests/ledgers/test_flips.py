"""A flip faults the evaluator, a missing flip the predicate; neither touches the agent's rate."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.artifacts.eio_samples import (
    COUNTERFACTUAL,
    KNOWN_RISK,
    METAMORPHIC,
    claim,
    trial,
    trials_of,
    write_log,
)
from tests.ledgers.report import files, ledger, task_of

CHECKED = [{"claim_id": "claim-1", "reproduced": False}]


def judged(kind: str, decision: str | None, baseline: str | None, **changes: Any) -> dict[str, Any]:
    fields = {"kind": kind, "claims": CHECKED, "decision": decision}
    return trial("judged", **fields, baseline_decision=baseline, **changes)


@pytest.mark.parametrize("private", [True, False])
def test_a_metamorphic_flip_is_a_finding_on_the_evaluator(tmp_path: Path, private: bool) -> None:
    predicate = "acme.predicate.of-our-own" if private else KNOWN_RISK
    trials = [judged(METAMORPHIC, "yes", "no"), trial("same", kind=METAMORPHIC, claims=CHECKED,
              decision="no", baseline_decision="no")]  # fmt: skip
    found = ledger(write_log(tmp_path / "log", trials, [claim(predicate=predicate)]))
    assert found["evaluator_findings"] == [
        {
            "predicate": None if private else KNOWN_RISK,
            "judged": 2,
            "changed": 1,
            "tasks": [task_of("task-1")],
        }
    ]
    assert found["predicate_defects"] == []


def test_a_counterfactual_that_does_not_flip_is_a_predicate_defect(tmp_path: Path) -> None:
    trials = [judged(COUNTERFACTUAL, "yes", "yes")]
    found = ledger(write_log(tmp_path / "log", trials, [claim()]))
    (defect,) = found["predicate_defects"]
    assert (defect["judged"], defect["unchanged"]) == (1, 1)
    assert found["evaluator_findings"] == []


@pytest.mark.parametrize(
    "one",
    [
        judged(METAMORPHIC, "yes", "yes"),
        judged(COUNTERFACTUAL, "yes", "no"),
        judged(METAMORPHIC, "yes", None),
        judged(METAMORPHIC, None, "yes"),
        judged(COUNTERFACTUAL, None, None),
        judged(METAMORPHIC, "yes", "no", outcome="invalid"),
        judged(COUNTERFACTUAL, "yes", "yes", outcome="invalid"),
        judged("eio.trial.repeat", "yes", "no"),
    ],
)
def test_what_judges_nothing_or_is_as_it_should_be(tmp_path: Path, one: dict[str, Any]) -> None:
    found = ledger(write_log(tmp_path / "log", [one], [claim()]))
    assert (found["evaluator_findings"], found["predicate_defects"]) == ([], [])


def test_a_trial_on_several_predicates_names_none(tmp_path: Path) -> None:
    both = [{"claim_id": each, "reproduced": False} for each in ("a", "b")]
    claims = [claim("a"), claim("b", predicate="eio.predicate.agent-directed-abuse")]
    trials = [judged(METAMORPHIC, "yes", "no") | {"claims": both}]
    (found,) = ledger(write_log(tmp_path / "log", trials, claims))["evaluator_findings"]
    assert found["predicate"] is None


def _five_tasks(**of_metamorphic: Any) -> list[dict[str, Any]]:
    tasks = zip("abcde", ("PP", "PP", "PF", "FF", "PF"), strict=True)
    repeats = [each for task, outcomes in tasks for each in trials_of(outcomes, task)]
    return [*repeats, trial("m", task_id="a", kind=METAMORPHIC, **of_metamorphic)]


def test_a_flip_leaves_the_agents_numbers_as_they_are(tmp_path: Path) -> None:
    flipped = _five_tasks(decision="yes", baseline_decision="no")
    steady = _five_tasks(decision="no", baseline_decision="no")
    found = [
        ledger(write_log(tmp_path / name / "log", trials))
        for name, trials in (("flipped", flipped), ("steady", steady))
    ]
    assert found[0].pop("evaluator_findings") != found[1].pop("evaluator_findings")
    assert found[0] == found[1]


def test_counterfactual_trials_count_toward_no_rate(tmp_path: Path) -> None:
    without = _five_tasks()
    added = [*without, *trials_of("FFFFF", "a", kind=COUNTERFACTUAL)]
    found = [
        ledger(write_log(tmp_path / name / "log", trials))
        for name, trials in (("without", without), ("with", added))
    ]
    for each in ("rate", "rate_by_kind", "named_lists", "tasks", "passes"):
        assert found[0][each] == found[1][each]
    assert COUNTERFACTUAL in found[1]["trial_kinds"]


def test_a_ledger_of_counterfactual_trials_alone_has_no_rate(tmp_path: Path) -> None:
    found = ledger(write_log(tmp_path / "log", trials_of("PPP", kind=COUNTERFACTUAL)))
    assert found["rate"] is None
    assert found["rate_by_kind"] == {}
    assert found["named_lists"] == {"always_fail": [], "sometimes_fail": [], "never_fail": []}


def test_faults_stand_on_the_evaluators_page_and_on_no_other(tmp_path: Path) -> None:
    defect = judged(COUNTERFACTUAL, "x", "x") | {"trial_id": "2"}
    trials = [judged(METAMORPHIC, "yes", "no"), defect]
    pages = files(write_log(tmp_path / "log", trials, [claim()]))
    named = [path for path, text in pages.items() if path.endswith(".md") and KNOWN_RISK in text]
    # The dictionary lists the whole public vocabulary.
    assert named == ["dictionary.md", "ledgers/evaluator.md"]
    assert pages["ledgers/evaluator.md"].count(KNOWN_RISK) == 2
    assert "KNOWN" not in pages["data/ledgers.csv"]
