"""What makes a finding, what gives it a severity, and what proves it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.artifacts.eio_samples import KNOWN_OBSERVATION, checks, claim, write_log
from tests.ledgers.report import finding_of, ledger


def occurrence(folder: Path, *claims: dict[str, Any], trials: Any = ()) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = ledger(write_log(folder / "log", trials, claims))["occurrence"]
    return found


@pytest.mark.parametrize(
    "change",
    [
        {"predicate_kind": "observation"},
        {"predicate_kind": "observation", "predicate": KNOWN_OBSERVATION},
        {"state": "APPLICABLE_PASS"},
        {"state": "UNRESOLVED"},
        {"state": "NOT_APPLICABLE"},
        {"evidence_valid": False},
    ],
)
def test_what_makes_no_finding(tmp_path: Path, change: dict[str, Any]) -> None:
    assert occurrence(tmp_path, claim(**change)) == []


@pytest.mark.parametrize("kind", ["risk", "safeguard"])
def test_what_makes_one(tmp_path: Path, kind: str) -> None:
    (found,) = occurrence(tmp_path, claim(predicate_kind=kind, predicate="private.predicate"))
    assert found["finding"] == finding_of("finding-of-claim-1")


def test_a_failed_claim_without_a_finding_of_its_own_has_occurred_all_the_same(
    tmp_path: Path,
) -> None:
    (found,) = occurrence(tmp_path, claim(finding_id=None))
    assert found["finding"] == finding_of("claim-1")


@pytest.mark.parametrize(
    ("severities", "published"),
    [
        ([("LOW", ["o"]), ("CRITICAL", []), ("HIGH", ["p"])], ("HIGH", "OBLIGATION")),
        ([("CRITICAL", []), ("HIGH", [])], (None, "NONE")),
        ([("INFORMATIONAL", ["o"]), ("MEDIUM", ["o", "p"])], ("MEDIUM", "OBLIGATION")),
        ([(None, ["o"])], (None, "NONE")),
    ],
)
def test_severity_comes_from_obligations_alone(
    tmp_path: Path, severities: list[tuple[Any, Any]], published: tuple[Any, str]
) -> None:
    claims = [
        claim(f"c-{n}", finding_id="one", severity=level, severity_source=source)
        for n, (level, source) in enumerate(severities)
    ]
    (found,) = occurrence(tmp_path, *claims)
    assert (found["severity"], found["severity_source"]) == published


PROVES_AT_ONCE = {"fidelity": "exact", "proof_citation_verified": True}
CITED = {"fidelity": "narrower", "proof_citation_verified": True}


@pytest.mark.parametrize(
    ("claims", "reproduced", "status"),
    [
        ([PROVES_AT_ONCE], [], "PROVEN"),  # without any re-test
        ([PROVES_AT_ONCE], [False, False], "PROVEN"),  # and in spite of re-tests
        ([CITED], [], "UNPROVEN"),
        ([CITED], [True, True], "PROVEN"),
        ([CITED], [True, False], "UNPROVEN"),
        ([{"fidelity": "exact"}], [True, True], "UNPROVEN"),  # no verified citation
        ([CITED, {"fidelity": "exact"}], [True], "UNPROVEN"),  # one claim lacks one
        ([CITED, PROVES_AT_ONCE], [True], "PROVEN"),
    ],
)
def test_proof_needs_a_verified_citation_and_exactness_or_recurrence(
    tmp_path: Path, claims: list[dict[str, Any]], reproduced: list[bool], status: str
) -> None:
    stated = [claim(f"c-{n}", finding_id="one", **change) for n, change in enumerate(claims)]
    (found,) = occurrence(tmp_path, *stated, trials=checks("c-0", reproduced))
    assert found["proof_status"] == status
