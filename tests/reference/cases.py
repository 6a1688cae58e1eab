"""What the reference says of one case under one arm."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.reference.figures import binomial_interval, blocks, blocks_p_value, zero_bound
from tests.reference.naming import digest
from tests.reference.trials import Slot, scored, trial

Case = dict[str, Any]
Spec = dict[str, Any]

SCREEN_VERDICTS = ("recovery_capable", "no_recovery_observed", "screen_incomplete")


def gather(
    case: Case, arm: dict[str, Any], table: dict[tuple[str, str, int], Slot], spec: Spec
) -> Case:
    """The first pass, the repeat trials and the ledger of one case, before anything is withheld."""
    case_id, rule = case["case_id"], spec["case_rule"]
    first_run = arm["first_run"]
    first = {"ending": "missing", "standing": []}
    if first_run is not None:
        first = trial(case, table.get((first_run["run_id"], case_id, 0), {}), rule)
    repeats = [run for run in arm["own"] if run["role"] in ("repeat", "observational")]
    ids = {run["run_id"] for run in repeats}
    homes = [home for home in table if home[0] in ids and home[1] == case_id]
    trials = [{"home": home, **trial(case, table[home], rule)} for home in homes]
    count = Counter(each["ending"] for each in trials)
    plan = sum(
        run["trials_per_case"]
        for run in repeats
        if any(each["case_id"] == case_id for each in run["cases"])
    )
    valid = sorted((each for each in trials if each["ending"] == "valid"), key=_start)
    done = len(valid) + count["protocol_violation"] + count["pending"]
    owed = min(count["owed"], max(0, plan - done))
    return {
        "definition": case,
        "first": first,
        "outcome": _outcome(first),
        "listed_first": first_run is not None
        and any(each["case_id"] == case_id for each in first_run["cases"]),
        "trials": valid,
        "n": len(valid),
        "r": sum(each["passed"] for each in valid),
        # Choice: every attempt at the case, those at variants that are not scored too.
        "invalid": sum(
            attempt["state"] == "invalid_infrastructure"
            for home in homes
            for attempts in table[home].values()
            for attempt in attempts
        ),
        "protocol_violation": count["protocol_violation"],
        "pending": count["pending"],
        "owed": owed,
        "missing": max(0, plan - done - owed),
    }


def _start(each: dict[str, Any]) -> int:
    start: int = each["start"]
    return start


def _outcome(first: dict[str, Any]) -> str:
    if first["ending"] != "valid":
        return str(first["ending"])
    return "pass" if first["passed"] else "fail"


def judge(case: Case, spec: Spec, *, with_primary: bool) -> None:
    """Add the stage, the boundary and the verdict to a gathered case."""
    n, r, failed = case["n"], case["r"], case["outcome"] == "fail"
    case["stage"] = None
    if n >= spec["stages"]["confirmation"]:
        case["stage"] = "confirmation"
    elif n > 0 and failed and with_primary:
        case["stage"] = "screen"
    case["boundary"] = boundary(case)
    case["is_boundary"] = any(
        abs(margin) <= spec["boundary"]["margin"] for margin in case["boundary_margins"]
    )
    if case["is_boundary"]:
        case["verdict"] = "boundary"
    elif not failed:
        case["verdict"] = None
    elif n == 0:
        case["verdict"] = "not_screened"
    elif r >= 1:
        case["verdict"] = "recovery_capable"
    elif n >= spec["stages"]["screen"]:
        case["verdict"] = "no_recovery_observed"
    else:
        case["verdict"] = "screen_incomplete"


def boundary(case: Case) -> dict[str, Any] | None:
    """The scores of a partial-credit case against its threshold.

    Choice: with several scored variants, each has its modal score and the case is a boundary case
    if any is near; the object shows the variant nearest to the threshold, then the lower, as with
    tied modes (`boundary_margins` holds all of them).
    """
    definition = case["definition"]
    case["boundary_margins"] = []
    if definition["kind"] != "partial" or case["n"] == 0:
        return None
    shown = []
    for variant in scored(definition):
        attempts = [
            attempt
            for each in case["trials"]
            for attempt in each["standing"]
            if attempt["variant"] == variant
        ]
        shown.append(scores(attempts, definition["threshold"]))
    near = [each for each in shown if each["margin"] is not None]
    case["boundary_margins"] = [each["margin"] for each in near]
    order = sorted(near, key=lambda each: (abs(each["margin"]), each["margin"]))
    return order[0] if order else shown[0]


def scores(attempts: list[dict[str, Any]], threshold: float) -> dict[str, Any]:
    """The score distribution, its mode and the hit vectors of the attempts that have a score."""
    with_score = [attempt for attempt in attempts if attempt["score"] is not None]
    values = Counter(attempt["score"] for attempt in with_score)
    hits = Counter(
        tuple(attempt["criteria_hits"])
        for attempt in with_score
        if attempt["criteria_hits"] is not None
    )
    modal = None
    if values:
        most = max(values.values())
        modes = [value for value, count in values.items() if count == most]
        modal = min(modes, key=lambda value: (abs(value - threshold), value))
    return {
        "margin": None if modal is None else modal - threshold,
        "modal_score": modal,
        "threshold": threshold,
        "score_distribution": [
            {"score": value, "count": count} for value, count in sorted(values.items())
        ],
        # Choice: with no hit vector at all there is nothing to count, so null and not zero.
        "distinct_hit_vectors": len(hits) or None,
        "modal_hit_vector_share": max(hits.values()) / sum(hits.values()) if hits else None,
    }


def publish(case: Case, alias: str, spec: Spec, key: bytes) -> Case:
    """The public row of a judged case."""
    n, r, screen = case["n"], case["r"], case["stage"] == "screen"
    silent = case["verdict"] == "no_recovery_observed"
    confirmed = n >= spec["stages"]["confirmation"]
    interval = spec["interval"]
    # Choice: below confirmation size the interval goes with the rate, for cases that passed first
    # too; what else they have stands.
    bound = r == 0 and n >= spec["stages"]["screen"] and not case["is_boundary"]
    shown = dict(case["boundary"]) if case["boundary"] else None
    if shown and screen and not case["is_boundary"]:
        shown["score_distribution"] = None
        # Choice: a set of hits is of a pass or of a failure, so that beside the verdict of a
        # recovery how many there are, and the share of one, would give its count back.
        if case["verdict"] == "recovery_capable":
            shown["distinct_hit_vectors"] = shown["modal_hit_vector_share"] = None
    return {
        "case": alias,
        "primary_outcome": case["outcome"],
        "stage": case["stage"],
        "planned": n
        + sum(case[each] for each in ("protocol_violation", "pending"))
        + case["missing"]
        + case["owed"],
        "valid": n,
        "passed": r if not screen else 0 if silent else None,
        **{each: case[each] for each in ("invalid", "protocol_violation", "pending")},
        **{each: case[each] for each in ("missing", "owed", "verdict")},
        "rate": r / n if confirmed else None,
        "interval": binomial_interval(r, n, interval["level"], interval["method"])
        if confirmed
        else None,
        "upper_bound": zero_bound(n, interval["one_sided_level"]) if bound else None,
        "boundary": shown,
        "variants": variants(case, spec, key),
        "order": None if screen or case["is_boundary"] or n == 0 else order(case, spec),
        **escalation(case, spec),
    }


def order(case: Case, spec: Spec) -> dict[str, Any]:
    """The outcomes in the order of their start, and whether the failures stand together."""
    pattern = "".join("P" if each["passed"] else "F" for each in case["trials"])
    testable = len(set(pattern)) == 2 and len(pattern) >= spec["order"]["minimum_trials"]
    return {
        "pattern": pattern,
        "runs": blocks(pattern),
        "p_value": blocks_p_value(pattern) if testable else None,
    }


def variants(case: Case, spec: Spec, key: bytes) -> list[dict[str, Any]]:
    """The scored variants, V1 … in the order of their keyed digests."""
    names = [variant for variant in scored(case["definition"]) if variant is not None]
    case_id = case["definition"]["case_id"]
    names.sort(key=lambda name: digest(key, "variant", case_id, name))
    rows = []
    for place, name in enumerate(names, start=1):
        passes = [each["by_variant"][name] for each in case["trials"]]
        # Choice: a variant's own valid trials are those of the case, as its `valid` is; `moved`
        # stands from the screen's size on at any stage, beside `passed` too.
        enough = case["n"] >= spec["stages"]["screen"]
        rows.append(
            {
                "variant": f"V{place}",
                "valid": case["n"],
                "passed": None if case["stage"] == "screen" else sum(passes),
                "moved": len(set(passes)) == 2 if enough else None,
            }
        )
    return rows


def escalation(case: Case, spec: Spec) -> dict[str, Any]:
    """Why a screened case goes on to confirmation.

    Choice: a case at confirmation size is no screen any more and is not escalated.
    """
    reasons = []
    if case["stage"] == "screen" and not case["is_boundary"]:
        if case["r"] >= 1:
            reasons.append("RECOVERY_OBSERVED")
        if case["n"] >= spec["stages"]["screen"] and case["decision_critical"]:
            reasons.append("DECISION_CRITICAL")
    return {"escalate": bool(reasons), "escalate_reasons": reasons}
