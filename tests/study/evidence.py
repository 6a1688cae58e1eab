"""What a harness keeps beside its rows: content pairs and checkpoints, and invalid rows."""

from __future__ import annotations

import copy
import hashlib
from typing import Any

from tests.study.rule_file import Object

METRICS = (
    "repeatedFailure",
    "taskPassed",
    "steps",
    "warningCount",
    "falseWarningCount",
    "factPairAudit",
)


def pair(identity: Object, **changes: Any) -> Object:
    """A content pair that matches by every limit."""
    shape = hashlib.sha256(b"shape").hexdigest()
    return {
        "taskId": identity["taskId"],
        "variantId": identity["variantId"],
        "seed": identity["seed"],
        "modelProfileId": identity["modelProfileId"],
        "jaccard": 0.9,
        "tokenGap": 2,
        "relativeTokenGap": 2 / 100,
        "failureTokens": 98,
        "successTokens": 100,
        "failurePathShapeHash": shape,
        "successPathShapeHash": shape,
        "failureActionShapeHash": shape,
        "successActionShapeHash": shape,
        "failureFactCount": 1,
        "successFactCount": 1,
        "status": "MATCHED",
    } | changes


def checkpoint(row: Object, faults: int = 0) -> Object:
    """The checkpoint of a row, after so many host faults."""
    row = copy.deepcopy(row)
    stated = ("status", "finalState", "invalidReason")
    episode: Object = {name: row[name] for name in stated if name in row}
    episode["evidence"] = {name: row[name] for name in METRICS if name in row}
    tries: list[Object] = [fault(number) for number in range(1, faults + 1)]
    tries.append(
        {
            "attempt": faults + 1,
            "durationMs": 10,
            "outcome": {"kind": "TASK_RESULT", "episode": episode},
        }
    )
    return {
        "schemaVersion": 1,
        "rowKey": row["rowKey"],
        "identity": row["identity"],
        "tries": tries,
        "terminal": row,
    }


def fault(attempt: int, *, exhausted: bool = False) -> Object:
    """A try that a fault of the host ended."""
    outcome: Object = {"kind": "HOST_API_FAULT", "code": "PRIVATE_CODE", "messageHash": "e" * 64}
    if exhausted:
        outcome["exhausted"] = True
    return {"attempt": attempt, "durationMs": 10, "outcome": outcome}


def invalid(row: Object, reason: str) -> None:
    """Make a row invalid for a reason."""
    for name in METRICS:
        row.pop(name, None)
    row |= {"status": "INVALID", "finalState": "INVALID", "invalidReason": reason}
