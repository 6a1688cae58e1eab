"""What the reference says of an arm's runs: their evidence, makeups, resets, and who moved."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from fractions import Fraction
from typing import Any

from tests.reference.reading import Attempt, Run, day
from tests.reference.trials import target, trial

Json = dict[str, Any]


def run_row(arm: Json, run: Run, names: dict[str, dict[str, str]]) -> Json:
    """One run and the class of evidence that it is.

    Choice: a run's date is that of its window's start, and it is same_day or cross_day against the
    first-pass run's, or against the run that says what the arm is where there is none.
    """
    first = arm["first_run"] or arm["definition"]
    if run["class"] != "own":
        kind = str(run["class"])
    elif run is arm["first_run"]:
        kind = "first_pass"
    else:
        kind = "same_day" if day(run["start"]) == day(first["start"]) else "cross_day"
    return {
        "run": names["run"][run["run_id"]],
        **{each: run[each] for each in ("role", "stage", "scope", "concurrency", "timeout_s")},
        "evidence": kind,
        "date": day(run["start"]).isoformat(),
        "wire_audit": run["wire_audit"]["status"],
    }


def budget(arm: Json, names: dict[str, dict[str, str]]) -> list[Json]:
    """The budget gates that the arm's runs state, with the window share that they used.

    Choice: an excluded run has a row too, for it was bought all the same.
    """
    rows = []
    for run in arm["runs"]:
        if run.get("budget") is None:
            continue
        shares = [
            Fraction(a["window_share"])
            for a in run["attempts"]
            if a["state"] != "driver_exception" and a["window_share"] is not None
        ]
        rows.append(
            {
                "run": names["run"][run["run_id"]],
                "account_tier": run["budget"]["account_tier"],
                "owner_approved": run["budget"]["owner_approved"],
                "expected_window_share": run["budget"]["expected_window_share"],
                "actual_window_share": float(sum(shares)) if shares else None,
            }
        )
    return sorted(rows, key=lambda row: str(row["run"]))


def makeups(arm: Json) -> Json:
    """Attempts that say what they make up, and those that ran at twice its cap.

    Choice: an attempt's cap is its cap_s, or else its run's timeout_s.
    """
    timeout = {run["run_id"]: run["timeout_s"] for run in arm["runs"]}

    def cap(attempt: Attempt) -> float:
        stated: float = timeout[attempt["run_id"]] if attempt["cap_s"] is None else attempt["cap_s"]
        return stated

    count = twice = 0
    for attempt in arm["attempts"]:
        found = target(attempt, arm["runs"])
        if found is not None:
            count += 1
            twice += cap(attempt) == 2 * cap(found[1])
    return {"count": count, "doubled_cap": twice}


def reset_per_trial(arm: Json) -> bool | None:
    """Whether every trial, the first pass too, had a reset of its own; None with no trial."""
    owners: dict[str, set[tuple[str, str, int]]] = defaultdict(set)
    stated = []
    for case in arm["cases"].values():
        for each in [case["first"], *case["trials"]]:
            for attempt in each["standing"] if each["ending"] == "valid" else []:
                stated.append(attempt["reset_id"] is not None)
                owners[str(attempt["reset_id"])].add(attempt["home"])
    if not stated:
        return None
    return all(stated) and all(len(trials) == 1 for trials in owners.values())


def deltas(arm: Json, names: dict[str, dict[str, str]], spec: Json) -> list[Json]:
    """Who moved between the first pass and each later full run, over cases valid in both."""
    first = arm["first_run"]
    if first is None:
        return []
    rows = []
    for run in arm["own"]:
        wanted = run["scope"] == "full" and run["role"] in ("repeat", "observational")
        if wanted or any(run is each for each in arm["later"]):
            rows.append(delta(arm, run, names, spec))
    return sorted(rows, key=lambda row: str(row["to"]))


def delta(arm: Json, run: Run, names: dict[str, dict[str, str]], spec: Json) -> Json:
    """The moves from the first pass to one run, by the first valid trial of each case in it."""
    moves: dict[tuple[bool, bool], list[str]] = defaultdict(list)
    same = True
    for case_id, case in arm["cases"].items():
        trials = [
            trial(case["definition"], slot, spec["case_rule"])
            for home, slot in arm["table"].items()
            if home[:2] == (run["run_id"], case_id)
        ]
        valid = [each for each in trials if each["ending"] == "valid"]
        if case["is_boundary"] or case["first"]["ending"] != "valid" or not valid:
            continue
        # Choice: the first is the one that started first.
        chosen = min(valid, key=lambda each: each["start"])
        moves[case["outcome"] == "pass", chosen["passed"]].append(names["case"][case_id])
        same = same and day(chosen["start"]) == first_day(arm, case)
    return {
        "from": names["run"][arm["first_run"]["run_id"]],
        "to": names["run"][run["run_id"]],
        "evidence": "same_day" if same else "cross_day",
        "fail_to_pass": sorted(moves[False, True]),
        "pass_to_fail": sorted(moves[True, False]),
        "stayed_failed": len(moves[False, False]),
        "compared": sum(len(each) for each in moves.values()),
    }


def first_day(arm: Json, case: Json) -> date:
    """The UTC date of a case's first pass.

    Choice: an outcome is dated by the attempts that stand for it; without one, by the first attempt
    at the case whatever its variant. Where the arm has no first pass at all, the run that says what
    the arm is (a contaminated primary, or the earliest run) gives the date with its window's start.
    """
    run = arm["first_run"]
    if run is None:
        return day(arm["definition"]["start"])
    if case["first"]["ending"] == "valid":
        return day(case["first"]["start"])
    home = (run["run_id"], case["definition"]["case_id"], 0)
    starts = [
        a["start"]
        for attempts in arm["table"].get(home, {}).values()
        for a in attempts
        if a["state"] != "driver_exception"
    ]
    return day(min(starts)) if starts else day(run["start"])
