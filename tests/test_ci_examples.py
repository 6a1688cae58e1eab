"""The action, the workflow, the job and the hook: well-formed, and they do what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from generator.cli import main
from tests.site.test_screenshots import FOLDER

ROOT = Path(__file__).resolve().parents[1]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text())
STEPS = ACTION["runs"]["steps"]
GITLAB: dict[str, Any] = yaml.safe_load((ROOT / "docs/ci/gitlab.yml").read_text())["stability"]
SCRIPTS = [step["run"] for step in STEPS if "run" in step]

STABILITY = """#!/bin/sh
case "$1" in
check) echo "error: a page was changed"; exit "$CHECK" ;;
diff) echo "$DIFF"; test -f "$2" && test -f "$3" ;;
esac
"""


def step(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in STEPS if each.get("name") == name)
    return found


@pytest.mark.parametrize("script", [*SCRIPTS, *GITLAB["script"], *GITLAB["before_script"]])
def test_every_script_is_sound_and_takes_no_text_of_a_pull_request_as_code(script: str) -> None:
    assert "${{" not in script
    read = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert read.returncode == 0, read.stderr


def test_every_command_and_option_it_uses_is_there() -> None:
    check = main.commands["check"]
    options = {name for each in check.params for name in each.opts}
    assert {"--base", "--public-log"} <= options
    assert all("stability check --base" in text for text in (SCRIPTS[1], GITLAB["script"][0]))
    assert isinstance(check, click.Command)


def test_the_pictures_of_the_pages_are_kept_whatever_the_tests_say() -> None:
    kept = "build/screenshots"
    assert "STABILITY_SCREENSHOTS" in os.environ or FOLDER.relative_to(ROOT).as_posix() == kept
    job = yaml.safe_load((ROOT / "docs/ci/tests-gitlab.yml").read_text())["tests"]
    assert job["artifacts"] == {"when": "always", "paths": [kept]}
    flow = yaml.safe_load((ROOT / "docs/ci/tests-github.yml").read_text())
    *_, run, upload = flow["jobs"]["tests"]["steps"]
    assert run["run"] == job["script"][0] == "bash .ci/run"
    assert (upload["if"], upload["with"]["path"]) == ("always()", kept)


def test_the_workflow_uses_the_action_and_gives_forks_no_right() -> None:
    flow = yaml.safe_load((ROOT / "docs/ci/github.yml").read_text())
    assert set(flow[True]) == {"pull_request"}  # YAML reads the key `on` as a truth
    assert flow["permissions"] == {"contents": "read", "pull-requests": "write"}
    checkout, action = flow["jobs"]["review"]["steps"]
    assert checkout["with"] == {"fetch-depth": 0, "persist-credentials": False}
    assert set(action) == {"uses"}
    assert all(step.get("shell") == "bash" for step in STEPS if "run" in step)


def test_the_hook_is_one_that_pre_commit_takes() -> None:
    validate = [sys.executable, "-m", "pre_commit", "validate-manifest", ".pre-commit-hooks.yaml"]
    done = subprocess.run(validate, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    used = yaml.safe_load((ROOT / "docs/ci/pre-commit.yml").read_text())["repos"][0]["hooks"]
    shipped = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [each["id"] for each in used] == [each["id"] for each in shipped]


@pytest.fixture
def pulled(tmp_path: Path) -> Path:
    """A repository whose last commit adds a version to one that was there."""
    src = tmp_path / "repo" / "site_src"
    for name, listed in (("v1", ["v1"]), ("v2", ["v2", "v1"])):
        (src / name).mkdir(parents=True)
        (src / name / "report.json").write_text("{}")
        entries = ", ".join(f'{{"version": "{each}"}}' for each in listed)
        (src / "versions.json").write_text(f"[{entries}]")
        for arguments in (["init", "-q"], ["add", "."], ["commit", "-qm", name]):
            named = ["-c", "user.name=n", "-c", "user.email=n@example.org"]
            subprocess.run(["git", *named, *arguments], cwd=tmp_path / "repo", check=True)
    return tmp_path / "repo"


def scripted(script: str, repo: Path, **environment: str) -> None:
    """Run a script with a program that only says what it is told to."""
    place = repo.parent / "bin"
    place.mkdir()
    (place / "stability").write_text(STABILITY)
    (place / "stability").chmod(0o755)
    (place / "python").symlink_to(sys.executable)
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        cwd=repo,
        env={"PATH": f"{place}{os.pathsep}{os.environ['PATH']}", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def review(repo: Path, base: str, check: int, diff: str) -> tuple[str, str]:
    """Run the action's script."""
    summary, output = repo.parent / "summary", repo.parent / "output"
    scripted(
        step("Review")["run"],
        repo,
        BASE=base,
        OUT=str(repo.parent / "out"),
        GITHUB_STEP_SUMMARY=str(summary),
        GITHUB_OUTPUT=str(output),
        CHECK=str(check),
        DIFF=diff,
    )
    told = (repo.parent / "out" / "review.md").read_text()
    assert summary.read_text() == told
    return told, output.read_text().strip()


