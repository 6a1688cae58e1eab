"""Who was tested: invented models at invented providers, under an invented harness."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass


def _digest(of: str) -> str:
    return hashlib.sha256(f"demonstration {of}".encode()).hexdigest()


# What all arms share: one harness, one profile, one case-set pin.
_COMMON: dict[str, object] = {
    "harness": "lanternfish",
    "harness_version": "0.9.2",
    "runner_config": {"max_turns": 120, "shell": "bash", "retry_on_5xx": 2},
    "profile": "clean-room-2",
    "fallback_policy": "none",
    "isolation": "container-per-attempt",
    "egress": "allowlist",
    "spec_sha256": _digest("exam spec"),
    "base_bundle_sha256": _digest("base bundle"),
    "oracle_pack_sha256": _digest("oracle pack"),
    "index_version": "2026.09-1",
}


@dataclass(frozen=True, slots=True)
class Account:
    """A credential that pays, its tier, and the fingerprint an attempt records of it."""

    name: str
    tier: str
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """One arm: its identity, its usual settings, and which figures its harness reports."""

    own: dict[str, object]
    account: Account
    concurrency: int = 4
    timeout_s: int = 1800
    pace: float = 1.0
    reports_tokens: bool = True
    usd_per_million_in: float | None = None
    window_tokens: float | None = None

    @property
    def identity(self) -> dict[str, object]:
        """The arm object of a run, in the order in which the format lists its fields."""
        return self.own | _COMMON


SALTMARSH_BENCH = Account("acct-saltmarsh-bench-01", "bench-dedicated", "fp-51c08e7ab2d4")
SALTMARSH_SPARE = Account("acct-saltmarsh-bench-02", "bench-dedicated", "fp-e90b37f6614a")
CAIRN_BENCH = Account("acct-cairn-bench-eu", "bench-dedicated", "fp-0a7d92c45e83")
TIDEPOOL_OPS = Account("acct-tidepool-helpdesk-live", "production-fallback", "fp-b64f1d20c97e")

PLOVER_SALTMARSH = Arm(
    own={
        "arm_id": "arm-plv3-slt-high",
        "provider_endpoint": "https://inference.saltmarsh.example/v1",
        "lane": "slt-eu-1/bench",
        "served_model": "plover-3",
        "model_snapshot": "plover-3-20260801",
        "effort": "high",
        "reasoning_wire": "thinking.budget=32768",
    },
    account=SALTMARSH_BENCH,
    window_tokens=30e6,
)
# The same model behind another endpoint: another arm.
PLOVER_CAIRN = Arm(
    own={
        "arm_id": "arm-plv3-crn-high",
        "provider_endpoint": "https://gateway.cairn.example/llm",
        "lane": "crn-shared-7",
        "served_model": "plover-3",
        "model_snapshot": None,
        "effort": "high",
        "reasoning_wire": "reasoning_effort=high",
    },
    account=CAIRN_BENCH,
    pace=1.2,
    reports_tokens=False,
    window_tokens=60e6,
)
IBEX_CAIRN = Arm(
    own={
        "arm_id": "arm-ibx2-crn-med",
        "provider_endpoint": "https://gateway.cairn.example/llm",
        "lane": "crn-shared-3",
        "served_model": "ibex-2-instruct",
        "model_snapshot": "ibex-2-instruct-r14",
        "effort": "medium",
        "reasoning_wire": "reasoning_effort=medium",
    },
    account=CAIRN_BENCH,
    pace=0.8,
    usd_per_million_in=2.4,
    window_tokens=60e6,
)
TANSY_TIDEPOOL = Arm(
    own={
        "arm_id": "arm-tsm1-tdp-low",
        "provider_endpoint": "https://tidepool.example/api/chat",
        "lane": "tdp-office-hours",
        "served_model": "tansy-mini",
        "model_snapshot": "tansy-mini-0.7",
        "effort": "low",
        "reasoning_wire": "none",
    },
    account=TIDEPOOL_OPS,
    concurrency=2,
    usd_per_million_in=0.3,
    window_tokens=12e6,
)
