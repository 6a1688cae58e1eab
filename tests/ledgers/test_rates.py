"""pass^k of a ledger: over tasks, never without its error, and nowhere below the floor."""

from __future__ import annotations

import json
import math
import statistics
from pathlib import Path
from typing import Any

import pytest

from tests.artifacts.eio_samples import METAMORPHIC, REPEAT, trials_of, write_log
from tests.ledgers.report import files, ledger, page_of, task_of

NUMBERS = (
    "pass_1",
    "pass_1_standard_error",
    "pass_1_standard_error_trials",
    "pass_1_interval",
    "pass_k",
    "pass_k_standard_error",
    "pass_k_standard_error_trials",
    "pass_k_interval",
    "overdispersion",
    "intra_class_correlation",
)

FIVE = {"a": "PPPPPPP", "b": "PPPPPPF", "c": "FFFFFFF", "d": "PFPFPFP", "e": "FFPPFFF"}
FOUR = {task: outcomes for task, outcomes in FIVE.items() if task != "e"}


def log(folder: Path, tasks: dict[str, str], **head: Any) -> Path:
    trials = [each for task, outcomes in tasks.items() for each in trials_of(outcomes, task)]
    return write_log(folder / "log", trials, **{"k": 3} | head)


def expected(tasks: dict[str, str], k: int) -> tuple[float, float]:
    """The mean of C(c, k)/C(n, k) over tasks and its standard error, from their definitions."""
    values = [math.comb(o.count("P"), k) / math.comb(len(o), k) for o in tasks.values()]
    return statistics.fmean(values), statistics.stdev(values) / math.sqrt(len(values))


def test_five_tasks_have_a_rate_with_its_error(tmp_path: Path) -> None:
    rate = ledger(log(tmp_path, FIVE))["rate"]
    for name, k in (("pass_1", 1), ("pass_k", 3)):
        mean, error = expected(FIVE, k)
        assert rate[name] == pytest.approx(mean, rel=1e-12)
        assert rate[f"{name}_standard_error"] == pytest.approx(error, rel=1e-12)
        assert rate[f"{name}_interval"]["lower"] <= rate[name] <= rate[f"{name}_interval"]["upper"]
        assert rate[f"{name}_standard_error_trials"] > 0  # n = 7 is at least 2k
    assert (rate["published"], rate["suppressed_state"], rate["undefined"]) == (True, None, None)
    assert (rate["basis"], rate["tasks"], rate["floor"], rate["k"]) == ("computed", 5, 5, 3)


def test_four_tasks_have_named_lists_and_no_rate(tmp_path: Path) -> None:
    found = ledger(log(tmp_path, FOUR))
    for rate in (found["rate"], found["rate_by_kind"][REPEAT]):
        assert [rate[name] for name in NUMBERS] == [None] * len(NUMBERS)
        assert (rate["published"], rate["suppressed_state"]) == (False, "RATE_NOT_PUBLISHED")
        assert (rate["tasks"], rate["floor"], rate["undefined"]) == (4, 5, None)
    assert found["named_lists"] == {
        "always_fail": [task_of("c")],
        "sometimes_fail": sorted([task_of("b"), task_of("d")]),
        "never_fail": [task_of("a")],
    }


def spellings(value: float) -> set[str]:
    """How a share could be written, from three digits on."""
    return {f"{value:.3f}", f"{value:.4f}", f"{100 * value:.1f}%", f"{100 * value:.2f}"}


def test_a_rate_below_the_floor_stands_in_no_file(tmp_path: Path) -> None:
    made = files(log(tmp_path, FOUR))
    private = {text for k in (1, 3) for value in expected(FOUR, k) for text in spellings(value)}
    shown = " ".join(text for path, text in made.items() if path != "report.schema.json")
    assert not [text for text in private if text in shown]
    page = page_of(made)
    assert "RATE_NOT_PUBLISHED" in page
    assert "4 tasks with at least 3 trials, and a rate needs 5" in page
    assert "Failed every trial (1):" in page


def test_the_same_search_finds_a_rate_that_is_published(tmp_path: Path) -> None:
    made = files(log(tmp_path, FIVE))
    page = page_of(made)
    mean, error = expected(FIVE, 3)
    assert f"| {mean:.3f} | {error:.3f} |" in page
    assert "RATE_NOT_PUBLISHED" not in page


@pytest.mark.parametrize(
    ("stated", "minimum", "floor"), [(5, 5, 5), (2, 5, 5), (7, 5, 7), (3, 4, 4), (1, 1, 1)]
)
def test_the_floor_is_the_larger_of_both(
    tmp_path: Path, stated: int, minimum: int, floor: int
) -> None:
    rate = ledger(log(tmp_path, FIVE, floor=stated), minimum)["rate"]
    assert rate["floor"] == floor
    assert rate["published"] is (floor <= 5)
    assert (rate["pass_1"] is None) is (floor > 5)


