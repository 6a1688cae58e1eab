"""`stability init --from`: what is recognised of runs, and a spec that is right as written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.artifacts.table_guess import guess
from generator.cli import main
from generator.errors import UnusableInput
from generator.spec.load import load_spec

TAU = json.dumps([{"task_id": 0, "reward": 1.0, "info": {}, "traj": [], "trial": 0}])
OTHER = TAU.replace("1.0", "0.0")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments], catch_exceptions=False)


def started(folder: Path, runs: Path) -> str:
    done = run("init", folder, "--from", runs)
    assert done.exit_code == 0, done.output
    return done.output


def paths(folder: Path) -> dict[str, str | None]:
    return {each.path: each.arm for each in load_spec(folder / "stability.yml").spec.sources}


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    folder = tmp_path / "runs"
    for name, text in (
        ("gpt/1.json", TAU),
        ("claude/1.json", TAU.replace("0,", "7,", 1)),
        ("top.json", OTHER),
        ("notes.txt", "x"),
        ("t.csv", "Task ID,model,Passed\na,m,true\n"),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_results_are_a_link_and_the_runs_stay_where_they_are(tmp_path: Path, runs: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in runs.rglob("*")}
    started(tmp_path / "new", runs)
    assert (tmp_path / "new" / "results").readlink() == runs
    assert {path: path.stat().st_mtime_ns for path in runs.rglob("*")} == before
    assert "/results\n" in (tmp_path / "new" / ".gitignore").read_text()
    assert "site_src/** -text\n" in (tmp_path / "new" / ".gitattributes").read_text()


def test_what_is_recognised_is_in_the_spec_and_what_not_is_named(
    tmp_path: Path, runs: Path
) -> None:
    said = started(tmp_path / "new", runs)
    assert paths(tmp_path / "new") == {"claude": "1", "gpt": "1", "top.json": "top"}
    assert "notes.txt" in said
    assert "t.csv" in said
    text = (tmp_path / "new" / "stability.yml").read_text()
    assert "# label: top" in text
    assert '#     task: "Task ID"' in text
    assert "#     outcome: Passed" in text


def test_a_guessed_mapping_works_when_its_marks_are_taken_away(tmp_path: Path, runs: Path) -> None:
    started(tmp_path / "new", runs)
    spec = tmp_path / "new" / "stability.yml"
    head, tail = spec.read_text().split("  # - path: t.csv")
    spec.write_text(head + "  - path: t.csv" + tail.replace("\n  # ", "\n  "))
    done = run("inventory", "--results", runs, "--spec", spec, "--json")
    rows = [each for each in json.loads(done.output)["runs"] if each["format"] == "table"]
    assert [(each["arm_id"], each["attempts"]) for each in rows] == [("m", 1)]


def test_a_folder_of_tables_alone_has_a_spec_that_loads(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "t.jsonl").write_text('{"task": "a", "reward": 1}\n')
    (tmp_path / "runs" / "odd.csv").write_text('x,"a\n')
    started(tmp_path / "new", tmp_path / "runs")
    text = (tmp_path / "new" / "stability.yml").read_text()
    assert paths(tmp_path / "new") == {}
    assert "#     threshold: 1" in text
    assert "odd.csv shows no table of trials" in text


@pytest.mark.parametrize(
    "name", ["a b", "a: b", "#x", "- x", "{x}", "é", 'q"q', "*", "a\nb", "[x]"]
)
def test_any_name_is_written_so_that_it_is_read_back(tmp_path: Path, name: str) -> None:
    (tmp_path / "runs" / name).mkdir(parents=True)
    (tmp_path / "runs" / name / f"{name}.json").write_text(TAU)
    started(tmp_path / "new", tmp_path / "runs")
    done = run(
        *("inventory", "--results", tmp_path / "runs", "--json"),
        *("--spec", tmp_path / "new" / "stability.yml"),
    )
    found = json.loads(done.output)
    assert not found["warnings"]
    assert [each["arm_id"] for each in found["runs"]] == [name.replace("\n", "\\n")]


def test_a_project_among_its_own_runs_is_refused(runs: Path) -> None:
    done = run("init", runs / "new", "--from", runs)
    assert done.exit_code == 2
    assert not (runs / "new").exists()


def test_runs_that_are_not_there_are_refused_before_anything_is_made(tmp_path: Path) -> None:
    done = run("init", tmp_path / "new", "--from", tmp_path / "nothing")
    assert done.exit_code == 2
    assert not (tmp_path / "new").exists()


def test_a_run_that_cannot_be_read_is_said_and_the_project_is_made(
    tmp_path: Path, runs: Path
) -> None:
    (runs / "gpt" / "1.json").write_text(TAU.replace("1.0", '"x"'))
    said = started(tmp_path / "new", runs)
    assert "problem: gpt/1.json:1: field [0].reward" in said
    assert paths(tmp_path / "new") == {"claude": "1", "top.json": "top"}


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (("task_id", "success"), {"task": "task_id", "outcome": "success"}),
        (("Task", "reward", "passed"), {"task": "Task", "outcome": "passed"}),
        (("task", "status", "n"), {"task": "task", "state": "status"}),
        (("model", "success_rate"), {}),
        (("task", "task", "passed"), {}),
        ((), {}),
    ],
)
def test_a_guess_is_made_of_telling_names_only(
    columns: tuple[str, ...], expected: dict[str, str]
) -> None:
    assert guess(columns) == expected


def test_the_real_runs_of_tau_bench_build_as_they_are(tmp_path: Path, shared: Path) -> None:
    started(tmp_path / "new", shared / "real" / "tau-bench")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path / "new")
        done = run("build", "--date", "2026-01-01", "--quiet")
    assert done.exit_code == 0, done.output
    report = json.loads((tmp_path / "new/site_src/2026.01.01/report.json").read_bytes())
    (arm,) = report["arms"]
    assert round(arm["pass_hat_k"][0]["estimate"], 3) == 0.42


def test_the_real_table_of_terminal_bench_is_guessed_right(tmp_path: Path, shared: Path) -> None:
    started(tmp_path / "new", shared / "real" / "terminal-bench-experiments")
    text = (tmp_path / "new" / "stability.yml").read_text()
    mapping = text.split("# - path: trial_token_usage.csv")[1].split("\n  # A")[0]
    for line in ("task: task_name", "arm: model_name", "outcome: success"):
        assert f"#     {line}" in mapping


def suggestion(tmp_path: Path, text: str) -> str:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "t.csv").write_text(text)
    started(tmp_path / "new", tmp_path / "runs")
    return (tmp_path / "new" / "stability.yml").read_text()


def test_the_threshold_of_percentages_is_left_to_a_person(tmp_path: Path) -> None:
    text = suggestion(tmp_path, "task,score\na,0\nb,56.00000000000001\nc,\nd,100\n")
    assert "#     threshold:  # the scores go from 0 to 100: from which on does one pass?" in text
    assert "threshold: 1" not in text
    spec = tmp_path / "new" / "stability.yml"
    head, tail = text.split("  # - path: t.csv")
    first = head.replace("sources: []", "sources:")
    spec.write_text(first + "  - path: t.csv" + tail.replace("\n  # ", "\n  "))
    with pytest.raises(UnusableInput) as caught:
        load_spec(spec)
    assert [each.field for each in caught.value.problems] == ["sources[0].table.threshold"]


def test_each_word_of_a_state_column_has_a_place_for_its_reading(tmp_path: Path) -> None:
    text = suggestion(
        tmp_path,
        "task,status,result\na,done,pass\nb,a b,FAIL\nc,protocol_violation,\nd,,solved\n",
    )
    assert "#   ends:  # each word is read as a state, or judged" in text
    assert '#     "a b":\n  #     done:\n  #   table:' in text
    assert "#     outcome: result" in text
    assert "#     # Put into the lists `passes` and `fails`, with what they hold: solved" in text


def test_long_texts_are_no_words(tmp_path: Path) -> None:
    text = suggestion(tmp_path, "task,status,result\na," + "s" * 61 + "," + "r" * 61 + "\n")
    assert "s" * 61 not in text
    assert "r" * 61 not in text
    assert text.count("is this the column of") == 2


def test_outcomes_with_other_ends_among_them_are_a_column_of_states(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = suggestion(tmp_path, "task,outcome,attempt\na,Pass,1\nb,fail,1\nb,infra_error,2\n")
    assert "#   ends:  # each word is read as a state\n  #     infra_error:\n  #   table:" in text
    assert "#     trial: attempt\n  #     state: outcome" in text
    assert "Put into the lists" not in text
    spec = tmp_path / "new" / "stability.yml"
    head, tail = text.replace("infra_error:", "infra_error: invalid_infrastructure").split(
        "  # - path: t.csv"
    )
    corrected = head.replace("sources: []", "sources:") + "  - path: t.csv"
    spec.write_text(corrected + tail.replace("\n  # ", "\n  "))
    monkeypatch.chdir(tmp_path / "new")
    assert run("build", "--no-site", "--quiet", "--date", "2026-01-31").exit_code == 0
