"""The closed classes of string a public report can hold, and no other.

An alias, a declared label, a date, a digest, a version, a member of a closed vocabulary: each has
a pattern or a list here, so that a string of any other kind cannot be written into a report.
"""

from __future__ import annotations

import re
from typing import Annotated, Literal

from msgspec import Meta

from generator.spec.seen import END, SEEN

Alias = Annotated[str, Meta(pattern=r"^[A-Za-z]{1,16}-[0-9A-Za-z]{1,64}" + END)]
"""A keyed pseudonym, or a public alias that a person's alias map states."""

Label = Annotated[str, Meta(pattern="^" + SEEN + "{1,200}" + END)]
"""A label that the spec declares public, or an alias that stands in for one."""

Declared = Annotated[str, Meta(pattern="^" + SEEN + "{0,200}" + END)]
"""The value of an identity field that the spec declares public."""

Note = Annotated[str, Meta(pattern="^" + SEEN + "{1,2000}" + END)]
"""A sentence that a person wrote for publication, in the spec."""

Address = Annotated[str, Meta(pattern=r"^https://[A-Za-z0-9][A-Za-z0-9._~:/?=&%+-]{0,199}" + END)]
"""A web address that the spec declares public."""

Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}" + END)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}" + END)]
VERSION_NAME = re.compile(r"^[0-9A-Za-z](?:[._-]?[0-9A-Za-z]){0,63}" + END)
Version = Annotated[str, Meta(pattern=VERSION_NAME.pattern)]
VariantName = Annotated[str, Meta(pattern=r"^V[1-9][0-9]*" + END)]
OrderPattern = Annotated[str, Meta(pattern=r"^[PF]+" + END)]
ClassName = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,63}" + END)]
"""A class of side effects that the spec declares before the run."""

CutReason = Annotated[
    str,
    Meta(
        pattern=r"^(?:DUPLICATE_EXPECTED|MISSING_DESIGN_CELL|MISSING_ROW|DUPLICATE_ROW|INVALID_ROW"
        r"|MALFORMED_METRICS|UNMATCHED_FACTS)(?::[A-Z_]{1,32}){0,2}" + END
    ),
]
"""Why a task of a study was cut: CODE, CODE:ARM or CODE:ARM:INVALID_REASON."""

StatisticsPath = Annotated[str, Meta(pattern=r"^[a-z_]{1,40}(?:\.[A-Za-z_]{1,40}){0,3}" + END)]
"""A path in the statistics that a study's harness recorded, as this report names its parts."""

Suppressed = Literal["RATE_NOT_PUBLISHED"]
Reason = Literal[
    "NO_TRIALS",
    "TOO_FEW_TRIALS",
    "TOO_FEW_TASKS",
    "ONE_TASK",
    "ZERO_VARIANCE",
    "ZERO_BASELINE",
    "SEPARATION",
    "NO_VARIATION",
    "NO_DISCORDANCE",
    "NO_TIMES",
    "NOT_COMPARABLE",
    "WITHHELD_COUNTS",
]
"""Why a number is not there."""

WithheldCode = Literal["WITHHELD_COUNTS"]
"""Why a count is not there: with what else is published it would tell how often a case passed."""

Outcome = Literal["pass", "fail", "protocol_violation", "pending", "owed", "missing"]
Stage = Literal["screen", "confirmation"]
Verdict = Literal[
    "no_recovery_observed", "recovery_capable", "screen_incomplete", "not_screened", "boundary"
]
EscalateReason = Literal["RECOVERY_OBSERVED", "DECISION_CRITICAL"]
Evidence = Literal[
    "first_pass", "same_day", "cross_day", "cross_arm", "cross_time", "contaminated", "undated"
]
TrialEvidence = Literal["same_day", "cross_day", "undated"]
Role = Literal["primary", "repeat", "makeup", "observational"]
Scope = Literal["full", "fail_set", "spot_check"]
AuditStatus = Literal["clean", "substitute_calls", "not_audited"]
AccountTier = Literal["bench-dedicated", "production-fallback"]
Tier = Literal["bench-dedicated", "production-fallback", "not_recorded"]
IntervalMethod = Literal[
    "clopper-pearson", "wilson", "jeffreys", "mid-p", "t", "tango", "f", "conditional"
]
BudgetBreach = Literal[
    "NO_OWNER_APPROVAL", "NO_ACCOUNT", "NO_ACCOUNT_TIER", "NO_EXPECTED_WINDOW_SHARE", "NO_SIGN_OFF"
]
ComparisonVerdict = Literal["a_higher", "b_higher", "tied", "not_comparable"]
LeftOutReason = Literal["ONE_ARM_ONLY", "DEFINED_DIFFERENTLY", "NOT_VALID_IN_BOTH", "BOUNDARY"]
IdentityField = Literal[
    "provider_endpoint",
    "lane",
    "served_model",
    "model_snapshot",
    "effort",
    "reasoning_wire",
    "harness",
    "harness_version",
    "runner_config",
    "profile",
    "fallback_policy",
    "isolation",
    "egress",
    "spec_sha256",
    "base_bundle_sha256",
    "oracle_pack_sha256",
    "index_version",
    "concurrency",
    "timeout_s",
]
"""Everything that must be equal for two runs to be of one arm at one setting."""

LimitCode = Literal[
    "SELECTED_FAIL_SET",
    "ORDER_CLUSTERING",
    "ORDER_NOT_TESTABLE",
    "SAME_DAY_ONLY",
    "STABLE_SCORE_DRIFTING_SET",
    "SMALL_SAMPLE",
    "SCREEN_ONLY",
    "BOUNDED_NOT_IMPOSSIBLE",
    "MISSING_TRIALS",
    "WIRE_NOT_AUDITED",
    "SUBSTITUTE_CALLS",
    "SHARED_RESETS",
    "RESETS_NOT_RECORDED",
    "INDEPENDENCE_NOT_CHARACTERISED",
    "ONE_ENVIRONMENT",
]
"""The honest-limits statements that can apply to a report or to an arm."""
