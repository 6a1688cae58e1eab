"""A public report of what a test wrote into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from generator.aggregate import Aggregated, aggregate
from generator.publication.arm import Arm
from generator.publication.audit import Audit, AuditArm
from generator.publication.case import Case
from generator.publication.report import Report

KEY = "a key for tests that is no secret"


def aggregated(results: Path, spec: dict[str, Any] | None = None) -> Aggregated:
    """What is computed under a spec; the alias key is in the environment already."""
    file = results.parent / f"{results.name}-stability.yml"
    file.write_text(yaml.safe_dump(spec or {"schema": "stability-spec/1"}), encoding="utf-8")
    return aggregate(results, file, "1.0")


def reported(results: Path, spec: dict[str, Any] | None = None) -> Report:
    """The public report."""
    return aggregated(results, spec).report


def audit_of(report: Report) -> Audit:
    """The report's audit, which must be there."""
    assert report.audit is not None
    return report.audit


def labelled(label: str, arm_id: str) -> dict[str, Any]:
    """A spec that gives one arm a public label."""
    return {"schema": "stability-spec/1", "labels": {"arms": {arm_id: label}}}


def audited(report: Report, label: str) -> AuditArm:
    """The past of the arm with that label."""
    (arm,) = (arm for arm in audit_of(report).arms if arm.arm == label)
    return arm


def only_arm(report: Report) -> Arm:
    """The report's one arm."""
    (arm,) = report.arms
    return arm


def only_case(report: Report) -> Case:
    """The one case of its one arm."""
    (case,) = only_arm(report).cases
    return case
