"""Bundles and records: what is stated is shown, what the counts make of it beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.eio_digest import archive_sha256
from tests.artifacts.eio_samples import (
    COUNTERFACTUAL,
    KNOWN_OBSERVATION,
    NO_RATE,
    Json,
    bundle,
    bundle_row,
    finding,
    lists,
    record,
    row,
    trials_of,
    write,
    write_log,
)
from tests.ledgers.report import (
    aggregated,
    alias,
    claim_of,
    files,
    finding_of,
    ledger,
    ledgers,
    task_of,
)

SIX = [f"sha256-{number}" for number in range(6)]


def published(**rate: float | None) -> Json:
    """A record of six tasks that publishes its rate; one task passed two of its three passes."""
    values = {"pass_1": 0.9444, "pass_k": 0.8333, "pass_1_se": 0.0935, "pass_k_se": 0.1521}
    return record(
        [finding(recurrence={"band": "INTERMITTENT"})],
        [row("claim-1", 1, 3, "INTERMITTENT", ledger_key=f"{SIX[0]}::x@1")],
        tasks=6,
        named_lists=lists(sometimes_fail=SIX[:1], never_fail=SIX[1:]),
        rate={**values, **rate, "published": True, "suppressed_state": None, "floor": 5},
    )


def disagreements(found: Json) -> dict[str, tuple[Any, Any]]:
    return {each["where"]: (each["stated"], each["derived"]) for each in found["disagreements"]}


# -- records ---------------------------------------------------------------------------------


def test_a_published_rate_is_shown_as_stated(tmp_path: Path) -> None:
    rate = ledger(write(tmp_path / "r.json", published()))["rate"]
    assert (rate["pass_1"], rate["pass_k"]) == (0.9444, 0.8333)
    assert (rate["pass_1_standard_error"], rate["pass_k_standard_error"]) == (0.0935, 0.1521)
    assert (rate["basis"], rate["published"], rate["tasks"]) == ("stated", True, 6)


def test_a_rate_that_its_counts_make_is_no_disagreement(tmp_path: Path) -> None:
    # pass^1 = (5 + 2/3)/6, pass^3 = 5/6; the standard deviations are those of five ones and 2/3,
    # and of five ones and a zero, by the root of six
    found = ledger(write(tmp_path / "r.json", published(pass_1_se=0.0556, pass_k_se=0.1667)))
    assert found["disagreements"] == []


def test_another_definition_of_the_standard_error_is_told(tmp_path: Path) -> None:
    told = disagreements(ledger(write(tmp_path / "r.json", published())))
    assert told["rate.pass_k_se"] == (0.1521, pytest.approx(1 / 6))
    assert set(told) == {"rate.pass_1_se", "rate.pass_k_se"}


def test_a_wrong_rate_is_shown_with_both_values(tmp_path: Path) -> None:
    found = ledger(write(tmp_path / "r.json", published(pass_k=0.9)))
    assert found["rate"]["pass_k"] == 0.9
    assert disagreements(found)["rate.pass_k"] == (0.9, pytest.approx(5 / 6))


def test_a_rate_that_the_counts_do_not_tell_is_compared_with_nothing(tmp_path: Path) -> None:
    document = published(pass_k=0.5)
    again = row("claim-2", 1, 3, "INTERMITTENT", ledger_key=f"{SIX[0]}::y@1")
    document["reliability"]["recurrence"].append(again)
    found = ledger(write(tmp_path / "r.json", document))
    assert found["rate"]["pass_k"] == 0.5
    assert found["disagreements"] == []
    assert found["rate"]["overdispersion"]["by_task"]["undefined"] == "NO_TASK_COUNTS"


def test_a_records_suppression_holds_though_ours_is_lower(tmp_path: Path) -> None:
    four = record(tasks=4, named_lists=lists(never_fail=SIX[:4]))
    four["reliability"]["rate"] |= {"pass_1": 0.71, "pass_k": 0.71}
    rate = ledger(write(tmp_path / "r.json", four), minimum_tasks=2)["rate"]
    assert (rate["published"], rate["pass_1"], rate["floor"]) == (False, None, 5)


def test_a_suppressed_rate_over_enough_tasks_stays_suppressed_and_is_told(tmp_path: Path) -> None:
    document = published()
    document["reliability"]["rate"] |= NO_RATE | {"published": False}
    found = ledger(write(tmp_path / "r.json", document))
    assert found["rate"]["suppressed_state"] == "RATE_NOT_PUBLISHED"
    assert disagreements(found) == {"rate.published": (False, True)}


def test_our_floor_holds_though_a_record_publishes(tmp_path: Path) -> None:
    found = ledger(write(tmp_path / "r.json", published(pass_k=0.9)), minimum_tasks=7)
    assert found["rate"]["pass_k"] is None
    assert found["disagreements"] == []  # to list one would tell the rate


@pytest.mark.parametrize("missing", ["pass_k_se", "pass_1_se"])
def test_a_rate_without_its_error_is_not_shown(tmp_path: Path, missing: str) -> None:
    rate = ledger(write(tmp_path / "r.json", published(**{missing: None})))["rate"]
    assert (rate["published"], rate["pass_1"], rate["pass_k"]) == (False, None, None)


def test_an_error_of_zero_is_no_certainty(tmp_path: Path) -> None:
    rates = {"pass_1": 1.0, "pass_k": 1.0, "pass_1_se": 0.0, "pass_k_se": 0.0}
    document = record(
        tasks=6,
        named_lists=lists(never_fail=SIX),
        rate=rates | {"published": True, "suppressed_state": None, "floor": 5},
    )
    found = ledger(write(tmp_path / "r.json", document))
    assert (found["rate"]["pass_k"], found["rate"]["pass_k_standard_error"]) == (1.0, None)
    assert found["rate"]["undefined"] == "ZERO_VARIANCE"
    assert disagreements(found)["rate.pass_k_se"] == (0.0, None)


def test_bands_shown_are_those_of_the_counts(tmp_path: Path) -> None:
    stated = finding(claims=["claim-1", "claim-2"], recurrence={"band": "CONFIRMED"})
    rows = [row("claim-1", 1, 3, "CONFIRMED"), row("claim-2", 3, 3, "CONFIRMED")]
    found = ledger(write(tmp_path / "r.json", record([stated], rows)))
    bands = {each["claim"]: each["band"] for each in found["recurrence"]}
    assert bands == {claim_of("claim-1"): "INTERMITTENT", claim_of("claim-2"): "CONFIRMED"}
    assert found["finding_bands"] == {finding_of("finding-1"): "INTERMITTENT"}
    assert {
        (each["where"], each["stated"], each["derived"]) for each in found["disagreements"]
    } == {
        ("recurrence.band", "CONFIRMED", "INTERMITTENT"),
        ("findings.recurrence.band", "CONFIRMED", "INTERMITTENT"),
    }


def test_a_claim_of_a_finding_that_no_row_has_is_not_re_tested(tmp_path: Path) -> None:
    stated = finding(claims=["claim-1", "claim-2"], recurrence={"band": "NOT_RETESTED"})
    found = ledger(
        write(tmp_path / "r.json", record([stated], [row("claim-1", 0, 3, "UNCONFIRMED")]))
    )
    assert found["finding_bands"] == {finding_of("finding-1"): "NOT_RETESTED"}
    assert {each["band"] for each in found["recurrence"]} == {"UNCONFIRMED", "NOT_RETESTED"}
    assert found["disagreements"] == []


@pytest.mark.parametrize("occurrence", [[], [{"finding_id": "finding-1", "occurred": False}]])
def test_no_record_withdraws_an_occurrence(tmp_path: Path, occurrence: list[Json]) -> None:
    rows = [row("claim-1", 0, 3, "UNCONFIRMED")]
    stated = finding(recurrence={"band": "UNCONFIRMED"})
    found = ledger(write(tmp_path / "r.json", record([stated], rows, occurrence=occurrence)))
    (occurred,) = found["occurrence"]
    assert (occurred["occurred"], occurred["deduction_retained"]) == (True, True)
    assert disagreements(found) == {"occurrence.occurred": (False, True)}


def test_an_observation_makes_no_finding_whatever_a_record_says(tmp_path: Path) -> None:
    stated = finding(predicate=KNOWN_OBSERVATION)
    found = ledger(
        write(tmp_path / "r.json", record([stated], [row("claim-1", 3, 3, "CONFIRMED")]))
    )
    assert (found["occurrence"], found["finding_bands"]) == ([], {})
    assert found["recurrence"][0]["finding"] is None
    assert disagreements(found) == {"occurrence.occurred": (True, False)}


def test_a_severity_without_an_obligation_is_none(tmp_path: Path) -> None:
    found = ledger(write(tmp_path / "r.json", record([finding(severity="HIGH")])))
    (occurred,) = found["occurrence"]
    assert (occurred["severity"], occurred["severity_source"]) == (None, "NONE")
    assert disagreements(found)["findings.severity"] == ("HIGH", None)


def test_a_proof_that_the_rule_does_not_bear_is_told(tmp_path: Path) -> None:
    stated = finding(proof_status="PROVEN", recurrence={"band": "INTERMITTENT"})
    rows = [row("claim-1", 2, 3, "INTERMITTENT")]
    found = ledger(write(tmp_path / "r.json", record([stated], rows)))
    assert found["occurrence"][0]["proof_status"] == "PROVEN"  # as stated, and beside it:
    assert disagreements(found) == {"findings.proof_status": ("PROVEN", "UNPROVEN")}


def test_lists_that_the_rows_contradict_are_told(tmp_path: Path) -> None:
    document = published()
    document["reliability"]["recurrence"][0]["reproduced_in"] = 3
    document["reliability"]["recurrence"][0]["band"] = "CONFIRMED"
    document["findings"][0]["recurrence"]["band"] = "CONFIRMED"
    document["reliability"]["tasks"] = 7
    found = ledger(write(tmp_path / "r.json", document))
    told = {each["where"]: each for each in found["disagreements"]}
    assert (told["named_lists"]["stated"], told["named_lists"]["derived"]) == (
        "sometimes_fail",
        "always_fail",
    )
    assert told["named_lists"]["task"] == task_of(SIX[0])
    assert (told["tasks"]["stated"], told["tasks"]["derived"]) == (7, 6)


def test_counterfactual_passes_count_toward_nothing(tmp_path: Path) -> None:
    rows = [row("claim-1", 3, 3, "CONFIRMED")]
    found = ledger(write(tmp_path / "r.json", record([finding()], rows, trial_kind=COUNTERFACTUAL)))
    assert (found["rate"], found["rate_by_kind"]) == (None, {})
    assert found["recurrence"][0]["band"] == "NOT_RETESTED"


# -- bundles ---------------------------------------------------------------------------------


def test_a_bundle_alone_is_a_ledger(tmp_path: Path) -> None:
    found = ledger(write(tmp_path / "b.json", bundle()))
    assert found["ledger"] == alias("run", "R", "run-1")
    assert found["inputs"] == ["bundle"]
    (recurrence,) = found["recurrence"]
    assert (recurrence["band"], recurrence["claim"]) == ("INTERMITTENT", claim_of("claim-1"))
    (occurred,) = found["occurrence"]
    assert recurrence["finding"] == occurred["finding"]
    assert (occurred["severity"], occurred["proof_status"]) == (None, "UNPROVEN")


def test_a_bundles_rate_below_the_floor_appears_nowhere(tmp_path: Path) -> None:
    rate = {"pass_1": 0.6125, "pass_k": 0.3875, "pass_1_se": 0.1125, "pass_k_se": 0.1375}
    trials = bundle()["trials"] | {"rate": rate}
    made = files(write(tmp_path / "b.json", bundle(trials=trials)))
    for value in rate.values():
        for spelled in (f"{value}", f"{value:.3f}", f"{100 * value:.1f}", f"{100 * value:.2f}"):
            assert not [path for path, text in made.items() if spelled in text], spelled


def test_claims_on_one_predicate_are_one_finding_of_a_bundle(tmp_path: Path) -> None:
    first = bundle()["claims"][0]
    claims = [
        first,
        first | {"id": "claim-2"},
        first | {"id": "passed", "state": "APPLICABLE_PASS"},
    ]
    found = ledger(write(tmp_path / "b.json", bundle(claims=claims)))
    assert len(found["occurrence"]) == 1
    assert list(found["finding_bands"].values()) == ["NOT_RETESTED"]  # claim-2 was not re-tested


# -- together --------------------------------------------------------------------------------


def pair(folder: Path, document: Json, **changes: Any) -> Json:
    """A record beside the bundle that it is of, as one published ledger."""
    made = record([finding()], [row("claim-a", 2, 3, "INTERMITTENT")], **changes)
    made["header"]["archive_sha256"] = archive_sha256(document)
    write(folder / "results" / "b.json", document)
    write(folder / "results" / "r.json", made)
    return ledger(folder / "results")


def test_a_record_beside_its_bundle_is_one_ledger(tmp_path: Path) -> None:
    found = pair(tmp_path, bundle(), named_lists=lists(sometimes_fail=["sha256-0"]))
    assert found["inputs"] == ["record", "bundle"]
    assert found["ledger"] == alias("run", "R", "run-1")
    assert aggregated(tmp_path / "results").warnings == ()


def test_a_record_alone_is_named_after_its_archive(tmp_path: Path) -> None:
    found = ledger(write(tmp_path / "r.json", record(header={"archive_sha256": "sha256:ab"})))
    assert found["ledger"] == alias("run", "R", "sha256:ab")


def test_what_a_record_says_otherwise_than_its_bundle_is_told(tmp_path: Path) -> None:
    trials = bundle()["trials"] | {"records": [bundle_row(task="label", reproduced_in=1)]}
    found = pair(tmp_path, bundle(trials=trials), passes=4, k=2, tasks=2, named_lists=None)
    told = disagreements(found)
    assert {where: told[where] for where in ("passes", "k", "tasks")} == {
        "passes": (4, 3),
        "k": (2, 3),
        "tasks": (2, 1),
    }


def test_rows_are_compared_under_the_hash_of_their_tasks_label(tmp_path: Path) -> None:
    # SHA-256 of "abc", from FIPS 180-2
    hashed = "sha256-ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    document = bundle()
    document["trials"]["records"] = [bundle_row(task="abc", reproduced_in=1, passes=2)]
    made = record(
        [finding()], [row("claim-a", 2, 3, "INTERMITTENT", ledger_key=f"{hashed}::check@1")]
    )
    made["header"]["archive_sha256"] = archive_sha256(document)
    write(tmp_path / "results" / "b.json", document)
    write(tmp_path / "results" / "r.json", made)
    told = disagreements(ledger(tmp_path / "results"))
    assert told["recurrence.reproduced_in"] == (2, 1)
    assert told["recurrence.retests"] == (3, 2)


def test_copies_are_one_ledger(tmp_path: Path) -> None:
    for number in range(2):
        write(tmp_path / "results" / f"b{number}.json", bundle())
        write(tmp_path / "results" / f"r{number}.json", record([finding()]))
        write_log(tmp_path / "results" / f"log{number}", trials_of("PP"), run_id="run-2")
    assert len(ledgers(tmp_path / "results")) == 3
    assert aggregated(tmp_path / "results").warnings == ()


def test_one_run_with_other_content_is_two_ledgers_and_a_warning(tmp_path: Path) -> None:
    results = tmp_path / "results"
    write(results / "a.json", bundle())
    write(results / "b.json", bundle(trials=None))
    write_log(results / "log", trials_of("PP"), run_id="run-1")
    found = ledgers(results)
    assert len({each["ledger"] for each in found}) == 3
    assert alias("run", "R", "run-1") in {each["ledger"] for each in found}
    warnings = aggregated(results).warnings
    assert [(each.code, each.file and each.file.name) for each in warnings] == [
        ("SAME_RUN_OTHER_CONTENT", "b.json"),
        ("SAME_RUN_OTHER_CONTENT", "ledger.json"),
    ]


def test_a_second_record_of_one_archive_is_a_ledger_of_its_own(tmp_path: Path) -> None:
    document = bundle()
    for number in range(2):
        made = record([finding(f"finding-{number}")])
        made["header"]["archive_sha256"] = archive_sha256(document)
        write(tmp_path / "results" / f"r{number}.json", made)
    write(tmp_path / "results" / "b.json", document)
    inputs = sorted(each["inputs"] for each in ledgers(tmp_path / "results"))
    assert inputs == [["record"], ["record", "bundle"]]
