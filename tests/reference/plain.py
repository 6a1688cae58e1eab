"""The report of AMBER runs by plain loops: the oracle that the program is compared with.

Nothing of the program is used. Where the texts leave a choice, a comment that begins with
"Choice:" says which one was taken.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.reference.cases import gather, judge, publish
from tests.reference.history import budget, deltas, first_day, makeups, reset_per_trial, run_row
from tests.reference.naming import aliases, with_defaults
from tests.reference.rates import named_lists, pass_rows, recovery
from tests.reference.reading import Attempt, Run, day, read_runs
from tests.reference.trials import (
    VALID,
    classify,
    definition,
    masquerade,
    slots,
    trial,
)

Json = dict[str, Any]


def expected_report(results: Path, spec: Json, key: bytes) -> Json:
    """What the public report says of the arms, computed in the plainest way."""
    spec = with_defaults(spec)
    runs = read_runs(results)
    arms: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        masquerade(run, spec["masquerade"]["max_wall_s"])
        arms[run["arm"]["arm_id"]].append(run)
    gathered = [gather_arm(arm_id, arms[arm_id], spec) for arm_id in sorted(arms)]
    labels = spec["labels"]["arms"]
    names = {
        "case": aliases("case", {each for arm in gathered for each in arm["cases"]}, spec, key),
        "run": aliases("run", {run["run_id"] for run in runs}, spec, key),
        "arm": {**aliases("arm", set(arms) - set(labels), spec, key), **labels},
    }
    latest = max((run["end"] for run in runs), default=None)
    return {
        "published_on": None if latest is None else day(latest).isoformat(),
        "arms": [publish_arm(arm, names, spec, key) for arm in gathered],
    }


def gather_arm(arm_id: str, runs: list[Run], spec: Json) -> Json:
    """The runs of an arm by class, its first pass and its judged cases."""
    classify(runs)
    runs = sorted(runs, key=lambda run: (run["start"], run["run_id"]))
    own = [run for run in runs if run["class"] == "own"]
    primaries = [run for run in own if run["role"] == "primary"]
    arm: Json = {
        "arm_id": arm_id,
        "runs": runs,
        "own": own,
        "first_run": primaries[0] if primaries else None,
        "later": primaries[1:],
        "definition": definition(runs),
        "table": slots(runs),
        "attempts": [a for run in own for a in run["attempts"] if a["state"] != "driver_exception"],
    }
    # Choice: the cases of an arm are those that its own runs list.
    listed: Json = {}
    critical: set[str] = set()
    for run in own:
        for case in run["cases"]:
            listed.setdefault(case["case_id"], case)
            if case["decision_critical"]:
                critical.add(case["case_id"])
    arm["cases"] = {}
    for case_id, case in listed.items():
        gathered = gather(case, arm, arm["table"], spec)
        gathered["decision_critical"] = case_id in critical
        judge(gathered, spec, with_primary=bool(primaries))
        arm["cases"][case_id] = gathered
    return arm


def publish_arm(arm: Json, names: dict[str, dict[str, str]], spec: Json, key: bytes) -> Json:
    """The public fields of one arm."""
    cases = arm["cases"]
    alias = names["case"]
    outcomes = {each: cases[each]["outcome"] for each in cases}
    rows = [publish(cases[each], alias[each], spec, key) for each in cases]
    return {
        "arm": names["arm"][arm["arm_id"]],
        "identity": {each: arm["definition"]["arm"].get(each) for each in spec["identity_public"]},
        "primary": {
            "passed": sum(each == "pass" for each in outcomes.values()),
            "cases": sum(each in ("pass", "fail") for each in outcomes.values()),
            "fail_set": sorted(alias[each] for each in cases if outcomes[each] == "fail"),
        },
        **accounts(arm),
        "plan": {
            each: sum(row[each] for row in rows)
            for each in ("planned", "valid", "protocol_violation", "pending", "missing", "owed")
        },
        "evidence": evidence(arm, spec),
        "recovery": recovery(arm, spec),
        "pass_at_k": pass_rows(arm, spec, hat=False),
        "pass_hat_k": pass_rows(arm, spec, hat=True),
        "named_lists": named_lists(arm, alias),
        "side_effects": side_effects(arm, names),
        "cost": cost(arm),
        "runs": sorted((run_row(arm, run, names) for run in arm["runs"]), key=lambda r: r["run"]),
        "budget": budget(arm, names),
        "makeups": makeups(arm),
        # Choice: a part of the failures, so withheld with their total.
        "claimed_deliveries": None
        if accounts(arm)["failure_modes"]["no_deliverable"] is None
        else sum(
            bool(a["claimed_delivery"]) and a["failure_mode"] == "no_deliverable"
            for a in arm["attempts"]
        ),
        "reset_per_trial": reset_per_trial(arm),
        "deltas": deltas(arm, names, spec),
        "cases": sorted(rows, key=lambda row: str(row["case"])),
    }


def accounts(arm: Json) -> Json:
    """States, causes and failure modes of the attempts of the arm's own runs."""
    cases = arm["cases"].values()
    states = Counter(a["state"] for a in arm["attempts"])
    causes = Counter(a["invalid_cause"] for a in arm["attempts"])
    modes = Counter(a["failure_mode"] for a in arm["attempts"])
    withheld = [c for c in cases if c["stage"] == "screen" and c["verdict"] == "recovery_capable"]
    # Choice: the rule withholds for exactly one; a total that fits its withheld cases in one way
    # only gives them back as well: those of one trial are known, the rest are all at an end.
    unknown = [len(c["trials"]) for c in withheld if len(c["trials"]) > 1]
    passes = sum(c["r"] for c in withheld if len(c["trials"]) > 1)
    alone = len(withheld) == 1 or len(unknown) == 1
    alone = alone or (len(unknown) > 1 and passes in (len(unknown), sum(unknown)))

    def total(counted: Counter[str], name: str) -> int | None:
        return None if alone else counted[name]

    # Choice: a first pass is missing or owed only where the first-pass run set out to run the case.
    first = Counter(case["outcome"] for case in cases if case["listed_first"])
    return {
        "states": {
            **{each: total(states, each) for each in VALID},
            **{
                each: states[each]
                for each in ("invalid_infrastructure", "protocol_violation", "pending_adjudication")
            },
            **{each: sum(c[each] for c in cases) + first[each] for each in ("missing", "owed")},
        },
        "invalid_causes": {
            each: causes[each]
            for each in (
                "infrastructure_missing",
                "harness_timeout",
                "billing_exhausted",
                "model_delivery_budget_burn",
            )
        },
        "failure_modes": {each: total(modes, each) for each in ("no_deliverable", "oracle_judged")},
    }


