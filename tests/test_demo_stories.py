"""Each story of the demonstration data, counted from its files by plain loops."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime

import pytest
from scipy.stats import binomtest

from tests.demo_data import (
    ALL,
    BY_FOLDER,
    IBEX_CAIRN,
    PLOVER_SALTMARSH,
    RESULTS,
    TANSY_TIDEPOOL,
    VALID,
    WEEKS,
    every_attempt,
    fail_set,
    first_pass,
    letters,
    own_runs,
    printed_runs,
    repeats,
)

# --- the protocol's own stories


def test_three_of_four_at_the_screen_become_six_of_twenty() -> None:
    screen = repeats(PLOVER_SALTMARSH, "A-d9b79b46", WEEKS[0])
    assert letters(screen) == "PPFP-"
    both = letters(repeats(PLOVER_SALTMARSH, "A-d9b79b46", *WEEKS)).replace("-", "")
    assert (len(both), both.count("P")) == (20, 6)
    interval = binomtest(both.count("P"), len(both)).proportion_ci()
    assert (round(interval.low, 3), round(interval.high, 3)) == (0.119, 0.543)
    assert "A-d9b79b46" in fail_set("2026-09-15/saltmarsh-library")


def test_the_flips_of_four_variants_are_in_two_of_them_and_in_rounds_four_and_five() -> None:
    assert "A-0676097b" in fail_set("2026-09-15/saltmarsh-library")
    rounds: dict[int, dict[str, str]] = defaultdict(dict)
    for attempt in repeats(PLOVER_SALTMARSH, "A-0676097b", *WEEKS):
        rounds[attempt["repeat_index"]][attempt["variant"]] = letters([attempt])
    assert all(len(variants) == 4 for variants in rounds.values())
    outcomes = "".join("F" if "F" in rounds[i].values() else "P" for i in sorted(rounds))
    assert outcomes == "PPPFF" + "P" * 15
    seen: dict[str, set[str]] = defaultdict(set)
    for variants in rounds.values():
        for variant, letter in variants.items():
            seen[variant].add(letter)
    assert sorted(len(outcomes) for outcomes in seen.values()) == [1, 1, 2, 2]


def test_a_boundary_case_flips_on_a_modal_score_at_its_threshold() -> None:
    trials = repeats(PLOVER_SALTMARSH, "A-ea80d793", *WEEKS)
    assert Counter(trial["score"] for trial in trials) == {1: 5, 2: 7, 3: 8}
    assert letters(trials).count("P") == 8
    assert {len(trial["criteria_hits"]) for trial in trials} == {5}
    screen = Counter(t["score"] for t in repeats(PLOVER_SALTMARSH, "A-ea80d793", WEEKS[0]))
    assert screen.most_common(1)[0][0] == 3


def test_a_cap_kills_three_of_six_attempts_and_its_double_makes_them_up() -> None:
    attempts = [
        attempt
        for printed in own_runs(TANSY_TIDEPOOL, *WEEKS)
        for attempt in printed.attempts
        if attempt["case_id"] == "A-a317e74b"
    ]
    killed = [a for a in attempts if a.get("invalid_cause") == "harness_timeout"]
    assert Counter(a["cap_s"] for a in attempts) == {1800: 6, 3600: 3}
    assert [a["cap_s"] for a in killed] == [1800] * 3
    makeups = [a for a in attempts if a["cap_s"] == 3600]
    assert {a["makeup_of"] for a in makeups} == {a["attempt_id"] for a in killed}
    assert all(a["state"] in VALID for a in makeups)
    assert BY_FOLDER["2026-09-22/tidepool-makeup"].run["timeout_s"] == 3600


@pytest.mark.parametrize(
    ("case", "screen", "in_all", "passed"),
    [
        ("queue-drain-on-sigterm", "FFFFF", 20, 0),
        ("payroll-leap-second", "FFFFF", 20, 9),
        ("tram-ticket-refunds", "FPFFP", 20, 7),
        ("kiln-schedule-solver", "FFFPF", 20, 4),
        ("broken-symlink-rescue", "FFFFF", 5, 0),
        ("museum-label-i18n", "FF---", 2, 0),
    ],
)
def test_screens_and_confirmations(case: str, screen: str, in_all: int, passed: int) -> None:
    assert case in fail_set("2026-09-15/saltmarsh-library")
    assert letters(repeats(PLOVER_SALTMARSH, case, WEEKS[0])) == screen
    both = letters(repeats(PLOVER_SALTMARSH, case, *WEEKS)).replace("-", "")
    assert (len(both), both.count("P")) == (in_all, passed)


def test_one_arm_has_enough_confirmed_cases_for_a_rate_and_another_has_not() -> None:
    confirmed = {}
    for arm, folder in (
        (PLOVER_SALTMARSH, "2026-09-15/saltmarsh-library"),
        (IBEX_CAIRN, "2026-09-15/ibex-library"),
    ):
        rounds = {
            case: {a["repeat_index"] for a in repeats(arm, case, *WEEKS) if a["state"] in VALID}
            for case in fail_set(folder) - {"A-ea80d793"}
        }
        confirmed[arm] = sum(len(valid) >= 20 for valid in rounds.values())
    assert confirmed == {PLOVER_SALTMARSH: 6, IBEX_CAIRN: 2}


# --- what else a week of runs can hold


def test_the_score_is_stable_over_a_drifting_fail_set() -> None:
    before, after = (fail_set(f"{week}/ibex-library") for week in WEEKS)
    assert (len(before), len(after)) == (7, 7)
    assert before - after == {"choir-roster-clash"}
    assert after - before == {"greenhouse-sensor-backfill"}
    assert letters(repeats(IBEX_CAIRN, "choir-roster-clash", WEEKS[0])) == "FFFFF"


def test_first_passes_leave_out_what_has_no_outcome() -> None:
    headline = {
        folder.split("/")[1]: Counter(first_pass(folder).values())
        for folder in BY_FOLDER
        if folder.startswith(WEEKS[0]) and folder.endswith("-library")
    }
    assert headline == {
        "saltmarsh-library": {"P": 15, "F": 9},
        "ibex-library": {"P": 17, "F": 7},
        "cairn-library": {"P": 19, "F": 5},
        "tidepool-library": {
            "P": 12,
            "F": 8,
            "missing": 1,
            "invalid_infrastructure": 1,
            "protocol_violation": 1,
            "pending_adjudication": 1,
        },
    }


def test_quick_attempts_masquerade_after_the_quota_is_used_up() -> None:
    attempts = BY_FOLDER["2026-09-15/cairn-screen"].attempts
    (died,) = [a for a in attempts if a.get("invalid_cause") == "billing_exhausted"]
    after = [a for a in attempts if a["started_at"] > died["started_at"]]
    assert len(after) == 3
    for attempt in after:
        span = [datetime.fromisoformat(attempt[edge]) for edge in ("started_at", "ended_at")]
        assert (span[1] - span[0]).total_seconds() <= 10
        assert attempt["state"] == "valid_task_failure"


def test_every_state_and_every_cause_occurs() -> None:
    assert {a["state"] for _, a in every_attempt()} == {
        *VALID,
        "invalid_infrastructure",
        "protocol_violation",
        "pending_adjudication",
        "driver_exception",
    }
    assert {a.get("invalid_cause") for _, a in every_attempt()} == {
        None,
        "infrastructure_missing",
        "harness_timeout",
        "billing_exhausted",
        "model_delivery_budget_burn",
    }
    claimed = [a for _, a in every_attempt() if a.get("claimed_delivery")]
    assert len(claimed) == 7
    assert {a["failure_mode"] for a in claimed} == {"no_deliverable"}


def test_runs_that_are_not_the_arms_own_evidence() -> None:
    primary = BY_FOLDER["2026-09-15/cairn-library"].run
    substituted = BY_FOLDER["2026-09-15/cairn-repeat-substituted"].run
    assert substituted["wire_audit"] == {"status": "substitute_calls", "substitute_calls": 7}
    effort = BY_FOLDER["2026-09-22/cairn-medium-effort"].run["arm"]
    differing = {field for field in effort if effort[field] != primary["arm"][field]}
    assert differing == {"effort", "reasoning_wire"}
    crowded = BY_FOLDER["2026-09-22/cairn-double-concurrency"].run
    assert crowded["arm"] == primary["arm"]
    assert crowded["concurrency"] == 2 * primary["concurrency"]
    fleet = BY_FOLDER["2026-09-15/cairn-fleet"].run
    assert (fleet["role"], fleet["wire_audit"]["status"]) == ("observational", "not_audited")


def test_a_digest_prints_part_of_a_run_again() -> None:
    digest, original = (
        BY_FOLDER[f] for f in ("2026-09-22/ibex-library-digest", "2026-09-15/ibex-library")
    )
    assert digest.run == original.run
    assert 0 < len(digest.attempts) < len(original.attempts)
    by_cell = {(a["case_id"], a["variant"], a["repeat_index"]): a for a in original.attempts}
    for copy in digest.attempts:
        cell = by_cell[copy["case_id"], copy["variant"], copy["repeat_index"]]
        assert copy["attempt_id"] != cell["attempt_id"]
        assert datetime.fromisoformat(copy["started_at"]) == datetime.fromisoformat(
            cell["started_at"]
        )
        assert copy["state"] == cell["state"]


def test_budgets_are_kept_by_all_screens_but_one() -> None:
    gates = {p.folder: p.run["budget"] for p in ALL if p.run["stage"] in (1, 2)}
    assert all(gates.values())
    breaching = [
        folder
        for folder, gate in gates.items()
        if not gate["owner_approved"] or gate["expected_window_share"] is None
    ]
    assert breaching == ["2026-09-15/tidepool-screen"]
    assert gates["2026-09-15/tidepool-screen"]["account_tier"] == "production-fallback"
    confirmation = BY_FOLDER["2026-09-22/saltmarsh-confirmation"]
    actual = sum(a["window_share"] or 0 for a in confirmation.attempts)
    assert gates[confirmation.folder]["expected_window_share"] == 0.45
    assert actual == pytest.approx(0.498, abs=0.01)
    assert len({a["billing_fingerprint"] for a in confirmation.attempts}) == 2


def test_figures_are_missing_here_and_there() -> None:
    for field in ("tokens_in", "cost_usd", "wall_s", "window_share"):
        values = [a[field] for p in ALL if "digest" not in p.folder for a in p.attempts]
        assert 0 < values.count(None) < len(values), field


def test_resets_are_shared_in_one_run_only() -> None:
    shared_in = {
        p.folder
        for p in ALL
        if len({a.get("reset_id") for a in p.attempts}) < len(p.attempts)
        and "digest" not in p.folder
    }
    assert shared_in == {"2026-09-15/tidepool-screen"}


def test_the_weeks_end_on_the_days_that_name_them() -> None:
    for week in WEEKS:
        ends = [datetime.fromisoformat(p.run["window"]["end"]) for p in printed_runs(week)]
        assert max(ends).astimezone(UTC).date().isoformat() == week


def test_attempts_are_packed_in_each_way_the_format_allows() -> None:
    assert {p.suffix for p in RESULTS.rglob("attempts.jsonl*")} == {".jsonl", ".gz", ".zst"}
