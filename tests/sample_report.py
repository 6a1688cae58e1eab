"""Whole public reports to try pages and figures on: the usual one, and those that break things."""

from __future__ import annotations

from typing import Any

from generator.publication.accounts import (
    CapRow,
    Cost,
    EvidenceCounts,
    InvalidCauses,
    Makeups,
    SideEffects,
    Tokens,
    Without,
)
from generator.publication.arm import Arm, BudgetRow, Delta
from generator.publication.base import Interval
from generator.publication.comparison import (
    Comparison,
    Difference,
    LeftOut,
    OddsRatio,
    PairedTable,
    PairedTest,
)
from generator.publication.report import Generator, Provenance, Report, Rules
from tests.sample_parts import (
    HOSTILE,
    IDENTITY,
    boundary_case,
    run_row,
    sample_arm,
    sample_case,
    sample_dependence,
    variant_case,
)

RULES = Rules(
    protocol="AMBER Stability Protocol",
    protocol_version="0.2",
    screen=5,
    confirmation=20,
    pass_k=[1, 2, 3, 4, 5, 8],
    case_rule="all",
    minimum_tasks=5,
    interval_method="clopper-pearson",
    level=0.95,
    one_sided_level=0.95,
    boundary_margin=1.0,
    order_alpha=0.05,
    order_minimum_trials=5,
    masquerade_max_wall_s=10.0,
    identity_public=[
        "served_model",
        "model_snapshot",
        "effort",
        "harness",
        "harness_version",
        "profile",
        "isolation",
        "egress",
        "index_version",
    ],
    side_effect_classes=["network-call", "stray-file"],
)


def report_of(*arms: Arm, **changes: Any) -> Report:
    """A report of these arms under the usual rules."""
    fields: dict[str, Any] = {
        "schema": "stability-report/1",
        "version": "2026.11",
        "published_on": "2026-11-09",
        "provenance": Provenance(
            spec_sha256="5a" * 32,
            inputs_sha256="c3" * 32,
            generator=Generator(name="stability-report", version="0.1.0"),
            seed=20260915,
        ),
        "rules": RULES,
        "notes": [],
        "arms": list(arms),
        "comparisons": [],
        "ledgers": [],
        "studies": [],
        "limits": sorted({code for arm in arms for code in arm.limits}),
    }
    return Report(**fields | changes)


# -- the usual report ------------------------------------------------------------------------

PASSED = [f"A-{0x10A0B0C0 + 0x01234567 * i:08x}" for i in range(14)]

ATLAS_CASES = [
    *(sample_case(alias, "pass") for alias in PASSED[2:]),
    sample_case(PASSED[0], "pass", "PPPPPPPPPPPPPPPPPPPP"),
    sample_case(PASSED[1], "pass", "PPPPFPPPPPPPPPPFPPPP"),
    # screened 3 of 4 early on, and landed 6 of 20
    sample_case("A-d9b79b46", "fail", "PPFPFFFPFFFFPFFFFPFF", decision_critical=True),
    sample_case("A-a1c40e57", "fail", "FFFFFFFFFFFFFFFFFFFF"),
    sample_case("A-b26e91d0", "fail", "PPPPPPPPPPPPPFPPPPPP"),
    sample_case("A-c7730fa4", "fail", "PPPPPPPPPFFFFFFFFFFF"),
    sample_case("A-e05d6b13", "fail", "FFFPFFFFFFFPFFFFFFFF", missing=1),
    variant_case("A-0676097b"),
    sample_case("A-f4a82c9e", "fail", "FFFFF", decision_critical=True),
    sample_case("A-a317e74b", "fail", "FFPFFF", invalid=3, owed=1, protocol_violation=1),
    boundary_case("A-ea80d793"),
]

