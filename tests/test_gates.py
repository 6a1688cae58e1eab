"""What the gates take for declared: only what a reader would read declares anything public."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from generator.gates import Gates
from generator.site.settings import Settings
from generator.spec.load import load_spec
from tests.artifacts.samples import arm, run

ROOT = Path(__file__).parents[1]
MODEL = "cormorant-quay-70"


@pytest.fixture
def gates(tmp_path: Path) -> Gates:
    """The gates over results that state a model's name, which the spec declares public."""
    spec = tmp_path / "stability.yml"
    spec.write_text("identity_public: [served_model]\n")
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "notes.json").write_text(json.dumps({"said": MODEL}))
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.md").write_text(f"It was {MODEL} again")
    settings = Settings(ROOT / "mkdocs.yml", ROOT / "templates")
    return Gates(settings, load_spec(spec), tmp_path / "results")


def declare(folder: Path) -> Path:
    folder.mkdir()
    file = folder / "run.json"
    file.write_text(json.dumps(run(arm=arm(served_model=MODEL))))
    return file


def test_what_a_run_states_is_declared(gates: Gates, tmp_path: Path) -> None:
    declare(tmp_path / "results" / "one")
    assert list(gates.private_texts(tmp_path / "site")) == []


def test_a_link_declares_nothing(gates: Gates, tmp_path: Path) -> None:
    file = declare(tmp_path / "elsewhere")
    (tmp_path / "results" / "one").mkdir()
    (tmp_path / "results" / "one" / "run.json").symlink_to(file)
    (finding,) = gates.private_texts(tmp_path / "site")
    assert finding.file == "a.md"


def test_a_pipe_is_not_waited_for(gates: Gates, tmp_path: Path) -> None:
    (tmp_path / "results" / "one").mkdir()
    os.mkfifo(tmp_path / "results" / "one" / "run.json")
    (finding,) = gates.private_texts(tmp_path / "site")
    assert finding.file == "a.md"
