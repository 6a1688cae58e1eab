"""The verdicts of a study's audits as its harness recorded them, wherever it put each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from generator.artifacts.records import JsonValue
from generator.measures.study_recorded_cuts import objects
from generator.statistics import StudyDecision

AuditId = Literal[
    "dataset",
    "expected_design",
    "fact_pairs",
    "isolation",
    "timing_evidence",
    "fake_agent_contract",
    "model_profiles",
    "no_trap",
    "deviations",
    "traces",
    "cuts",
    "decision",
]
Verdict = bool | StudyDecision | None

KEYS: Mapping[AuditId, str] = {
    "dataset": "dataset",
    "expected_design": "expectedDesign",
    "fact_pairs": "factPairs",
    "isolation": "isolation",
    "timing_evidence": "timingEvidence",
    "fake_agent_contract": "fakeAgentContract",
    "model_profiles": "modelProfiles",
    "no_trap": "noTrap",
    "deviations": "deviations",
    "traces": "traces",
    "cuts": "cuts",
    "decision": "decision",
}
"""The key of audit.json that holds each."""

_FLAGS: Mapping[AuditId, tuple[str, ...]] = {
    "dataset": ("supportArtifactsMatch",),
    "expected_design": ("exactRowSet",),
    "fact_pairs": ("allMatched",),
    "isolation": ("allUnique", "primaryStartHashesMatchWithinCells"),
    "timing_evidence": ("allMatched",),
    "no_trap": ("allPassed",),
    "deviations": ("none",),
    "traces": ("allDurable",),
}
"""Where each audit's own verdict lies."""

_STATUS = {"PASS": True, "NOT_APPLICABLE": True, "FAIL": False}
FAKE_DRIVER = "deterministic-fake"


def recorded_verdict(audit: AuditId, value: JsonValue) -> Verdict:
    """Return the verdict that the harness recorded; None where it recorded none."""
    if audit == "decision":
        known = isinstance(value, str) and value in set(StudyDecision)
        return StudyDecision(str(value)) if known else None
    if audit == "model_profiles" and isinstance(value, list):
        return bool(value) and not has_fake_driver(value)
    if isinstance(value, dict):
        return _nothing_cut(value) if audit == "cuts" else _flagged(audit, value)
    return value if isinstance(value, bool) else None


def _nothing_cut(value: dict[str, JsonValue]) -> bool | None:
    lists = [value.get("primary"), value.get("timidity", [])]
    return not any(lists) if all(isinstance(each, list) for each in lists) else None


def _flagged(audit: AuditId, value: dict[str, JsonValue]) -> bool | None:
    flags = [value[name] for name in _FLAGS.get(audit, ()) if isinstance(value.get(name), bool)]
    if flags:
        return all(flags)
    status = value.get("status")
    return _STATUS.get(status) if isinstance(status, str) else None


def has_fake_driver(profiles: JsonValue) -> bool:
    """Whether a recorded model profile was driven by the harness's own fake agent."""
    return any(profile.get("driverKind") == FAKE_DRIVER for profile in objects(profiles))
