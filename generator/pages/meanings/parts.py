"""Why a part of a record that holds more than one value may be missing as a whole."""

from __future__ import annotations

from collections.abc import Mapping

_SMALL = "the case is not at confirmation size, or is a boundary case"
_NO_OUTCOME = "no case has a valid outcome"
_NO_TASK = "no task is complete"
_UNKNOWN_RULE = "the run holds only the digest of its rule"
_NO_CONTENT = "the content primary was not registered"
_NO_CHECK = "the no-trap check was not registered, or nothing decides it"
_NOT_ONE = "what is shown is no single number, or it is withheld"

MISSING_PARTS: Mapping[str, str] = {
    "Report.audit": "no arm has a past",
    "Report.citation": "the spec does not say how to cite it",
    "Provenance.cells": "no published page was read",
    "Arm.policies": "no end is contested",
    "Primary.interval": _NO_OUTCOME,
    "Primary.bracket": _NO_OUTCOME,
    "InvalidBurden.interval": "no attempt was made",
    "Case.interval": _SMALL,
    "Case.bracket": _SMALL,
    "Case.boundary": "the case is not scored in parts",
    "Case.order": _SMALL,
    "Boundary.score_distribution": "no score is stated, or it is withheld",
    "Policies.as_read": "one of the two readings is used",
    "Policies.states": "one of the two readings is used",
    "PolicyReading.first_pass": "there was no first pass",
    "PolicyFirstPass.interval": _NO_OUTCOME,
    "Comparison.table": "there are no first passes to compare",
    "Ledger.rate": "nothing was re-tested",
    "Overdispersions.by_session": "trials do not name their sessions",
    "IntraClassCorrelations.by_session": "trials do not name their sessions",
    "Study.timing": _UNKNOWN_RULE,
    "Study.content": f"{_NO_CONTENT}, or {_UNKNOWN_RULE}",
    "Study.no_trap": _NO_CHECK,
    "Study.thresholds": _UNKNOWN_RULE,
    "Study.recomputed": _UNKNOWN_RULE,
    "StudyComparison.repeated_failure_benefit_interval": _NO_TASK,
    "StudyComparison.relative_risk_reduction_interval": "no draw has a failure of the baseline",
    "StudyComparison.task_pass_benefit_interval": _NO_TASK,
    "StudyComparison.steps_interval": _NO_TASK,
    "NoTrapCheck.pass_rate_interval": _NO_TASK,
    "NoTrapCheck.steps_interval": _NO_TASK,
    "Recomputed.content": _NO_CONTENT,
    "Recomputed.no_trap": _NO_CHECK,
    "SeverityDrift.score_from": _NOT_ONE,
    "SeverityDrift.score_to": _NOT_ONE,
}
"""By `owner.field`; a part that is not here has the reason in a field beside it."""
