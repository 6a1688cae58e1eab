"""Bundles and records: told apart by what they hold, other versions refused by their number."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.discovery import discover
from generator.artifacts.eio_bundle import BundleReader
from generator.artifacts.eio_record import RecordReader
from generator.artifacts.eio_records import Bundle, PortableRecord, TrialKind
from generator.spec.model import Limits
from tests.artifacts.eio_samples import (
    METAMORPHIC,
    Json,
    bundle,
    bundle_row,
    finding,
    lists,
    record,
    row,
    write,
)
from tests.artifacts.samples import LIMITS, Said, refusal, said


def read_bundle(path: Path, limits: Limits = LIMITS) -> Bundle:
    found = BundleReader().read(path, limits, path.parent)
    assert isinstance(found, Bundle)
    return found


def read_record(path: Path) -> PortableRecord:
    found = RecordReader().read(path, LIMITS, path.parent)
    assert isinstance(found, PortableRecord)
    return found


def test_content_decides_and_not_the_name(tmp_path: Path) -> None:
    write(tmp_path / "a.txt", bundle())
    write(tmp_path / "b.bundle.json", record())
    write(tmp_path / "c.per.json", {"header": {"archive_schema": 3}})
    write(tmp_path / "d.json", [bundle()])
    (tmp_path / "e.jsonl").write_text('{"a": 1}\n{"b": 2}\n')
    found = discover(tmp_path, LIMITS)
    assert [(each.path.name, each.reader.format) for each in found.ledgers] == [
        ("a.txt", "eio-bundle/3"),
        ("b.bundle.json", "eio-per/2"),
    ]
    assert [each.name for each in found.unrecognised] == ["c.per.json", "d.json", "e.jsonl"]


@pytest.mark.parametrize(
    ("document", "kind"), [(bundle(), "eio-bundle/3"), (record(), "eio-per/2")]
)
def test_a_broken_document_is_said_to_be_broken(tmp_path: Path, document: Any, kind: str) -> None:
    text = json.dumps(document)
    (tmp_path / "cut.json").write_text(text[:-1])
    (tmp_path / "two.json").write_text(text + text)
    found = discover(tmp_path, LIMITS)
    assert {each.reader.format for each in found.ledgers} == {kind}
    for each in found.ledgers:
        problems = refusal(lambda each=each: each.reader.read(each.path, LIMITS, tmp_path))  # type: ignore[misc]
        assert [problem.code for problem in problems] == ["NOT_JSON"]


def test_a_document_past_the_limit_is_refused_and_others_are_let_be(tmp_path: Path) -> None:
    small = Limits(line_mib=1, archive_ratio=100, json_depth=64)
    padded = bundle() | {"sources": {"turns": ["x" * (2 << 20)]}}
    write(tmp_path / "big.json", padded)
    write(tmp_path / "stray.json", {"x": "x" * (2 << 20)})
    found = discover(tmp_path, small)
    (only,) = found.ledgers
    problems = refusal(lambda: only.reader.read(only.path, small, tmp_path))
    assert said(problems) == [Said("LINE_TOO_LONG", 1, None)]


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(bundle()).encode())
    assert len(discover(tmp_path, LIMITS).ledgers) == 1
    assert read_bundle(path).run_id == "run-1"


# -- bundles ---------------------------------------------------------------------------------


def test_a_bundle_is_read_into_records(tmp_path: Path) -> None:
    read = read_bundle(write(tmp_path / "b.json", bundle()))
    assert read.run_id == "run-1"
    (claim,) = read.claims
    assert (claim.kind, claim.makes_finding, claim.citation_verified) == ("risk", True, False)
    assert read.trials is not None
    (rows,) = read.trials.retests
    assert (rows.reproduced_in, rows.retests, rows.task) == (2, 3, "task-1")
    assert read.trials.kind is TrialKind.REPEAT
    assert read.trials.lists.sometimes_fail == ("task-1",)


def test_a_bundle_without_trials_was_not_re_tested(tmp_path: Path) -> None:
    assert read_bundle(write(tmp_path / "b.json", bundle(trials=None))).trials is None


def test_layout_does_not_change_which_bundle_it_is(tmp_path: Path) -> None:
    plain = write(tmp_path / "a.json", bundle())
    spread = tmp_path / "b.json"
    spread.write_text(json.dumps(dict(reversed(list(bundle().items()))), indent=4) + "\n")
    other = write(tmp_path / "c.json", bundle(header={"run_id": "run-2"}))
    digests = [read_bundle(path).archive_sha256 for path in (plain, spread, other)]
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("schema", [2, 4])
def test_another_archive_schema_is_refused_by_its_number(tmp_path: Path, schema: int) -> None:
    (problem,) = refusal(
        lambda: read_bundle(write(tmp_path / "b.json", bundle(archive_schema=schema)))
    )
    assert problem.code == "OTHER_SCHEMA"
    assert f"archive_schema is {schema}" in problem.what


@pytest.mark.parametrize("schema", ["3", 3.0, True, None])
def test_an_archive_schema_is_a_number(tmp_path: Path, schema: object) -> None:
    (problem,) = refusal(
        lambda: read_bundle(write(tmp_path / "b.json", bundle(archive_schema=schema)))
    )
    assert (problem.code, problem.field) == ("WRONG_TYPE", "archive_schema")


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"records": [bundle_row("who-is-this")]}, "UNKNOWN_CLAIM", "records[0].claim_id"),
        ({"records": [bundle_row(reproduced_in=4)]}, "OUT_OF_RANGE", "records[0].reproduced_in"),
        ({"records": [bundle_row(), bundle_row()]}, "LISTED_TWICE", "records[1].claim_id"),
        ({"trial_kind": "repeat"}, "UNKNOWN_VALUE", "trial_kind"),
        ({"passes": 0}, "OUT_OF_RANGE", "passes"),
        ({"rate": {"pass_1": 1.01}}, "OUT_OF_RANGE", "rate.pass_1"),
        (
            {"named_lists": lists(always_fail=["a"], never_fail=["a"])},
            "LISTED_TWICE",
            "named_lists.sometimes_fail",
        ),
    ],
)
def test_contradictions_of_a_bundle_are_refused(
    tmp_path: Path, change: dict[str, Any], code: str, field: str
) -> None:
    path = write(tmp_path / "b.json", bundle(trials=bundle()["trials"] | change))
    problems = refusal(lambda: read_bundle(path))
    assert said(problems) == [Said(code, None, f"trials.{field}")]
    assert "who-is-this" not in problems[0].message()


def test_a_failed_claim_of_an_unknown_kind_is_warned_of(tmp_path: Path) -> None:
    claims = [bundle()["claims"][0] | {"predicate": "acme.predicate.secret"}]
    read = read_bundle(write(tmp_path / "b.json", bundle(claims=claims)))
    assert said(read.warnings) == [Said("UNKNOWN_PREDICATE", None, "claims[0].predicate")]
    assert "secret" not in read.warnings[0].message()
    assert not read.claims[0].makes_finding
    named = [claims[0] | {"risk": "acme.risk.secret"}]
    read = read_bundle(write(tmp_path / "c.json", bundle(claims=named)))
    assert read.warnings == ()
    assert read.claims[0].makes_finding


# -- records ---------------------------------------------------------------------------------


def test_a_record_is_read_into_records(tmp_path: Path) -> None:
    source = {"kind": "OBLIGATION", "obligation_ids": ["private-obligation"]}
    stated = finding(severity="HIGH", severity_source=source, proof_status="PROVEN")
    path = write(tmp_path / "r.json", record([stated], [row("claim-1", 3, 3, "CONFIRMED")]))
    read = read_record(path)
    assert read.archive_sha256 == "sha256:00"
    (only,) = read.findings
    assert (only.severity, only.by_obligation, only.proof_status) == ("HIGH", True, "PROVEN")
    assert only.occurred
    assert read.trials is not None
    assert read.trials.rate.floor == 5


@pytest.mark.parametrize(
    "version",
    ["2.0.0-rc1", "2.0.0-rc2-draft", "2.0.0-rc5-policy-draft", "2.0", "2.0.0", "2.1.0", "2.1.2"],
)
def test_every_version_from_2_0_to_2_1_is_read(tmp_path: Path, version: str) -> None:
    assert read_record(write(tmp_path / "r.json", record(header={"per_version": version})))


@pytest.mark.parametrize("version", ["1.0.0", "2.2.0", "3.0.0", "2.10.0"])
def test_another_version_is_refused_by_its_number(tmp_path: Path, version: str) -> None:
    path = write(tmp_path / "r.json", record(header={"per_version": version}))
    (problem,) = refusal(lambda: read_record(path))
    assert problem.code == "OTHER_VERSION"
    assert f"version is {version}" in problem.what


def test_a_version_that_is_no_number_is_not_quoted(tmp_path: Path) -> None:
    path = write(tmp_path / "r.json", record(header={"per_version": "secret words"}))
    (problem,) = refusal(lambda: read_record(path))
    assert "secret" not in problem.message()


def test_a_gap_in_the_context_is_no_behaviour(tmp_path: Path) -> None:
    gap = finding("gap", kind="CONTEXT_GAP", claim_ids=[])
    read = read_record(write(tmp_path / "r.json", record([gap, finding()])))
    assert [each.finding_id for each in read.findings] == ["finding-1"]


@pytest.mark.parametrize(
    "document",
    [
        record([finding()], [row("claim-1", 1, 3, "INTERMITTENT", finding_id="another")]),
        record([finding()], occurrence=[{"finding_id": "another", "occurred": True}]),
    ],
)
def test_a_finding_that_the_record_does_not_have_is_refused(tmp_path: Path, document: Any) -> None:
    (problem,) = refusal(lambda: read_record(write(tmp_path / "r.json", document)))
    assert problem.code == "UNKNOWN_FINDING"


def test_a_record_that_was_not_re_tested_has_no_trials(tmp_path: Path) -> None:
    changes: Json = {"status": "NOT_RETESTED", "trial_kind": None, "k": None, "tasks": None}
    document = record([finding()], **changes, rate=None, named_lists=None)
    assert read_record(write(tmp_path / "r.json", document)).trials is None


def test_the_kind_of_trial_is_that_of_the_whole_record(tmp_path: Path) -> None:
    document = record([finding()], [row("claim-1", 3, 3, "CONFIRMED")], trial_kind=METAMORPHIC)
    read = read_record(write(tmp_path / "r.json", document))
    assert read.trials is not None
    assert [each.kind for each in read.trials.retests] == [TrialKind.METAMORPHIC]