def evidence(arm: Json, spec: Json) -> Json:
    """Valid case-level trials by class of evidence."""
    count: Counter[str] = Counter()
    for case in arm["cases"].values():
        first = first_day(arm, case)
        for each in case["trials"]:
            count["same_day" if day(each["start"]) == first else "cross_day"] += 1
    for run in arm["runs"]:
        if run["class"] == "own":
            continue
        count["excluded_attempts"] += sum(a["state"] != "driver_exception" for a in run["attempts"])
        listed = {case["case_id"]: case for case in run["cases"]}
        for home, slot in arm["table"].items():
            if home[0] == run["run_id"]:
                ending = trial(listed[home[1]], slot, spec["case_rule"])["ending"]
                count[run["class"]] += ending == "valid"
    names = ("same_day", "cross_day", "cross_arm", "cross_time", "contaminated")
    return {each: count[each] for each in (*names, "excluded_attempts")}


def side_effects(arm: Json, names: dict[str, dict[str, str]]) -> Json:
    """Side effects per class, case and run, over every counted attempt; zeros are left out."""
    per: dict[str, Counter[str]] = {
        each: Counter() for each in ("per_class", "per_case", "per_run")
    }
    for attempt in arm["attempts"]:
        for effect in attempt["side_effects"] or []:
            per["per_class"][effect["class"]] += effect["count"]
            per["per_case"][names["case"][attempt["case_id"]]] += effect["count"]
            per["per_run"][names["run"][attempt["run_id"]]] += effect["count"]
    return {name: {key: n for key, n in sorted(per[name].items()) if n} for name in per}


def cost(arm: Json) -> Json:
    """Sums over every counted attempt of the arm's own runs, and how many state no figure."""
    attempts: list[Attempt] = arm["attempts"]

    def total(field: str) -> Any:
        figures = [Fraction(a[field]) for a in attempts if a[field] is not None]
        return sum(figures, Fraction(0)) if figures else None

    def without(field: str) -> int:
        return sum(a[field] is None for a in attempts)

    walls = [
        Fraction(a["end"] - a["start"], 1_000_000) if a["wall_s"] is None else Fraction(a["wall_s"])
        for a in attempts
    ]
    tiers: Counter[str] = Counter()
    for case in arm["cases"].values():
        for each in case["trials"]:
            # Choice: a trial is of the tier of its first scored variant that states one.
            stated = [a["account_tier"] for a in each["standing"] if a["account_tier"]]
            tiers[stated[0] if stated else "not_recorded"] += 1

    def number(value: Any) -> float | None:
        return None if value is None else float(value)

    tokens_in, tokens_out = total("tokens_in"), total("tokens_out")
    return {
        "tokens": {
            "in": None if tokens_in is None else int(tokens_in),
            "out": None if tokens_out is None else int(tokens_out),
        },
        "wall_s": number(sum(walls, Fraction(0))) if walls else None,
        "cost_usd": number(total("cost_usd")),
        "window_share": number(total("window_share")),
        "without": {
            # Choice: an attempt has its tokens only with both figures.
            "tokens": sum(a["tokens_in"] is None or a["tokens_out"] is None for a in attempts),
            "wall_s": 0,
            "cost_usd": without("cost_usd"),
            "window_share": without("window_share"),
        },
        "trials_by_tier": dict(sorted(tiers.items())),
    }
