"""Trial logs: recognised by what they say, copies folded, contradictions refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.discovery import discover
from generator.artifacts.eio_records import ClaimState, TrialKind, TrialLog
from generator.artifacts.eio_trial_log import TrialLogReader
from tests.artifacts.eio_samples import COUNTERFACTUAL, claim, trial, write_log
from tests.artifacts.samples import LIMITS, Said, jsonl, refusal, said


def read(folder: Path) -> TrialLog:
    found = TrialLogReader().read(folder, LIMITS, folder.parent)
    assert isinstance(found, TrialLog)
    return found


def test_a_log_is_read_into_records(tmp_path: Path) -> None:
    listed = [{"claim_id": "claim-1", "reproduced": True}]
    one = trial("t-1", kind=COUNTERFACTUAL, session="s", decision="yes", claims=listed)
    folder = write_log(tmp_path / "log", [one, trial("t-2", outcome="invalid")], [claim()], k=3)
    log = read(folder)
    assert (log.run_id, log.k, log.floor, log.folded, log.warnings) == ("run-1", 3, 5, 0, ())
    first, second = log.trials
    assert (first.kind, first.session, first.decision) == (TrialKind.COUNTERFACTUAL, "s", "yes")
    assert [(check.claim_id, check.reproduced) for check in first.checks] == [("claim-1", True)]
    assert (first.counted, second.counted, second.valid) == (False, False, False)
    (stated,) = log.claims
    assert (stated.kind, stated.state, stated.exact) == ("risk", ClaimState.FAIL, False)
    assert [source.relative for source in log.sources] == [
        "log/ledger.json",
        "log/trials.jsonl",
        "log/claims.jsonl",
    ]


def test_the_floor_is_five_unless_stated(tmp_path: Path) -> None:
    assert read(write_log(tmp_path / "a")).floor == 5
    assert read(write_log(tmp_path / "b", floor=9)).floor == 9


def test_a_folder_is_recognised_by_its_ledger_file(tmp_path: Path) -> None:
    write_log(tmp_path / "log")
    write_log(tmp_path / "other", format="somebody-elses/1")
    found = discover(tmp_path, LIMITS)
    assert [each.path.name for each in found.ledgers] == ["log"]
    assert {each.name for each in found.unrecognised} >= {"ledger.json", "trials.jsonl"}


@pytest.mark.parametrize("head", [b'{"format": "eio-trials/1", ', b"\xff"])
def test_a_broken_ledger_file_is_said_to_be_broken(tmp_path: Path, head: bytes) -> None:
    folder = write_log(tmp_path / "log")
    (folder / "ledger.json").write_bytes(head)
    assert len(discover(tmp_path, LIMITS).ledgers) == 1
    (problem,) = refusal(lambda: read(folder))
    assert problem.code in ("NOT_JSON", "NOT_UTF8")
    assert problem.file == folder / "ledger.json"


def test_another_version_is_an_error(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log", format="eio-trials/2")
    assert len(discover(tmp_path, LIMITS).ledgers) == 1
    assert said(refusal(lambda: read(folder))) == [Said("OTHER_VERSION", None, "format")]


def test_an_identical_line_is_one_observation(tmp_path: Path) -> None:
    again = json.loads(json.dumps(trial("t-1")))
    reordered = dict(reversed(list(again.items())))
    log = read(write_log(tmp_path / "log", [trial("t-1"), again, reordered]))
    assert len(log.trials) == 1
    assert log.folded == 2


@pytest.mark.parametrize("change", [{"outcome": "fail"}, {"a_field_of_its_own": "private"}])
def test_a_differing_line_of_one_trial_is_an_error(tmp_path: Path, change: dict[str, Any]) -> None:
    folder = write_log(tmp_path / "log", [trial("t-1"), trial("t-1", **change)])
    problems = refusal(lambda: read(folder))
    assert said(problems) == [Said("COPIES_DIFFER", 2, "trial_id")]
    assert "private" not in problems[0].message()


def test_two_claims_of_one_id_are_an_error(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log", claims=[claim(), claim(), claim(fidelity="exact")])
    assert said(refusal(lambda: read(folder))) == [Said("COPIES_DIFFER", 3, "claim_id")]


def test_a_claim_that_the_log_does_not_know_is_an_error(tmp_path: Path) -> None:
    listed = [{"claim_id": "who-is-this", "reproduced": True}]
    folder = write_log(tmp_path / "log", [trial("t-1"), trial("t-2", claims=listed)], [claim()])
    problems = refusal(lambda: read(folder))
    assert said(problems) == [Said("UNKNOWN_CLAIM", 2, "claims[0].claim_id")]
    assert "who-is-this" not in problems[0].message()


def test_a_claim_is_listed_once_in_a_trial(tmp_path: Path) -> None:
    listed = [{"claim_id": "claim-1", "reproduced": answer} for answer in (True, False)]
    folder = write_log(tmp_path / "log", [trial("t-1", claims=listed)], [claim()])
    assert said(refusal(lambda: read(folder))) == [Said("LISTED_TWICE", 1, "claims[1].claim_id")]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "repeat"}, "kind"),
        ({"kind": "EIO.TRIAL.REPEAT"}, "kind"),
        ({"outcome": "passed"}, "outcome"),
        ({"outcome": None}, "outcome"),
        ({"seed": 1.0}, "seed"),
        ({"seed": True}, "seed"),
        ({"task_id": ""}, "task_id"),
        ({"binding_id": 3}, "binding_id"),
        ({"session": ""}, "session"),
        ({"claims": None}, "claims"),
        ({"claims": ["claim-1"]}, "claims[0]"),
        ({"claims": [{"claim_id": "claim-1"}]}, "claims[0].reproduced"),
        ({"claims": [{"claim_id": "claim-1", "reproduced": 1}]}, "claims[0].reproduced"),
    ],
)
def test_a_wrong_field_of_a_trial_is_named(
    tmp_path: Path, change: dict[str, Any], field: str
) -> None:
    folder = write_log(tmp_path / "log", [trial("t-1", **change)], [claim()])
    (problem,) = refusal(lambda: read(folder))
    assert (problem.line, problem.field) == (1, field)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"predicate_kind": "danger"}, "predicate_kind"),
        ({"state": "EVALUATOR_ERROR"}, "state"),  # not a state of a trial log
        ({"fidelity": None}, "fidelity"),
        ({"proof_citation_verified": "yes"}, "proof_citation_verified"),
        ({"evidence_valid": None}, "evidence_valid"),
        ({"severity": "SEVERE"}, "severity"),
        ({"severity_source": "obligation"}, "severity_source"),
    ],
)
def test_a_wrong_field_of_a_claim_is_named(
    tmp_path: Path, change: dict[str, Any], field: str
) -> None:
    folder = write_log(tmp_path / "log", claims=[claim(**change)])
    (problem,) = refusal(lambda: read(folder))
    assert (problem.line, problem.field) == (1, field)


@pytest.mark.parametrize(
    ("head", "field"),
    [({"k": 0}, "k"), ({"k": "2"}, "k"), ({"floor": -1}, "floor"), ({"run_id": ""}, "run_id")],
)
def test_a_wrong_field_of_the_ledger_is_named(
    tmp_path: Path, head: dict[str, Any], field: str
) -> None:
    folder = write_log(tmp_path / "log", **head)
    assert [problem.field for problem in refusal(lambda: read(folder))] == [field]


def test_a_torn_last_trial_counts_nowhere_and_is_said(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log", jsonl([trial("t-1")]) + b'{"trial_id": "t-2", "ta')
    log = read(folder)
    assert len(log.trials) == 1
    assert said(log.warnings) == [Said("TORN_LINE", 2, None)]


def test_a_torn_claim_is_an_error(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log", claims=jsonl([claim()]) + b'{"claim_id": "c')
    assert said(refusal(lambda: read(folder))) == [Said("NOT_JSON", 2, None)]


def test_a_missing_file_is_an_error_and_an_empty_one_is_not(tmp_path: Path) -> None:
    folder = write_log(tmp_path / "log")
    assert read(folder).trials == ()
    (folder / "claims.jsonl").unlink()
    (problem,) = refusal(lambda: read(folder))
    assert problem.file == folder / "claims.jsonl"
