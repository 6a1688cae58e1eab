"""Real bundles and records of eio-agents, against what their producer publishes of them."""

from __future__ import annotations

import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import jsonschema  # type: ignore[import-untyped]
import pytest

from generator.artifacts.eio_digest import archive_sha256, canonical
from generator.artifacts.eio_predicates import PREDICATE_KINDS, PredicateId
from tests.ledgers.report import KEY, aggregated, alias, files, ledger, ledgers

Json = dict[str, Any]

FOLDER = "real/eio-agents"
BUNDLE, RECORD = "native-trials.bundle.json", "native-trials.per.jcs"
OTHER = "source-complete.per.jcs"

pytestmark = pytest.mark.shared


@pytest.fixture(autouse=True)
def _alias_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", KEY)


@pytest.fixture
def real(shared: Path) -> Path:
    return shared / FOLDER


def copied(real: Path, results: Path, *names: str) -> Path:
    """A folder of results with some of the files."""
    results.mkdir()
    for name in names:
        shutil.copyfile(real / name, results / name)
    return results


def stated(real: Path, name: str) -> Json:
    found: Json = json.loads((real / name).read_bytes())
    return found


@pytest.mark.parametrize("name", [RECORD, OTHER])
def test_the_records_are_what_their_schema_says(real: Path, name: str) -> None:
    schema = json.loads((real / "per-2.1.0.schema.json").read_bytes())
    jsonschema.validate(stated(real, name), schema)


def test_a_record_names_its_bundle_by_the_digest_that_is_computed_here(real: Path) -> None:
    header = stated(real, RECORD)["header"]
    assert archive_sha256(stated(real, BUNDLE)) == header["archive_sha256"]
    assert header["archive_sha256"] != stated(real, OTHER)["header"]["archive_sha256"]


@pytest.mark.parametrize("name", [RECORD, OTHER])
def test_records_are_canonical_json(real: Path, name: str) -> None:
    assert canonical(stated(real, name)).encode() == (real / name).read_bytes()


def test_bundle_and_record_are_one_ledger_with_the_values_that_the_record_states(
    real: Path, tmp_path: Path
) -> None:
    found = ledger(copied(real, tmp_path / "results", BUNDLE, RECORD))
    record = stated(real, RECORD)
    says = record["reliability"]
    assert found["ledger"] == alias("run", "R", stated(real, BUNDLE)["header"]["run_id"])
    assert found["inputs"] == ["record", "bundle"]
    assert (found["tasks"], found["passes"], found["k"]) == (1, 3, 3)
    assert found["trial_kinds"] == [says["trial_kind"]]
    ((row,), (row_stated,)) = (found["recurrence"], says["recurrence"])
    assert (row["band"], row["reproduced_in"], row["retests"]) == ("CONFIRMED", 3, 3)
    assert all(row[name] == row_stated[name] for name in ("band", "reproduced_in", "retests"))
    ((occurred,), (finding,)) = (found["occurrence"], record["findings"])
    assert occurred["proof_status"] == finding["proof_status"] == "PROVEN"
    assert occurred["severity"] == finding["severity"] == "HIGH"
    assert occurred["severity_source"] == finding["severity_source"]["kind"] == "OBLIGATION"
    assert list(found["finding_bands"].values()) == ["CONFIRMED"]
    assert found["rate"]["suppressed_state"] == says["rate"]["suppressed_state"]
    assert found["rate"]["floor"] == says["rate"]["floor"] == 5
    assert (found["rate"]["pass_1"], found["rate"]["pass_k"]) == (None, None)
    assert [len(found["named_lists"][name]) for name in found["named_lists"]] == [1, 0, 0]
    assert found["disagreements"] == []


def test_the_bundle_alone_says_the_same_of_occurrence_and_recurrence(
    real: Path, tmp_path: Path
) -> None:
    found = ledger(copied(real, tmp_path / "results", BUNDLE))
    assert [row["band"] for row in found["recurrence"]] == ["CONFIRMED"]
    assert len(found["occurrence"]) == 1
    assert found["rate"]["suppressed_state"] == "RATE_NOT_PUBLISHED"
    assert (found["rate"]["pass_1"], found["disagreements"]) == (None, [])


def test_a_record_that_was_never_re_tested_has_no_rate(real: Path, tmp_path: Path) -> None:
    found = ledger(copied(real, tmp_path / "results", OTHER))
    assert found["rate"] is None
    assert [row["band"] for row in found["recurrence"]] == ["NOT_RETESTED"]
    (occurred,) = found["occurrence"]
    assert (occurred["severity"], occurred["proof_status"]) == (None, "UNPROVEN")
    assert found["ledger"] == alias("run", "R", stated(real, OTHER)["header"]["archive_sha256"])


def test_one_run_id_with_other_content_is_two_ledgers_and_a_warning(
    real: Path, tmp_path: Path
) -> None:
    results = copied(real, tmp_path / "results", BUNDLE, RECORD, OTHER)
    assert len(ledgers(results)) == 2
    (warning,) = aggregated(results).warnings
    assert (warning.code, warning.field) == ("SAME_RUN_OTHER_CONTENT", "run_id")


def strings(value: Any) -> Iterator[str]:
    """Every string of a document, keys and all."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, str):
        yield value


def is_telling(text: str) -> bool:
    """Whether a string is more than a word, or a code that the formats or EIO define."""
    public = text in PREDICATE_KINDS or text.startswith("eio.trial.")
    return len(text) >= 8 and not public and not re.fullmatch(r"[A-Za-z]+(_[A-Za-z]*\d?)*", text)


def test_no_string_of_theirs_is_published(real: Path, tmp_path: Path) -> None:
    documents = [stated(real, name) for name in (BUNDLE, RECORD, OTHER)]
    private = {text for document in documents for text in strings(document) if is_telling(text)}
    assert len(private) > 300
    for path, text in files(copied(real, tmp_path / "results", BUNDLE, RECORD, OTHER)).items():
        plain = html.unescape(text)
        assert not [each for each in private if each in plain], path


def test_the_vocabulary_is_that_of_the_published_package() -> None:
    package = pytest.importorskip("eio_agents")
    import yaml  # noqa: PLC0415 - only where the package is

    published = {
        predicate["id"]: predicate["polarity"]
        for path in (Path(package.__file__).parent / "ontology/data/risks").glob("*.yaml")
        for predicate in yaml.safe_load(path.read_text(encoding="utf-8")).get("predicates") or ()
    }
    assert dict(PREDICATE_KINDS) == published
    assert set(get_args(PredicateId)) == set(published)


def test_the_package_finds_nothing_wrong_with_the_bundle(real: Path) -> None:
    schemas = pytest.importorskip("eio_agents.schemas")
    schema = Path(schemas.__file__).parent / "bundle/bundle-3.0.0.schema.json"
    jsonschema.validate(stated(real, BUNDLE), json.loads(schema.read_bytes()))
