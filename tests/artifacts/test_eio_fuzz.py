"""Whatever the bytes, the EIO readers read them or refuse them, and so does what measures them."""

from __future__ import annotations

import json
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.artifacts.discovery import discover
from generator.artifacts.reading import artifacts_of, read_each
from generator.errors import UnusableInput
from generator.measures.ledger import measure_ledger
from generator.measures.ledger_pairing import pair_ledgers
from generator.spec.load import load_spec
from tests.artifacts.eio_samples import (
    METAMORPHIC,
    bundle,
    claim,
    finding,
    record,
    row,
    trial,
    write_log,
)
from tests.artifacts.samples import LIMITS, jsonl
from tests.artifacts.spoiling import anything, changed, places

SPEC = load_spec(None).spec

ANYTHING = anything("claim-1", "finding-1", METAMORPHIC, "CONFIRMED", "pass", "fail", leaves=6)


def use(folder: Path) -> None:
    """Discover, read and measure all that lies in a folder."""
    with suppress(UnusableInput):
        found = artifacts_of(read_each(discover(folder, LIMITS).ledgers, LIMITS))
        ledgers, _ = pair_ledgers(found)
        for ledger in ledgers:
            measure_ledger(ledger, SPEC)


def use_documents(*documents: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for number, document in enumerate(documents):
            (Path(folder) / f"{number}.json").write_bytes(document)
        use(Path(folder))


def use_log(trials: bytes, claims: bytes = b"", **head: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_log(Path(folder) / "log", trials, claims, **head)
        use(Path(folder))


BUNDLE = bundle()
RECORD = record([finding()], [row("claim-1", 2, 3, "INTERMITTENT")])
TRIAL = trial("t-1", claims=[{"claim_id": "claim-1", "reproduced": True}], session="s")


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    use_documents(data, b'{"archive_schema": 3' + data, b'{"header": {"per_version": ' + data)
    use_log(data, data)


@given(st.sampled_from([*places(BUNDLE)]), ANYTHING)
@settings(max_examples=300)
def test_a_bundle_with_anything_in_any_place(path: tuple[Any, ...], value: Any) -> None:
    use_documents(json.dumps(changed(BUNDLE, path, value)).encode())


@given(st.sampled_from([*places(RECORD)]), ANYTHING)
@settings(max_examples=300)
def test_a_record_with_anything_in_any_place(path: tuple[Any, ...], value: Any) -> None:
    use_documents(
        json.dumps(changed(RECORD, path, value)).encode(), json.dumps(BUNDLE, indent=1).encode()
    )


@given(st.sampled_from([*places(TRIAL)]), st.sampled_from([*places(claim())]), ANYTHING, ANYTHING)
@settings(max_examples=300)
def test_a_log_with_anything_in_any_place(
    of_trial: tuple[Any, ...], of_claim: tuple[Any, ...], one: Any, two: Any
) -> None:
    trials = [TRIAL, changed(TRIAL, of_trial, one) | {"trial_id": "t-2"}]
    use_log(jsonl(trials), jsonl([claim(), changed(claim("claim-2"), of_claim, two)]))


@given(st.sampled_from(["format", "run_id", "k", "floor", "seed"]), ANYTHING)
def test_a_ledger_file_with_anything_in_any_field(name: str, value: Any) -> None:
    use_log(jsonl([TRIAL]), jsonl([claim()]), **{name: value})
