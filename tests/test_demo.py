"""The demonstration data: the same bytes each time, and right by the rules of its format."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from pathlib import Path

import yaml
from click.testing import CliRunner

from generator.demo.__main__ import main
from generator.demo.folders import write
from tests.demo_data import ALL, PROJECT, RESULTS, VALID, WEEKS, Json, every_attempt, unpacked


def test_writing_it_again_gives_the_committed_files(tmp_path: Path) -> None:
    count = write(tmp_path)
    written = sorted(p.relative_to(tmp_path) for p in tmp_path.rglob("*") if p.is_file())
    committed = sorted(
        p.relative_to(RESULTS) for week in WEEKS for p in (RESULTS / week).rglob("*") if p.is_file()
    )
    assert written == committed
    assert len(written) == count
    for path in written:
        # Compressors of different versions may pack the same lines differently.
        assert unpacked(tmp_path / path) == unpacked(RESULTS / path), path


def test_two_writings_are_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        outcome = CliRunner().invoke(main, [str(tmp_path / name)])
        assert outcome.exit_code == 0, outcome.output
    for path in (tmp_path / "one").rglob("*"):
        if path.is_file():
            again = tmp_path / "two" / path.relative_to(tmp_path / "one")
            assert path.read_bytes() == again.read_bytes()


def test_writing_leaves_other_files_alone(tmp_path: Path) -> None:
    other = tmp_path / "2026-09-15" / "mine.txt"
    other.parent.mkdir()
    other.write_text("mine")
    write(tmp_path)
    assert other.read_text() == "mine"


def test_it_is_small() -> None:
    assert sum(path.stat().st_size for path in RESULTS.rglob("*") if path.is_file()) < 600_000


def test_every_attempt_is_listed_by_its_run_and_lies_in_its_window() -> None:
    for printed in ALL:
        run = printed.run
        cases = {case["case_id"]: case for case in run["cases"]}
        start, end = (datetime.fromisoformat(run["window"][edge]) for edge in ("start", "end"))
        assert len({a["attempt_id"] for a in printed.attempts}) == len(printed.attempts)
        starts = [datetime.fromisoformat(a["started_at"]) for a in printed.attempts]
        assert starts == sorted(set(starts))
        for attempt, started in zip(printed.attempts, starts, strict=True):
            assert attempt["variant"] in (cases[attempt["case_id"]]["variants"] or [None])
            ended = datetime.fromisoformat(attempt["ended_at"])
            assert start <= started <= ended <= end
            if attempt.get("wall_s") is not None:
                assert attempt["wall_s"] == (ended - started).total_seconds()


def test_no_more_attempts_overlap_than_the_run_allows() -> None:
    for printed in ALL:
        for attempt in printed.attempts:
            running = [
                a for a in printed.attempts
                if a["started_at"] <= attempt["started_at"] < a["ended_at"]
            ]  # fmt: skip
            assert len(running) <= printed.run["concurrency"]


def test_states_causes_modes_and_scores_agree() -> None:
    for run, attempt in every_attempt():
        case = next(case for case in run["cases"] if case["case_id"] == attempt["case_id"])
        assert ("invalid_cause" in attempt) == (attempt["state"] == "invalid_infrastructure")
        assert ("failure_mode" in attempt) == (attempt["state"] == "valid_task_failure")
        if case["kind"] == "partial" and attempt["state"] in VALID:
            passed = attempt["score"] >= case["threshold"]
            assert attempt["state"] == VALID[not passed]
            assert sum(attempt.get("criteria_hits", [])) in (attempt["score"], 0)
        else:
            assert "score" not in attempt


def test_a_case_is_the_same_in_every_run() -> None:
    plans: dict[str, list[Json]] = defaultdict(list)
    for printed in ALL:
        for case in printed.run["cases"]:
            plans[case["case_id"]].append(case)
    assert len(plans) == 24
    assert all(plan == same[0] for same in plans.values() for plan in same)


def test_side_effects_are_of_the_classes_that_the_spec_declares() -> None:
    spec = yaml.safe_load((PROJECT / "stability.yml").read_text())
    effects = {
        e["class"] for _, attempt in every_attempt() for e in attempt.get("side_effects", [])
    }
    assert effects == set(spec["side_effect_classes"])


def test_every_arm_has_a_label_and_the_key_says_that_it_is_public() -> None:
    spec = yaml.safe_load((PROJECT / "stability.yml").read_text())
    assert set(spec["labels"]["arms"]) == {p.run["arm"]["arm_id"] for p in ALL}
    assert (PROJECT / spec["alias"]["key_file"]).read_text().startswith("public-demo-key")


def test_makeups_refer_to_an_invalid_attempt_of_the_same_case() -> None:
    by_id = {attempt["attempt_id"]: attempt for _, attempt in every_attempt()}
    makeups = [a for _, a in every_attempt() if "makeup_of" in a]
    assert len(makeups) == 4
    assert len({a["makeup_of"] for a in makeups}) == 4
    for makeup in makeups:
        made_up = by_id[makeup["makeup_of"]]
        assert made_up["state"] == "invalid_infrastructure"
        assert made_up["case_id"] == makeup["case_id"]


def test_private_text_is_there_to_be_kept_back() -> None:
    fields = Counter(field for _, attempt in every_attempt() for field in attempt)
    for field in ("transcript", "rubric", "patch", "prompt", "notes", "tests", "driver_log"):
        assert fields[field] >= 8, field
    texts = [a["transcript"] for _, a in every_attempt() if "transcript" in a]
    assert min(text.count(".") for text in texts) >= 3
