"""Random arms for the comparison: runs of every role and class, attempts of every ending."""

from __future__ import annotations

from random import Random
from typing import Any

Json = dict[str, Any]

SECOND = 1_000_000
HOUR = 3600 * SECOND
CAUSES = (
    "infrastructure_missing",
    "infrastructure_missing",
    "harness_timeout",
    "harness_timeout",
    "harness_timeout",
    "billing_exhausted",
    "model_delivery_budget_burn",
)
TIERS = ("bench-dedicated", "production-fallback", None)


class ArmMaker:
    """One arm's runs, made in the order of time so that the rules can be kept while writing."""

    def __init__(self, rng: Random, name: str, cases: list[Json], spec: Json) -> None:
        self.rng = rng
        self.name = name
        self.cases = cases
        self.spec = spec
        self.now = 1_789_000_000 * SECOND + rng.randrange(72 * 3600) * SECOND
        self.arm = identity(rng, name)
        self.timeout = rng.choice((600, 1800, 900.5))
        self.concurrency = rng.choice((1, 4))
        self.chance = {
            case["case_id"]: rng.choice((0, 0, 0.1, 0.2, 0.3, 0.6, 0.9, 1)) for case in cases
        }
        self.resets = rng.choice(("own", "own", "none", "shared"))
        self.across = rng.random() < 0.7
        self.serial = 0
        self.runs: list[Json] = []
        self.owed: list[Json] = []
        self.exhausted: int | None = None

    # -- runs -----------------------------------------------------------------------------------

    def open_run(self, role: str, scope: str, cases: list[Json], trials: int) -> Json:
        """A new run of the arm as it is, with no attempts yet."""
        rng = self.rng
        self.now += rng.choice((300, 3600, 3600, 9 * 3600, 26 * 3600)) * SECOND
        self.exhausted = None
        audit = rng.choice(("clean", "clean", "clean", "not_audited"))
        run = {
            "format": "amber-run/1",
            "run_id": f"{self.name}/run {len(self.runs)} {rng.randrange(10**6)}",
            "role": role,
            "stage": rng.choice((0, 1, 2, None)),
            "scope": scope,
            "arm": self.arm,
            "cases": cases,
            "trials_per_case": trials,
            "window": {"start": self.now, "end": self.now},
            "concurrency": self.concurrency,
            "timeout_s": self.timeout,
            "wire_audit": {"status": audit, "substitute_calls": 0},
            "budget": budget(rng),
            "attempts": [],
        }
        self.runs.append(run)
        return run

    def close_run(self, run: Json) -> None:
        """Set the window's end; an attempt outside the window costs nothing."""
        late = 0 if self.rng.random() < 0.1 else HOUR
        run["window"]["end"] = max(run["window"]["start"], self.now + late)

    def exclude(self, run: Json, kind: str) -> None:
        """Make a run that does not count: contaminated, cross_arm or cross_time."""
        if kind == "contaminated":
            run["wire_audit"] = {"status": "substitute_calls", "substitute_calls": 3}
        elif kind == "cross_arm":
            changes: list[Json] = [
                {"provider_endpoint": "https://elsewhere.example/v1"},
                {"model_snapshot": None if self.arm["model_snapshot"] else "2026-01-01"},
                {"runner_config": {"retries": 9, "nested": {"a": [1, 2]}}},
                {"effort": "max", "harness_version": "9.9"},
            ]
            run["arm"] = {**self.arm, **self.rng.choice(changes)}
        elif self.rng.random() < 0.5:
            run["concurrency"] = self.concurrency + 1
        else:
            run["timeout_s"] = self.timeout * 3

    def full_run(
        self, role: str, scope: str, cases: list[Json], trials: int, kind: str = ""
    ) -> None:
        """A run that attempts its cases, with the makeups that it makes itself."""
        run = self.open_run(role, scope, cases, trials)
        if kind:
            self.exclude(run, kind)
        queue: list[Json] = []
        for index in range(trials):
            for case in cases:
                if self.rng.random() < 0.93:
                    self.trial(run, case, index, queue)
        if role != "primary" and self.rng.random() < 0.3:
            # A harness that goes on, because invalid attempts do not consume the budget.
            for case in self.rng.sample(cases, k=min(2, len(cases))):
                self.trial(run, case, trials, queue)
        for missed in queue:
            self.make_up_here(run, missed, excluded=bool(kind))
        if kind:
            self.owed = [each for each in self.owed if each["run"] is not run]
        self.close_run(run)

    def makeup_run(self, kind: str = "") -> None:
        """A run that makes up invalid attempts of the runs before it."""
        missed = [each for each in self.owed if self.rng.random() < 0.7]
        if not missed or not self.across:
            return
        ids = {each["attempt"]["case_id"] for each in missed}
        run = self.open_run("makeup", "fail_set", [c for c in self.cases if c["case_id"] in ids], 1)
        run["timeout_s"] = self.timeout * self.rng.choice((1, 2))
        if kind:
            self.exclude(run, kind)
        taken: dict[tuple[str, str | None], int] = {}
        for each in missed:
            case, target = each["case"], each["attempt"]
            # Each stands at an index of its own, so that the run has no two valid ones at one.
            place = (case["case_id"], target["variant"])
            taken[place] = taken.get(place, -1) + 1
            made = self.attempt(run, case, target["variant"], taken[place], target)
            if kind:
                continue
            self.owed.remove(each)
            if self.invalid(made) and self.rng.random() < 0.6:
                # Another makeup, of the makeup or of the first, in this run or in a later one.
                again = self.rng.choice((made, target))
                if self.rng.random() < 0.5:
                    taken[place] += 1
                    self.attempt(run, case, target["variant"], taken[place], again)
                else:
                    self.owed.append({"run": run, "case": case, "attempt": again})
        self.close_run(run)

    # -- attempts -------------------------------------------------------------------------------

    def trial(self, run: Json, case: Json, index: int, queue: list[Json]) -> None:
        """Attempts at the variants of a case, with retries at the same index."""
        for variant in case["variants"] or [None]:
            if case["variants"] and self.rng.random() < 0.04:
                continue
            for _ in range(3):
                made = self.attempt(run, case, variant, index)
                crashed = made["state"] == "driver_exception"
                if not (crashed or self.invalid(made)) or self.rng.random() < 0.5:
                    break
            if self.invalid(made):
                place = self.rng.choice(("here", "later", "nowhere"))
                record = {"run": run, "case": case, "attempt": made}
                if place == "here":
                    queue.append(record)
                elif place == "later":
                    self.owed.append(record)

    def make_up_here(self, run: Json, missed: Json, *, excluded: bool) -> None:
        """A makeup in the run itself, and where it is invalid perhaps another."""
        case, target = missed["case"], missed["attempt"]
        index = target["repeat_index"]
        if run["role"] != "primary" and not excluded and self.rng.random() < 0.2:
            # An index beyond the plan: what counts is what it makes up.
            index = 100 + len(run["attempts"])
        made = self.attempt(run, case, target["variant"], index, target)
        if self.invalid(made) and self.rng.random() < 0.6:
            again = self.rng.choice((made, target))
            self.attempt(run, case, target["variant"], index, again)

    def attempt(
        self, run: Json, case: Json, variant: str | None, index: int, target: Json | None = None
    ) -> Json:
        """One attempt, started after the one before it."""
        rng = self.rng
        self.serial += 1
        self.now += rng.randrange(1, 900) * SECOND + rng.choice((0, 0, 123_000, 456_789))
        limit = self.spec["masquerade"]["max_wall_s"]
        lasts = rng.randrange(60, 1500) * SECOND
        if rng.random() < (0.3 if self.exhausted else 0.05):
            lasts = int(limit * SECOND) + rng.choice((0, 0, 1, -SECOND))
        ended = self.now + max(0, lasts)
        name = f"{self.name}:{self.serial}" if self.across else f"t{len(run['attempts'])}"
        one = {
            "attempt_id": name,
            "case_id": case["case_id"],
            "variant": variant,
            "repeat_index": index,
            "started_at": self.now,
            "ended_at": ended,
            "makeup_of": target["attempt_id"] if target else None,
            "reset_id": self.reset(run, case, index),
            **ending(rng, case, self.chance[case["case_id"]]),
            **figures(rng, run, self.spec["side_effect_classes"]),
        }
        one["cap_s"] = rng.choice((None, run["timeout_s"]))
        if target and rng.random() < 0.3:
            one["cap_s"] = 2 * self.timeout
        run["attempts"].append(one)
        if one["invalid_cause"] == "billing_exhausted" and self.exhausted is None:
            self.exhausted = self.now
        return one

    def reset(self, run: Json, case: Json, index: int) -> str | None:
        """The reset of an attempt: its own, shared by two trials, or none."""
        if self.resets == "none":
            return None
        shared = f"{run['run_id']} {case['case_id']} {index // 2}"
        return f"reset {self.serial}" if self.resets == "own" else shared

    def invalid(self, attempt: Json) -> bool:
        """Whether the attempt is invalid_infrastructure, as stated or because it masquerades."""
        if attempt["state"] in ("invalid_infrastructure", "driver_exception"):
            return bool(attempt["state"] == "invalid_infrastructure")
        short = attempt["ended_at"] - attempt["started_at"] <= (
            self.spec["masquerade"]["max_wall_s"] * SECOND
        )
        late = self.exhausted is not None and attempt["started_at"] > self.exhausted
        return late and short


