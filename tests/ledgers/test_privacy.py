"""No string of an EIO artifact is in any file that is published, nor in any message."""

from __future__ import annotations

import html
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.artifacts.discovery import discover
from generator.artifacts.reading import read_each
from tests.artifacts.eio_samples import (
    COUNTERFACTUAL,
    METAMORPHIC,
    Json,
    bundle,
    bundle_row,
    claim,
    finding,
    lists,
    record,
    row,
    trial,
    write,
    write_log,
)
from tests.artifacts.samples import LIMITS
from tests.ledgers.report import aggregated, files


class Canaries:
    """Strings that occur nowhere else, each made once and remembered."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self._numbers = itertools.count()

    def __call__(self, what: str) -> str:
        self.made.append(f"qz{next(self._numbers):03d}{what}xj")
        return self.made[-1]


def private_log(folder: Path, canary: Canaries) -> None:
    """A log with every string that the format leaves open, and fields that it does not know."""
    ids = [canary("claim") for _ in range(4)]
    claims = [
        claim(
            each,
            task_id=canary("task"),
            predicate=canary("predicate"),
            finding_id=canary("finding"),
            severity="HIGH",
            severity_source=[canary("obligation")],
            note=canary("note"),
        )
        for each in ids
    ]
    trials = [
        trial(
            canary("trial"),
            task_id=canary("task"),
            binding_id=canary("binding"),
            session=canary("session"),
            kind=kind,
            decision=canary("decision"),
            baseline_decision=canary("baseline"),
            claims=[{"claim_id": each, "reproduced": True, canary("field"): canary("value")}],
            transcript={canary("key"): [canary("words")]},
        )
        for each, kind in zip(
            ids, (METAMORPHIC, COUNTERFACTUAL, METAMORPHIC, METAMORPHIC), strict=True
        )
    ]
    write_log(folder, trials, claims, run_id=canary("run"), producer=canary("producer"))


def private_bundle(canary: Canaries) -> Json:
    """A bundle of which no string may be published."""
    name, task = canary("claim"), canary("task")
    return bundle(
        header={"run_id": canary("run"), canary("field"): canary("value")},
        sources={"turns": [{"question": canary("prompt"), "answer": canary("answer")}]},
        graph={"refs": [{"text": canary("argument")}]},
        context_texts={canary("policy"): canary("policytext")},
        claims=[bundle()["claims"][0] | {"id": name, "predicate": canary("predicate"),
                "risk": canary("risk"), "decided_by": canary("decider")}],
        trials=bundle()["trials"] | {
            "records": [bundle_row(name, task)],
            "named_lists": lists(sometimes_fail=[task], pinned=[canary("pinned")]),
        },
    )  # fmt: skip


def private_record(canary: Canaries) -> Json:
    """A record of which no string may be published, with something wrong to be told."""
    name, found, task = canary("claim"), canary("finding"), canary("task")
    stated = finding(found, [name], predicate=canary("predicate"), display_label=canary("label"),
                     severity="HIGH", recurrence={"band": "CONFIRMED"})  # fmt: skip
    rows = [
        row(name, 1, 3, "CONFIRMED", finding_id=found, ledger_key=f"{task}::{canary('check')}@1")
    ]
    return record(
        [stated],
        rows,
        header={"archive_sha256": canary("archive"), "converter": canary("converter")},
        named_lists=lists(always_fail=[task]),
        explanation={"summary": canary("summary")},
    )


def test_no_string_of_an_artifact_is_published(tmp_path: Path) -> None:
    canary = Canaries()
    results = tmp_path / "results"
    private_log(results / canary("folder"), canary)
    write(results / f"{canary('file')}.json", private_bundle(canary))
    write(results / f"{canary('file')}.json", private_record(canary))
    made = files(results)
    assert sum(path.startswith("ledgers/r-") for path in made) == 3
    assert "disagrees" in " ".join(made.values())  # the record's contradiction is told
    for path, text in made.items():
        plain = html.unescape(path + text).lower()
        assert not [each for each in canary.made if each in plain], path
    assert len(canary.made) > 60


def test_what_is_said_of_the_artifacts_names_nothing_of_them(tmp_path: Path) -> None:
    canary = Canaries()
    results = tmp_path / "results"
    write(results / "a.json", private_bundle(canary))
    again = private_bundle(canary) | {"trials": None}
    again["header"]["run_id"] = canary.made[0]
    again["claims"][0].pop("risk")
    write(results / "b.json", again)
    said = " ".join(problem.message() for problem in aggregated(results).warnings)
    assert said
    assert not [each for each in canary.made if each in said]


def broken(canary: Canaries) -> Iterator[tuple[str, Any]]:
    """Documents with one thing wrong each, and canaries all around it."""
    yield "id", private_bundle(canary) | {"claims": [{"id": 3, canary("f"): canary("v")}]}
    yield "schema", private_bundle(canary) | {"archive_schema": canary("schema")}
    yield (
        "row",
        private_bundle(canary)
        | {"trials": bundle()["trials"] | {"records": [bundle_row(canary("claim"))]}},
    )
    made = private_record(canary)
    made["header"]["per_version"] = canary("version")
    yield "version", made
    made = private_record(canary)
    made["findings"][0]["kind"] = canary("kind")
    yield "kind", made
    made = private_record(canary)
    made["reliability"]["recurrence"][0]["band"] = canary("band")
    yield "band", made


@pytest.mark.parametrize("what", [name for name, _ in broken(Canaries())])
def test_a_refusal_quotes_nothing(tmp_path: Path, what: str) -> None:
    canary = Canaries()
    document = dict(broken(canary))[what]
    write(tmp_path / "d.json", document)
    (reading,) = read_each(discover(tmp_path, LIMITS).ledgers, LIMITS)
    assert reading.problems
    for problem in reading.problems:
        assert not [each for each in canary.made if each in problem.message()]


def test_pages_are_the_same_whatever_the_order_of_names(tmp_path: Path) -> None:
    made = []
    for names in (("a", "b", "c"), ("c", "b", "a")):
        canary = Canaries()
        results = tmp_path / names[0] / "results"
        private_log(results / names[0], canary)
        write(results / f"{names[1]}.json", private_bundle(canary))
        write(results / f"{names[2]}.json", private_record(canary))
        rendered = files(results)
        made.append({path: rendered[path] for path in rendered if path.startswith("ledgers")})
    assert made[0] == made[1]
