"""What the harness recorded is given back to the last digit, or the path that differs is named."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.measures.study import measure_study
from generator.measures.study_differences import Difference
from tests.study.evidence import invalid
from tests.study.run_dir import Run, counts, new_run
from tests.study.scenarios import (
    CONTENT_FAILS,
    NONE,
    SOME,
    TASKS,
    TIMING_FAILS,
    decided,
    measured,
    read,
    study,
    supported,
    timing_only,
)


def uneven() -> Run:
    """Effects of both signs, steps that differ, tasks with no failure at all."""
    rising = [number % 4 for number in range(TASKS)]
    falling = [(7 * number) % 3 for number in range(TASKS)]
    return study(
        {
            "TURN_START_FAILURE": rising,
            "PRE_ACTION_FAILURE": falling,
            "TURN_START_SUCCESS": falling[::-1],
        },
        {"TURN_START_FAILURE": falling, "TURN_START_SUCCESS": rising},
        no_trap={"NO_MEMORY": rising, "PRE_ACTION_FAILURE": rising[::-1]},
        steps={"PRE_ACTION_FAILURE": [4 + number % 3 for number in range(TASKS)]},
        statistics_seed=4_294_967_295,
    )


def cut() -> Run:
    made = uneven()
    invalid(made.row(2, "PRE_ACTION_FAILURE"), "TRACE_GAP")
    made.rows.remove(made.row(5, "TURN_START_SUCCESS"))
    made.rows.append(copy.deepcopy(made.row(7, "NO_MEMORY", no_trap=True)))
    del made.row(8, "TURN_START_FAILURE")["steps"]
    return made.analyse()


def imputed() -> Run:
    made = timing_only({"TURN_START_FAILURE": SOME, "PRE_ACTION_FAILURE": NONE})
    invalid(made.row(0, "PRE_ACTION_FAILURE", 1), "VAGUE_CHECK")
    invalid(made.row(9, "TURN_START_FAILURE", 2), "VAGUE_CHECK")
    return made.analyse()


SCENARIOS: dict[str, Callable[[], Run]] = {
    "supported": supported,
    "uneven": uneven,
    "cut": cut,
    "no baseline failure": lambda: study({"PRE_ACTION_FAILURE": SOME}),
    "timing alone": lambda: timing_only(TIMING_FAILS),
    "imputed": imputed,
    "pilot": lambda: study(TIMING_FAILS | CONTENT_FAILS, phase="pilot"),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_number_is_given_back(name: str, tmp_path: Path) -> None:
    measure = measured(SCENARIOS[name](), tmp_path)
    assert measure.differences == ()
    assert measure.replay_status == "identical"


def test_the_published_no_trap_interval(tmp_path: Path) -> None:
    """The pilot: 5 of 15 and 2 of 15 against 6 and 4, nothing on ten other tasks, seed 81."""
    made = new_run(
        counts(
            {}, no_trap={"NO_MEMORY": [5, 2] + [0] * 10, "PRE_ACTION_FAILURE": [6, 4] + [0] * 10}
        ),
        tasks=12,
        phase="pilot",
        statistics_seed=81,
    )
    check = decided(measured(made, tmp_path)).replay.no_trap
    assert check is not None
    assert check.effects.passed is not None
    assert check.effects.passed_limits is not None
    assert round(check.effects.passed, 4) == 0.0167
    assert check.effects.passed_limits.lower == 0
    assert round(check.effects.passed_limits.upper, 4) == 0.0389
    assert made.statistics["timidity"]["passRateInterval"]["upper"] == (
        check.effects.passed_limits.upper
    )
    assert check.within is False


def nudged(document: Any, path: str) -> None:
    """Change the last digit of a recorded number."""
    *way, last = path.split(".")
    for name in way:
        document = document[name]
    document[last] = float(document[last]) + 2e-16


@pytest.mark.parametrize(
    "path",
    [
        "timing.repeatedFailureBenefit",
        "timing.repeatedFailureBenefitInterval.lower",
        "timing.relativeRiskReductionInterval.upper",
        "timing.taskPassP",
        "content.taskPassBenefitInterval.upper",
        "contentCompoundP",
        "timidity.stepsInterval.upper",
        "timidity.passMargin",
        "alpha",
    ],
)
def test_a_changed_digit_is_found_and_named(path: str, tmp_path: Path) -> None:
    made = uneven()
    nudged(made.statistics, path)
    (difference,) = measured(made, tmp_path).differences
    assert difference.path == path
    assert difference.recorded != difference.replayed


def changed(change: Callable[[dict[str, Any]], None]) -> Run:
    made = cut()
    change(made.statistics)
    return made


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda s: s.update(studyDecision="PASS"), "studyDecision"),
        (lambda s: s["decisions"].update(timing="SUPPORTED"), "decisions.timing"),
        (lambda s: s.update(seed=82), "seed"),
        (lambda s: s.update(hypothesisSet="timing_only"), "hypothesisSet"),
        (lambda s: s["timing"].update(interpretation="CONFIRMATORY"), "timing.interpretation"),
        (lambda s: s["timidity"].update(equivalent=True), "timidity.equivalent"),
        (
            lambda s: s["timidity"].update(passRateWithinMargin=True),
            "timidity.passRateWithinMargin",
        ),
        (lambda s: s["holm"][0].update(rank=2), "holm.TIMING.rank"),
        (lambda s: s["holm"].append({"id": "THIRD"}), "holm"),
        (lambda s: s["cuts"].pop(), "cuts.TIMING"),
        (lambda s: s["cuts"][0]["reasons"].pop(), "cuts.CONTENT"),
        (lambda s: s["cuts"].append({"hypothesis": "OTHER"}), "cuts"),
        (lambda s: s.update(imputedRows=[{"taskId": "x"}]), "imputedRows"),
    ],
)
def test_a_changed_word_or_list_is_found_and_named(
    change: Callable[[dict[str, Any]], None], path: str, tmp_path: Path
) -> None:
    made = changed(change)
    if path.startswith("holm.") and made.statistics["holm"][0]["id"] != "TIMING":
        pytest.fail("the harness lists timing first")
    assert path in [each.path for each in measured(made, tmp_path).differences]


def test_a_reason_may_be_recorded_without_its_cell(tmp_path: Path) -> None:
    made = cut()
    for each in made.statistics["cuts"]:
        each["reasons"] = sorted({reason.partition(":[")[0] for reason in each["reasons"]})
    made.audit["cuts"] = {"primary": [], "timidity": []}
    for each in made.statistics["cuts"]:
        kind = "timidity" if each["hypothesis"] == "TIMIDITY" else "primary"
        made.audit["cuts"][kind].append(each)
    assert measured(made, tmp_path).differences == ()


def test_a_reason_with_another_cell_is_a_difference(tmp_path: Path) -> None:
    made = cut()
    reasons = next(each["reasons"] for each in made.statistics["cuts"] if ":[" in str(each))
    place = next(i for i, reason in enumerate(reasons) if ":[" in reason)
    reasons[place] = reasons[place].replace("private-suite", "another-suite")
    assert measured(made, tmp_path).differences


def test_an_unknown_word_is_not_repeated(tmp_path: Path) -> None:
    made = uneven()
    made.statistics["studyDecision"] = "a private remark"
    assert measured(made, tmp_path).differences == (Difference("studyDecision", None, "REJECT"),)


def test_without_recorded_statistics_there_is_nothing_to_replay(tmp_path: Path) -> None:
    folder = uneven().write(tmp_path / "run")
    (folder / "statistics.json").unlink()
    measure = measure_study(read(folder), simulate=False)
    assert (measure.replay_status, measure.differences) == ("not_recorded", ())