def identity(rng: Random, name: str) -> Json:
    """An arm object."""
    return {
        "arm_id": f"{name}-{rng.randrange(10**6)}",
        "provider_endpoint": "https://api.example/v1",
        "lane": "lane",
        "served_model": rng.choice(("model one", "Modell zwei")),
        "model_snapshot": rng.choice((None, "2026-08-01")),
        "effort": "high",
        "reasoning_wire": "budget",
        "harness": "runner",
        "harness_version": "1.2",
        "runner_config": {"retries": 1, "nested": {"a": [1, 2], "b": None}},
        "profile": "clean-room",
        "fallback_policy": "none",
        "isolation": "container",
        "egress": "none",
        "spec_sha256": "1" * 64,
        "base_bundle_sha256": "2" * 64,
        "oracle_pack_sha256": "3" * 64,
        "index_version": "7",
    }


def budget(rng: Random) -> Json | None:
    """A budget gate, or none."""
    if rng.random() < 0.6:
        return None
    return {
        "owner_approved": rng.random() < 0.7,
        "account": rng.choice(("acct one", "acct two")),
        "account_tier": rng.choice(TIERS[:2]),
        "expected_window_share": rng.choice((None, 0.25, 0.5)),
    }


def ending(rng: Random, case: Json, chance: float) -> Json:
    """A terminal state with what belongs to it."""
    blank: Json = {
        "invalid_cause": None,
        "failure_mode": None,
        "claimed_delivery": rng.random() < 0.2,
        "score": None,
        "criteria_hits": None,
    }
    lot = rng.random()
    if lot < 0.12:
        return {**blank, "state": "invalid_infrastructure", "invalid_cause": rng.choice(CAUSES)}
    if lot < 0.15:
        return {**blank, "state": "protocol_violation"}
    if lot < 0.18:
        return {**blank, "state": "pending_adjudication"}
    if lot < 0.21:
        return {**blank, "state": "driver_exception"}
    passed = rng.random() < chance
    if case["kind"] == "partial" and rng.random() < 0.9:
        threshold = case["threshold"]
        middle = threshold + (1 if passed else -2) if chance in (0, 1) else threshold - 0.5
        blank["score"] = max(0, middle + rng.choice((0, 0, 0, 0.5, 1, -1)))
        passed = blank["score"] >= threshold
        if rng.random() < 0.8:
            blank["criteria_hits"] = [rng.random() < 0.5 for _ in range(2)]
    if passed:
        return {**blank, "state": "valid_task_success"}
    mode = rng.choice(("no_deliverable", "oracle_judged"))
    return {**blank, "state": "valid_task_failure", "failure_mode": mode}


def figures(rng: Random, run: Json, classes: list[str]) -> Json:
    """Costs, the account and side effects of an attempt."""
    tokens = rng.random() < 0.8
    tier = TIERS[len(run["run_id"]) % 3]
    effects = [
        {"class": name, "count": rng.randrange(3)} for name in classes if rng.random() < 0.15
    ]
    return {
        "tokens_in": rng.randrange(10**6) if tokens else None,
        "tokens_out": rng.randrange(10**5) if tokens else None,
        "cost_usd": round(rng.random() * 3, 4) if rng.random() < 0.7 else None,
        "wall_s": round(rng.random() * 900, 3) if rng.random() < 0.5 else None,
        "billing_fingerprint": rng.choice((None, "fp-1", "fp-2")),
        "account_tier": tier,
        "window_share": round(rng.random() / 50, 5) if rng.random() < 0.4 else None,
        "side_effects": rng.choice((effects, effects or None)),
    }
