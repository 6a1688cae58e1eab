from __future__ import annotations

import pytest

from generator.statistics.planning import (
    PlanRow,
    plan_bound,
    plan_certify,
    plan_compare,
    plan_estimate,
    plan_screen,
    rules_of_thumb,
)


def values(rows: tuple[PlanRow, ...]) -> dict[tuple[str, str], float]:
    return {(row.quantity, row.convention): row.value for row in rows}


def test_a_screen_of_five_leaves_a_wide_bound() -> None:
    found = values(plan_screen(5, 0.2))
    assert found["chance that no trial passes", "exact binomial"] == pytest.approx(0.32768)
    bound = "upper bound after no pass"
    assert found[bound, "one-sided exact"] == pytest.approx(0.45072, abs=1e-5)
    assert found[bound, "two-sided Clopper-Pearson"] == pytest.approx(0.52182, abs=1e-5)
    # 0.8^13 = 0.055 and 0.8^14 = 0.044.
    assert found["trials that hold a pass with the wanted confidence", "exact binomial"] == 14


def test_bounding_a_rate_takes_as_many_trials_as_its_zero_bound() -> None:
    found = values(plan_bound(0.14))
    assert found["trials", "one-sided exact"] == 20
    assert found["trials", "two-sided Clopper-Pearson"] == 25
    assert found["trials", "one-sided, -ln alpha / bound"] == 22


def test_certifying_ninety_percent_takes_twenty_nine() -> None:
    rows = plan_certify(0.9)
    assert values(rows)["trials, all passed", "one-sided exact"] == 29
    assert rows[0].unrounded == pytest.approx(28.43, abs=0.005)
    assert rows[1].value == pytest.approx(0.90185, abs=1e-5)


def test_estimating_within_ten_points_depends_on_the_interval() -> None:
    assert [row.value for row in plan_estimate(0.5, 0.1)] == [97, 93, 104, 104]
    assert [row.value for row in plan_estimate(0.8, 0.1)] == [62, 60, 70, 87]


def test_comparing_arms_names_every_convention() -> None:
    found = values(plan_compare(0.5, 0.7))
    per_arm = "trials per arm"
    assert found[per_arm, "two-sided, pooled variance under no difference"] == 93
    assert found[per_arm, "two-sided, exact power of the pooled z test"] == 94
    assert found[per_arm, "two-sided, exact power of Fisher's exact test"] == 102
    assert found[per_arm, "one-sided, pooled variance under no difference"] == 74
    assert found["pairs", "two-sided, McNemar by formula"] == 96
    assert values(plan_compare(0.7, 0.5)) == found


def test_fewer_pairs_are_needed_where_arms_mostly_agree() -> None:
    found = values(plan_compare(0.5, 0.7, discordant=0.2))
    assert found["pairs", "two-sided, McNemar by formula"] == 37
    exact, mid = (
        found["power at that many pairs", f"two-sided, McNemar {words}"]
        for words in ("exact", "mid-p")
    )
    assert exact < 0.8 < mid


def test_the_protocol_s_numbers_stand_beside_the_exact_ones() -> None:
    rules = rules_of_thumb()
    assert len(rules) == 5
    compared = rules[-1]
    assert "82" in compared.stated
    assert "n = 93 per arm" in compared.exact
    assert "94 by exact power" in compared.exact
    assert "102 of Fisher" in compared.exact
    assert "74.3%" in compared.why
    estimated = rules[-2]
    assert "96" in estimated.stated
    assert "n = 97 and 62 (Wald)" in estimated.exact


@pytest.mark.parametrize(("n", "rate"), [(0, 0.2), (5, 0), (5, 1)])
def test_impossible_screens_are_refused(n: int, rate: float) -> None:
    with pytest.raises(ValueError, match="must"):
        plan_screen(n, rate)
