"""Small EIO artifacts in their own shapes: trial logs, bundles and records, invented throughout."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from tests.artifacts.samples import jsonl

Json = dict[str, Any]

REPEAT, METAMORPHIC, COUNTERFACTUAL = (
    f"eio.trial.{kind}" for kind in ("repeat", "metamorphic", "counterfactual")
)
KNOWN_RISK = "eio.predicate.guardrail-circumvented"
KNOWN_OBSERVATION = "eio.predicate.permissible-task-present"


def claim(claim_id: str = "claim-1", **changes: Any) -> Json:
    """A failed claim on a risk, with valid evidence, that makes a finding of its own."""
    return {
        "claim_id": claim_id,
        "task_id": "task-1",
        "predicate": KNOWN_RISK,
        "predicate_kind": "risk",
        "state": "APPLICABLE_FAIL",
        "fidelity": "narrower",
        "proof_citation_verified": False,
        "evidence_valid": True,
        "finding_id": f"finding-of-{claim_id}",
        "severity": None,
        "severity_source": [],
    } | changes


def trial(trial_id: str, **changes: Any) -> Json:
    """A repeat trial that passed and checked nothing."""
    return {
        "trial_id": trial_id,
        "task_id": "task-1",
        "binding_id": "binding-1",
        "kind": REPEAT,
        "seed": 7,
        "session": None,
        "outcome": "pass",
        "decision": None,
        "baseline_decision": None,
        "claims": [],
    } | changes


def trials_of(outcomes: str, task_id: str = "task-1", **changes: Any) -> list[Json]:
    """One trial for each letter: P passed, F failed, - invalid."""
    names = {"P": "pass", "F": "fail", "-": "invalid"}
    mark = f"{changes.get('kind', REPEAT)}-{changes.get('session')}"
    return [
        trial(f"{task_id}-{mark}-{number}", task_id=task_id, outcome=names[letter], **changes)
        for number, letter in enumerate(outcomes)
    ]


def checks(claim_id: str, reproduced: Iterable[bool], **changes: Any) -> list[Json]:
    """One trial for each answer to whether a claim reproduced."""
    return [
        trial(
            f"check-{claim_id}-{number}",
            outcome="fail" if answer else "pass",
            claims=[{"claim_id": claim_id, "reproduced": answer}],
            **changes,
        )
        for number, answer in zip(count(), reproduced, strict=False)
    ]


def write_log(
    folder: Path,
    trials: Sequence[object] | bytes = (),
    claims: Sequence[object] | bytes = (),
    **head: Any,
) -> Path:
    """Write a trial log; bytes are written as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    stated = {"format": "eio-trials/1", "run_id": "run-1", "k": 2, "floor": 5, "seed": 1} | head
    (folder / "ledger.json").write_text(json.dumps(stated), encoding="utf-8")
    for name, lines in (("trials.jsonl", trials), ("claims.jsonl", claims)):
        (folder / name).write_bytes(lines if isinstance(lines, bytes) else jsonl(lines))
    return folder


def bundle(**changes: Any) -> Json:
    """A bundle of one failed claim that reproduced in two of three passes."""
    return {
        "archive_schema": 3,
        "header": {"run_id": "run-1"},
        "sources": {"turns": [{"question": "private words"}]},
        "claims": [
            {
                "id": "claim-1",
                "predicate": KNOWN_RISK,
                "state": "APPLICABLE_FAIL",
                "parameters": {"fidelity": "narrower"},
                "decided_by": "deterministic",
            }
        ],
        "trials": {
            "trial_kind": REPEAT,
            "passes": 3,
            "k": 3,
            "tasks": 1,
            "rate": {"pass_1": 0.3333, "pass_k": 0.0, "pass_1_se": None, "pass_k_se": None},
            "records": [bundle_row()],
            "named_lists": lists(sometimes_fail=["task-1"]),
        },
    } | changes


def bundle_row(claim_id: str = "claim-1", task: str = "task-1", **changes: Any) -> Json:
    """One claim's re-tests in a bundle."""
    return {
        "claim_id": claim_id,
        "ledger_key": f"{task}::check@1",
        "trial_kind": REPEAT,
        "reproduced_in": 2,
        "passes": 3,
        "may_auto_block": False,
    } | changes


def lists(**changes: Any) -> Json:
    """The named lists, empty but for what is given."""
    empty: Json = {"always_fail": [], "sometimes_fail": [], "never_fail": []}
    return empty | {"pinned": [], "excluded_flagged": []} | changes


def finding(
    finding_id: str = "finding-1", claims: Sequence[str] = ("claim-1",), **more: Any
) -> Json:
    """A behavioural finding of a record, never re-tested and not proven."""
    return {
        "finding_id": finding_id,
        "claim_ids": list(claims),
        "kind": "BEHAVIOURAL",
        "predicate": KNOWN_RISK,
        "severity": None,
        "severity_source": {"kind": "NONE", "obligation_ids": []},
        "proof_status": "UNPROVEN",
        "fidelity": "narrower",
        "recurrence": {"band": "NOT_RETESTED", "retests": 0, "reproduced_in": 0},
        "release_impact": None,
    } | more


def row(claim_id: str, reproduced_in: int, retests: int, band: str, **changes: Any) -> Json:
    """One claim's re-tests in a record."""
    return {
        "claim_id": claim_id,
        "finding_id": "finding-1",
        "ledger_key": f"sha256-0::{claim_id}@1",
        "band": band,
        "retests": retests,
        "reproduced_in": reproduced_in,
        "may_auto_block": False,
    } | changes


NO_RATE = {"pass_1": None, "pass_k": None, "pass_1_se": None, "pass_k_se": None}


def record(
    findings: Sequence[Json] = (),
    rows: Sequence[Json] = (),
    header: Json | None = None,
    **changes: Any,
) -> Json:
    """A record of three passes over one task; `changes` are those of its reliability block."""
    return {
        "header": {"per_version": "2.1.0", "archive_sha256": "sha256:00"} | (header or {}),
        "findings": list(findings),
        "reliability": {
            "status": "EVALUATED",
            "trial_kind": REPEAT,
            "passes": 3,
            "k": 3,
            "tasks": 1,
            "occurrence": [
                {"finding_id": f["finding_id"], "claim_ids": f["claim_ids"], "occurred": True}
                for f in findings
                if f["kind"] == "BEHAVIOURAL"
            ],
            "recurrence": list(rows),
            "rate": NO_RATE
            | {"published": False, "suppressed_state": "RATE_NOT_PUBLISHED", "floor": 5},
            "named_lists": lists(always_fail=["sha256-0"]),
        }
        | changes,
    }


def write(path: Path, document: object) -> Path:
    """Write one JSON document on one line without an end, as producers do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), encoding="utf-8")
    return path
