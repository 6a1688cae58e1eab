"""Bands follow from re-tests; a finding is as strong as its weakest claim; nothing is withdrawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.artifacts.eio_samples import COUNTERFACTUAL, METAMORPHIC, checks, claim, trial, write_log
from tests.ledgers.report import claim_of, finding_of, ledger


def answers(reproduced: int, retests: int) -> list[bool]:
    return [number < reproduced for number in range(retests)]


# The test vectors of the EIO reliability ledgers, version 0.3.0.
VECTORS = [
    (5, 5, "CONFIRMED"),
    (1, 1, "CONFIRMED"),
    (3, 5, "INTERMITTENT"),
    (4, 5, "INTERMITTENT"),
    (0, 5, "UNCONFIRMED"),
    (0, 0, "NOT_RETESTED"),
]


@pytest.mark.parametrize(("reproduced", "retests", "band"), VECTORS)
def test_every_band_vector(tmp_path: Path, reproduced: int, retests: int, band: str) -> None:
    trials = checks("claim-1", answers(reproduced, retests))
    found = ledger(write_log(tmp_path / "log", trials, [claim()]))
    (row,) = found["recurrence"]
    assert (row["band"], row["reproduced_in"], row["retests"]) == (band, reproduced, retests)
    assert row["claim"] == claim_of("claim-1")
    assert found["finding_bands"] == {finding_of("finding-of-claim-1"): band}


@pytest.mark.parametrize(("reproduced", "retests", "band"), VECTORS)
def test_an_occurrence_keeps_its_deduction_in_every_band(
    tmp_path: Path, reproduced: int, retests: int, band: str
) -> None:
    trials = checks("claim-1", answers(reproduced, retests))
    found = ledger(write_log(tmp_path / "log", trials, [claim()]))
    (occurred,) = found["occurrence"]
    assert occurred["finding"] == finding_of("finding-of-claim-1")
    assert occurred["occurred"] is True
    assert occurred["deduction_retained"] is True
    assert "band" not in occurred  # the two books are not pooled
    assert "deduction_retained" not in found["recurrence"][0]


@pytest.mark.parametrize(
    ("counts", "weakest"),
    [
        ([(5, 5), (3, 5), (0, 5)], "UNCONFIRMED"),
        ([(5, 5), (4, 5)], "INTERMITTENT"),
        ([(5, 5), (3, 5), (0, 5), (0, 0)], "NOT_RETESTED"),
        ([(5, 5), (1, 1)], "CONFIRMED"),
    ],
)
def test_a_finding_takes_the_weakest_band_of_its_claims(
    tmp_path: Path, counts: list[tuple[int, int]], weakest: str
) -> None:
    claims = [claim(f"c-{number}", finding_id="one") for number in range(len(counts))]
    trials = [each for n, (r, of) in enumerate(counts) for each in checks(f"c-{n}", answers(r, of))]
    found = ledger(write_log(tmp_path / "log", trials, claims))
    assert found["finding_bands"] == {finding_of("one"): weakest}
    assert len(found["occurrence"]) == 1
    assert len(found["recurrence"]) == len(counts)


def test_trials_that_do_not_count_are_no_re_tests(tmp_path: Path) -> None:
    listed = [{"claim_id": "claim-1", "reproduced": True}]
    trials = [
        trial("counterfactual", kind=COUNTERFACTUAL, claims=listed),
        trial("invalid", outcome="invalid", claims=listed),
    ]
    found = ledger(write_log(tmp_path / "log", trials, [claim()]))
    assert found["recurrence"][0]["band"] == "NOT_RETESTED"
    assert found["recurrence"][0]["retests"] == 0


def test_both_kinds_that_count_make_the_band_and_are_told_apart(tmp_path: Path) -> None:
    listed = [{"claim_id": "claim-1", "reproduced": False}]
    trials = [
        *checks("claim-1", [True, True]),
        trial("m", kind=METAMORPHIC, claims=listed),
    ]
    (row,) = ledger(write_log(tmp_path / "log", trials, [claim()]))["recurrence"]
    assert (row["band"], row["reproduced_in"], row["retests"]) == ("INTERMITTENT", 2, 3)
    assert row["by_kind"] == [
        {"kind": METAMORPHIC, "reproduced_in": 0, "retests": 1},
        {"kind": "eio.trial.repeat", "reproduced_in": 2, "retests": 2},
    ]


def test_a_passed_claim_is_listed_only_if_a_trial_checks_it(tmp_path: Path) -> None:
    claims = [
        claim("checked", state="APPLICABLE_PASS", finding_id=None),
        claim("unchecked", state="APPLICABLE_PASS", finding_id=None),
    ]
    found = ledger(write_log(tmp_path / "log", checks("checked", [True]), claims))
    assert [(row["claim"], row["finding"]) for row in found["recurrence"]] == [
        (claim_of("checked"), None)
    ]
    assert found["occurrence"] == []
