"""The study harness's analysis as plain loops, written from its description alone.

Nothing here is imported from the program under test: what it records in statistics.json is what a
replay must give back to the last digit.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

MASK = 0xFFFFFFFF
TIMING, CONTENT, NO_TRAP = 0x13579BDF, 0x2468ACE0, 0x5A5A5A5A
FAILURE, PASS = 0x7F4A7C15, 0x9E3779B9

Row = dict[str, Any]
Group = tuple[float, float, float, float, float, float]
"""Baseline and candidate: repeated failure, task pass, steps."""


def uniforms(seed: int) -> Iterator[float]:
    state = seed & MASK
    while True:
        state = (state + 0x6D2B79F5) & MASK
        t = ((state ^ (state >> 15)) * (state | 1)) & MASK
        t ^= (t + (((t ^ (t >> 7)) * (t | 61)) & MASK)) & MASK
        yield ((t ^ (t >> 14)) & MASK) / 4294967296


def mean(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:
        total = total + value
    return total / len(values)


def interval(values: list[float], level: float) -> dict[str, float]:
    values = sorted(values)

    def at(q: float) -> float:
        i = (len(values) - 1) * q
        low, high = values[math.floor(i)], values[math.ceil(i)]
        return low if math.floor(i) == math.ceil(i) else low + (high - low) * (i - math.floor(i))

    tail = (1 - level) / 2
    return {"lower": at(tail), "upper": at(1 - tail), "level": level}


def bootstrap(groups: list[Group], seed: int, draws: int, level: float) -> dict[str, Any]:
    random = uniforms(seed)
    failures, reductions, passes, steps = [], [], [], []
    for _ in range(draws):
        sample = [groups[math.floor(next(random) * len(groups))] for _ in groups]
        before, after = mean([g[0] for g in sample]), mean([g[1] for g in sample])
        failures.append(before - after)
        passes.append(mean([g[3] - g[2] for g in sample]))
        steps.append(mean([g[5] - g[4] for g in sample]))
        if before != 0:
            reductions.append((before - after) / before)
    return {
        "failure": interval(failures, level),
        "pass": interval(passes, level),
        "steps": interval(steps, level),
        "reduction": interval(reductions, level) if reductions else None,
        "none": draws - len(reductions),
    }


def shuffle(effects: list[float], seed: int, draws: int) -> float:
    random, observed, extreme = uniforms(seed), mean(effects), 0
    for _ in range(draws):
        total = 0.0
        for effect in effects:
            total += (1 if next(random) < 0.5 else -1) * effect
        extreme += total / len(effects) >= observed
    return (extreme + 1) / (draws + 1)


def spelled(parts: Sequence[Any]) -> str:
    return json.dumps(list(parts), separators=(",", ":"), ensure_ascii=False)


def cell(identity: Row) -> str:
    names = ("suiteVersion", "taskId", "variantId", "modelProfileId", "modelProfileHash", "seed")
    return spelled([identity[name] for name in names])


def row_key(identity: Row) -> str:
    whole = spelled([*json.loads(cell(identity)), identity["arm"]])
    return "h6-row-v1-" + hashlib.sha256(whole.encode()).hexdigest()


@dataclass
class Task:
    """One task of a comparison while its cells are taken."""

    arms: tuple[str, str]
    hypothesis: str
    impute: bool
    reasons: set[str] = field(default_factory=set)
    imputed: list[Row] = field(default_factory=list)
    taken: list[list[Row]] = field(default_factory=lambda: [[], []])

    def take(self, key: str, arm: str, identity: Row | None, found: list[Row]) -> None:
        if identity is None:
            self.reasons.add(f"MISSING_DESIGN_CELL:{arm}:{key}")
        elif not found:
            self.reasons.add(f"MISSING_ROW:{arm}:{key}")
        else:
            if len(found) > 1:
                self.reasons.add(f"DUPLICATE_ROW:{arm}:{key}")
            self.take_row(found[0], arm, identity)

    def take_row(self, row: Row, arm: str, identity: Row) -> None:
        worst = arm == self.arms[1]
        if row["status"] != "VALID":
            reason = row.get("invalidReason", "UNKNOWN")
            if not (self.impute and reason == "VAGUE_CHECK"):
                self.reasons.add(f"INVALID_ROW:{arm}:{reason}")
                return
            self.imputed.append(identity)
            row = {"repeatedFailure": worst, "taskPassed": not worst, "steps": 0}
        elif any(name not in row for name in ("repeatedFailure", "taskPassed", "steps")):
            self.reasons.add(f"MALFORMED_METRICS:{arm}")
            return
        elif self.hypothesis == "CONTENT" and row.get("factPairAudit") != "MATCHED":
            self.reasons.add(f"UNMATCHED_FACTS:{arm}")
            return
        self.taken[worst].append(row)

    def group(self) -> Group:
        means = [
            mean([float(row[name]) for row in rows])
            for name in ("repeatedFailure", "taskPassed", "steps")
            for rows in self.taken
        ]
        return (means[0], means[1], means[2], means[3], means[4], means[5])


def prepare(
    rows: list[Row], design: list[Row], arms: tuple[str, str], hypothesis: str, *, impute: bool
) -> tuple[list[Group], list[Row], list[Row]]:
    """The task groups of a comparison, its cuts, and the rows scored against the candidate."""
    actual: dict[str, list[Row]] = {}
    for row in rows:
        actual.setdefault(spelled([cell(row["identity"]), row["identity"]["arm"]]), []).append(row)
    groups, cuts, imputed = [], [], []
    for name in sorted({identity["taskId"] for identity in design if identity["arm"] in arms}):
        task = Task(arms, hypothesis, impute)
        cells: dict[str, dict[str, Row]] = {}
        for identity in design:
            if identity["taskId"] == name and identity["arm"] in arms:
                cells.setdefault(cell(identity), {})[identity["arm"]] = identity
        for key, by_arm in cells.items():
            for arm in arms:
                task.take(key, arm, by_arm.get(arm), actual.get(spelled([key, arm]), []))
        imputed += task.imputed
        if task.reasons:
            reasons = sorted(task.reasons)
            cuts.append({"hypothesis": hypothesis, "taskId": name, "reasons": reasons})
        else:
            groups.append(task.group())
    return groups, cuts, imputed


def effect(
    groups: list[Group],
    cuts: list[Row],
    arms: tuple[str, str],
    *,
    seed: int,
    draws: int,
    level: float,
) -> Row:
    names = ("repeatedFailureBenefit", "relativeRiskReduction", "taskPassBenefit")
    result: Row = {
        "taskCount": len(groups),
        "baselineArm": arms[0],
        "candidateArm": arms[1],
        "interpretation": "EXPLORATORY_COMPLETE_TASKS" if cuts else "CONFIRMATORY",
        **dict.fromkeys([*names, *(f"{name}Interval" for name in names)]),
        "nonEstimableRrrDraws": 0,
        "repeatedFailureP": None,
        "taskPassP": None,
    }
    if not groups:
        return result
    drawn = bootstrap(groups, seed, draws, level)
    before, after = mean([g[0] for g in groups]), mean([g[1] for g in groups])
    return result | {
        "repeatedFailureBenefit": before - after,
        "repeatedFailureBenefitInterval": drawn["failure"],
        "relativeRiskReduction": None if before == 0 else (before - after) / before,
        "relativeRiskReductionInterval": drawn["reduction"],
        "nonEstimableRrrDraws": drawn["none"],
        "repeatedFailureP": shuffle([g[0] - g[1] for g in groups], seed ^ FAILURE, draws),
        "taskPassBenefit": mean([g[3] - g[2] for g in groups]),
        "taskPassBenefitInterval": drawn["pass"],
        "taskPassP": shuffle([g[3] - g[2] for g in groups], seed ^ PASS, draws),
    }


def holm(primaries: list[tuple[str, float]]) -> list[Row]:
    ordered = sorted(primaries, key=lambda each: (each[1], each[0]))
    prior, rows = 0.0, {}
    for index, (name, p) in enumerate(ordered):
        prior = min(1, max(prior, (len(ordered) - index) * p))
        rows[name] = {"id": name, "rawP": p, "adjustedP": prior, "rank": index + 1}
    return [rows[name] for name, _ in primaries]


def timing_decision(timing: Row, cuts: list[Row], adjusted: float | None, rule: Row) -> str:
    limits = timing["repeatedFailureBenefitInterval"]
    if (
        cuts
        or adjusted is None
        or timing["relativeRiskReduction"] is None
        or timing["relativeRiskReductionInterval"] is None
    ):
        return "NOT_ESTIMABLE"
    met = (
        timing["repeatedFailureBenefit"] >= rule["minimumAbsoluteRepeatedFailureBenefit"]
        and timing["relativeRiskReduction"] >= rule["minimumRelativeRiskReduction"]
        and limits["lower"] > rule["requireRepeatedFailureBenefitIntervalLowerStrictlyAbove"]
        and adjusted < rule["requireHolmAdjustedPStrictlyBelow"]
    )
    return "SUPPORTED" if met else "REJECTED"


def content_decision(content: Row, cuts: list[Row], adjusted: float | None, rule: Row) -> str:
    if cuts or adjusted is None or content["repeatedFailureBenefitInterval"] is None:
        return "NOT_ESTIMABLE"
    failure = content["repeatedFailureBenefitInterval"]["lower"]
    passing = content["taskPassBenefitInterval"]["lower"]
    met = (
        failure > rule["requireRepeatedFailureBenefitIntervalLowerStrictlyAbove"]
        and passing > rule["requireTaskPassBenefitIntervalLowerStrictlyAbove"]
        and adjusted < rule["requireHolmAdjustedCompoundPStrictlyBelow"]
    )
    return "SUPPORTED" if met else "REJECTED"


def study_decision(timing: str, content: str | None) -> str:
    if "NOT_ESTIMABLE" in (timing, content):
        return "NOT_ESTIMABLE"
    said = {timing, content} - {None}
    if said == {"SUPPORTED"}:
        return "PASS"
    return "REJECT" if said == {"REJECTED"} else "PARTIAL"


def timidity(rows: list[Row], design: list[Row], rule: Row, seed: int, draws: int) -> Row:
    level = rule["confidenceLevel"]
    arms = (rule["baselineArm"], rule["candidateArm"])
    groups, cuts, _ = prepare(rows, design, arms, "TIMIDITY", impute=False)
    result: Row = {
        "taskCount": len(groups),
        "intervalLevel": level,
        "passRateDifference": None,
        "passRateInterval": None,
        "stepsDifference": None,
        "stepsInterval": None,
        "passMargin": rule["passRateMargin"],
        "stepsMargin": rule["stepsMargin"],
        "equivalent": None,
        "cuts": cuts,
    }
    if not groups:
        return result
    drawn = bootstrap(groups, seed ^ NO_TRAP, draws, level)

    def inside(limits: Row, margin: float) -> bool:
        return bool(limits["lower"] > -margin and limits["upper"] < margin)

    passing = inside(drawn["pass"], rule["passRateMargin"])
    stepping = inside(drawn["steps"], rule["stepsMargin"])
    gated = rule.get("gatePassRate", True)
    return result | {
        "passRateDifference": mean([g[3] - g[2] for g in groups]),
        "passRateInterval": drawn["pass"],
        "stepsDifference": mean([g[5] - g[4] for g in groups]),
        "stepsInterval": drawn["steps"],
        "equivalent": None if cuts else stepping and (passing or not gated),
    }


def statistics(
    rows: list[Row], primary: list[Row], no_trap: list[Row], rule: Row, *, seed: int, draws: int
) -> Row:
    """The whole of statistics.json under a decision rule of version 12 or 13."""
    analysis, hypotheses = rule["analysis"], rule["hypotheses"]
    level, both = analysis["bootstrap"]["confidenceLevel"], "H6-content" in hypotheses
    of_timing = hypotheses["H6-timing"]
    arms = (of_timing["baselineArm"], of_timing["candidateArm"])
    groups, cuts, imputed = prepare(rows, primary, arms, "TIMING", impute=not both)
    timing = effect(groups, cuts, arms, seed=seed ^ TIMING, draws=draws, level=level)
    result: Row = {
        "schemaVersion": 1,
        "seed": seed,
        "draws": draws,
        "level": level,
        "alpha": analysis["alpha"],
        "timing": timing,
        "content": None,
        "contentCompoundP": None,
    }
    family = [] if timing["repeatedFailureP"] is None else [("TIMING", timing["repeatedFailureP"])]
    if not both:
        corrected = holm(family)
        adjusted = {each["id"]: each["adjustedP"] for each in corrected}
        decision = timing_decision(timing, cuts, adjusted.get("TIMING"), of_timing)
        nothing = dict.fromkeys(
            ("passRateDifference", "passRateInterval", "stepsDifference", "stepsInterval")
        )
        return result | {
            "cuts": cuts,
            "holm": corrected,
            "decisions": {"timing": decision, "content": None},
            "studyDecision": study_decision(decision, None),
            "timidity": {
                "taskCount": 0,
                "intervalLevel": 0.9,
                **nothing,
                "passMargin": 0.02,
                "stepsMargin": 2,
                "equivalent": None,
            },
            "hypothesisSet": "timing_only",
            "imputedRows": [
                {
                    "taskId": each["taskId"],
                    "arm": each["arm"],
                    "seed": each["seed"],
                    "variantId": each["variantId"],
                    "invalidReason": "VAGUE_CHECK",
                }
                for each in imputed
            ],
        }
    of_content = hypotheses["H6-content"]
    arms = (of_content["baselineArm"], of_content["candidateArm"])
    groups, content_cuts, _ = prepare(rows, primary, arms, "CONTENT", impute=False)
    content = effect(groups, content_cuts, arms, seed=seed ^ CONTENT, draws=draws, level=level)
    if content["repeatedFailureP"] is not None:
        result["contentCompoundP"] = max(content["repeatedFailureP"], content["taskPassP"])
        family.append(("CONTENT", result["contentCompoundP"]))
    corrected = holm(family) if len(family) == 2 else []
    adjusted = {each["id"]: each["adjustedP"] for each in corrected}
    decisions = {
        "timing": timing_decision(timing, cuts, adjusted.get("TIMING"), of_timing),
        "content": content_decision(content, content_cuts, adjusted.get("CONTENT"), of_content),
    }
    checked = timidity(rows, no_trap, rule["timidity"], seed, draws)
    all_cuts = [*cuts, *content_cuts, *checked.pop("cuts")]
    return result | {
        "cuts": sorted(all_cuts, key=lambda cut: (cut["hypothesis"], cut["taskId"])),
        "content": content,
        "holm": corrected,
        "decisions": decisions,
        "studyDecision": study_decision(decisions["timing"], decisions["content"]),
        "timidity": checked,
    }