def test_the_review_says_the_verdict_first_and_then_what_changed(pulled: Path) -> None:
    told, code = review(pulled, "HEAD~1", 1, "one number moved")
    assert told.splitlines()[:2] == [
        *("<!-- stability-report -->", "**This change must not be merged as it is.**")
    ]
    assert "error: a page was changed" in told
    assert told.rstrip().endswith("one number moved")
    assert code == "code=1"


def test_a_review_without_findings_says_so(pulled: Path) -> None:
    told, code = review(pulled, "HEAD~1", 0, "nothing moved")
    assert told.splitlines()[1] == "Nothing stands in the way of this change."
    assert code == "code=0"


def test_a_review_stays_within_what_a_comment_may_hold(pulled: Path) -> None:
    long = "**Look at 3 things.**\n\n### Look at\n\n" + "x" * 60_000
    told, _ = review(pulled, "HEAD~1", 0, long)
    assert len(told) < 65_536
    assert "**Look at 3 things.**" in told  # the verdict is never shed
    assert "too long for a comment" in told


def test_the_first_version_has_nothing_to_be_compared_with(pulled: Path) -> None:
    git = ["git", "-c", "user.name=n", "-c", "user.email=n@example.org"]
    subprocess.run([*git, "checkout", "-q", "--orphan", "empty"], cwd=pulled, check=True)
    subprocess.run([*git, "rm", "-rqf", "--cached", "."], cwd=pulled, check=True)
    subprocess.run([*git, "commit", "-qm", "no", "--allow-empty"], cwd=pulled, check=True)
    told, _ = review(pulled, "HEAD", 0, "x")
    assert "no earlier version" in told


@pytest.fixture
def torn(pulled: Path) -> Path:
    """The same, but the commit before lists a version whose report it does not have."""
    git = ["git", "-c", "user.name=n", "-c", "user.email=n@example.org"]
    subprocess.run([*git, "checkout", "-q", "HEAD~1"], cwd=pulled, check=True)
    subprocess.run([*git, "rm", "-q", "site_src/v1/report.json"], cwd=pulled, check=True)
    subprocess.run([*git, "commit", "-qm", "torn"], cwd=pulled, check=True)
    return pulled


def test_a_base_without_its_report_is_told_and_ends_no_review(torn: Path) -> None:
    told, code = review(torn, "HEAD", 1, "one number moved")
    assert "The two reports could not be compared." in told
    assert code == "code=1"


def test_a_base_without_its_report_ends_no_job_either(torn: Path) -> None:
    script = GITLAB["script"][0]
    scripted(script, torn, CI_MERGE_REQUEST_DIFF_BASE_SHA="HEAD", CHECK="1", DIFF="one moved")
    assert "The two reports could not be compared." in (torn / "review.md").read_text()
