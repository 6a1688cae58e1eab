from __future__ import annotations

import csv
import hashlib
import hmac
import json
import shutil
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main

ROOT = Path(__file__).parents[1]
OLD = "the key that was used until today"
NEW = "the key that is used from today on"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mkdocs.yml").write_text("site_name: Runs\n")
    run = "tidepool-library"
    shutil.copytree(ROOT / "results" / "2026-09-15" / run, tmp_path / "results" / run)
    for name, key in (("old.key", OLD), ("new.key", NEW)):
        (tmp_path / name).write_text(f"{key}\n")
        (tmp_path / name).chmod(0o600)
    declared = "[file-outside-workspace, network-off-allowlist, process-left-running]"
    (tmp_path / "stability.yml").write_text(
        f"side_effect_classes: {declared}\nalias: {{key_file: new.key}}\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("STABILITY_ALIAS_KEY", raising=False)
    return tmp_path


def rotate(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["rotate", "--quiet", *arguments])


def alias(key: str, prefix: str, kind: str, private: str) -> str:
    digest = hmac.new(key.encode(), f"{kind}\0{private}".encode(), hashlib.sha256).hexdigest()
    return f"{prefix}-{digest[:8]}"


def test_each_alias_stands_beside_the_one_under_the_new_key(project: Path) -> None:
    done = rotate("--old-key", "old.key", "--out", "renamed.csv")
    assert done.exit_code == 0, done.output
    table = project / "renamed.csv"
    assert stat.S_IMODE(table.stat().st_mode) == 0o600
    with table.open(newline="") as file:
        rows = {(row["kind"], row["old"], row["new"]) for row in csv.DictReader(file)}
    run = json.loads((project / "results" / "tidepool-library" / "run.json").read_text())
    private = [(case["case_id"], "A", "case") for case in run["cases"]]
    private += [(run["arm"]["arm_id"], "M", "arm"), (run["run_id"], "R", "run")]
    assert rows == {
        (kind, alias(OLD, prefix, kind, each), alias(NEW, prefix, kind, each))
        for each, prefix, kind in private
        if not each.startswith("A-")  # public already, under any key
    }


def test_no_private_id_is_in_the_table(project: Path) -> None:
    rotate("--old-key", "old.key", "--out", "renamed.csv")
    run = json.loads((project / "results" / "tidepool-library" / "run.json").read_text())
    table = (project / "renamed.csv").read_text()
    hidden = [case["case_id"] for case in run["cases"] if not case["case_id"].startswith("A-")]
    assert len(hidden) > 10
    assert not any(each in table for each in hidden)


@pytest.mark.parametrize("place", ["site_src/x.csv", "site/x.csv", "results/x.csv"])
def test_the_table_is_never_written_where_it_is_published(project: Path, place: str) -> None:
    done = rotate("--old-key", "old.key", "--out", place)
    assert done.exit_code == 2
    assert "private" in done.stderr
    assert not (project / place).exists()


def test_the_table_is_never_written_into_the_results_it_was_read_from(project: Path) -> None:
    (project / "results").rename(project / "runs")
    done = rotate("--old-key", "old.key", "--results", "runs", "--out", "runs/t.csv")
    assert done.exit_code == 2
    assert "--out" in done.stderr
    assert not (project / "runs" / "t.csv").exists()


@pytest.mark.parametrize("out", [(), ("--out", "renamed.csv"), ("--json",)])
def test_the_table_is_not_told_in_a_public_log(project: Path, out: tuple[str, ...]) -> None:
    done = rotate("--old-key", "old.key", "--public-log", *out)
    assert (done.exit_code, done.stdout) == (2, "")
    assert "field --public-log: " in done.stderr
    assert not (project / "renamed.csv").exists()


def test_one_key_twice_is_refused(project: Path) -> None:
    done = rotate("--old-key", "new.key")
    assert done.exit_code == 2
    assert "old key is the key that the project has now" in done.stderr


def test_a_missing_old_key_is_named(project: Path) -> None:
    done = rotate("--old-key", "no.key")
    assert done.exit_code == 2
    assert "no.key" in done.stderr
