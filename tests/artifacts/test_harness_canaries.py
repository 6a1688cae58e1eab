"""A canary in every string of a harness's file, known or not: nothing of it comes out."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from generator.artifacts.records import RunArtifact
from generator.artifacts.registry import RUN_READERS
from generator.cli import main
from generator.errors import UnusableInput
from tests.artifacts.samples import LIMITS

CANARY = "canary7f3a"
FIXTURES = Path(__file__).parent / "fixtures"

# Members that are read as what they say: words of the format and times.
READ = {"version", "status", "type", "value", "started_at", "completed_at"}
READ |= {"termination_reason", "start_time", "end_time", "timestamp"}


# Members whose own members bear names that are the log's own: of scorers, of models.
BY_NAME = {"scores", "model_usage"}


def planted(value: Any, name: str = "") -> Any:
    """The value with a canary in every string, and in a new member of every object."""
    if isinstance(value, dict) and name in BY_NAME:
        return {f"{CANARY} {key}": planted(each, key) for key, each in value.items()}
    if isinstance(value, dict):
        return {
            **{key: planted(each, key) for key, each in value.items()},
            f"{CANARY}-name": f"{CANARY} {name}",
        }
    if isinstance(value, list):
        return [planted(each, name) for each in value]
    # The same string in two places stays the same: ids of samples and of the plan must agree.
    return f"{CANARY} {value}" if isinstance(value, str) and name not in READ else value


def inspect_json(folder: Path) -> None:
    log = json.loads((FIXTURES / "inspect_ai" / "every_end.json").read_text())
    text = json.dumps(planted(log))
    (folder / f"{CANARY}.json").write_text(text)


def inspect_eval(folder: Path) -> None:
    log = planted(
        json.loads((FIXTURES / "inspect_ai" / "every_end.json").read_text()),
    )
    with zipfile.ZipFile(folder / f"{CANARY}.eval", "w") as archive:
        for each in log.pop("samples"):
            archive.writestr(f"samples/{each['id']}_epoch_{each['epoch']}.json", json.dumps(each))
        archive.writestr("header.json", json.dumps(log))


def tau2_json(folder: Path) -> None:
    results = json.loads((FIXTURES / "tau2" / "garden_later.json").read_text())
    (folder / f"{CANARY}.json").write_text(json.dumps(planted(results)))


@pytest.mark.parametrize("write", [inspect_json, inspect_eval, tau2_json])
def test_no_canary_comes_out(
    tmp_path: Path, write: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STABILITY_ALIAS_KEY", "a key that is long enough for a test of canaries")
    results, pages = tmp_path / "results", tmp_path / "pages"
    results.mkdir()
    write(results)
    spec = tmp_path / "stability.yml"
    spec.write_text("identity_public: []\n")
    done = CliRunner().invoke(
        main,
        [
            *("build", "--results", str(results), "--version", "1", "--no-site"),
            *("--site-src", str(pages), "--spec", str(spec), "--public-log"),
        ],
    )
    assert done.exit_code == 0, done.output
    assert CANARY not in done.output
    files = [each for each in pages.rglob("*") if each.is_file()]
    (report,) = (json.loads(each.read_text()) for each in files if each.name == "report.json")
    assert [len(arm["cases"]) for arm in report["arms"]] == [3]
    for each in files:
        assert CANARY not in each.name
        assert CANARY.encode() not in each.read_bytes().lower()


def refusals(path: Path) -> list[str]:
    """What is said of a file, whether it is read or refused."""
    for reader in RUN_READERS:
        if reader.recognise(path, LIMITS) is True:
            try:
                artifact: RunArtifact = reader.read(path, LIMITS, path.parent)
            except UnusableInput as unusable:
                return [repr((each.message("-"), each.field)) for each in unusable.problems]
            return [repr((each.message("-"), each.field)) for each in artifact.warnings]
    return []


@pytest.mark.parametrize("name", ["inspect_ai/every_end.json", "tau2/garden_later.json"])
def test_no_message_quotes_a_value_wherever_it_is_wrong(tmp_path: Path, name: str) -> None:
    """Every value of the file in turn is replaced by what it must not be."""
    whole = json.loads((FIXTURES / name).read_text())
    path = tmp_path / "a.json"
    said = 0
    for place in places(whole):
        for wrong in (CANARY, {CANARY: CANARY}, [CANARY], -1):
            path.write_text(json.dumps(replaced(whole, place, wrong)))
            messages = refusals(path)
            said += bool(messages)
            assert not [each for each in messages if CANARY in each], place
    assert said > 50


def places(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document, of a list only its first element."""
    if isinstance(value, dict):
        inner = [place for key, each in value.items() for place in places(each, (*before, key))]
    elif isinstance(value, list) and value:
        inner = places(value[0], (*before, 0))
    else:
        inner = []
    return [before, *inner] if before else inner


def replaced(value: Any, place: tuple[Any, ...], wrong: object) -> Any:
    """The document with something else in one place."""
    if not place:
        return wrong
    first, *rest = place
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[first] = replaced(value[first], tuple(rest), wrong)
    return copy
