"""The commands as a user runs them: what they print, what they write, how they end."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from generator.cli import main

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "results"


def stability(
    *arguments: str, cwd: Path = ROOT, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "generator", *arguments],
        cwd=cwd,
        env=os.environ | (environment or {}),
        capture_output=True,
        text=True,
        check=False,
    )


def tree(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def test_the_committed_pages_are_what_build_makes(tmp_path: Path) -> None:
    for results, version in ((DEMO / "2026-09-15", "2026.09.15"), (DEMO, "2026.09.22")):
        done = stability(
            *("build", "--results", str(results), "--version", version),
            *("--site-src", str(tmp_path), "--no-site", "--quiet"),
        )
        assert done.returncode == 0, done.stderr
    assert tree(tmp_path) == tree(ROOT / "site_src")


def test_every_command_that_works_in_parallel_does_so_unless_told_otherwise() -> None:
    jobs = {
        name: option.default
        for name, command in main.commands.items()
        for option in command.params
        if "--jobs" in option.opts
    }
    assert set(jobs) == {"build", "aggregate", "render", "check", "scan"}
    assert set(jobs.values()) == {os.cpu_count()}


def test_two_builds_are_byte_for_byte_the_same(tmp_path: Path) -> None:
    shuffled = tmp_path / "shuffled"
    for name in sorted((each.name for each in DEMO.iterdir()), reverse=True):
        if (DEMO / name).is_dir():
            shutil.copytree(DEMO / name, shuffled / name)
    built = []
    for place, results, environment, jobs in (
        ("a", DEMO, {"TZ": "Pacific/Apia", "LC_ALL": "C", "PYTHONHASHSEED": "1"}, "1"),
        ("b", shuffled, {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"}, "2"),
    ):
        done = stability(
            *("build", "--results", str(results), "--version", "1", "--jobs", jobs, "--quiet"),
            *(
                "--site-src",
                str(tmp_path / place / "src"),
                "--site",
                str(tmp_path / place / "site"),
            ),
            environment=environment,
        )
        assert done.returncode == 0, done.stderr
        built.append(tree(tmp_path / place))
    assert built[0].keys() == built[1].keys()
    assert [name for name in built[0] if built[0][name] != built[1][name]] == []


def test_results_are_never_changed(tmp_path: Path) -> None:
    before = tree(DEMO)
    stability("build", "--version", "1", "--site-src", str(tmp_path), "--no-site")
    stability("inventory")
    assert tree(DEMO) == before


def test_build_says_what_it_did_for_machines(tmp_path: Path) -> None:
    done = stability("build", "--version", "1", "--site-src", str(tmp_path), "--no-site", "--json")
    told = json.loads(done.stdout)
    assert told["version"] == "1"
    assert told["arms"] == 4
    assert {warning["code"] for warning in told["warnings"]} >= {"CROSS_ARM", "DEMO_KEY"}


def test_the_public_key_is_refused_over_anything_but_the_demonstration(tmp_path: Path) -> None:
    results = tmp_path / "results"
    shutil.copytree(DEMO / "2026-09-15" / "tidepool-library", results / "run")
    stated = results / "run" / "run.json"
    stated.write_text(stated.read_text().replace('"run_id": "', '"run_id": "another-'))
    arguments = ("aggregate", "--results", str(results), "--version", "1")
    refused = stability(*arguments)
    assert refused.returncode == 2
    assert "STABILITY_ALIAS_KEY" in refused.stderr
    assert not refused.stdout
    done = stability(*arguments, environment={"STABILITY_ALIAS_KEY": "a key of my own, not public"})
    assert done.returncode == 0, done.stderr
    assert "demonstration key" not in done.stderr


def test_a_new_project_builds(tmp_path: Path) -> None:
    project = tmp_path / "report"
    made = stability("init", str(project), cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    key = project / ".stability" / "alias.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert len(key.read_text().strip()) == 64
    for run in ("tidepool-library", "tidepool-screen"):
        shutil.copytree(DEMO / "2026-09-15" / run, project / "results" / run)
    spec = project / "stability.yml"
    declared = "[file-outside-workspace, network-off-allowlist, process-left-running]"
    spec.write_text(spec.read_text().replace("classes: []", f"classes: {declared}"))
    built = stability("build", cwd=project)
    assert built.returncode == 0, built.stderr
    assert (project / "site" / "index.html").is_file()
    assert (project / "site" / "latest" / "index.html").is_file()
    again = stability("init", str(project), cwd=tmp_path)
    assert again.returncode == 2
    assert "not empty" in again.stderr


def test_an_empty_folder_gives_an_empty_report(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    done = stability(
        *("build", "--results", str(tmp_path / "results"), "--version", "1"),
        *("--date", "2026-01-01", "--site-src", str(tmp_path / "src")),
        *("--site", str(tmp_path / "site")),
    )
    assert done.returncode == 0, done.stderr
    assert "no run here" in done.stderr
    assert json.loads((tmp_path / "src" / "1" / "report.json").read_text())["arms"] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("build", "--results", "no-such-folder"), "no such file or folder"),
        (("build", "--spec", "no-such.yml"), "no-such.yml"),
        (("build", "--version", "../x", "--no-site"), "version"),
        (("build", "--date", "yesterday", "--version", "1", "--no-site"), "date"),
        (("render", "--version", "no-such"), "no such version"),
        (("publish", "no-such"), "no-such"),
        (("plan", "certify", "--rate", "1.5"), "--rate"),
        (("plan", "compare", "--first", "0.5", "--second", "0.5"), "equal"),
        (("plan", "screen", "--report", "README.md"), "public report"),
        (("no-such-command",), "No such command"),
    ],
)
def test_what_cannot_be_used_ends_with_2_and_a_message(
    arguments: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    place = ("--site-src", str(tmp_path)) if arguments[0] in ("build", "render", "publish") else ()
    done = stability(*arguments, *place)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_a_key_build_says_how_to_make_one(tmp_path: Path) -> None:
    spec = tmp_path / "stability.yml"
    spec.write_text("schema: stability-spec/1\n")
    done = stability("build", "--spec", str(spec), "--site-src", str(tmp_path / "src"))
    assert done.returncode == 2
    assert "secrets.token_hex" in done.stderr
    assert not (tmp_path / "src").exists()


def test_an_empty_key_variable_is_as_unset(tmp_path: Path) -> None:
    spec = tmp_path / "stability.yml"
    spec.write_text("schema: stability-spec/1\n")
    done = stability(
        *("aggregate", "--spec", str(spec), "--version", "1"),
        environment={"STABILITY_ALIAS_KEY": " \n"},
    )
    assert done.returncode == 2


def test_how_the_spec_wants_the_report_cited_is_in_it(tmp_path: Path) -> None:
    spec = tmp_path / "stability.yml"
    spec.write_text('citation: {authors: ["A. Writer"]}\n' + (ROOT / "stability.yml").read_text())
    out = tmp_path / "report.json"
    arguments = ("aggregate", "--results", str(DEMO / "2026-09-15"), "--version", "1")
    done = stability(
        *(*arguments, "--spec", str(spec), "--out", str(out)),
        environment={"STABILITY_ALIAS_KEY": "a key that only a test has"},
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(out.read_bytes())["citation"] == {"authors": ["A. Writer"]}


def test_a_public_log_names_no_private_file(tmp_path: Path) -> None:
    broken = tmp_path / "results" / "secret-run-name"
    shutil.copytree(DEMO / "2026-09-15" / "tidepool-library", broken)
    with (broken / "attempts.jsonl").open("a") as file:
        file.write('{"attempt_id": 7}\n')
    arguments = ("aggregate", "--results", str(tmp_path / "results"), "--version", "1")
    assert "secret-run-name" in stability(*arguments).stderr
    public = stability(*arguments, "--public-log")
    assert public.returncode == 2
    assert "secret" not in public.stderr
    assert "#1" in public.stderr


@pytest.mark.parametrize("command", [("inventory",), ("init", "new", "--from", str(DEMO))])
def test_what_is_private_is_not_printed_in_a_public_log(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    arguments = (*command, "--results", str(DEMO)) if command == ("inventory",) else command
    done = stability(*arguments, "--public-log", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "field --public-log: " in done.stderr
    assert not list(tmp_path.iterdir())


def test_inventory_lists_runs_and_finds_problems(tmp_path: Path) -> None:
    whole = stability("inventory", "--json")
    assert whole.returncode == 0, whole.stderr
    told = json.loads(whole.stdout)
    assert len(told["runs"]) == 19
    assert sum(run["folded"] or 0 for run in told["runs"]) >= 0
    broken = tmp_path / "run"
    shutil.copytree(DEMO / "2026-09-15" / "tidepool-library", broken)
    (broken / "run.json").write_text('{"format": "amber-run/1"}')
    done = stability("inventory", "--results", str(tmp_path))
    assert done.returncode == 2
    assert "run_id" in done.stdout


def test_purge_leaves_out_driver_exceptions_and_keeps_the_original(tmp_path: Path) -> None:
    run = DEMO / "2026-09-15" / "tidepool-screen"
    copy = tmp_path / "purged"
    done = stability("purge", str(run), "--to", str(copy))
    assert done.returncode == 0, done.stderr
    original = (run / "attempts.jsonl").read_bytes()
    assert (copy / "attempts.jsonl.bak").read_bytes() == original
    kept = (copy / "attempts.jsonl").read_bytes()
    assert b"driver_exception" in original
    assert kept == b"".join(
        line for line in original.splitlines(keepends=True) if b"driver_exception" not in line
    )
    assert stability("purge", str(run), "--to", str(copy)).returncode == 2


def test_the_rules_of_thumb_stand_beside_the_exact_numbers() -> None:
    told = stability("plan", "rules").stdout
    for number in ("n = 29", "n = 33", "n = 96", "n = 61", "n = 82", "n = 93", "13.9%"):
        assert number in told


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (("certify", "--rate", "0.9"), 29),
        (("bound", "--bound", "0.14"), 20),
        (("estimate", "--rate", "0.5", "--within", "0.1"), 97),
        (("estimate", "--rate", "0.8", "--within", "0.1"), 62),
    ],
)
def test_plans_answer_with_a_number_of_trials(arguments: tuple[str, ...], first: int) -> None:
    rows = json.loads(stability("plan", *arguments, "--json").stdout)["rows"]
    assert rows[0]["value"] == first


def test_a_plan_costs_what_trials_cost_so_far() -> None:
    report = json.loads((ROOT / "site_src" / "2026.09.22" / "report.json").read_text())
    arm = next(arm for arm in report["arms"] if arm["cost"]["cost_usd"])
    told = json.loads(
        stability(
            *("plan", "certify", "--rate", "0.9", "--json", "--arm", arm["arm"]),
            *("--report", "site_src/2026.09.22/report.json"),
        ).stdout
    )
    cost = arm["cost"]
    per_attempt = cost["cost_usd"] / (cost["attempts"] - cost["without"]["cost_usd"])
    assert told["spend"]["cost_usd"] == pytest.approx(
        29 * per_attempt * cost["attempts"] / cost["outcomes"]
    )