def test_only_tasks_with_k_trials_stand_in_a_rate_and_toward_its_floor(tmp_path: Path) -> None:
    short = FIVE | {"f": "PP", "g": "--PPP-"}
    found = ledger(log(tmp_path, short))
    assert found["rate"]["tasks"] == found["tasks"] == 6
    mean, _ = expected({**FIVE, "g": "PPP"}, 1)
    assert found["rate"]["pass_1"] == pytest.approx(mean, rel=1e-12)
    assert task_of("f") in found["named_lists"]["never_fail"]
    assert ledger(log(tmp_path / "4", FOUR | {"f": "PP"}))["rate"]["pass_1"] is None


def test_a_task_without_a_counted_trial_is_in_no_list(tmp_path: Path) -> None:
    found = ledger(log(tmp_path, {"a": "PPP", "b": "---"}))
    assert [task for tasks in found["named_lists"].values() for task in tasks] == [task_of("a")]
    assert found["trials"] == [{"kind": REPEAT, "valid": 3, "invalid": 3}]


def test_equal_tasks_have_no_standard_error(tmp_path: Path) -> None:
    rate = ledger(log(tmp_path, dict.fromkeys("abcde", "PPPP")))["rate"]
    assert (rate["pass_k"], rate["pass_k_standard_error"]) == (1.0, None)
    assert (rate["undefined"], rate["pass_k_interval"]) == ("ZERO_VARIANCE", None)


def test_one_task_has_no_standard_error(tmp_path: Path) -> None:
    rate = ledger(log(tmp_path, {"a": "PPPF"}, floor=1), 1)["rate"]
    assert (rate["pass_1"], rate["pass_1_standard_error"]) == (0.75, None)
    assert rate["undefined"] == "ONE_TASK"
    assert rate["overdispersion"]["by_task"]["undefined"] == "ONE_TASK"


def test_each_kind_has_its_own_rate_and_its_own_floor(tmp_path: Path) -> None:
    repeats = [each for task, outcomes in FIVE.items() for each in trials_of(outcomes, task)]
    variants = [each for task in "ab" for each in trials_of("PPF", task, kind=METAMORPHIC)]
    found = ledger(write_log(tmp_path / "log", [*repeats, *variants], k=3))
    assert list(found["rate_by_kind"]) == [REPEAT, METAMORPHIC]
    assert found["rate_by_kind"][REPEAT]["pass_k"] == pytest.approx(expected(FIVE, 3)[0])
    assert found["rate_by_kind"][METAMORPHIC]["suppressed_state"] == "RATE_NOT_PUBLISHED"
    assert found["rate_by_kind"][METAMORPHIC]["tasks"] == 2
    both = FIVE | {"a": FIVE["a"] + "PPF", "b": FIVE["b"] + "PPF"}
    assert found["rate"]["pass_k"] == pytest.approx(expected(both, 3)[0])


def test_sessions_show_dependence_that_tasks_cannot(tmp_path: Path) -> None:
    # Every task passes throughout in one session and fails throughout in the other: between tasks
    # nothing differs, while trials of one session are all alike. X2 of a task is
    # 2 (3 - 3/2)^2 / (3/4) = 6 at one degree of freedom.
    trials = [
        each
        for task in "abcde"
        for session, outcomes in (("morning", "PPP"), ("evening", "FFF"))
        for each in trials_of(outcomes, task, session=session)
    ]
    rate = ledger(write_log(tmp_path / "log", trials))["rate"]
    spread, alike = rate["overdispersion"], rate["intra_class_correlation"]
    assert spread["by_session"]["estimate"] == pytest.approx(6)
    assert spread["by_session"]["degrees_of_freedom"] == 5
    assert alike["by_session"]["estimate"] == pytest.approx(1)
    assert spread["by_task"]["estimate"] == 0
    assert alike["by_task"]["estimate"] == pytest.approx(-1 / 5)  # -1/(n - 1), and not cut at 0


def test_without_sessions_independence_is_not_characterised(tmp_path: Path) -> None:
    made = files(log(tmp_path, FIVE))
    rate = json.loads(made["report.json"])["ledgers"][0]["rate"]
    assert rate["overdispersion"]["by_session"] is None
    assert rate["intra_class_correlation"]["by_session"] is None
    page = page_of(made)
    assert "**not characterised**" in page


def test_a_log_without_trials_was_never_re_tested(tmp_path: Path) -> None:
    found = ledger(write_log(tmp_path / "log"))
    assert (found["rate"], found["tasks"], found["trial_kinds"]) == (None, 0, [])


@pytest.mark.parametrize(("tasks", "passes"), [({"a": "PP", "b": "FF"}, 2), ({"a": "P-"}, 1),
                                               ({"a": "PP", "b": "P"}, None)])  # fmt: skip
def test_passes_are_stated_where_all_tasks_have_as_many(
    tmp_path: Path, tasks: dict[str, str], passes: int | None
) -> None:
    assert ledger(log(tmp_path, tasks))["passes"] == passes
