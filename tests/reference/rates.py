"""The rates over cases: recovery after fail, pass@k, pass^k, and the lists instead of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from tests.reference.cases import SCREEN_VERDICTS
from tests.reference.figures import all_pass, any_pass, over_tasks, trial_variance

Json = dict[str, Any]


def recovery(arm: Json, spec: Json) -> Json:
    """Recovery after fail over the cases at confirmation size, and the screens by verdict."""
    cases = arm["cases"].values()
    chosen = [
        case
        for case in cases
        if case["outcome"] == "fail" and case["stage"] == "confirmation" and not case["is_boundary"]
    ]
    suppressed = len(chosen) < spec["publication"]["minimum_tasks"]
    level = spec["interval"]["level"]
    row = over_tasks([Fraction(case["r"], case["n"]) for case in chosen], level)
    rest = [case["trials"][spec["stages"]["screen"] :] for case in chosen]
    rates = [Fraction(sum(t["passed"] for t in each), len(each)) for each in rest if each]
    fresh = over_tasks(rates, level)["mean"]
    verdicts = Counter(case["verdict"] for case in cases)
    return {
        "cases": len(chosen),
        "trials": sum(case["n"] for case in chosen),
        "recovered": sum(case["r"] for case in chosen),
        "rate": None if suppressed else row["mean"],
        "standard_error": None if suppressed else row["standard_error"],
        "interval": None if suppressed else row["interval"],
        "fresh": {
            "trials": sum(len(each) for each in rest),
            "recovered": sum(t["passed"] for each in rest for t in each),
            "rate": None if suppressed else fresh,
        },
        "screened": {
            "cases": sum(verdicts[each] for each in SCREEN_VERDICTS),
            **{each: verdicts[each] for each in SCREEN_VERDICTS},
        },
        "suppressed": "RATE_NOT_PUBLISHED" if suppressed else None,
        "undefined": None if suppressed else row["undefined"],
    }


def countable(arm: Json) -> list[Json]:
    """Cases with a trial that are neither boundary cases nor screens."""
    return [
        case
        for case in arm["cases"].values()
        if case["n"] and not case["is_boundary"] and case["stage"] != "screen"
    ]


def pass_rows(arm: Json, spec: Json, *, hat: bool) -> list[Json]:
    """pass^k or pass@k for every k that a case reaches."""
    rows = []
    for k in sorted(set(spec["pass_k"])):
        pairs = [(case["r"], case["n"]) for case in countable(arm) if case["n"] >= k]
        if not pairs:
            continue
        suppressed = len(pairs) < spec["publication"]["minimum_tasks"]
        formula = all_pass if hat else any_pass
        row = over_tasks([formula(c, n, k) for c, n in pairs], spec["interval"]["level"])
        noise = None
        if all(n >= 2 * k for _, n in pairs):
            # pass@k of the passes is one less pass^k of the failures, so its noise is theirs.
            variances = [trial_variance(c if hat else n - c, n, k) for c, n in pairs]
            # Choice: "no task varies" where the unbiased variances are all zero.
            noise = float(sum(variances)) ** 0.5 / len(pairs) or None
        rows.append(
            {
                "k": k,
                "estimate": None if suppressed else row["mean"],
                "standard_error": None if suppressed else row["standard_error"],
                "standard_error_trials": None if suppressed else noise,
                "interval": None if suppressed else row["interval"],
                "tasks": len(pairs),
                "suppressed": "RATE_NOT_PUBLISHED" if suppressed else None,
                "undefined": None if suppressed else row["undefined"],
            }
        )
    return rows


def named_lists(arm: Json, alias: dict[str, str]) -> Json:
    """Cases by whether they ever passed or ever failed."""
    lists: dict[str, list[str]] = {"always_fail": [], "sometimes_fail": [], "never_fail": []}
    for case in countable(arm):
        fails = case["n"] - case["r"]
        name = "never_fail" if fails == 0 else "always_fail" if case["r"] == 0 else "sometimes_fail"
        lists[name].append(alias[case["definition"]["case_id"]])
    return {name: sorted(lists[name]) for name in lists}