ATLAS = sample_arm(
    "Atlas 2 · high",
    ATLAS_CASES,
    runs=[
        run_row("R-1f20a4c8", "primary", date="2026-11-02"),
        run_row("R-2b9d7710", "repeat", stage=1, scope="fail_set", date="2026-11-02"),
        run_row(
            "R-3c01e5f9",
            "repeat",
            stage=2,
            scope="fail_set",
            date="2026-11-04",
            evidence="cross_day",
        ),
        run_row("R-44ab3d02", "observational", date="2026-11-08", evidence="cross_day"),
        run_row("R-5d6e8f11", "makeup", scope="fail_set", timeout_s=3600.0, date="2026-11-02"),
        run_row(
            "R-6a7b9c00",
            "repeat",
            evidence="cross_arm",
            differs=["effort", "runner_config"],
            date="2026-11-05",
        ),
        run_row(
            "R-77c0ffee",
            "observational",
            evidence="cross_time",
            differs=["concurrency"],
            concurrency=16,
            date="2026-11-06",
            wire_audit="not_audited",
        ),
        run_row(
            "R-8badf00d",
            "observational",
            evidence="contaminated",
            date="2026-11-07",
            wire_audit="substitute_calls",
        ),
    ],
    evidence=EvidenceCounts(
        same_day=38,
        cross_day=138,
        cross_arm=23,
        cross_time=20,
        contaminated=22,
        excluded_attempts=71,
    ),
    invalid_causes=InvalidCauses(
        infrastructure_missing=0,
        harness_timeout=2,
        billing_exhausted=1,
        model_delivery_budget_burn=0,
    ),
    driver_exceptions=2,
    dependence=sample_dependence(ATLAS_CASES, clustered=True),
    side_effects=SideEffects(
        per_class={"network-call": 0, "stray-file": 7},
        per_case={"A-d9b79b46": 5, "A-c7730fa4": 2},
        per_run={"R-3c01e5f9": 6, "R-44ab3d02": 1},
    ),
    cost=Cost(
        attempts=203,
        outcomes=203,
        tokens=Tokens(into=8_371_114, out=633_902),
        wall_s=124_134.5,
        cost_usd=212.4,
        window_share=0.31,
        without=Without(tokens=3, wall_s=0, cost_usd=12, window_share=41),
        trials_by_tier={"bench-dedicated": 151, "production-fallback": 20, "not_recorded": 5},
    ),
    budget=[
        BudgetRow(
            run="R-2b9d7710",
            account_tier="bench-dedicated",
            owner_approved=True,
            expected_window_share=0.08,
            actual_window_share=0.11,
            breaches=[],
        ),
        BudgetRow(
            run="R-3c01e5f9",
            account_tier="production-fallback",
            owner_approved=False,
            expected_window_share=None,
            actual_window_share=0.2,
            breaches=["NO_OWNER_APPROVAL", "NO_EXPECTED_WINDOW_SHARE", "NO_SIGN_OFF"],
        ),
    ],
    makeups=Makeups(count=3, doubled_cap=3),
    caps=[
        CapRow(case="A-a317e74b", cap_s=1800.0, attempts=6, killed=3),
        CapRow(case="A-a317e74b", cap_s=3600.0, attempts=3, killed=0),
    ],
    claimed_deliveries=2,
    deltas=[
        Delta(
            start="R-1f20a4c8",
            end="R-44ab3d02",
            evidence="cross_day",
            compared=22,
            passed_from=14,
            passed_to=14,
            fail_to_pass=["A-b26e91d0"],
            pass_to_fail=[PASSED[1]],
            stayed_failed=7,
            expected_moves=2.4,
            undefined=None,
        )
    ],
    limits=[
        "SELECTED_FAIL_SET",
        "ORDER_CLUSTERING",
        "STABLE_SCORE_DRIFTING_SET",
        "SMALL_SAMPLE",
        "BOUNDED_NOT_IMPOSSIBLE",
        "MISSING_TRIALS",
        "WIRE_NOT_AUDITED",
        "SUBSTITUTE_CALLS",
        "ONE_ENVIRONMENT",
    ],
)

BOREALIS_CASES = [
    *(sample_case(alias, "pass") for alias in PASSED[:12]),
    sample_case(PASSED[12], "fail", "FFFFF"),
    sample_case(PASSED[13], "fail", "FPFFF"),
    sample_case("A-d9b79b46", "pass"),
    sample_case("A-a1c40e57", "fail", "FFFFF"),
    sample_case("A-b26e91d0", "pass"),
    sample_case("A-c7730fa4", "fail", "PFFFF"),
    sample_case("A-e05d6b13", "fail", "FFF", missing=2),
    sample_case("A-0676097b", "fail"),
    sample_case("A-f4a82c9e", "pending"),
    sample_case("A-a317e74b", "owed", invalid=1),
]

BOREALIS = sample_arm(
    "Borealis 1",
    BOREALIS_CASES,
    identity=IDENTITY
    | {"served_model": "borealis-1", "model_snapshot": None, "harness_version": "1.4.1"},
    runs=[
        run_row("R-90000001", "primary", wire_audit="not_audited"),
        run_row("R-90000002", "repeat", stage=1, scope="fail_set"),
    ],
    limits=[
        "SELECTED_FAIL_SET",
        "ORDER_NOT_TESTABLE",
        "SAME_DAY_ONLY",
        "SMALL_SAMPLE",
        "SCREEN_ONLY",
        "MISSING_TRIALS",
        "WIRE_NOT_AUDITED",
        "ONE_ENVIRONMENT",
    ],
)

TIED = Comparison(
    a="Atlas 2 · high",
    b="Borealis 1",
    verdict="tied",
    same=["effort", "harness", "profile", "isolation", "egress", "spec_sha256", "index_version"],
    differs=["provider_endpoint", "served_model", "model_snapshot", "harness_version"],
    cases=20,
    left_out=[
        LeftOut(case="A-a317e74b", reason="NOT_VALID_IN_BOTH"),
        LeftOut(case="A-ea80d793", reason="ONE_ARM_ONLY"),
        LeftOut(case="A-f4a82c9e", reason="NOT_VALID_IN_BOTH"),
    ],
    table=PairedTable(both_passed=12, only_a=2, only_b=2, neither=4),
    only_a=[PASSED[12], PASSED[13]],
    only_b=["A-b26e91d0", "A-d9b79b46"],
    test=PairedTest(p_exact=1.0, p_mid=0.6875, p_holm=1.0, family=1, undefined=None),
    difference=Difference(
        estimate=0.0,
        standard_error=None,
        interval=Interval(lower=-0.2437, upper=0.2437, level=0.95, method="tango"),
        p_value=None,
        tasks=20,
        undefined=None,
    ),
    odds_ratio=OddsRatio(
        estimate=1.0,
        interval=Interval(lower=0.0725, upper=13.796, level=0.95, method="conditional"),
        undefined=None,
    ),
    trials_difference=Difference(
        estimate=None,
        standard_error=None,
        interval=None,
        p_value=None,
        tasks=2,
        undefined="TOO_FEW_TRIALS",
    ),
)


