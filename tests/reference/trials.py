"""Which runs count for an arm, which attempts stand for which trial, and how trials end."""

from __future__ import annotations

from typing import Any

from tests.reference.reading import Attempt, Run

Slot = dict[str | None, list[Attempt]]
"""The attempts at each variant that stand for one case-level trial."""

VALID = ("valid_task_success", "valid_task_failure")

IDENTITY = (
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
)


def definition(runs: list[Run]) -> Run:
    """The run that says what the arm is: its primary, with none its earliest.

    Choice: "earliest" is by window.start. A contaminated primary still declares the arm: the rule
    refuses primaries that differ whatever their audit says.
    """
    primaries = [run for run in runs if run["role"] == "primary"]
    return min(primaries or runs, key=lambda run: (run["start"], run["run_id"]))


def classify(runs: list[Run]) -> None:
    """Give each run of one arm_id its `class`: own, contaminated, cross_arm or cross_time.

    Choice: a contaminated run that also differs is contaminated, the first class named.
    """
    arm = definition(runs)
    for run in runs:
        same = all(run["arm"].get(field) == arm["arm"].get(field) for field in IDENTITY)
        setting = run["concurrency"] == arm["concurrency"] and (
            run["timeout_s"] == arm["timeout_s"] or doubled(run, runs)
        )
        if run["wire_audit"]["status"] == "substitute_calls":
            run["class"] = "contaminated"
        elif not same:
            run["class"] = "cross_arm"
        elif not setting:
            run["class"] = "cross_time"
        else:
            run["class"] = "own"


def doubled(run: Run, runs: list[Run]) -> bool:
    """Whether a makeup run has exactly twice the timeout of the run it makes up.

    Choice: for a makeup of a makeup, the run of either will do.
    """
    if run["role"] != "makeup":
        return False
    made_up = [chain(each, runs) for each in run["attempts"] if target(each, runs) is not None]
    halves = [{above["timeout_s"] for above, _ in each} for each in made_up]
    return bool(halves) and all(run["timeout_s"] / 2 in each for each in halves)


def target(attempt: Attempt, runs: list[Run]) -> tuple[Run, Attempt] | None:
    """The attempt that makeup_of names: in the own run, then in the arm's other runs.

    Choice: "same case and variant, found exactly once" is one condition, so that an attempt of that
    id at another case does not count.
    """
    if attempt["makes_up_here"] is not None:
        return find(runs, attempt["run_id"], attempt["makes_up_here"])
    if attempt["makes_up"] is None:
        return None
    found = [
        (run["run_id"], run["places"][attempt["makes_up"]])
        for run in runs
        if run["places"].get(attempt["makes_up"], ())[:2] == attempt["key"][:2]
    ]
    assert len(found) == 1
    return find(runs, *found[0])


def find(runs: list[Run], run_id: str, key: object) -> tuple[Run, Attempt]:
    """The attempt at a place of a run."""
    for run in runs:
        for attempt in run["attempts"]:
            if run["run_id"] == run_id and attempt["key"] == key:
                return run, attempt
    raise AssertionError


def chain(attempt: Attempt, runs: list[Run]) -> list[tuple[Run, Attempt]]:
    """What an attempt makes up, what that makes up, and so on to the first."""
    above = target(attempt, runs)
    return [] if above is None else [above, *chain(above[1], runs)]


def masquerade(run: Run, max_wall_s: float) -> None:
    """Short attempts after the first billing_exhausted one are so too, whatever they say.

    Their failure mode goes with the state that they claimed.
    """
    exhausted = [a["start"] for a in run["attempts"] if a["invalid_cause"] == "billing_exhausted"]
    for attempt in run["attempts"]:
        late = bool(exhausted) and attempt["start"] > min(exhausted)
        short = attempt["end"] - attempt["start"] <= max_wall_s * 1_000_000
        if late and short and attempt["state"] != "driver_exception":
            attempt["state"] = "invalid_infrastructure"
            attempt["invalid_cause"] = "billing_exhausted"
            attempt["failure_mode"] = None


def slots(runs: list[Run]) -> dict[tuple[str, str, int], Slot]:
    """(run_id, case_id, repeat_index) → the attempts that stand for it, of all runs of an arm.

    A makeup in one of the arm's own runs stands in the slot of what it makes up; one in an excluded
    run stands for nothing but itself.
    """
    table: dict[tuple[str, str, int], Slot] = {}
    for run in runs:
        for attempt in run["attempts"]:
            made_up = chain(attempt, runs) if run["class"] == "own" else []
            home = made_up[-1][1] if made_up else attempt
            attempt["home"] = (home["run_id"], home["case_id"], home["repeat_index"])
            slot = table.setdefault(attempt["home"], {})
            slot.setdefault(attempt["variant"], []).append(attempt)
    return table


def scored(case: dict[str, Any]) -> list[str | None]:
    """The variants that a case-level trial needs; one nameless one for a case with none."""
    chosen = case.get("scored_variants")
    return list(case["variants"] if chosen is None else chosen) or [None]


def trial(case: dict[str, Any], slot: Slot, rule: str | int) -> dict[str, Any]:
    """How one case-level trial ended, from the attempts that stand for it."""
    endings, standing = [], []
    for variant in scored(case):
        attempts = slot.get(variant, [])
        states = [attempt["state"] for attempt in attempts]
        valid = [attempt for attempt in attempts if attempt["state"] in VALID]
        assert len(valid) <= 1
        standing += valid
        if valid:
            endings.append("valid")
        elif "protocol_violation" in states:
            endings.append("protocol_violation")
        elif "pending_adjudication" in states:
            endings.append("pending")
        elif "invalid_infrastructure" in states:
            endings.append("owed")
        else:
            endings.append("missing")
    for ending in ("protocol_violation", "pending", "owed", "missing"):
        if ending in endings:
            return {"ending": ending, "standing": standing}
    passes = [attempt["state"] == "valid_task_success" for attempt in standing]
    needed = {"all": len(passes), "any": 1}.get(str(rule)) or min(int(rule), len(passes))
    return {
        "ending": "valid",
        "standing": standing,
        "passed": sum(passes) >= needed,
        # Choice: a trial starts with the earliest attempt that counts for it, so a made-up one
        # with its makeup.
        "start": min(attempt["start"] for attempt in standing),
        "by_variant": dict(zip(scored(case), passes, strict=True)),
    }