def sample_report() -> Report:
    """Two arms with every kind of thing that a report can tell, and their comparison."""
    return report_of(
        ATLAS,
        BOREALIS,
        comparisons=[TIED],
        notes=["Borealis 1 was served by a preview endpoint; its snapshot is not named."],
    )


# -- the reports that break things -----------------------------------------------------------


def empty_report() -> Report:
    """Nothing was read: no arm at all."""
    return report_of(published_on=None)


def primary_only_report() -> Report:
    """One arm, one run, no repeat trial."""
    cases = [sample_case(alias, "pass" if i % 3 else "fail") for i, alias in enumerate(PASSED)]
    return report_of(sample_arm("One run", cases, limits=["SMALL_SAMPLE"]))


def trials_only_report() -> Report:
    """An arm with no primary run: n equal trials of every case, as a harness runs them."""
    patterns = ["PPPP", "PPPF", "FFFF", "PFPF", "FFPF", "PPPP", "FFFF"]
    cases = [
        sample_case(alias, "missing", pattern)
        for alias, pattern in zip(PASSED, patterns, strict=False)
    ]
    runs = [run_row("R-0a0a0a0a", "observational", evidence="same_day", wire_audit="not_audited")]
    return report_of(sample_arm("Trials only", cases, runs=runs, limits=["SAME_DAY_ONLY"]))


def one_trial_report() -> Report:
    """The smallest arm there can be: one case tried once, without a primary run."""
    cases = [sample_case("A-00000001", "missing", "P")]
    runs = [run_row("R-0a0a0a0a", "observational", evidence="same_day", date=None)]
    return report_of(sample_arm("One trial", cases, runs=runs), published_on=None)


def nothing_done_report() -> Report:
    """An arm of which nothing was recorded, and one that has no case at all."""
    cases = [sample_case(alias, "missing", missing=5) for alias in PASSED[:2]]
    return report_of(
        sample_arm("Nothing recorded", cases, limits=["MISSING_TRIALS"]), sample_arm("No case", [])
    )


def suppressed_report() -> Report:
    """Too few cases for any rate, and totals withheld because one case would show through."""
    cases = [
        sample_case("A-00000001", "fail", "FPFFF"),
        sample_case("A-00000002", "fail", "FFFFF"),
        sample_case("A-00000003", "fail", "PPFPFFFPFFFFPFFFFPFF"),
        sample_case("A-00000004", "pass"),
    ]
    return report_of(sample_arm("Few cases", cases, limits=["SMALL_SAMPLE", "SELECTED_FAIL_SET"]))


def large_report(cases: int = 1000) -> Report:
    """A thousand cases under one arm."""
    patterns = ["", "FFFFF", "PFPFF", "FFPFFFFPFFFFPFFFFPFF"]
    listed = [
        sample_case(
            f"A-{(i * 2654435761) % 2**32:08x}",
            "fail" if i % 3 == 0 else "pass",
            patterns[i // 3 % 4] if i % 3 == 0 else "",
        )
        for i in range(cases)
    ]
    return report_of(sample_arm("A thousand cases", listed, limits=["SELECTED_FAIL_SET"]))


def hostile_report() -> Report:
    """Every string that may hold free text holds something that wants to be more than text."""
    cases = [sample_case("A-00000001", "fail", "FFFFF"), sample_case("A-00000002", "pass")]
    arms = [
        sample_arm(text, cases, identity=dict.fromkeys(IDENTITY, text), limits=["SMALL_SAMPLE"])
        for text in HOSTILE
    ]
    comparisons = [
        Comparison(
            **{
                name: getattr(TIED, name)
                for name in TIED.__struct_fields__
                if name not in {"a", "b"}
            },
            a=arms[0].arm,
            b=arm.arm,
        )
        for arm in arms[1:]
    ]
    return report_of(*arms, comparisons=comparisons, notes=list(HOSTILE))


def all_reports() -> dict[str, Report]:
    """Every sample by name."""
    return {
        "sample": sample_report(),
        "empty": empty_report(),
        "primary_only": primary_only_report(),
        "trials_only": trials_only_report(),
        "one_trial": one_trial_report(),
        "nothing_done": nothing_done_report(),
        "suppressed": suppressed_report(),
        "large": large_report(),
        "hostile": hostile_report(),
    }
